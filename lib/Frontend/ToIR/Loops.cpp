// Loops as C has them; ranges of the library's containers and of arrays as
// `each`, others by their iterators.
#include "Body.h"

#include "regtt/Analysis/ChainStep.h"
#include "regtt/Frontend/WhileSteps.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

/// What it declares and asks before each iteration; true where it asks nothing.
static void ask(Body &body, ir::LoopStatement &loop,
                const clang::VarDecl *declared, const clang::Expr *e) {
  loop.condition = body.unit.module.boolean(true);
  ir::BlockStatement *head = body.capture([&] {
    if (e || declared)
      loop.condition = body.conditionOf(declared, e);
  });
  loop.head = head->statements.empty() ? nullptr : head;
}

/// The user says that the loop is parallel. Its head, up to the parenthesis, is
/// what the host file repeats.
template <class Loop>
static void annotate(Body &body, const clang::Stmt *s,
                     clang::SourceLocation end, Loop &made) {
  made.isParallel =
      llvm::any_of(body.unit.pairing.loops,
                   [&](const PairedLoop &loop) { return loop.loop == s; });
  if (made.isParallel && end.isValid())
    made.loc = body.unit.headOf(s, end);
}

/// `q = next`, which the body has read from `q->next`, is `q = q->next`.
static void followChain(ir::Module &module, ir::LoopStatement &loop) {
  for (ir::Statement *&s : loop.step->statements) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const auto *value = store ? dyn_cast<ir::ValueExpr>(store->value) : nullptr;
    const ir::Variable *pointer =
        value ? store->place->wholeVariable() : nullptr;
    if (!pointer)
      continue;
    for (const ir::Statement *each : loop.body->statements)
      if (const auto *let = dyn_cast<ir::LetStatement>(each);
          let && let->variable == value->variable &&
          ir::chainStep(let->value, pointer)) {
        s = module.store(store->place, let->value, store->loc);
        break;
      }
  }
}

/// Of an annotated `while`: a `for` says the same.
static void countLast(Body &body, const clang::WhileStmt &loop,
                      ir::LoopStatement &made) {
  const auto steps = stepsOf(
      &loop, [&](const clang::VarDecl *v) { return body.uses.isShared(v); });
  const clang::Stmt *whole = loop.getBody();
  const auto *compound = dyn_cast<clang::CompoundStmt>(whole);
  const auto lower = [&](bool areSteps) {
    return body.capture([&] {
      for (const clang::Stmt *s : compound->body())
        if (steps.count(s) == areSteps)
          body.statement(s);
    });
  };
  made.init = body.unit.module.block();
  made.body = compound ? lower(false) : body.blockOf(whole);
  made.step = compound ? lower(true) : body.unit.module.block();
  followChain(body.unit.module, made);
}

void Body::loop(const clang::Stmt *s) {
  auto *made = unit.module.make<ir::LoopStatement>(at(s->getBeginLoc()));
  const llvm::SaveAndRestore<ir::BlockStatement *> ownBreaks(breaks, nullptr);
  if (const auto *loop = dyn_cast<clang::WhileStmt>(s)) {
    annotate(*this, s, clang::SourceLocation(), *made);
    made->form = made->isParallel ? ir::LoopForm::For : ir::LoopForm::While;
    ask(*this, *made, loop->getConditionVariable(), loop->getCond());
    if (made->isParallel)
      countLast(*this, *loop, *made);
    else
      made->body = blockOf(loop->getBody());
  } else if (const auto *loop = dyn_cast<clang::DoStmt>(s)) {
    made->form = ir::LoopForm::DoWhile;
    made->body = blockOf(loop->getBody());
    ask(*this, *made, nullptr, loop->getCond());
  } else {
    const auto *counted = llvm::cast<clang::ForStmt>(s);
    made->form = ir::LoopForm::For;
    made->init = capture([&] {
      if (counted->getInit())
        statement(counted->getInit());
    });
    ask(*this, *made, counted->getConditionVariable(), counted->getCond());
    made->body = blockOf(counted->getBody());
    made->step = capture([&] {
      if (counted->getInc())
        discard(counted->getInc());
    });
  }
  if (const auto *counted = dyn_cast<clang::ForStmt>(s))
    annotate(*this, s, counted->getRParenLoc(), *made);
  made->clauses = clausesOf(s);
  unit.lowered.loops[s] = made;
  if (made->condition)
    emit(made);
}

/// What `each` goes over: arrays, and containers whose elements the language
/// numbers.
static bool hasElements(const ir::Type *type) {
  if (type->kind == ir::Type::Array)
    return true;
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library && ir::elementOf(type) && !ir::keyOf(library);
}

