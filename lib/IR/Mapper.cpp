// Copies, kind by kind.
#include "regtt/IR/Mapper.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Visitor.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;

//===--- Expressions ------------------------------------------------------===//

namespace regtt::ir {

class ExprMapper : public ExprVisitor<ExprMapper, const Expr *> {
public:
  explicit ExprMapper(Mapper &mapper) : mapper(mapper), module(mapper.module) {}

  const Expr *visitInt(const IntExpr &e) { return &e; }
  const Expr *visitFloat(const FloatExpr &e) { return &e; }
  const Expr *visitBool(const BoolExpr &e) { return &e; }
  const Expr *visitNull(const NullExpr &e) { return &e; }
  const Expr *visitZero(const ZeroExpr &e) { return &e; }
  const Expr *visitString(const StringExpr &e) { return &e; }
  const Expr *visitFunctionAddress(const FunctionAddressExpr &e) { return &e; }
  const Expr *visitValue(const ValueExpr &e) {
    const Variable *variable = mapper.variable(e.variable);
    return variable == e.variable ? &e
                                  : module.load(module.place(variable), e.loc);
  }
  const Expr *visitLoad(const LoadExpr &e) {
    const Place *place = mapper.place(e.place);
    return place == e.place ? &e : module.load(place, e.loc);
  }
  const Expr *visitAddress(const AddressExpr &e) {
    const Place *place = mapper.place(e.place);
    if (place == e.place)
      return &e;
    return e.type->isReference() ? module.referenceTo(place, e.loc)
                                 : module.addressOf(place, e.loc);
  }
  const Expr *visitUnary(const UnaryExpr &e) {
    const Expr *operand = mapper.expr(e.operand);
    return operand == e.operand ? &e : module.unary(e.op, operand, e.loc);
  }
  const Expr *visitBinary(const BinaryExpr &e) {
    const Expr *left = mapper.expr(e.left), *right = mapper.expr(e.right);
    return left == e.left && right == e.right
               ? &e
               : module.binary(e.op, left, right, e.loc);
  }
  const Expr *visitLogical(const LogicalExpr &e) {
    const Expr *left = mapper.expr(e.left), *right = mapper.expr(e.right);
    if (left == e.left && right == e.right)
      return &e;
    return e.isAnd ? module.andAlso(left, right, e.loc)
                   : module.orElse(left, right, e.loc);
  }
  const Expr *visitCast(const CastExpr &e) {
    const Expr *operand = mapper.expr(e.operand);
    return operand == e.operand
               ? &e
               : module.cast(e.op, e.type, operand, e.isWritten, e.loc);
  }
  const Expr *visitSelect(const SelectExpr &e) {
    const Expr *condition = mapper.expr(e.condition),
               *whenTrue = mapper.expr(e.whenTrue),
               *whenFalse = mapper.expr(e.whenFalse);
    return condition == e.condition && whenTrue == e.whenTrue &&
                   whenFalse == e.whenFalse
               ? &e
               : module.select(condition, whenTrue, whenFalse, e.loc);
  }
  const Expr *visitCall(const CallExpr &e) {
    const auto arguments = mapper.exprs(e.arguments);
    return e.arguments == llvm::ArrayRef(arguments)
               ? &e
               : module.call(e.callee, arguments, e.loc);
  }
  const Expr *visitLibraryCall(const LibraryCallExpr &e) {
    const auto arguments = mapper.exprs(e.arguments);
    return e.arguments == llvm::ArrayRef(arguments)
               ? &e
               : module.libraryCall(e.name, e.type, arguments, e.loc);
  }
  const Expr *visitContainerRead(const ContainerReadExpr &e) {
    const Place *container = mapper.place(e.container);
    const auto arguments = mapper.exprs(e.arguments);
    return container == e.container && e.arguments == llvm::ArrayRef(arguments)
               ? &e
               : module.read(e.op, container, arguments, e.loc);
  }
  const Expr *visitIntrinsic(const IntrinsicExpr &e) {
    const auto arguments = mapper.exprs(e.arguments);
    return e.arguments == llvm::ArrayRef(arguments)
               ? &e
               : module.intrinsic(e.op, arguments, e.loc);
  }
  const Expr *visitAggregate(const AggregateExpr &e) {
    const auto elements = mapper.exprs(e.elements);
    return e.elements == llvm::ArrayRef(elements)
               ? &e
               : module.aggregate(e.type, elements, e.loc);
  }

private:
  Mapper &mapper;
  Module &module;
};

} // namespace regtt::ir

const Variable *Mapper::variable(const Variable *variable) const {
  const Variable *other = variables.lookup(variable);
  return other ? other : variable;
}

const Expr *Mapper::expr(const Expr *e) {
  if (!e)
    return nullptr;
  if (const Expr *other = onExpr ? onExpr(e) : nullptr)
    return other;
  const Expr *result = ExprMapper(*this).visit(e);
  if (const llvm::StringRef spelling = module.spelling(e);
      result != e && !spelling.empty())
    module.setSpelling(result, spelling);
  return result;
}

