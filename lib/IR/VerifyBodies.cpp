// Whether the bodies of functions are sound.
#include "Faults.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Visitor.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SaveAndRestore;
using llvm::Twine;

namespace {

class BodyVerifier : public StatementVisitor<BodyVerifier> {
public:
  BodyVerifier(const Module &module, const Function &function, Faults &faults)
      : module(module), function(function), faults(faults) {
    llvm::append_range(scope, function.params);
    declared.insert(scope.begin(), scope.end());
  }

  void verify(Statement *s) {
    const SaveAndRestore<const Statement *> inside(current, s);
    if (!seen.insert(s).second)
      return add("it stands in two places");
    // What these two evaluate sees what they declare.
    if (!isa<VarStatement, LoopStatement>(s))
      operands(*s);
    visit(s);
  }

  void clauses(const Function &function) {
    const SaveAndRestore<const Statement *> of(current, function.body);
    clauses(function.clauses, function.isTraversal);
  }
  /// Of a traversal or a loop: parts are as the kind has them.
  void clauses(llvm::ArrayRef<Clause> clauses, bool may) {
    for (const Clause &clause : clauses) {
      const auto fits = [](ClauseForm::Part part, bool is) {
        return part == ClauseForm::May || (part == ClauseForm::Has) == is;
      };
      const ClauseForm form = formOf(clause.kind);
      if (!may)
        add("clauses stand at what is annotated");
      if (!fits(form.word, !clause.word.empty()) ||
          !fits(form.place, clause.place) || !fits(form.value, clause.value))
        add("the clause '" + textOf(clause.kind) +
            "' lacks a part, or has one too many");
      if (clause.place)
        place(clause.place);
      if (clause.value)
        expr(clause.value);
    }
  }

  //===--- Declarations and stores ----------------------------------------===//

  void visitBlock(BlockStatement &s) {
    const size_t outside = scope.size();
    around.push_back(&s);
    for (Statement *inner : s.statements)
      verify(inner);
    around.pop_back();
    scope.truncate(outside);
  }
  void visitLet(LetStatement &s) {
    if (!has(s.variable, "a variable"))
      return;
    if (has(s.value, "a value"))
      typesAgree(s.variable->type, s.value->type);
    declare(s.variable, Variable::Let);
  }
  void visitVar(VarStatement &s) {
    if (!has(s.variable, "a variable"))
      return;
    declare(s.variable, Variable::Local);
    operands(s);
    if (s.init)
      typesAgree(s.variable->type, s.init->type);
    if (s.variable->type->isReference())
      add("a reference is a 'let'");
  }
  void visitStore(StoreStatement &s) {
    if (!has(s.place, "a place") || !has(s.value, "a value"))
      return;
    changes(s.place);
    typesAgree(s.place->type, s.value->type);
  }
  void visitReduce(ReduceStatement &s) {
    if (!has(s.place, "a place") || !has(s.value, "a value"))
      return;
    changes(s.place);
    // Of a floating-point number perhaps in a wider type, from which the result
    // is rounded.
    if (!s.place->type->isFloat() || !s.value->type->isFloat())
      typesAgree(s.place->type, s.value->type);
    const auto values = lawClassOf(s.place->type);
    if (!values || !lawsOf(s.combiner, *values))
      add("'" + textOf(s.combiner) + "' does not combine '" +
          toString(s.place->type) + "'");
  }

  //===--- Control --------------------------------------------------------===//

