// Structs as C++ lays them out: where that is not where the fields lie,
// alignments and unnamed bit-fields are added (Layout.h), or the struct is
// refused. Static assertions have the last word: they know the compiler.
#include "Structs.h"

#include "Conversions.h"

#include "regtt/Cpp/Layout.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallString.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::dyn_cast;

namespace {

class StructText {
public:
  StructText(const ir::StructType &type, StandaloneWords &words,
             std::vector<std::string> &faults)
      : type(type), layout(layOut(type)), words(words), faults(faults) {}

  /// `struct Node : Base { ... };` or, of an anonymous one, without a name.
  std::string definition(unsigned indent, bool isAnonymous);
  std::string assertions();

private:
  const ir::StructType &type;
  const StructLayout layout;
  StandaloneWords &words;
  std::vector<std::string> &faults;
  std::string members;

  void refuse(const std::string &what) {
    faults.push_back("@" + type.name + ": " + what);
  }
  void member(const ir::Field &field, unsigned indent);
  void bitField(const ir::Field &field, const std::string &before);
};

} // namespace

void StructText::bitField(const ir::Field &field, const std::string &before) {
  const std::string &gap = layout.fields[field.index].gap;
  members += (gap.empty() ? "" : before + gap) + before +
             words.declare(field.type, words.field(field)) + " : " +
             std::to_string(field.bitWidth) + ";\n";
}

void StructText::member(const ir::Field &field, unsigned indent) {
  const std::string before(2 * indent, ' ');
  const FieldLayout &place = layout.fields[field.index];
  if (place.isElsewhere)
    return refuse("C++ would lay '" + field.name + "' out elsewhere");
  if (field.isBitField())
    return bitField(field, before + (field.isVolatile ? "volatile " : ""));
  const std::string aligned =
      place.align ? "alignas(" + std::to_string(place.align) + ") " : "";
  const auto *structure = dyn_cast<ir::StructType>(field.type);
  if (field.isAnonymous && structure && structure->isComplete()) {
    members += before + StructText(*structure, words, faults)
                            .definition(indent, /*isAnonymous=*/true);
    return;
  }
  members += before + aligned + (field.isVolatile ? "volatile " : "") +
             words.declare(field.type, words.field(field)) + ";\n";
}

std::string StructText::definition(unsigned indent, bool isAnonymous) {
  if (type.isPolymorphic())
    refuse("an object with virtual functions");
  std::string bases;
  for (const ir::Field &field : type.fields()) {
    if (!field.isBase) {
      member(field, indent + 1);
      continue;
    }
    bases += (bases.empty() ? " : " : ", ") + words.spell(field.type);
    const FieldLayout &place = layout.fields[field.index];
    if (place.isElsewhere || place.align)
      refuse("C++ would lay the base '" + field.name + "' out elsewhere");
  }
  std::string head = type.isUnion() ? "union " : "struct ";
  if (layout.isKnown && layout.align != type.align())
    head += "alignas(" + std::to_string(type.align()) + ") ";
  if (layout.isKnown && layout.align > type.align())
    refuse("C++ would align it to more bytes");
  if (!isAnonymous)
    head += words.type(type) + bases + " ";
  return head + "{\n" + members + std::string(2 * indent, ' ') + "};\n";
}

std::string StructText::assertions() {
  const std::string name = words.type(type);
  std::string text = "static_assert(sizeof(" + name +
                     ") == " + std::to_string(type.size()) + " && alignof(" +
                     name + ") == " + std::to_string(type.align()) + ");\n";
  for (const ir::Field &field : type.fields())
    if (!field.isBase && !field.isBitField() && !field.isAnonymous &&
        !field.type->isReference())
      text += "static_assert(offsetof(" + name + ", " + words.field(field) +
              ") == " + std::to_string(field.offset) + ");\n";
  return text;
}

//===--- In order ---------------------------------------------------------===//

namespace {

class Definitions {
public:
  Definitions(StandaloneWords &words, std::vector<std::string> &faults)
      : words(words), faults(faults) {}

  void define(const ir::NamedType *type);
  void noteAnonymous(const ir::StructType &type) {
    for (const ir::Field &field : type.fields())
      if (field.isAnonymous)
        anonymous.insert(field.type);
  }
  std::string text;

private:
  StandaloneWords &words;
  std::vector<std::string> &faults;
  llvm::DenseSet<const ir::Type *> done, anonymous;

  void needs(const ir::Type *type);
};

} // namespace

/// What must be complete where an object of the type lies.
void Definitions::needs(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return needs(array->element);
  if (const auto *library = dyn_cast<ir::LibraryType>(type)) {
    for (unsigned k = 0; k < library->arguments.size(); ++k)
      if (const ir::Type *argument = library->typeArgument(k))
        needs(argument);
    return;
  }
  if (const auto *named = dyn_cast<ir::NamedType>(type))
    define(named);
}

void Definitions::define(const ir::NamedType *type) {
  const auto *structure = dyn_cast<ir::StructType>(type);
  if (!structure || !structure->isComplete() || !done.insert(type).second)
    return;
  for (const ir::Field &field : structure->fields())
    needs(field.type);
  if (anonymous.count(type))
    return;
  StructText printer(*structure, words, faults);
  text += printer.definition(0, /*isAnonymous=*/false);
  text += printer.assertions() + "\n";
}

/// `using Axis = int;` and its constants: the language computes with numbers.
static std::string enumText(const ir::EnumType &type, StandaloneWords &words) {
  const std::string name = words.type(type);
  std::string text =
      "using " + name + " = " + words.spell(type.underlying) + ";\n";
  const bool isSigned = ir::integerFormat(&type)->isSigned;
  for (unsigned k = 0; k < type.constants.size(); ++k) {
    const llvm::APInt &value = type.constants[k].value;
    llvm::SmallString<40> digits;
    const bool isLowest =
        isSigned && value.getBitWidth() >= 32 && value.isMinSignedValue();
    (isLowest ? value + 1 : value).toString(digits, 10, isSigned);
    if (type.underlying->isBool())
      digits = value.isZero() ? "false" : "true";
    else if (value.getBitWidth() > 32)
      digits += isSigned ? "l" : "ul";
    text += "constexpr " + name + " " + words.constantName(type, k) + " = " +
            digits.str().str() + (isLowest ? " - 1" : "") + ";\n";
  }
  return text + "\n";
}

std::string cpp::definitionsOf(const ir::Module &module, StandaloneWords &words,
                               std::vector<std::string> &faults) {
  Definitions definitions(words, faults);
  std::string declared, enums;
  for (const ir::NamedType *type : module.namedTypes()) {
    if (const auto *enumeration = dyn_cast<ir::EnumType>(type)) {
      enums += enumText(*enumeration, words);
      continue;
    }
    const auto *structure = dyn_cast<ir::StructType>(type);
    const bool isUnion =
        structure && structure->isComplete() && structure->isUnion();
    declared += (isUnion ? "union " : "struct ") + words.type(*type) + ";\n";
    if (structure && structure->isComplete())
      definitions.noteAnonymous(*structure);
  }
  for (const ir::NamedType *type : module.namedTypes())
    definitions.define(type);
  return enums + declared + (declared.empty() ? "" : "\n") + definitions.text;
}
