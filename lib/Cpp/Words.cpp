// What Words say where a printer of slices or files has no word of its own: the
// user's names made safe, C++'s spelling of types.
#include "regtt/Cpp/Words.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::cast;

Parts::~Parts() = default;
Words::~Words() = default;

//===--- Names ------------------------------------------------------------===//

/// Words of C++, and those of its library that a macro may stand for.
static bool isReserved(llvm::StringRef name) {
  static const llvm::StringSet<> words = {
      "alignas",       "alignof",     "and",
      "and_eq",        "asm",         "auto",
      "bitand",        "bitor",       "bool",
      "break",         "case",        "catch",
      "char",          "char8_t",     "char16_t",
      "char32_t",      "class",       "compl",
      "concept",       "const",       "consteval",
      "constexpr",     "constinit",   "const_cast",
      "continue",      "co_await",    "co_return",
      "co_yield",      "decltype",    "default",
      "delete",        "do",          "double",
      "dynamic_cast",  "else",        "enum",
      "explicit",      "export",      "extern",
      "false",         "float",       "for",
      "friend",        "goto",        "if",
      "inline",        "int",         "long",
      "mutable",       "namespace",   "new",
      "noexcept",      "not",         "not_eq",
      "nullptr",       "operator",    "or",
      "or_eq",         "private",     "protected",
      "public",        "register",    "reinterpret_cast",
      "requires",      "return",      "short",
      "signed",        "sizeof",      "static",
      "static_assert", "static_cast", "struct",
      "switch",        "template",    "this",
      "thread_local",  "throw",       "true",
      "try",           "typedef",     "typeid",
      "typename",      "typeof",      "union",
      "unsigned",      "using",       "virtual",
      "void",          "volatile",    "wchar_t",
      "while",         "xor",         "xor_eq",
      "std",           "NULL",        "assert",
      "errno",         "linux",       "unix"};
  return words.contains(name);
}