std::vector<const Expr *> Mapper::exprs(llvm::ArrayRef<const Expr *> list) {
  std::vector<const Expr *> result;
  for (const Expr *e : list)
    result.push_back(expr(e));
  return result;
}

//===--- Places -----------------------------------------------------------===//

/// Of the root alone.
const Place *Mapper::root(const Place *of) {
  if (const auto *pointee = std::get_if<PointeeRoot>(&of->root)) {
    const Expr *pointer = expr(pointee->pointer);
    return pointer == pointee->pointer ? module.place(of->root, {})
                                       : module.pointee(pointer);
  }
  if (const auto *data = std::get_if<DataRoot>(&of->root);
      data && data->index) {
    DataRoot other = *data;
    other.index = expr(data->index);
    return module.place(other);
  }
  if (const Variable *known = of->variable())
    return module.place(variable(known));
  return module.place(of->root, {});
}

Step Mapper::step(const Step &of) {
  if (const auto *index = std::get_if<IndexStep>(&of))
    return IndexStep{expr(index->index)};
  if (const auto *deref = std::get_if<DerefStep>(&of))
    return DerefStep{expr(deref->offset)};
  if (const auto *element = std::get_if<ElementStep>(&of))
    return ElementStep{expr(element->index)};
  return of;
}

const Place *Mapper::place(const Place *of) {
  if (!of)
    return nullptr;
  if (const Place *other = onWholePlace ? onWholePlace(of) : nullptr)
    return other;
  const Place *result = root(of);
  if (onPlace) {
    const Place *begins = module.place(of->root, {});
    if (const Place *other = onPlace(begins))
      result = other;
    for (size_t k = 0; k < of->steps.size(); ++k) {
      begins = module.place(begins, of->steps[k]);
      const Place *other = onPlace(begins);
      result = other ? other : module.place(result, step(of->steps[k]));
    }
    return result;
  }
  for (const Step &each : of->steps)
    result = module.place(result, step(each));
  // Places are made anew each time: what is alike is shared.
  return equal(result, of) ? of : result;
}

//===--- Statements -------------------------------------------------------===//

namespace regtt::ir {

class StatementMapper : public StatementVisitor<StatementMapper, Statement *> {
public:
  explicit StatementMapper(Mapper &mapper)
      : mapper(mapper), module(mapper.module) {}

