// Walks: what each kind of expression and statement is made of.
#include "regtt/IR/Walk.h"

#include "regtt/IR/Visitor.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;
using llvm::dyn_cast;

//===--- Expressions and places -------------------------------------------===//

namespace {

class Operands : public ExprVisitor<Operands> {
public:
  explicit Operands(OnExpr call) : call(call) {}

  void visitInt(const IntExpr &) {}
  void visitFloat(const FloatExpr &) {}
  void visitBool(const BoolExpr &) {}
  void visitNull(const NullExpr &) {}
  void visitZero(const ZeroExpr &) {}
  void visitString(const StringExpr &) {}
  void visitFunctionAddress(const FunctionAddressExpr &) {}
  void visitValue(const ValueExpr &) {}
  void visitLoad(const LoadExpr &e) { forEachOperand(e.place, call); }
  void visitAddress(const AddressExpr &e) { forEachOperand(e.place, call); }
  void visitUnary(const UnaryExpr &e) { call(e.operand); }
  void visitBinary(const BinaryExpr &e) {
    call(e.left);
    call(e.right);
  }
  void visitLogical(const LogicalExpr &e) {
    call(e.left);
    call(e.right);
  }
  void visitCast(const CastExpr &e) { call(e.operand); }
  void visitSelect(const SelectExpr &e) {
    call(e.condition);
    call(e.whenTrue);
    call(e.whenFalse);
  }
  void visitCall(const CallExpr &e) { llvm::for_each(e.arguments, call); }
  void visitLibraryCall(const LibraryCallExpr &e) {
    llvm::for_each(e.arguments, call);
  }
  void visitContainerRead(const ContainerReadExpr &e) {
    forEachOperand(e.container, call);
    llvm::for_each(e.arguments, call);
  }
  void visitIntrinsic(const IntrinsicExpr &e) {
    llvm::for_each(e.arguments, call);
  }
  void visitAggregate(const AggregateExpr &e) {
    llvm::for_each(e.elements, call);
  }

private:
  OnExpr call;
};

} // namespace

const Place *regtt::ir::placeOf(const Expr *e) {
  if (const auto *load = dyn_cast<LoadExpr>(e))
    return load->place;
  if (const auto *address = dyn_cast<AddressExpr>(e))
    return address->place;
  if (const auto *read = dyn_cast<ContainerReadExpr>(e))
    return read->container;
  return nullptr;
}

void regtt::ir::forEachOperand(const Expr *e, OnExpr visit) {
  Operands(visit).visit(e);
}

void regtt::ir::forEachOperand(const Place *place, OnExpr visit) {
  if (const auto *string = std::get_if<const StringExpr *>(&place->root))
    visit(*string);
  if (const auto *pointee = std::get_if<PointeeRoot>(&place->root))
    visit(pointee->pointer);
  if (const auto *data = std::get_if<DataRoot>(&place->root))
    if (data->index)
      visit(data->index);
  for (const Step &step : place->steps) {
    const Expr *inner = nullptr;
    if (const auto *index = std::get_if<IndexStep>(&step))
      inner = index->index;
    else if (const auto *deref = std::get_if<DerefStep>(&step))
      inner = deref->offset;
    else if (const auto *element = std::get_if<ElementStep>(&step))
      inner = element->index;
    if (inner)
      visit(inner);
  }
}

void regtt::ir::walk(const Expr *e, OnExpr visit) {
  visit(e);
  forEachOperand(e, [&](const Expr *operand) { walk(operand, visit); });
}

void regtt::ir::walk(const Place *place, OnExpr visit) {
  forEachOperand(place, [&](const Expr *operand) { walk(operand, visit); });
}

//===--- Statements -------------------------------------------------------===//

namespace {

/// What a statement itself is made of: `onExpr` for what it evaluates,
/// `onPlace` for what it changes or goes over, `onChild` for blocks. Those of
/// one kind come in order.
class Parts : public StatementVisitor<Parts> {
public:
  llvm::function_ref<void(const Expr *)> onExpr;
  llvm::function_ref<void(const Place *)> onPlace;
  llvm::function_ref<void(Statement *)> onChild;

