// Which numbers of a query no visit changes: they say where it lies, as far as
// any do (rt/core/curve.h). Whatever they mean, nothing but the order of
// queries depends on them, so what is not understood is left out.
//
//     own(0: @Vec), struct @Vec size 8 align 4 { x: f32 @0, y: f32 @4 }
//  -> a Float at 0, a Float at 4
#include "regtt/Analysis/Coordinates.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// Of many structs side by side, the first alone: the curve goes through no
/// more numbers than these have.
constexpr uint64_t maxElements = 16;

class Finder {
public:
  explicit Finder(const Kernel &kernel) : kernel(kernel) {}

  std::vector<Coordinate> find() {
    collect(true);
    if (result.empty())
      collect(false);
    return std::move(result);
  }

private:
  void collect(bool floating) {
    for (unsigned k = 0; k < kernel.data.size(); ++k) {
      const Datum &datum = kernel.data[k];
      if (datum.hasOperand() && !datum.isWritten && !datum.isAddress &&
          !datum.isContainer() && !datum.isBitField() && !isOfArray(int(k)))
        add(k, datum.type, 0, floating);
    }
  }

  /// Whether it tells where an array is, or how long.
  bool isOfArray(int datum) const {
    return llvm::any_of(kernel.arrays, [&](const DataArray &array) {
      return array.start == datum || array.size == datum || array.row == datum;
    });
  }

  void add(unsigned datum, const ir::Type *type, uint64_t at, bool floating) {
    uint64_t count = 1;
    while (const uint64_t length = ir::lengthOf(type).value_or(0)) {
      count *= length;
      type = ir::elementOf(type);
    }
    if (const auto *record = dyn_cast<ir::StructType>(type))
      addStructs(datum, *record, count, at, floating);
    else if (std::string kind = kindOf(type, floating); !kind.empty())
      result.push_back({datum, at, count, std::move(kind)});
  }

  void addStructs(unsigned datum, const ir::StructType &type, uint64_t count,
                  uint64_t at, bool floating) {
    if (!type.isComplete() ||
        llvm::any_of(type.fields(),
                     [](const ir::Field &field) { return field.isBase; }))
      return;
    for (uint64_t k = 0; k < std::min(count, maxElements); ++k)
      for (const ir::Field &field : fieldsApart(type))
        if (!field.isBitField())
          add(datum, field.type, at + k * type.size() + field.offset, floating);
  }

  /// Of a union the first one: the others are the same bytes.
  static llvm::ArrayRef<ir::Field> fieldsApart(const ir::StructType &type) {
    return type.isUnion() ? type.fields().take_front(1) : type.fields();
  }

  static std::string kindOf(const ir::Type *type, bool floating) {
    if (const auto *number = dyn_cast<ir::FloatType>(type))
      return !floating            ? ""
             : number->bytes == 8 ? "Double"
             : number->bytes == 4 ? "Float"
                                  : "";
    const auto format = ir::integerFormat(type);
    if (floating || !format || (format->bits != 32 && format->bits != 64))
      return "";
    return std::string(format->isSigned ? "" : "Unsigned") +
           (format->bits == 32 ? "Int" : "Long");
  }

  const Kernel &kernel;
  std::vector<Coordinate> result;
};

} // namespace

std::vector<Coordinate> regtt::kernel::coordinates(const Kernel &kernel) {
  return Finder(kernel).find();
}