  Statement *visitBlock(BlockStatement &s) { return mapper.block(&s); }
  Statement *visitLet(LetStatement &s) {
    const Expr *value = mapper.expr(s.value);
    return module.let(mapper.declare(s.variable), value, s.loc);
  }
  Statement *visitVar(VarStatement &s) {
    const Expr *init = mapper.expr(s.init);
    return module.var(mapper.declare(s.variable), init, s.loc);
  }
  Statement *visitStore(StoreStatement &s) {
    return module.store(mapper.place(s.place), mapper.expr(s.value), s.loc,
                        s.store);
  }
  Statement *visitReduce(ReduceStatement &s) {
    return module.reduce(s.combiner, mapper.place(s.place),
                         mapper.expr(s.value), s.loc);
  }
  Statement *visitIf(IfStatement &s) {
    const Expr *condition = mapper.expr(s.condition);
    BlockStatement *then = mapper.block(s.then);
    return module.ifThen(condition, then, mapper.block(s.otherwise), s.loc);
  }
  Statement *visitLoop(LoopStatement &s) {
    auto *made = module.make<LoopStatement>(s.loc);
    made->form = s.form;
    made->isParallel = s.isParallel;
    made->clauses = clauses(s.clauses);
    made->init = mapper.block(s.init);
    if (s.form == LoopForm::DoWhile)
      made->body = mapper.block(s.body);
    made->head = mapper.block(s.head);
    made->condition = mapper.expr(s.condition);
    made->step = mapper.block(s.step);
    if (s.form != LoopForm::DoWhile)
      made->body = mapper.block(s.body);
    return made;
  }
  Statement *visitCountedLoop(CountedLoopStatement &s) {
    auto *made = module.make<CountedLoopStatement>(s.loc);
    made->first = mapper.expr(s.first);
    made->last = mapper.expr(s.last);
    made->step = mapper.expr(s.step);
    made->variable = mapper.declare(s.variable);
    made->comparison = s.comparison;
    made->wraps = s.wraps;
    made->body = mapper.block(s.body);
    return made;
  }
  Statement *visitRangeLoop(RangeLoopStatement &s) {
    auto *made = module.make<RangeLoopStatement>(s.loc);
    made->isParallel = s.isParallel;
    made->clauses = clauses(s.clauses);
    made->range = mapper.place(s.range);
    made->variable = mapper.declare(s.variable);
    made->body = mapper.block(s.body);
    return made;
  }
  Statement *visitSwitch(SwitchStatement &s) {
    auto *made = module.make<SwitchStatement>(s.loc);
    made->value = mapper.expr(s.value);
    for (const SwitchStatement::Case &each : s.cases)
      made->cases.push_back({each.labels, each.isDefault, each.fallsThrough,
                             mapper.block(each.body)});
    return made;
  }
  Statement *visitReturn(ReturnStatement &s) {
    return module.ret(mapper.expr(s.value), s.loc);
  }
  Statement *visitBreak(BreakStatement &s) {
    return module.make<BreakStatement>(s.loc);
  }
  Statement *visitContinue(ContinueStatement &s) {
    return module.make<ContinueStatement>(s.loc);
  }
  Statement *visitLeave(LeaveStatement &s) {
    const BlockStatement *label = mapper.labels.lookup(s.block);
    return module.leave(label ? label : s.block, s.loc);
  }
  Statement *visitCall(CallStatement &s) {
    const auto arguments = mapper.exprs(s.arguments);
    return module.callStatement(s.callee, arguments, mapper.declare(s.result),
                                s.loc);
  }
  Statement *visitLibraryCall(LibraryCallStatement &s) {
    auto *made = module.make<LibraryCallStatement>(s.loc);
    made->name = s.name;
    made->arguments = mapper.exprs(s.arguments);
    made->result = mapper.declare(s.result);
    return made;
  }
  Statement *visitContainerChange(ContainerChangeStatement &s) {
    auto *made = module.make<ContainerChangeStatement>(s.loc);
    made->op = s.op;
    made->container = mapper.place(s.container);
    made->arguments = mapper.exprs(s.arguments);
    made->order = s.order;
    return made;
  }
  Statement *visitDefer(DeferStatement &s) {
    auto *made = module.make<DeferStatement>(s.loc);
    made->number = s.number;
    made->values = mapper.exprs(s.values);
    made->when = mapper.expr(s.when);
    made->body = mapper.block(s.body);
    return made;
  }
  Statement *visitVisit(VisitStatement &s) {
    auto *made = module.make<VisitStatement>(s.loc);
    made->callee = s.callee;
    made->arguments = mapper.exprs(s.arguments);
    made->position = mapper.expr(s.position);
    made->guard = s.guard;
    made->kept = mapper.exprs(s.kept);
    made->source = s.source;
    made->result = mapper.declare(s.result);
    return made;
  }
  Statement *visitResume(ResumeStatement &s) {
    auto *made = module.make<ResumeStatement>(s.loc);
    made->segment = s.segment;
    made->kept = mapper.exprs(s.kept);
    return made;
  }
  Statement *visitFork(ForkStatement &s) {
    auto *made = module.make<ForkStatement>(s.loc);
    made->body = mapper.block(s.body);
    return made;
  }
  Statement *visitJoin(JoinStatement &s) {
    return module.make<JoinStatement>(s.loc);
  }
  Statement *visitBarrier(BarrierStatement &s) {
    return module.make<BarrierStatement>(s.loc);
  }
  Statement *visitTrap(TrapStatement &s) {
    auto *made = module.make<TrapStatement>(s.loc);
    made->message = s.message;
    return made;
  }
  Statement *visitUnreachable(UnreachableStatement &s) {
    return module.make<UnreachableStatement>(s.loc);
  }

private:
  std::vector<Clause> clauses(llvm::ArrayRef<Clause> of) {
    std::vector<Clause> result(of.begin(), of.end());
    for (Clause &clause : result) {
      clause.place = clause.place ? mapper.place(clause.place) : nullptr;
      clause.value = mapper.expr(clause.value);
    }
    return result;
  }

  Mapper &mapper;
  Module &module;
};

} // namespace regtt::ir

/// The copy's own of a variable that a statement declares, unless something
/// stands for it already.
const Variable *Mapper::declare(const Variable *of) {
  if (!of)
    return nullptr;
  if (const Variable *other = onDeclare ? onDeclare(of) : nullptr)
    return variables[of] = other;
  const Variable *&made = variables[of];
  if (!made) {
    Variable *copy = module.variable(of->kind, of->name, of->type, of->loc);
    copy->isConst = of->isConst;
    copy->isVolatile = of->isVolatile;
    made = copy;
  }
  return made;
}

std::vector<Statement *> Mapper::statements(llvm::ArrayRef<Statement *> list) {
  std::vector<Statement *> result;
  for (Statement *s : list) {
    auto others = onStatement ? onStatement(s) : std::nullopt;
    if (others)
      result.insert(result.end(), others->begin(), others->end());
    else
      result.push_back(StatementMapper(*this).visit(s));
  }
  return result;
}

BlockStatement *Mapper::block(const BlockStatement *of) {
  if (!of)
    return nullptr;
  BlockStatement *made = module.block({}, of->loc);
  made->label = of->label;
  labels[of] = made;
  made->statements = statements(of->statements);
  return made;
}
