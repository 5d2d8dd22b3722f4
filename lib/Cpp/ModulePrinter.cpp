// Whole functions, and files that stand alone.
#include "StatementPrinter.h"
#include "Structs.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/Cpp/StandaloneWords.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>

#include <set>

using namespace regtt;
using namespace regtt::cpp;
using llvm::dyn_cast;
using llvm::isa;

/// Each fault once, a line each.
static llvm::Error errorOf(const std::vector<std::string> &faults) {
  std::string text;
  std::set<std::string> once;
  for (const std::string &fault : faults)
    if (once.insert(fault).second)
      text += (text.empty() ? "" : "\n") + ("not printed as C++: " + fault);
  return llvm::createStringError(text);
}

//===--- Functions --------------------------------------------------------===//

std::string cpp::signature(const ir::Function &function, Words &words,
                           bool isDefinition) {
  const ir::Module none;
  return StatementPrinter(none, function, words, 0).signature(isDefinition);
}

llvm::Expected<Body> cpp::printBody(const ir::Module &module,
                                    const ir::Function &function, Words &words,
                                    unsigned indent) {
  StatementPrinter printer(module, function, words, indent);
  Body result;
  result.text = printer.body();
  for (const ir::Variable *param : function.params)
    result.params.push_back(printer.name(param));
  if (!printer.faults.empty())
    return errorOf(printer.faults);
  return result;
}

namespace {

/// Of an expression that stands in no function.
class ValueParts : public Parts {
public:
  ValueParts(const ir::Module &module, Words &words)
      : words(words), exprs(module, words, *this, folding) {}

  std::vector<std::string> faults;
  std::string value(const ir::Expr *e) override { return exprs.initialiser(e); }
  Text exact(const ir::Expr *e) override { return exprs.exact(e); }
  Text place(const ir::Place *place) override { return exprs.place(place); }
  std::string name(const ir::Variable *variable) override {
    return words.variable(*variable);
  }
  std::string braced(const ir::Expr *e) override { return exprs.braced(e); }
  bool hasEffects(const ir::Expr *e) override { return exprs.hasEffects(e); }
  std::string statements(const ir::BlockStatement *) override {
    refuse("statements in an expression");
    return "";
  }
  void refuse(const std::string &what) override { faults.push_back(what); }
  /// ` = e`
  std::string declared(const ir::Expr *e) { return exprs.declared(e); }
  Text initialised(const ir::Expr *e) { return exprs.operand(e); }

private:
  Words &words;
  const Folding folding;
  ExprPrinter exprs;
};

} // namespace

llvm::Expected<Text> cpp::printValue(const ir::Module &module,
                                     const ir::Expr *e, Words &words) {
  ValueParts parts(module, words);
  const Text text = parts.initialised(e);
  if (!parts.faults.empty())
    return errorOf(parts.faults);
  return text;
}

llvm::Expected<Text> cpp::printExact(const ir::Module &module,
                                     const ir::Expr *e, Words &words) {
  ValueParts parts(module, words);
  const Text text = parts.exact(e);
  if (!parts.faults.empty())
    return errorOf(parts.faults);
  return text;
}

llvm::Expected<Text> cpp::printPlace(const ir::Module &module,
                                     const ir::Place *place, Words &words) {
  ValueParts parts(module, words);
  const Text text = parts.place(place);
  if (!parts.faults.empty())
    return errorOf(parts.faults);
  return text;
}

//===--- Files ------------------------------------------------------------===//

namespace {

class File {
public:
  explicit File(const ir::Module &module) : module(module), words(module) {}
  llvm::Expected<std::string> text();

private:
  const ir::Module &module;
  StandaloneWords words;
  std::vector<std::string> faults;
  std::set<std::string> headers;
  llvm::DenseSet<const ir::Global *> addressed, defined;