  void visitBlock(BlockStatement &s) {
    if (onChild)
      llvm::for_each(s.statements, onChild);
  }
  void visitLet(LetStatement &s) { expr(s.value); }
  void visitVar(VarStatement &s) { expr(s.init); }
  void visitStore(StoreStatement &s) {
    place(s.place);
    expr(s.value);
  }
  void visitReduce(ReduceStatement &s) {
    place(s.place);
    expr(s.value);
  }
  void visitIf(IfStatement &s) {
    expr(s.condition);
    child(s.then);
    child(s.otherwise);
  }
  void visitLoop(LoopStatement &s) {
    const bool bodyFirst = s.form == LoopForm::DoWhile;
    child(s.init);
    if (bodyFirst)
      child(s.body);
    child(s.head);
    expr(s.condition);
    child(s.step);
    if (!bodyFirst)
      child(s.body);
  }
  void visitCountedLoop(CountedLoopStatement &s) {
    expr(s.first);
    expr(s.last);
    expr(s.step);
    child(s.body);
  }
  void visitRangeLoop(RangeLoopStatement &s) {
    place(s.range);
    child(s.body);
  }
  void visitSwitch(SwitchStatement &s) {
    expr(s.value);
    for (SwitchStatement::Case &each : s.cases) {
      llvm::for_each(each.labels, [&](const Expr *e) { expr(e); });
      child(each.body);
    }
  }
  void visitReturn(ReturnStatement &s) { expr(s.value); }
  void visitBreak(BreakStatement &) {}
  void visitContinue(ContinueStatement &) {}
  void visitLeave(LeaveStatement &) {}
  void visitCall(CallStatement &s) { exprs(s.arguments); }
  void visitLibraryCall(LibraryCallStatement &s) { exprs(s.arguments); }
  void visitContainerChange(ContainerChangeStatement &s) {
    place(s.container);
    exprs(s.arguments);
  }
  void visitDefer(DeferStatement &s) {
    exprs(s.values);
    expr(s.when);
  }
  void visitVisit(VisitStatement &s) {
    exprs(s.arguments);
    expr(s.position);
    exprs(s.kept);
  }
  void visitResume(ResumeStatement &s) { exprs(s.kept); }
  void visitFork(ForkStatement &s) { child(s.body); }
  void visitJoin(JoinStatement &) {}
  void visitBarrier(BarrierStatement &) {}
  void visitTrap(TrapStatement &) {}
  void visitUnreachable(UnreachableStatement &) {}

private:
  void expr(const Expr *e) {
    if (onExpr && e)
      onExpr(e);
  }
  void exprs(llvm::ArrayRef<const Expr *> list) {
    for (const Expr *e : list)
      expr(e);
  }
  void place(const Place *place) {
    if (onPlace && place)
      onPlace(place);
    if (onExpr && place)
      forEachOperand(place, onExpr);
  }
  void child(Statement *s) {
    if (onChild && s)
      onChild(s);
  }
};

} // namespace

/// Walks that only read share the visitor of those that change.
static Statement *mutableOf(const Statement *s) {
  return const_cast<Statement *>(s);
}

void regtt::ir::forEachOperand(const Statement *s, OnExpr visit) {
  Parts parts;
  parts.onExpr = visit;
  parts.visit(mutableOf(s));
}

void regtt::ir::forEachPlace(const Statement *s, OnPlace visit) {
  Parts parts;
  parts.onPlace = visit;
  parts.visit(mutableOf(s));
}

void regtt::ir::forEachChild(Statement *s, OnStatement visit) {
  Parts parts;
  parts.onChild = visit;
  parts.visit(s);
}

void regtt::ir::forEachChild(const Statement *s, OnConstStatement visit) {
  const auto call = [&](Statement *child) { visit(child); };
  Parts parts;
  parts.onChild = call;
  parts.visit(mutableOf(s));
}

void regtt::ir::walk(Statement *s, OnStatement visit) {
  visit(s);
  forEachChild(s, [&](Statement *child) { walk(child, visit); });
}

void regtt::ir::walk(const Statement *s, OnConstStatement visit) {
  visit(s);
  forEachChild(s, [&](const Statement *child) { walk(child, visit); });
}

void regtt::ir::walkExprs(const Statement *s, OnExpr visit) {
  walk(s, [&](const Statement *inner) {
    forEachOperand(inner, [&](const Expr *e) { walk(e, visit); });
  });
}

const Variable *regtt::ir::declaredBy(const Statement *s) {
  if (const auto *let = dyn_cast<LetStatement>(s))
    return let->variable;
  if (const auto *var = dyn_cast<VarStatement>(s))
    return var->variable;
  if (const auto *loop = dyn_cast<CountedLoopStatement>(s))
    return loop->variable;
  if (const auto *loop = dyn_cast<RangeLoopStatement>(s))
    return loop->variable;
  if (const auto *call = dyn_cast<CallStatement>(s))
    return call->result;
  if (const auto *call = dyn_cast<LibraryCallStatement>(s))
    return call->result;
  if (const auto *visit = dyn_cast<VisitStatement>(s))
    return visit->result;
  return nullptr;
}
