// Loops.
#include "StatementPrinter.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt;
using namespace regtt::cpp;
using ir::LoopForm;
using llvm::dyn_cast;
using llvm::isa;

void StatementPrinter::looped(const std::string &head,
                              const ir::BlockStatement *body,
                              const std::string &tail,
                              llvm::function_ref<void()> before) {
  frames.push_back({Frame::Loop});
  open(head);
  if (before)
    before();
  list(body->statements);
  close(tail);
  const Frame frame = frames.back();
  frames.pop_back();
  land(frame);
}

/// The text that ends a loop: `!(a < b)`, or `p` of lnot(p).
std::string StatementPrinter::negated(const ir::Expr *e) {
  const auto *inner = dyn_cast<ir::UnaryExpr>(e);
  if (inner && inner->op == ir::UnaryOp::LNot)
    return conditionText(inner->operand);
  return "!" + exprs.condition(e).atLeast(Precedence::Unary);
}

static bool isTrue(const ir::Expr *e) {
  const auto *constant = dyn_cast<ir::BoolExpr>(e);
  return constant && constant->value;
}

void StatementPrinter::leaveUnless(const ir::Expr *condition) {
  if (isTrue(condition))
    return;
  open("if (" + negated(condition) + ")");
  line("break;");
  close();
}

/// The condition, where nothing else has to run before it; or a declaration
/// that is one: `while (const int left = next())`.
std::optional<std::string>
StatementPrinter::condition(const ir::LoopStatement &s) {
  const auto head = s.head ? printed(s.head) : std::vector<ir::Statement *>();
  if (head.empty())
    return conditionText(s.condition);
  const auto *let = dyn_cast<ir::LetStatement>(head[0]);
  const auto *test = dyn_cast<ir::CastExpr>(s.condition);
  const auto *tested = test ? dyn_cast<ir::ValueExpr>(test->operand) : nullptr;
  const bool declares = let && head.size() == 1 && tested &&
                        s.form == LoopForm::While && !test->isWritten &&
                        test->op == ir::CastOp::ToBool &&
                        tested->variable == let->variable;
  if (declares && !words.statement(*head[0], *this))
    return declaration(head[0]);
  return std::nullopt;
}

/// for (bool again = false;; again = true) {
///   if (again) {       // the step, of a `do` the head and the condition
///   }
///   if (!(...)) { break; }
/// so that `continue` comes by there, too.
void StatementPrinter::tested(const ir::LoopStatement &s) {
  const std::string again =
      s.form == LoopForm::While ? "" : names.fresh("again");
  const auto test = [&] {
    if (s.head)
      list(s.head->statements);
    leaveUnless(s.condition);
  };
  const bool isDo = s.form == LoopForm::DoWhile;
  const std::string whole =
      again.empty() ? "while (true)"
                    : "for (bool " + again + " = false;; " + again + " = true)";
  looped(whole, s.body, "", [&] {
    if (!again.empty()) {
      open("if (" + again + ")");
      if (isDo)
        test();
      else
        list(s.step->statements);
      close();
    }
    if (!isDo)
      test();
  });
}

//===--- for --------------------------------------------------------------===//

/// All statements as one expression: `++i, --j`.
static std::optional<std::string>
joined(llvm::ArrayRef<ir::Statement *> statements,
       llvm::function_ref<std::optional<std::string>(ir::Statement *)> text) {
  std::string result;
  for (ir::Statement *s : statements) {
    const auto part = text(s);
    if (!part)
      return std::nullopt;
    result += (result.empty() ? "" : ", ") + *part;
  }
  return result;
}

/// `int i = 0, j = n`
static bool areOneDeclaration(llvm::ArrayRef<ir::Statement *> statements) {
  const ir::Type *type = nullptr;
  for (const ir::Statement *s : statements) {
    const auto *var = dyn_cast<ir::VarStatement>(s);
    if (!var ||
        (!var->variable->type->isInt() && !var->variable->type->isFloat()) ||
        (type && type != var->variable->type) || var->variable->isConst ||
        var->variable->isVolatile)
      return false;
    type = var->variable->type;
  }
  return type;
}

void StatementPrinter::stepped(ir::LoopStatement &s, const std::string &init) {
  const auto asExpression = [&](ir::Statement *part) {
    return expression(part);
  };
  const auto step = joined(printed(s.step), asExpression);
  const auto test = condition(s);
  if (step && test) {
    const bool isEndless = isTrue(s.condition) && test->size() == 4;
    const std::string condition = isEndless ? "" : " " + *test;
    looped("for (" + init + ";" + condition + ";" +
               (step->empty() ? "" : " " + *step) + ")",
           s.body, "");
    return;
  }
  if (step) {
    looped("for (" + init + ";;" + (step->empty() ? "" : " " + *step) + ")",
           s.body, "", [&] {
             list(s.head->statements);
             leaveUnless(s.condition);
           });
    return;
  }
  if (!init.empty()) {
    open("");
    line(init + ";");
  }
  tested(s);
  if (!init.empty())
    close();
}