/// By begin, end, `!=`, `*` and `++`, as C++ says.
static void iterate(Body &body, const clang::CXXForRangeStmt *s) {
  ir::Module &m = body.unit.module;
  auto *loop = m.make<ir::LoopStatement>(body.at(s->getBeginLoc()));
  loop->form = ir::LoopForm::For;
  loop->init = body.capture([&] {
    for (const clang::Stmt *first :
         {static_cast<const clang::Stmt *>(s->getRangeStmt()),
          static_cast<const clang::Stmt *>(s->getBeginStmt()),
          static_cast<const clang::Stmt *>(s->getEndStmt())})
      body.statement(first);
  });
  ask(body, *loop, nullptr, s->getCond());
  loop->body = body.capture([&] {
    body.statement(s->getLoopVarStmt());
    const ir::BlockStatement *rest = body.blockOf(s->getBody());
    body.splice(rest);
  });
  loop->step = body.capture([&] { body.discard(s->getInc()); });
  annotate(body, s, s->getRParenLoc(), *loop);
  loop->clauses = body.clausesOf(s);
  body.unit.lowered.loops[s] = loop;
  if (loop->condition)
    body.emit(loop);
}

/// `{1, 2, 3}`: the array behind the list.
static const clang::Expr *elementsOf(const clang::Expr *range) {
  const clang::Expr *e = range->IgnoreParens();
  if (const auto *full = dyn_cast<clang::FullExpr>(e))
    e = full->getSubExpr();
  if (const auto *held = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    e = held->getSubExpr();
  const auto *list = dyn_cast<clang::CXXStdInitializerListExpr>(e);
  return list ? list->getSubExpr() : range;
}

void Body::rangeLoop(const clang::CXXForRangeStmt *s) {
  const llvm::SaveAndRestore<ir::BlockStatement *> ownBreaks(breaks, nullptr);
  ir::BlockStatement *whole = capture([&] {
    if (s->getInit())
      statement(s->getInit());
    const clang::Expr *init = elementsOf(s->getRangeInit());
    const ir::Type *type = this->type(init->getType());
    if (!type)
      return;
    if (!hasElements(type))
      return iterate(*this, s);
    const ir::Place *range = pin(place(init));
    if (!range)
      return;
    ir::Module &m = unit.module;
    const clang::VarDecl *variable = s->getLoopVariable();
    auto *loop = m.make<ir::RangeLoopStatement>(at(s->getBeginLoc()));
    annotate(*this, s, s->getRParenLoc(), *loop);
    loop->clauses = clausesOf(s);
    const ir::Type *element = ir::elementOf(range->type);
    const ir::Type *declared = this->type(variable->getType());
    if (!declared)
      return;
    // The initialiser is `*begin`: it may convert what is there.
    const clang::Expr *given = variable->getInit();
    const bool isDirect =
        declared->isReference() && ir::pointeeOf(declared) == element &&
        given->IgnoreImplicit()->isGLValue() &&
        !isa<clang::MaterializeTemporaryExpr>(given->IgnoreParens());
    const bool isPlain = declared == element;
    if (element->isBool() && !declared->isReference() && !isPlain) {
      refuse(s, "a range of bits");
      return;
    }
    if (!isDirect && (!isPlain || copiesItself(variable->getType())))
      return iterate(*this, s);
    auto *each = m.variable(
        ir::Variable::Let,
        isDirect && !variable->getName().empty() ? variable->getName() : "t",
        m.referenceTo(element), at(variable));
    loop->variable = each;
    loop->range = range;
    loop->body = capture([&] {
      if (isDirect) {
        unit.lowered.variables[variable] = each;
      } else {
        const bool isFixed = uses.isFixed(variable);
        auto *copy = m.variable(
            isFixed ? ir::Variable::Let : ir::Variable::Local,
            variable->getName().empty() ? "bound" : variable->getName(),
            declared, at(variable));
        unit.lowered.variables[variable] = copy;
        const ir::Expr *value = make.load(make.deref(make.place(each)));
        if (isFixed)
          emit(m.let(copy, value, at(variable)));
        else
          emit(m.var(copy, value, at(variable)));
      }
      if (const auto *several = dyn_cast<clang::DecompositionDecl>(variable))
        nameParts(several);
      splice(blockOf(s->getBody()));
    });
    unit.lowered.loops[s] = loop;
    emit(loop);
  });
  if (whole->statements.size() == 1)
    splice(whole);
  else if (!whole->statements.empty())
    emit(whole);
}