  void look(const ir::Expr *e);
  void look(const ir::Type *type);
  void look(const ir::Statement *s);
  void lookAtAll();
  std::string global(const ir::Global &global);
  void define(const ir::Global &each, std::string &out);
  std::string function(const ir::Function &function, bool isDefinition);
};

} // namespace

/// What a file includes for a function of the library.
static llvm::StringRef headerOfFunction(llvm::StringRef name) {
  static const llvm::StringMap<llvm::StringRef> known = {
      {"std::swap", "utility"},   {"std::sort", "algorithm"},
      {"std::fill", "algorithm"}, {"std::copy", "algorithm"},
      {"printf", "cstdio"},       {"std::printf", "cstdio"},
      {"atoi", "cstdlib"},        {"atof", "cstdlib"},
      {"strcmp", "cstring"},      {"std::strcmp", "cstring"},
      {"puts", "cstdio"},         {"std::puts", "cstdio"}};
  const auto found = known.find(name);
  return found != known.end() ? found->second : "cmath";
}

/// Empty of types that only the library itself names.
static llvm::StringRef headerOfType(llvm::StringRef name) {
  static const llvm::StringMap<llvm::StringRef> known = {
      {"std::array", "array"},
      {"std::basic_string", "string"},
      {"std::basic_string_view", "string_view"},
      {"std::complex", "complex"},
      {"std::deque", "deque"},
      {"std::list", "list"},
      {"std::map", "map"},
      {"std::optional", "optional"},
      {"std::pair", "utility"},
      {"std::priority_queue", "queue"},
      {"std::queue", "queue"},
      {"std::reference_wrapper", "functional"},
      {"std::set", "set"},
      {"std::shared_ptr", "memory"},
      {"std::span", "span"},
      {"std::stack", "stack"},
      {"std::unique_ptr", "memory"},
      {"std::unordered_map", "unordered_map"},
      {"std::unordered_set", "unordered_set"},
      {"std::valarray", "valarray"},
      {"std::vector", "vector"}};
  return known.lookup(name);
}

void File::look(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return look(array->element);
  if (const ir::Type *to = ir::pointeeOf(type); to && !isa<ir::StructType>(to))
    return look(to);
  if (!library)
    return;
  const llvm::StringRef header = headerOfType(library->name);
  if (header.empty())
    faults.push_back("the type '" + library->name.str() + "'");
  else
    headers.insert(header.str());
  for (unsigned k = 0; k < library->arguments.size(); ++k)
    if (const ir::Type *argument = library->typeArgument(k))
      look(argument);
}

void File::look(const ir::Expr *e) {
  look(e->type);
  const auto *number = dyn_cast<ir::FloatExpr>(e);
  if (number && !number->value().isFinite())
    headers.insert({"bit", "limits"});
  if (number &&
      number->value().getSizeInBits(number->value().getSemantics()) > 64)
    headers.insert("bit");
  if (const auto *cast = dyn_cast<ir::CastExpr>(e))
    if (cast->op == ir::CastOp::Bits)
      headers.insert("bit");
  if (const auto *called = dyn_cast<ir::LibraryCallExpr>(e))
    headers.insert(headerOfFunction(called->name).str());
  const ir::Place *place = ir::placeOf(e);
  if (place && place->global() && !isa<ir::LoadExpr>(e))
    addressed.insert(place->global());
}

void File::look(const ir::Statement *s) {
  if (isa<ir::TrapStatement>(s))
    headers.insert("cstdlib");
  if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s))
    headers.insert(headerOfFunction(called->name).str());
  const ir::Variable *variable = ir::declaredBy(s);
  if (variable)
    look(variable->type);
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  const bool isArray = (variable && variable->type->kind == ir::Type::Array) ||
                       (store && store->place->type->kind == ir::Type::Array);
  if (isArray)
    headers.insert("cstring");
  ir::forEachPlace(s, [&](const ir::Place *place) {
    if (place->global() && !store)
      addressed.insert(place->global());
  });
}