void StatementPrinter::visitLoop(ir::LoopStatement &s) {
  if (s.form == LoopForm::While) {
    if (const auto test = condition(s))
      return looped("while (" + *test + ")", s.body, "");
    return tested(s);
  }
  if (s.form == LoopForm::DoWhile) {
    if (const auto test = condition(s))
      return looped("do", s.body, " while (" + *test + ");");
    return tested(s);
  }
  const auto first = printed(s.init);
  const auto isWhole = [&](ir::Statement *part) {
    const auto *var = dyn_cast<ir::VarStatement>(part);
    const auto *let = dyn_cast<ir::LetStatement>(part);
    const ir::Variable *made = var   ? var->variable
                               : let ? let->variable
                                     : nullptr;
    return made && made->type->kind != ir::Type::Array &&
           !words.statement(*part, *this);
  };
  if (first.empty())
    return stepped(s, "");
  if (first.size() == 1 && isWhole(first[0]))
    return stepped(s, *declaration(first[0]));
  if (areOneDeclaration(first) && llvm::all_of(first, isWhole)) {
    std::string text = *declaration(first[0]);
    for (ir::Statement *part : llvm::drop_begin(first)) {
      const auto *var = llvm::cast<ir::VarStatement>(part);
      text += ", " + names.of(var->variable) +
              (var->init ? exprs.declared(var->init) : "");
    }
    return stepped(s, text);
  }
  const auto text =
      joined(first, [&](ir::Statement *part) { return expression(part); });
  if (text)
    return stepped(s, *text);
  open("");
  list(s.init->statements);
  stepped(s, "");
  close();
}

//===--- Counted loops, ranges --------------------------------------------===//

/// Whether `e` is the same after each iteration, so that it can be evaluated
/// again.
bool StatementPrinter::isUnchanged(const ir::Expr *e,
                                   const ir::BlockStatement *body) const {
  if (isa<ir::IntExpr, ir::NullExpr, ir::ValueExpr>(e))
    return true;
  if (isa<ir::CastExpr, ir::UnaryExpr, ir::BinaryExpr>(e)) {
    bool result = true;
    ir::forEachOperand(
        e, [&](const ir::Expr *part) { result &= isUnchanged(part, body); });
    return result;
  }
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const ir::Variable *variable = load ? load->place->wholeVariable() : nullptr;
  if (!variable || variable->isVolatile || folding.isAddressed(variable))
    return false;
  bool isStored = false;
  ir::walk(body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      isStored |= place->variable() == variable;
    });
  });
  return !isStored;
}

/// The text of a loop's bound, which is evaluated once.
std::string StatementPrinter::bound(const ir::Expr *e,
                                    const ir::BlockStatement *body,
                                    const std::string &stem) {
  if (isa<ir::IntExpr>(e))
    return exprs.initialiser(e);
  if (isUnchanged(e, body))
    return exprs.exact(e).atLeast(Precedence::Additive);
  const std::string name = names.fresh(stem);
  const bool isPointer = e->type->isNullable();
  line((isPointer ? words.declare(e->type, "const " + name)
                  : "const " + words.declare(e->type, name)) +
       " = " + exprs.initialiser(e) + ";");
  return name;
}

/// Past its type's end a signed number goes on as an unsigned one does.
static std::string wrapped(const ir::IntType *type, const std::string &name,
                           const std::string &step, Words &words) {
  const std::string word = type->bits > 64   ? "unsigned __int128"
                           : type->bits > 32 ? "unsigned long"
                                             : "unsigned";
  return name + " = static_cast<" + words.spell(type) + ">(static_cast<" +
         word + ">(" + name + ") + static_cast<" + word + ">(" + step + "))";
}

void StatementPrinter::visitCountedLoop(ir::CountedLoopStatement &s) {
  const std::string name = names.of(s.variable);
  const auto *number = dyn_cast<ir::IntType>(s.variable->type);
  const bool isBlock =
      !isUnchanged(s.last, s.body) || !isUnchanged(s.step, s.body);
  if (isBlock)
    open("");
  // All three are evaluated before the first iteration.
  const std::string last = bound(s.last, s.body, name + "_end");
  const std::string step = bound(s.step, s.body, name + "_step");
  const auto *constant = dyn_cast<ir::IntExpr>(s.step);
  std::string advance = name + " += " + step;
  if (s.wraps && number && number->isSigned && number->bits >= 32)
    advance = wrapped(number, name, step, words);
  else if (constant && constant->value().isOne())
    advance = "++" + name;
  else if (constant && constant->value().isAllOnes() &&
           ir::integerFormat(s.step->type)->isSigned)
    advance = "--" + name;
  looped("for (" + words.declare(s.variable->type, name) +
             exprs.declared(s.first) + "; " + name + " " +
             signOf(s.comparison).str() + " " + last + "; " + advance + ")",
         s.body, "");
  if (isBlock)
    close();
}

void StatementPrinter::visitRangeLoop(ir::RangeLoopStatement &s) {
  const auto *library = dyn_cast<ir::LibraryType>(s.range->type);
  if (library && ir::keyOf(library))
    return refuse("a loop over the values of a map");
  const std::string unused =
      folding.isRead(s.variable) ? "" : "[[maybe_unused]] ";
  looped("for (" + unused + declarator(s.variable, true) + " : " +
             exprs.place(s.range).text + ")",
         s.body, "");
}
