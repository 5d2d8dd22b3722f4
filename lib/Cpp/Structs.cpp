// Structs as C++ lays them out (the Itanium ABI): where that is not where the
// fields lie, alignments and unnamed bit-fields are added, or the struct is
// refused. Static assertions have the last word: they know the compiler.
#include "Structs.h"

#include "Conversions.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MathExtras.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::dyn_cast;

/// 0 where it is not known: of library types.
static unsigned alignOf(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return alignOf(array->element);
  if (const auto *structure = dyn_cast<ir::StructType>(type))
    return structure->isComplete() ? structure->align() : 0;
  return ir::sizeOf(type).value_or(0);
}

static bool isEmpty(const ir::Type *type) {
  const auto *structure = dyn_cast<ir::StructType>(type);
  if (!structure)
    return false;
  for (const ir::Field &field : structure->fields())
    if (!field.isBase || !isEmpty(field.type))
      return false;
  return true;
}

namespace {

class StructText {
public:
  StructText(const ir::StructType &type, StandaloneWords &words,
             std::vector<std::string> &faults)
      : type(type), words(words), faults(faults) {}

  /// `struct Node : Base { ... };` or, of an anonymous one, without a name.
  std::string definition(unsigned indent, bool isAnonymous);
  std::string assertions();

private:
  const ir::StructType &type;
  StandaloneWords &words;
  std::vector<std::string> &faults;
  std::string members;
  uint64_t end = 0;     ///< in bits, of what is laid out
  unsigned natural = 1; ///< the alignment that C++ gives it
  bool isKnown = true;  ///< whether `end` is

  void refuse(const std::string &what) {
    faults.push_back("@" + type.name + ": " + what);
  }
  void member(const ir::Field &field, unsigned indent);
  void bitField(const ir::Field &field, const std::string &before);
  std::string alignment(const ir::Field &field);
};

} // namespace

/// Where the field is not next by itself: `alignas(16) `.
std::string StructText::alignment(const ir::Field &field) {
  const unsigned own = alignOf(field.type);
  const uint64_t size = ir::sizeOf(field.type).value_or(0);
  if (own == 0 || !isKnown) {
    isKnown = false;
    return "";
  }
  natural = std::max(natural, own);
  const uint64_t from = type.isUnion() ? 0 : llvm::divideCeil(end, 8);
  end = std::max(end, 8 * (field.offset + size));
  if (llvm::alignTo(from, own) == field.offset)
    return "";
  for (unsigned wanted = 2 * own; wanted <= type.align(); wanted *= 2)
    if (llvm::alignTo(from, wanted) == field.offset) {
      natural = std::max(natural, wanted);
      return "alignas(" + std::to_string(wanted) + ") ";
    }
  refuse("C++ would lay '" + field.name + "' out elsewhere");
  return "";
}

/// Whether so many bits lie in two units of a bit-field's type.
static bool crosses(uint64_t from, uint64_t width, uint64_t unit) {
  return from / unit != (from + width - 1) / unit;
}

/// `unsigned : 5;`, of a type in which these bits lie in one unit.
static std::string gapText(uint64_t from, uint64_t width) {
  static constexpr std::pair<uint64_t, const char *> types[] = {
      {32, "unsigned"}, {64, "unsigned long"}};
  for (const auto &[unit, word] : types)
    if (width <= unit && !crosses(from, width, unit))
      return std::string(word) + " : " + std::to_string(width) + ";\n";
  return "";
}

void StructText::bitField(const ir::Field &field, const std::string &before) {
  const uint64_t unit = 8 * ir::sizeOf(field.type).value_or(1);
  const uint64_t at = 8 * field.offset + field.bitOffset;
  if (type.isUnion())
    end = 0;
  const uint64_t next =
      crosses(end, field.bitWidth, unit) ? llvm::alignTo(end, unit) : end;
  if (at < end || crosses(at, field.bitWidth, unit))
    return refuse("C++ would lay '" + field.name + "' out elsewhere");
  if (next != at) {
    const std::string gap = gapText(end, at - end);
    if (gap.empty())
      refuse("C++ would lay '" + field.name + "' out elsewhere");
    members += before + gap;
  }
  members += before + words.declare(field.type, words.field(field)) + " : " +
             std::to_string(field.bitWidth) + ";\n";
  end = at + field.bitWidth;
  natural = std::max(natural, alignOf(field.type));
}

void StructText::member(const ir::Field &field, unsigned indent) {
  const std::string before(2 * indent, ' ');
  if (field.isBitField())
    return bitField(field, before + (field.isVolatile ? "volatile " : ""));
  const std::string aligned = alignment(field);
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
    if (!isEmpty(field.type))
      if (!alignment(field).empty())
        refuse("C++ would lay the base '" + field.name + "' out elsewhere");
  }
  std::string head = type.isUnion() ? "union " : "struct ";
  if (isKnown && natural != type.align())
    head += "alignas(" + std::to_string(type.align()) + ") ";
  if (isKnown && natural > type.align())
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
