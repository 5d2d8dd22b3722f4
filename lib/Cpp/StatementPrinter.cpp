// Declarations, calls, conditions, and lists of statements.
#include "StatementPrinter.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

StatementPrinter::StatementPrinter(const ir::Module &module,
                                   const ir::Function &function, Words &words,
                                   unsigned indent)
    : module(module), function(function), words(words), folding(function),
      names(function, words, folding), exprs(module, words, *this, folding),
      indent(indent) {}

void StatementPrinter::refuse(const std::string &what) {
  const std::string fault = "@" + function.name + ": " + what;
  if (!llvm::is_contained(faults, fault))
    faults.push_back(fault);
}

//===--- Lines ------------------------------------------------------------===//

void StatementPrinter::line(const llvm::Twine &text) {
  out.append(2 * indent, ' ');
  out += text.str() + "\n";
}

void StatementPrinter::open(const std::string &head) {
  line(head.empty() ? "{" : head + " {");
  ++indent;
}

void StatementPrinter::close(const std::string &tail) {
  --indent;
  line("}" + tail);
}

void StatementPrinter::braces(const std::string &head,
                              const ir::BlockStatement *block,
                              const std::string &tail) {
  open(head);
  list(block->statements);
  close(tail);
}

std::string StatementPrinter::statements(const ir::BlockStatement *block) {
  std::string outside = std::move(out);
  out.clear();
  ++indent;
  list(block->statements);
  --indent;
  std::swap(out, outside);
  return outside;
}

std::vector<ir::Statement *>
StatementPrinter::printed(const ir::BlockStatement *block) const {
  std::vector<ir::Statement *> result;
  for (ir::Statement *s : block->statements)
    if (!folding.isFolded(s))
      result.push_back(s);
  return result;
}

void StatementPrinter::list(llvm::ArrayRef<ir::Statement *> statements) {
  unsigned opened = 0;
  for (ir::Statement *s : statements) {
    if (folding.isFolded(s))
      continue;
    print(s);
    const auto condition = words.onlyIf(*s);
    if (!condition)
      continue;
    open("if (" + *condition + ")");
    ++opened;
  }
  for (; opened != 0; --opened)
    close();
}

void StatementPrinter::lines(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> all;
  text.split(all, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef each : all)
    line(each);
}

void StatementPrinter::print(ir::Statement *s) {
  if (const auto line = words.lineOf(s->loc))
    out += *line + "\n";
  if (const auto text = words.statement(*s, *this)) {
    lines(*text);
  } else {
    if (const auto ahead = words.before(*s))
      line(*ahead);
    visit(s);
  }
  lines(words.after(*s));
}

std::string StatementPrinter::body() {
  if (function.type->result->kind == ir::Type::Array)
    refuse("a function that returns an array");
  list(function.body->statements);
  return out;
}

//===--- Declarations -----------------------------------------------------===//

/// `const float d`, `Node *const p`.
std::string StatementPrinter::declarator(const ir::Variable *variable,
                                         bool isConst) {
  const ir::Type *type = variable->type;
  std::string qualifiers = isConst && canBeConst(type) ? "const " : "";
  if (variable->isVolatile)
    qualifiers += "volatile ";
  const std::string name = names.of(variable);
  // What a slice calls a link is no pointer.
  const bool isPointer =
      type->isNullable() &&
      (!type->isLink() || llvm::StringRef(words.spell(type)).ends_with("*"));
  const bool leads = isPointer || type->isReference();
  const std::string ahead =
      leads && words.isReadOnly(*variable) ? "const " : "";
  return ahead + (isPointer ? words.declare(type, qualifiers + name)
                            : qualifiers + words.declare(type, name));
}

/// C++ copies no arrays.
void StatementPrinter::copyArray(const std::string &to, const ir::Expr *from) {
  const auto *load = dyn_cast<ir::LoadExpr>(from);
  if (load)
    line("std::memmove(" + to + ", " + exprs.place(load->place).text +
         ", sizeof(" + to + "));");
  else if (const auto *value = dyn_cast<ir::ValueExpr>(from))
    line("std::memmove(" + to + ", " + names.of(value->variable) + ", sizeof(" +
         to + "));");
  else
    refuse("an array that is chosen or returned");
}

static bool isArrayCopy(const ir::Type *type, const ir::Expr *value) {
  return value && type->kind == ir::Type::Array &&
         !isa<ir::AggregateExpr, ir::ZeroExpr, ir::StringExpr>(value);
}

std::optional<std::string> StatementPrinter::declaration(ir::Statement *s) {
  const auto *let = dyn_cast<ir::LetStatement>(s);
  const auto *var = dyn_cast<ir::VarStatement>(s);
  if (!let && !var)
    return std::nullopt;
  const ir::Variable *variable = ir::declaredBy(s);
  const ir::Expr *value = let ? let->value : var->init;
  const bool isCopied = isArrayCopy(variable->type, value);
  const bool isConst =
      let ? true : variable->isConst && value && !folding.isAddressed(variable);
  std::string text = folding.isRead(variable) ? "" : "[[maybe_unused]] ";
  text += declarator(variable, isConst && !isCopied);
  return value && !isCopied ? text + exprs.declared(value) : text;
}