std::string cpp::identifier(llvm::StringRef name) {
  std::string result;
  for (const char c : name) {
    const bool isPart = llvm::isAlnum(c) || c == '_';
    // `::` and what else lies between two words is one underscore: C++ keeps
    // names with two of them for itself.
    if (isPart)
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  if (result.empty() || llvm::isDigit(result[0]))
    result = "v" + result;
  // `class` becomes `class_`, so the user's `class_` becomes `class__`.
  return isReserved(llvm::StringRef(result).rtrim('_')) ? result + "_" : result;
}

std::string Words::variable(const ir::Variable &variable) {
  return identifier(variable.name);
}

bool Words::isPointer(const ir::Variable &) { return false; }
bool Words::isReadOnly(const ir::Variable &) { return false; }
bool Words::isReadOnly(const ir::DataRoot &) { return false; }

std::optional<std::string> Words::pointerTo(const ir::Field &) {
  return std::nullopt;
}

std::optional<std::string> Words::view(const ir::StructType &,
                                       const std::string &) {
  return std::nullopt;
}

std::string Words::field(const ir::Field &field) {
  return identifier(field.name);
}

//===--- Types ------------------------------------------------------------===//

static llvm::StringRef wordOf(ir::IntType::Name name) {
  using ir::IntType;
  switch (name) {
  case IntType::I8:
    return "signed char";
  case IntType::U8:
    return "unsigned char";
  case IntType::Char:
    return "char";
  case IntType::I16:
    return "short";
  case IntType::U16:
    return "unsigned short";
  case IntType::I32:
    return "int";
  case IntType::U32:
    return "unsigned";
  case IntType::I64:
    return "long";
  case IntType::U64:
    return "unsigned long";
  case IntType::LongLong:
    return "long long";
  case IntType::ULongLong:
    return "unsigned long long";
  case IntType::I128:
    return "__int128";
  case IntType::U128:
    return "unsigned __int128";
  case IntType::WChar:
    return "wchar_t";
  case IntType::Char8:
    return "char8_t";
  case IntType::Char16:
    return "char16_t";
  case IntType::Char32:
    return "char32_t";
  }
  llvm_unreachable("an integer type that there is not");
}

static llvm::StringRef wordOf(ir::FloatType::Name name) {
  using ir::FloatType;
  switch (name) {
  case FloatType::F16:
    return "_Float16";
  case FloatType::BF16:
    return "__bf16";
  case FloatType::F32:
    return "float";
  case FloatType::F64:
    return "double";
  case FloatType::F80:
    return "long double";
  case FloatType::F128:
    return "__float128";
  }
  llvm_unreachable("a floating-point type that there is not");
}

std::string Words::library(const ir::LibraryType &type) {
  std::string arguments;
  for (const ir::LibraryType::Argument &argument : type.arguments) {
    const auto *number = std::get_if<int64_t>(&argument);
    arguments += (arguments.empty() ? "" : ", ") +
                 (number ? std::to_string(*number)
                         : spell(std::get<const ir::Type *>(argument)));
  }
  return type.name.str() + (arguments.empty() ? "" : "<" + arguments + ">");
}

std::string Words::declare(const ir::Type *type, std::string name) {
  const auto leading = [&](bool isVolatile, const ir::Type *to,
                           llvm::StringRef sign) {
    std::string declarator = (sign + name).str();
    if (to->kind == ir::Type::Array || to->kind == ir::Type::Function)
      declarator = "(" + declarator + ")";
    return (isVolatile ? "volatile " : "") + declare(to, declarator);
  };
  const auto named = [&](const std::string &word) {
    const bool isArray = !name.empty() && name[0] == '[';
    return word + (name.empty() || isArray ? "" : " ") + name;
  };
  switch (type->kind) {
  case ir::Type::Void:
    return named("void");
  case ir::Type::Bool:
    return named("bool");
  case ir::Type::Int:
    return named(wordOf(cast<ir::IntType>(type)->name).str());
  case ir::Type::Float:
    return named(wordOf(cast<ir::FloatType>(type)->name).str());
  case ir::Type::Array: {
    const auto *array = cast<ir::ArrayType>(type);
    return declare(array->element,
                   name + "[" + std::to_string(array->count) + "]");
  }
  case ir::Type::Pointer: {
    const auto *pointer = cast<ir::PointerType>(type);
    return leading(pointer->isVolatile, pointer->pointee, "*");
  }
  case ir::Type::Reference: {
    const auto *reference = cast<ir::ReferenceType>(type);
    return leading(reference->isVolatile, reference->pointee, "&");
  }
  case ir::Type::Link:
    return leading(false, cast<ir::LinkType>(type)->node, "*");
  case ir::Type::Function: {
    const auto *function = cast<ir::FunctionType>(type);
    std::string params;
    for (const ir::Type *param : function->params)
      params += (params.empty() ? "" : ", ") + spell(param);
    return declare(function->result, name + "(" + params + ")");
  }
  case ir::Type::Library:
    return named(library(*cast<ir::LibraryType>(type)));
  case ir::Type::Enum:
  case ir::Type::Struct:
  case ir::Type::Opaque:
    return named(this->type(*cast<ir::NamedType>(type)));
  }
  llvm_unreachable("a kind of type that there is not");
}

std::optional<std::string> Words::constant(const ir::EnumType &,
                                           const llvm::APInt &) {
  return std::nullopt;
}

//===--- What the printer does not know -----------------------------------===//

std::optional<Datum> Words::data(const ir::DataRoot &, const std::string &) {
  return std::nullopt;
}

Text Words::call(const ir::Function &callee, llvm::ArrayRef<Text> arguments) {
  std::string text;
  for (const Text &argument : arguments)
    text += (text.empty() ? "" : ", ") + argument.text;
  return {function(callee) + "(" + text + ")", Precedence::Postfix};
}

std::optional<Text> Words::expression(const ir::Expr &, Parts &) {
  return std::nullopt;
}

std::optional<std::string> Words::libraryFunction(llvm::StringRef name) {
  return name.str();
}

std::optional<std::string> Words::statement(const ir::Statement &, Parts &) {
  return std::nullopt;
}

std::optional<std::string> Words::lineOf(ir::Location) { return std::nullopt; }

std::string Words::after(const ir::Statement &) { return ""; }

std::optional<std::string> Words::onlyIf(const ir::Statement &) {
  return std::nullopt;
}

std::optional<std::string> Words::before(const ir::Statement &) {
  return std::nullopt;
}
