// The definitions of mirrored structs: C++ lays their fields out where the
// user's lie. Where that takes more than the fields in their order, alignments
// and unnamed bit-fields are added (regtt/Cpp/Layout.h).
#include "ValueTypes.h"

#include "regtt/Cpp/Layout.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;

/// The header is C89, which has no word for it.
static std::string alignmentText(uint64_t bytes, bool inC) {
  return (inC ? "__attribute__((aligned(" : "alignas(") +
         std::to_string(bytes) + (inC ? ")))" : ")");
}

//===--- Definitions ------------------------------------------------------===//

namespace regtt {

/// One struct, in the slice or in the header.
class MirrorText {
public:
  MirrorText(const ValueTypes &values, const ir::StructType &type, bool inC)
      : values(values), type(type), inC(inC) {}

  std::string bases() const {
    std::string result;
    for (const ir::Field &field : type.fields()) {
      if (!field.isBase)
        continue;
      const std::string spelled = values.declare(field.type, "", inC);
      llvm::StringRef name = spelled; // without the word that C wants
      name.consume_front("struct ");
      result += (result.empty() ? " : " : ", ") + name.str();
    }
    return result;
  }

  /// Without a `name`, of an anonymous member. `least`: how it is aligned at
  /// least.
  std::string definition(const std::string &name, uint64_t least = 0) const {
    const cpp::StructLayout layout = cpp::layOut(type);
    std::string members;
    for (const ir::Field &field : type.fields())
      if (!field.isBase)
        members += member(field, layout.fields[field.index]);
    const uint64_t wanted = std::max<uint64_t>(type.align(), least);
    const std::string align = layout.isKnown && layout.align < wanted
                                  ? alignmentText(wanted, inC) + " "
                                  : "";
    return (type.isUnion() ? "union " : "struct ") + align + name + bases() +
           " {\n" + members + "};\n";
  }

private:
  std::string member(const ir::Field &field,
                     const cpp::FieldLayout &place) const {
    if (const ir::StructType *inner = ir::anonymousType(field))
      return (inC ? "__extension__ " : "") +
             MirrorText(values, *inner, inC).definition("", place.align);
    const std::string declared =
        values.declare(field.type, values.fieldName(field), inC);
    if (field.isBitField())
      return place.gap + declared + " : " + std::to_string(field.bitWidth) +
             ";\n";
    if (!place.align)
      return declared + ";\n";
    const std::string word = alignmentText(place.align, inC);
    return (inC ? declared + " " + word : word + " " + declared) + ";\n";
  }

  const ValueTypes &values;
  const ir::StructType &type;
  const bool inC;
};

} // namespace regtt

std::string ValueTypes::definitions() const {
  std::string out;
  if (llvm::any_of(mirrors, [&](const Mirror &mirror) {
        return !MirrorText(*this, *mirror.type, false).bases().empty();
      }))
    out += "// Records may hold structs with bases.\n"
           "#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n"
           "#ifdef __CUDACC__\n#pragma nv_diag_suppress 1427\n#endif\n\n";
  for (const Mirror &mirror : mirrors) {
    out += "// From " + mirror.from + "\n";
    out += mirror.inHeader
               ? "using " + mirror.name + " = " + headerName(mirror) + ";\n"
               : MirrorText(*this, *mirror.type, false).definition(mirror.name);
    out += "static_assert(sizeof(" + mirror.name +
           ") == " + std::to_string(mirror.type->size()) + ");\n\n";
  }
  return out;
}

std::string ValueTypes::headerDefinitions() const {
  std::string out;
  for (const Mirror &mirror : mirrors)
    if (mirror.inHeader)
      out +=
          MirrorText(*this, *mirror.type, true).definition(headerName(mirror));
  return out;
}
