// A module as text: its types, globals, functions and kernels. What is in
// functions is printed by PrintStatements.cpp and PrintExprs.cpp.
#include "regtt/IR/Printer.h"

#include "Names.h"
#include "TextPrinter.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallString.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===--- Names of variables -----------------------------------------------===//

LocalNames::LocalNames(const Function &function) {
  for (const Variable *param : function.params)
    add(param, param->name);
  if (!function.body)
    return;
  walk(function.body, [&](const Statement *s) {
    if (const auto *block = dyn_cast<BlockStatement>(s))
      if (!block->label.empty())
        add(block, block->label);
    if (const Variable *variable = declaredBy(s))
      add(variable, variable->name);
  });
}

void LocalNames::add(const void *what, llvm::StringRef name) {
  const std::string base = name.empty() ? "t" : withoutNumber(name).str();
  const unsigned count = ++taken[base];
  const std::string text =
      count == 1 ? base : base + "." + std::to_string(count);
  names[what] = "%" + symbolText(text);
}

std::string LocalNames::of(const Variable *variable) const {
  const auto found = names.find(variable);
  return found != names.end() ? found->second
                              : "%" + symbolText(variable->name);
}

std::string LocalNames::of(const BlockStatement *label) const {
  const auto found = names.find(label);
  return found != names.end() ? found->second : "%" + symbolText(label->label);
}

//===--- Declarations -----------------------------------------------------===//

static std::string declarationText(const Field &field) {
  std::string text;
  if (field.isBase)
    text += "base ";
  if (field.isAnonymous)
    text += "anonymous ";
  if (field.isVolatile)
    text += "volatile ";
  if (field.isPrivate)
    text += "private ";
  text += wordText(field.name) + ": " + toString(field.type) + " @" +
          std::to_string(field.offset);
  if (field.isBitField())
    text += ":" + std::to_string(field.bitOffset) + ":" +
            std::to_string(field.bitWidth);
  return text;
}

/// `{ a, b }`, one a line where they do not fit into one.
static std::string listText(const std::vector<std::string> &items,
                            size_t column) {
  std::string line, lines;
  for (const std::string &item : items) {
    line += (line.empty() ? "" : ", ") + item;
    lines += "  " + item + (&item == &items.back() ? "\n" : ",\n");
  }
  if (items.empty())
    return "{ }";
  return column + line.size() + 4 <= 80 ? "{ " + line + " }"
                                        : "{\n" + lines + "}";
}

static std::string declarationText(const StructType &type) {
  std::string text =
      (type.isComplete() && type.isUnion() ? "union @" : "struct @") +
      symbolText(type.name);
  if (!type.isComplete())
    return text;
  text += " size " + std::to_string(type.size()) + " align " +
          std::to_string(type.align());
  if (!type.isTriviallyCopyable())
    text += " nontrivial";
  if (type.isPolymorphic())
    text += " polymorphic";
  if (type.isUntagged())
    text += " untagged";
  if (type.isLocal())
    text += " local";
  for (const StructType *each : type.classes())
    text += (each != type.classes().front() ? ", @"
             : type.hidesClasses()          ? " classes private @"
                                            : " classes @") +
            symbolText(each->name);
  if (type.isUnseen())
    text += " unseen";
  std::vector<std::string> fields;
  for (const Field &field : type.fields())
    fields.push_back(declarationText(field));
  text += " ";
  return text + listText(fields, text.size());
}

static std::string declarationText(const EnumType &type) {
  std::string text = "enum @" + symbolText(type.name) + ": " +
                     toString(type.underlying) +
                     (type.isUnseen ? " unseen " : " ");
  const bool isSigned = integerFormat(&type)->isSigned;
  std::vector<std::string> constants;
  for (const EnumType::Constant &constant : type.constants) {
    llvm::SmallString<40> digits;
    constant.value.toString(digits, 10, isSigned);
    constants.push_back(wordText(constant.name) + " = " + digits.str().str());
  }
  return text + listText(constants, text.size());
}

static std::string declarationText(const NamedType &type) {
  if (const auto *structure = dyn_cast<StructType>(&type))
    return declarationText(*structure);
  if (const auto *enumeration = dyn_cast<EnumType>(&type))
    return declarationText(*enumeration);
  return "opaque @" + symbolText(type.name);
}

std::string regtt::ir::declarationOf(const NamedType *type) {
  return declarationText(*type);
}

static llvm::StringRef linkageText(Linkage linkage) {
  switch (linkage) {
  case Linkage::External:
    return "";
  case Linkage::Internal:
    return "internal ";
  case Linkage::Weak:
    return "weak ";
  }
  llvm_unreachable("a linkage that there is not");
}

//===--- The module -------------------------------------------------------===//

static void printOne(const Global &global, TextPrinter &printer,
                     llvm::raw_ostream &out) {
  printer.printPrefix(global.loc);
  out << "global " << (global.isDeclaration ? "extern " : "")
      << (global.isLocal ? "local " : "")
      << (global.isPrivate ? "private " : "")
      << (global.isUnseen ? "unseen " : "") << linkageText(global.linkage)
      << (global.isConst ? "const " : "")
      << (global.isVolatile ? "volatile " : "")
      << (global.isThreadLocal ? "threadlocal " : "") << "@"
      << symbolText(global.name) << ": " << toString(global.type);
  if (global.init) {
    out << " = ";
    printer.print(global.init, global.type);
  }
  out << "\n";
}

static void printOne(const Function &function, const Kernel *kernel,
                     const Module &module, llvm::raw_ostream &out,
                     PrintOptions options, uint64_t start) {
  TextPrinter printer(out, &module, LocalNames(function), options,
                      function.type->result);
  if (out.tell() != start)
    out << "\n";
  printer.printPrefix(function.loc);
  out << (kernel ? "kernel " : "fn ") << linkageText(function.linkage)
      << (function.isPure ? "pure " : "")
      << (function.isTraversal ? "traversal " : "")
      << (function.isVirtual ? "virtual " : "")
      << (function.isUnseen ? "unseen " : "") << "@"
      << symbolText(function.name);
  if (kernel)
    out << "(" << textOf(kernel->domain) << ")";
  out << "(";
  for (size_t k = 0; k < function.params.size(); ++k) {
    out << (k ? ", " : "");
    printer.printDeclaration(function.params[k]);
  }
  out << ") -> " << toString(function.type->result);
  if (!function.clauses.empty()) {
    out << " ";
    printer.printClauses(function.clauses);
  }
  if (function.body) {
    out << " ";
    printer.printBlock(function.body, 0);
  }
  out << "\n";
}

void regtt::ir::print(const Module &module, llvm::raw_ostream &out,
                      PrintOptions options) {
  // A blank line stands between functions and what is before them.
  const uint64_t start = out.tell();
  TextPrinter printer(out, &module, LocalNames(), options);
  if (module.isC)
    out << "language C\n";
  if (module.isCpp11)
    out << "language Cpp11\n";
  if (module.isCpp20)
    out << "language Cpp20\n";
  if (options.sources)
    for (const std::string &file : module.files)
      out << "file " << quotedText(file) << "\n";
  for (const NamedType *type : module.namedTypes()) {
    printer.printPrefix(type->loc);
    out << declarationText(*type) << "\n";
  }
  for (const Global *global : module.globals())
    printOne(*global, printer, out);
  for (const Function *function : module.functions())
    printOne(*function, nullptr, module, out, options, start);
  for (const Kernel *kernel : module.kernels())
    printOne(*kernel, kernel, module, out, options, start);
}