  void visitIf(IfStatement &s) {
    condition(s.condition);
    if (has(s.then, "a block"))
      child(s.then);
    if (s.otherwise)
      child(s.otherwise);
  }
  void visitLoop(LoopStatement &s) {
    clauses(s.clauses, s.isParallel);
    const bool isFor = s.form == LoopForm::For;
    if (isFor != (s.init != nullptr) || isFor != (s.step != nullptr))
      add("a 'for' has a first and a step block, no other loop has one");
    if (!has(s.body, "a body"))
      return;
    const size_t outside = scope.size();
    if (s.init)
      open(s.init);
    if (s.form == LoopForm::DoWhile)
      inLoop(s.body);
    if (s.head)
      open(s.head);
    operands(s);
    condition(s.condition);
    if (s.step) {
      SaveAndRestore noLoop(loops, 0u);
      child(s.step);
    }
    if (s.form != LoopForm::DoWhile)
      inLoop(s.body);
    scope.truncate(outside);
  }
  void visitCountedLoop(CountedLoopStatement &s) {
    if (!has(s.variable, "a variable") || !has(s.body, "a body") ||
        !has(s.first, "a first value") || !has(s.last, "a last value") ||
        !has(s.step, "a step"))
      return;
    const Type *type = s.variable->type;
    typesAgree(type, s.first->type);
    typesAgree(type, s.last->type);
    if (!(type->isInt() && s.step->type == type) &&
        !(type->isPointer() && s.step->type->isInt()))
      add("a count is of one integer type, or of pointers by integers");
    if (!isComparison(s.comparison))
      add("'" + textOf(s.comparison) + "' is no comparison");
    eachTime(s.variable, s.body);
  }
  void visitRangeLoop(RangeLoopStatement &s) {
    clauses(s.clauses, s.isParallel);
    if (!has(s.variable, "a variable") || !has(s.range, "a range") ||
        !has(s.body, "a body"))
      return;
    const Type *element = elementOf(s.range->type);
    const Type *type = s.variable->type;
    if (!element)
      add("there are no elements of '" + toString(s.range->type) + "'");
    else
      typesAgree(type->isReference() ? pointeeOf(type) : type, element);
    eachTime(s.variable, s.body);
  }
  void visitSwitch(SwitchStatement &s) {
    if (!has(s.value, "a value"))
      return;
    const Type *type = s.value->type;
    if (!type->isInt() && !type->isEnum())
      add("a switch is over an integer, not '" + toString(type) + "'");
    std::vector<llvm::APInt> taken;
    unsigned defaults = 0;
    for (const SwitchStatement::Case &each : s.cases) {
      for (const Expr *label : each.labels) {
        const auto *number = llvm::dyn_cast_or_null<IntExpr>(label);
        if (!number || label->type != type)
          add("a label is a constant of the switch's type");
        else if (llvm::is_contained(taken, number->value()))
          add("'" + toString(label) + "' is the label of two cases");
        else
          taken.push_back(number->value());
      }
      defaults += each.isDefault;
      if (has(each.body, "a case's body"))
        child(each.body);
    }
    if (defaults > 1)
      add("it has two defaults");
    if (!s.cases.empty() && s.cases.back().fallsThrough)
      add("the last case falls through to nothing");
  }
  void visitReturn(ReturnStatement &s) {
    const Type *result = function.type->result;
    if (forks)
      add("a fork is not returned from");
    if (!s.value && !result->isVoid())
      add("it returns nothing, and '" + toString(result) + "' is expected");
    if (s.value)
      typesAgree(result, s.value->type);
  }
  void visitBreak(BreakStatement &) { isInLoop(); }
  void visitContinue(ContinueStatement &) { isInLoop(); }
  void visitLeave(LeaveStatement &s) {
    if (!llvm::is_contained(around, s.block))
      add("the block that it leaves is not around it");
    else if (s.block->label.empty())
      add("the block that it leaves has no name");
  }

  //===--- Calls ----------------------------------------------------------===//

  void visitCall(CallStatement &s) { call(s.callee, s.arguments, s.result); }
  void visitVisit(VisitStatement &s) {
    call(s.callee, s.arguments, s.result);
    if (s.position && !isa<IntType>(s.position->type))
      add("a call's place is no integer");
    if (!s.guard)
      return;
    call(s.guard, s.kept, nullptr);
    if (!s.guard->type->result->isBool())
      add("a guard does not answer with a bool");
  }
  void visitResume(ResumeStatement &s) { call(s.segment, s.kept, nullptr); }
  void visitLibraryCall(LibraryCallStatement &s) {
    if (s.result)
      declare(s.result, Variable::Let);
  }
  void visitContainerChange(ContainerChangeStatement &s) {
    static constexpr int counts[] = {
#define CONTAINER_CHANGE(NAME, TEXT, ARGUMENTS) ARGUMENTS,
#include "regtt/IR/Library.def"
    };
    if (!has(s.container, "a container"))
      return;
    changes(s.container);
    if (!isa<LibraryType>(s.container->type))
      add("'" + toString(s.container->type) + "' is no container");
    const int count = counts[static_cast<unsigned>(s.op)];
    if (count >= 0 && s.arguments.size() != static_cast<unsigned>(count))
      add("'" + textOf(s.op) + "' does not take " + Twine(s.arguments.size()) +
          " values");
    if (s.order)
      known(s.order);
  }

  void visitDefer(DeferStatement &s) {
    operands(s);
    if (s.when)
      condition(s.when);
    if (s.body)
      child(s.body);
  }

  //===--- What runs in parallel, and ends --------------------------------===//

  void visitFork(ForkStatement &s) {
    if (!has(s.body, "a body"))
      return;
    SaveAndRestore noLoop(loops, 0u);
    SaveAndRestore noBlocks(around, Around());
    SaveAndRestore inFork(forks, forks + 1);
    child(s.body);
  }
  void visitJoin(JoinStatement &) {}
  void visitBarrier(BarrierStatement &) {}
  void visitTrap(TrapStatement &) {}
  void visitUnreachable(UnreachableStatement &) {}

private:
  using Around = llvm::SmallVector<const BlockStatement *, 8>;

  const Module &module;
  const Function &function;
  Faults &faults;
  const Statement *current = nullptr;
  llvm::SmallVector<const Variable *, 16> scope; ///< those that are seen
  llvm::SmallPtrSet<const Variable *, 16> declared;
  llvm::SmallPtrSet<const Statement *, 32> seen;
  Around around; ///< blocks that can be left
  unsigned loops = 0, forks = 0;