void File::lookAtAll() {
  for (const ir::NamedType *type : module.namedTypes())
    if (const auto *structure = dyn_cast<ir::StructType>(type);
        structure && structure->isComplete()) {
      headers.insert("cstddef");
      for (const ir::Field &field : structure->fields())
        look(field.type);
    }
  for (const ir::Global *global : module.globals()) {
    look(global->type);
    if (global->init)
      ir::walk(global->init, [&](const ir::Expr *e) { look(e); });
  }
  for (const ir::Function *function : module.functions()) {
    look(function->type->result);
    for (const ir::Type *param : function->type->params)
      look(param);
    if (!function->body)
      continue;
    ir::walkExprs(function->body, [&](const ir::Expr *e) { look(e); });
    ir::walk(function->body, [&](const ir::Statement *s) { look(s); });
  }
  for (const ir::Kernel *kernel : module.kernels())
    faults.push_back("@" + kernel->name + ": a kernel");
}

std::string File::global(const ir::Global &global) {
  std::string text;
  if (global.isDeclaration)
    text += "extern ";
  else if (global.linkage == ir::Linkage::Internal)
    text += "[[maybe_unused]] static ";
  else if (global.linkage == ir::Linkage::Weak)
    text += "inline ";
  if (global.isThreadLocal)
    text += "thread_local ";
  // What another file declares is declared there as well, const or not.
  const bool isConst = global.isConst && !addressed.count(&global) &&
                       global.linkage == ir::Linkage::Internal &&
                       !global.type->isNullable() && global.init;
  text += isConst ? "const " : "";
  text += global.isVolatile ? "volatile " : "";
  text += words.declare(global.type, words.global(global));
  if (global.init) {
    ValueParts parts(module, words);
    text += parts.declared(global.init);
    for (const std::string &fault : parts.faults)
      faults.push_back("@" + global.name + ": " + fault);
  } else if (!global.isDeclaration) {
    text += global.type->isReference() ? "" : "{}";
  }
  return text + ";\n";
}

void File::define(const ir::Global &each, std::string &out) {
  if (!defined.insert(&each).second)
    return;
  if (each.init)
    ir::walk(each.init, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      if (place && place->global())
        define(*place->global(), out);
    });
  out += global(each);
}

std::string File::function(const ir::Function &function, bool isDefinition) {
  const llvm::StringRef linkage =
      function.linkage == ir::Linkage::Internal ? "[[maybe_unused]] static "
      : function.linkage == ir::Linkage::Weak   ? "inline "
                                                : "";
  StatementPrinter printer(module, function, words, 1);
  const std::string head = function.body ? linkage.str() : "";
  std::string text = head + printer.signature(isDefinition);
  if (!isDefinition)
    return text + ";\n";
  text += " {\n" + printer.body() + "}\n";
  faults.insert(faults.end(), printer.faults.begin(), printer.faults.end());
  return text;
}

llvm::Expected<std::string> File::text() {
  lookAtAll();
  const std::string types = definitionsOf(module, words, faults);
  std::string declared, globals, bodies;
  for (const ir::Function *each : module.functions()) {
    declared += function(*each, false);
    if (each->body)
      bodies += "\n" + function(*each, true);
  }
  // Functions and globals stand before the values that lead to them.
  for (const ir::Global *each : module.globals())
    define(*each, globals);
  if (!faults.empty())
    return errorOf(faults);
  std::string out;
  for (const std::string &header : headers)
    out += "#include <" + header + ">\n";
  if (headers.count("cstddef"))
    out += "\n// Offsets in structs with bases are those of every compiler "
           "here.\n#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n";
  for (const std::string &part : {types, declared, globals})
    if (!part.empty())
      out +=
          (out.empty() || llvm::StringRef(out).ends_with("\n\n") ? "" : "\n") +
          part;
  return out + bodies;
}

llvm::Error cpp::printModule(const ir::Module &module, llvm::raw_ostream &out) {
  auto text = File(module).text();
  if (!text)
    return text.takeError();
  out << *text;
  return llvm::Error::success();
}