void StatementPrinter::visitLet(ir::LetStatement &s) {
  line(*declaration(&s) + ";");
  if (isArrayCopy(s.variable->type, s.value))
    copyArray(names.of(s.variable), s.value);
}

void StatementPrinter::visitVar(ir::VarStatement &s) {
  line(*declaration(&s) + ";");
  if (isArrayCopy(s.variable->type, s.init))
    copyArray(names.of(s.variable), s.init);
}

std::string StatementPrinter::signature(bool isDefinition) {
  std::string params;
  for (size_t k = 0; k < function.params.size(); ++k) {
    const ir::Variable *param = function.params[k];
    if (param->type->kind == ir::Type::Array)
      refuse("a parameter that is an array");
    params += params.empty() ? "" : ", ";
    if (isDefinition && !folding.isUsed(param))
      params += words.spell(param->type);
    else if (isDefinition && !folding.isRead(param))
      params += "[[maybe_unused]] " + declarator(param, false);
    else
      params += declarator(param, false);
  }
  return words.declare(function.type->result,
                       words.function(function) + "(" + params + ")");
}

//===--- Calls ------------------------------------------------------------===//

void StatementPrinter::result(const ir::Variable *variable,
                              const std::string &text) {
  if (!variable || !folding.isRead(variable))
    return line(text + ";");
  if (variable->type->kind == ir::Type::Array)
    refuse("a function that returns an array");
  line(declarator(variable, true) + " = " + text + ";");
}

void StatementPrinter::visitCall(ir::CallStatement &s) {
  result(s.result, exprs.callText(*s.callee, s.arguments).text);
}

void StatementPrinter::visitLibraryCall(ir::LibraryCallStatement &s) {
  result(s.result,
         s.result ? exprs.libraryValue(s.name, s.arguments, s.result->type).text
                  : exprs.libraryCall(s.name, s.arguments, nullptr));
}

std::optional<std::string> StatementPrinter::expression(ir::Statement *s) {
  if (words.statement(*s, *this))
    return std::nullopt;
  if (const auto *store = dyn_cast<ir::StoreStatement>(s))
    if (store->place->type->kind != ir::Type::Array)
      return storeText(*store);
  if (const auto *called = dyn_cast<ir::CallStatement>(s); called)
    if (!called->result)
      return exprs.callText(*called->callee, called->arguments).text;
  if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s); called)
    if (!called->result)
      return exprs.libraryCall(called->name, called->arguments, nullptr);
  return std::nullopt;
}

//===--- Conditions -------------------------------------------------------===//

std::string StatementPrinter::conditionText(const ir::Expr *e) {
  return exprs.condition(e).text;
}

void StatementPrinter::visitIf(ir::IfStatement &s) {
  open("if (" + conditionText(s.condition) + ")");
  list(s.then->statements);
  --indent;
  const ir::BlockStatement *rest = s.otherwise;
  while (rest) {
    const auto inner = printed(rest);
    auto *chained =
        inner.size() == 1 ? dyn_cast<ir::IfStatement>(inner[0]) : nullptr;
    if (chained && words.statement(*chained, *this))
      chained = nullptr;
    line(chained ? "} else if (" + conditionText(chained->condition) + ") {"
                 : std::string("} else {"));
    ++indent;
    list(chained ? llvm::ArrayRef(chained->then->statements)
                 : llvm::ArrayRef(rest->statements));
    --indent;
    rest = chained ? chained->otherwise : nullptr;
  }
  line("}");
}

//===--- What ends a way --------------------------------------------------===//

void StatementPrinter::visitReturn(ir::ReturnStatement &s) {
  if (!s.value)
    return line("return;");
  const bool isList = isa<ir::AggregateExpr, ir::ZeroExpr>(s.value) &&
                      s.value->type->kind == ir::Type::Struct;
  std::string text =
      isList ? exprs.braced(s.value) : exprs.initialiser(s.value);
  // What is returned is moved anyway.
  if (llvm::StringRef moved = text; moved.consume_front("std::move(") &&
                                    moved.consume_back(")") &&
                                    moved == identifier(moved))
    text = moved.str();
  line("return " + text + ";");
}

void StatementPrinter::visitTrap(ir::TrapStatement &s) {
  std::string message;
  for (const char c : s.message)
    message += c == '\n' ? ' ' : c;
  // A backslash at its end would take the next line into the comment.
  line("std::abort();" + (message.empty() ? "" : " // \"" + message + "\""));
}

void StatementPrinter::visitUnreachable(ir::UnreachableStatement &) {
  line("__builtin_unreachable();");
}

//===--- What only a target knows -----------------------------------------===//

void StatementPrinter::visitVisit(ir::VisitStatement &) {
  refuse("a call of a traversal ('visit')");
}
void StatementPrinter::visitDefer(ir::DeferStatement &) {
  refuse("what is left for later ('defer')");
}
void StatementPrinter::visitResume(ir::ResumeStatement &) {
  refuse("a part of a traversal that goes on later ('resume')");
}
void StatementPrinter::visitFork(ir::ForkStatement &) {
  refuse("what runs beside what follows ('fork')");
}
void StatementPrinter::visitJoin(ir::JoinStatement &) {
  refuse("what waits for others ('join')");
}
void StatementPrinter::visitBarrier(ir::BarrierStatement &) {
  refuse("what waits for others ('barrier')");
}