  void add(const Twine &what) {
    std::string where =
        "function '@" + function.name + "', '" + headOf(current) + "'";
    if (const Location loc = current->loc)
      where += ", " + module.files[loc.file - 1] + ":" +
               std::to_string(loc.line) + ":" + std::to_string(loc.column);
    faults.add(where, what);
  }

  bool has(const void *part, llvm::StringRef name) {
    if (!part)
      add("it lacks " + name);
    return part;
  }

  void typesAgree(const Type *expected, const Type *given) {
    if (expected != given)
      add("'" + toString(expected) + "' is expected, not '" + toString(given) +
          "'");
  }

  void condition(const Expr *e) {
    if (has(e, "a condition") && !e->type->isBool())
      add("a condition is a 'bool', not '" + toString(e->type) + "'");
  }

  void operands(const Statement &s) {
    forEachOperand(&s, [&](const Expr *e) { expr(e); });
    forEachPlace(&s, [&](const Place *place) { this->place(place); });
  }

  //===--- Expressions and places -----------------------------------------===//

  void expr(const Expr *e) {
    walk(e, [&](const Expr *part) {
      if (const std::string what = fault(part); !what.empty())
        add(what);
      if (const auto *value = dyn_cast<ValueExpr>(part))
        isSeen(value->variable);
      if (const Place *read = placeOf(part))
        place(read);
      if (const auto *address = dyn_cast<FunctionAddressExpr>(part))
        known(address->function);
      if (const auto *called = dyn_cast<CallExpr>(part)) {
        known(called->callee);
        if (!called->callee->isPure)
          add("'@" + called->callee->name +
              "' is not pure: its calls are statements");
      }
    });
  }

  /// Of the expressions in it, the statement takes care.
  void place(const Place *place) {
    if (const Variable *variable = place->variable())
      isSeen(variable);
    if (const Global *global = place->global())
      if (module.findGlobal(global->name) != global)
        add("'@" + global->name + "' is not of this module");
    std::string what = fault(place->root);
    const Type *type = what.empty() ? typeOf(place->root) : nullptr;
    for (const Step &step : place->steps) {
      if (type)
        what = fault(step, type);
      type = type && what.empty() ? typeAfter(step, type) : nullptr;
    }
    if (!what.empty())
      add(what);
    else if (type != place->type)
      add("a place is of another type than its steps lead to");
  }

  void isSeen(const Variable *variable) {
    if (!llvm::is_contained(scope, variable))
      add("'%" + variable->name + "' is not declared here");
  }

  void known(const Function *callee) {
    if (module.findFunction(callee->name) != callee)
      add("'@" + callee->name + "' is not of this module");
  }

  /// What a store writes to is no constant.
  void changes(const Place *place) {
    if (place->isIndirect())
      return;
    if (std::get_if<const StringExpr *>(&place->root))
      return add("a string's characters do not change");
    const Variable *variable = place->variable();
    if (variable && (variable->isFixed() || variable->isConst))
      add("'%" + variable->name + "' does not change");
    const Global *global = place->global();
    if (global && global->isConst)
      add("'@" + global->name + "' does not change");
  }

  void call(const Function *callee, llvm::ArrayRef<const Expr *> arguments,
            const Variable *result) {
    if (!has(callee, "a function"))
      return;
    known(callee);
    if (const std::string what = faultOfCall(callee, arguments); !what.empty())
      add(what);
    if (!result)
      return;
    typesAgree(result->type, callee->type->result);
    declare(result, Variable::Let);
  }

  //===--- Scopes ---------------------------------------------------------===//

  void declare(const Variable *variable, Variable::Kind kind) {
    if (variable->kind != kind)
      add("'%" + variable->name + "' is another kind of variable");
    if (const std::string what = faultOfObject(variable->type); !what.empty())
      add(what);
    if (!declared.insert(variable).second)
      add("'%" + variable->name + "' is declared twice");
    scope.push_back(variable);
  }

  void child(BlockStatement *block) { verify(block); }

  /// Of a loop's first or head block: the loop's other parts see what it
  /// declares.
  void open(BlockStatement *block) {
    SaveAndRestore noLoop(loops, 0u);
    if (!seen.insert(block).second)
      return add("a block stands in two places");
    for (Statement *inner : block->statements)
      verify(inner);
  }

  void inLoop(BlockStatement *body) {
    SaveAndRestore inside(loops, loops + 1);
    child(body);
  }

  void eachTime(const Variable *variable, BlockStatement *body) {
    const size_t outside = scope.size();
    declare(variable, Variable::Let);
    inLoop(body);
    scope.truncate(outside);
  }

  void isInLoop() {
    if (!loops)
      add("it is in no loop");
  }
};

} // namespace

void regtt::ir::verifyBody(const Module &module, const Function &function,
                           Faults &faults) {
  if (!function.body)
    return;
  BodyVerifier verifier(module, function, faults);
  verifier.verify(function.body);
  verifier.clauses(function);
}
