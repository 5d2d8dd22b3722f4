// Arrays of the body's that calls are handed, as a declaration begins them: a
// row has no value as a whole that C++ could say, so its elements are stored.
//
//     var %seen: [8 x i32] = aggregate(1:i32, load %n, 0:i32, ...)
//  -> store %seen[0] = 1:i32
//     store %seen[1] = load %n
//     for { var %k: i32 = 2:i32 } while lt(load %k, 8:i32) ... {
//       store %seen[load %k] = 0:i32
//     }
#include "ProgramBody.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Expr *recognise::zeroOf(ir::Module &module, const ir::Type *type,
                                  ir::Location loc) {
  if (type->isBool())
    return module.boolean(false, loc);
  if (const auto format = ir::integerFormat(type))
    return format->bits == 1 ? nullptr : module.integer(type, 0, loc);
  if (const auto *real = dyn_cast<ir::FloatType>(type))
    return module.real(real, llvm::APFloat::getZero(real->format), loc);
  return isa<ir::ArrayType, ir::StructType>(type) || isStdArray(type) ||
                 isPair(type)
             ? module.zero(type, loc)
             : nullptr;
}

namespace {

/// The value of each element, as far as a list has one of its own; then the one
/// that all others have.
struct ElementValues {
  std::vector<const ir::Expr *> own;
  const ir::Expr *rest = nullptr;
};

class ElementStores {
public:
  using CountingLoop = llvm::function_ref<ir::LoopStatement *(
      const ir::Variable *counter, const ir::Expr *first,
      const ir::Expr *last)>;

  ElementStores(ir::Module &module, ir::Location loc, CountingLoop loopOver)
      : module(module), loc(loc), loopOver(loopOver) {}

  /// False: it is not known what its elements begin with.
  bool add(const ir::Place *place, const ir::Expr *value,
           std::vector<ir::Statement *> &out) {
    const auto *array = dyn_cast<ir::ArrayType>(place->type);
    if (!array) {
      out.push_back(module.store(place, value, loc));
      return true;
    }
    const auto values = valuesOf(*array, value);
    if (!values)
      return false;
    for (size_t k = 0; k < values->own.size(); ++k)
      if (!add(module.index(place, number(k)), values->own[k], out))
        return false;
    if (values->own.size() == array->count)
      return true;
    return addRest(place, *array, *values, out);
  }

private:
  const ir::Expr *number(uint64_t value) const {
    return module.integer(module.intType(ir::IntType::I32), int64_t(value),
                          loc);
  }

  std::optional<ElementValues> valuesOf(const ir::ArrayType &array,
                                        const ir::Expr *value) const {
    ElementValues result;
    if (isa<ir::ZeroExpr>(value)) {
      result.rest = zeroOf(module, array.element, loc);
      return result.rest ? std::optional(result) : std::nullopt;
    }
    const auto *list = dyn_cast<ir::AggregateExpr>(value);
    if (!list || list->elements.size() != array.count)
      return std::nullopt;
    result.own.assign(list->elements.begin(), list->elements.end());
    // `{1}` of many: the zeros at its end are one loop.
    result.rest = result.own.empty() ? nullptr : result.own.back();
    size_t alike = 0;
    while (alike < result.own.size() &&
           ir::equal(result.own[result.own.size() - 1 - alike], result.rest))
      ++alike;
    if (alike > 1)
      result.own.resize(result.own.size() - alike);
    return result;
  }

  bool addRest(const ir::Place *place, const ir::ArrayType &array,
               const ElementValues &values, std::vector<ir::Statement *> &out) {
    ir::Variable *counter =
        module.variable(ir::Variable::Local, "k",
                        module.intType(ir::IntType::I32), ir::Location());
    ir::LoopStatement *loop =
        loopOver(counter, number(values.own.size()), number(array.count));
    std::vector<ir::Statement *> inner;
    const ir::Expr *at = module.load(module.place(counter), loc);
    if (!add(module.index(place, at), values.rest, inner))
      return false;
    loop->body = module.block(inner, loc);
    out.push_back(loop);
    return true;
  }

  ir::Module &module;
  ir::Location loc;
  CountingLoop loopOver;
};

} // namespace

Body::Statements ProgramBody::keepElements(const ir::Statement &s,
                                           const ir::Variable *variable,
                                           const ir::Expr *init) {
  std::vector<ir::Statement *> stores;
  const auto loopOver = [&](const ir::Variable *counter, const ir::Expr *first,
                            const ir::Expr *last) {
    return countingLoop(counter, first, last, s.loc);
  };
  if (!ElementStores(module, s.loc, loopOver)
           .add(module.place(variable), init, stores)) {
    site.refuseInProgram(s.loc, "a declaration", "its array has a value");
    return std::vector<ir::Statement *>();
  }
  return copy.statements(stores);
}
