// Statements, apart from loops and switches.
#include "OddAttributes.h"
#include "Tuples.h"

#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

ir::BlockStatement *Body::blockOf(const clang::Stmt *s) {
  return capture([&] {
    if (const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(s))
      for (const clang::Stmt *inner : compound->body())
        statement(inner);
    else if (s)
      statement(s);
  });
}

const ir::Expr *Body::conditionOf(const clang::VarDecl *declared,
                                  const clang::Expr *e) {
  if (declared)
    declare(declared);
  return e ? condition(e) : nullptr;
}

/// `if`, with what it declares in a block around it.
static void choose(Body &body, const clang::IfStmt *s) {
  const auto lower = [&] {
    if (s->getInit())
      body.statement(s->getInit());
    if (const auto taken = s->getNondiscardedCase(body.unit.context);
        s->isConstexpr() && taken) {
      if (*taken)
        for (ir::Statement *inner : body.blockOf(*taken)->statements)
          body.emit(inner);
      return;
    }
    if (s->isConsteval()) {
      body.refuse(s, "if consteval");
      return;
    }
    const ir::Expr *asked =
        body.conditionOf(s->getConditionVariable(), s->getCond());
    ir::BlockStatement *then = body.blockOf(s->getThen());
    ir::BlockStatement *other =
        s->getElse() ? body.blockOf(s->getElse()) : nullptr;
    if (asked)
      body.emit(body.unit.module.ifThen(body.standing(asked, s->getCond()),
                                        then, other,
                                        body.at(s->getBeginLoc())));
  };
  if (!s->getInit() && !s->getConditionVariable() && !s->isConstexpr())
    return lower();
  body.emit(body.capture(lower));
}

static void leave(Body &body, const clang::ReturnStmt *s) {
  const clang::Expr *e = s->getRetValue();
  ir::Module &m = body.unit.module;
  const ir::Type *result = body.made->type->result;
  if (e && copiesItself(e->getType()) && !e->isGLValue()) {
    body.refuse(s, "an object with a copy constructor as a value");
    return;
  }
  if (!e && !result->isVoid()) {
    body.refuse(s, "a return without a value");
    return;
  }
  if (result->isVoid()) {
    if (e)
      body.discard(e);
    return body.emit(m.ret(nullptr, body.at(s->getBeginLoc())));
  }
  const ir::Expr *value = body.argument(e, body.function->getReturnType());
  if (!value)
    return;
  if (value->type != result) {
    body.refuse(s, "a result of another type");
    return;
  }
  body.emit(m.ret(value, body.at(s->getBeginLoc())));
}

/// A static variable that is computed when its declaration is first come to.
static void declareOnce(Body &body, const clang::VarDecl *variable,
                        ir::Global *global) {
  ir::Module &m = body.unit.module;
  if (hasOwnDestructor(variable->getType()) || global->type->isReference()) {
    body.unit.refuse(body.make.loc, "a static variable of that type");
    return;
  }
  const std::string name = global->name + "::isMade";
  ir::Global *isMade = m.findGlobal(name);
  if (!isMade) {
    isMade = m.createGlobal(m.freeName(name), m.boolType(), global->loc);
    isMade->linkage = global->linkage;
    isMade->isThreadLocal = global->isThreadLocal;
  }
  // What is stored once is no constant of the module.
  global->isConst = global->isDeclaration = false;
  const ir::Place *known = m.place(isMade);
  const ir::Location where = body.at(variable->getLocation());
  ir::BlockStatement *first = body.capture([&] {
    body.initialize(m.place(global), variable->getInit());
    body.emit(m.store(known, m.boolean(true), where));
  });
  body.emit(m.ifThen(m.unary(ir::UnaryOp::LNot, m.load(known)), first, nullptr,
                     where));
}

/// Whether the statements that make a variable look for it, and whether they
/// read what it holds; the last one's place aside.
static std::pair<bool, bool> looksAt(const ir::BlockStatement *stores,
                                     const ir::Variable *variable) {
  bool isNamed = false, isRead = false;
  ir::walkExprs(stores, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    if (!place || place->variable() != variable)
      return;
    isNamed = true;
    isRead |= isa<ir::LoadExpr>(e);
  });
  return {isNamed, isRead};
}

void Body::declare(const clang::VarDecl *variable) {
  make.loc = variable->getLocation();
  unit.refuseOddAttributes(variable);
  ir::Module &m = unit.module;
  if (variable->isStaticLocal() || variable->hasExternalStorage()) {
    ir::Global *global = unit.global(variable);
    if (global && global->isDeclaration && variable->isStaticLocal())
      declareOnce(*this, variable, global);
    return;
  }
  const ir::Type *type = unit.typeOf(variable);
  if (!type)
    return;
  if (hasOwnDestructor(variable->getType())) {
    unit.refuse(make.loc, "a destructor");
    return;
  }
  if (!variable->getType()->isReferenceType())
    unit.refuseHidden(make.loc, variable->getType(), false);
  const llvm::StringRef name =
      variable->getName().empty() ? "bound" : variable->getName();
  const clang::Expr *init = variable->getInit();
  const ir::Location where = at(variable);
  const bool isFixed = type->isReference() || uses.isFixed(variable);
  if (isFixed) {
    const ir::Expr *value = argument(init, variable->getType());
    auto *made = m.variable(ir::Variable::Let, name, type, where);
    if (!value)
      return;
    unit.lowered.variables[variable] = made;
    if (value->type != type)
      unit.refuse(make.loc, "a variable of another type than its value");
    return emit(m.let(made, value, where));
  }
  auto *made = m.variable(ir::Variable::Local, name, type, where);
  made->isVolatile = variable->getType().isVolatileQualified();
  unit.lowered.variables[variable] = made;
  auto *declared = m.var(made, nullptr, where);
  if (!init)
    return emit(declared);
  // A value that is one store becomes the variable's first.
  const ir::BlockStatement *stores =
      capture([&] { initialize(m.place(made), init); });
  const auto *store =
      stores->statements.empty()
          ? nullptr
          : dyn_cast<ir::StoreStatement>(stores->statements.back());
  const auto [isNamed, isRead] = looksAt(stores, made);
  // A list whose parts are stored one by one reads those that are there.
  const auto *list = dyn_cast<clang::InitListExpr>(init->IgnoreImplicit());
  if (isRead && !(list && isMadeInPlace(list)))
    unit.refuse(variable->getLocation(), "a variable that its own value reads");
  const bool isFirst = store && store->place->wholeVariable() == made &&
                       !made->isVolatile && !isNamed;
  if (!isFirst)
    emit(declared);
  for (ir::Statement *s : stores->statements)
    if (!isFirst || s != store)
      emit(s);
  if (isFirst) {
    declared->init = store->value;
    emit(declared);
  }
}

static void declareAll(Body &body, const clang::DeclStmt *s) {
  for (const clang::Decl *decl : s->decls()) {
    const auto *variable = dyn_cast<clang::VarDecl>(decl);
    if (!variable) { // nothing happens
      body.namesTypes |= !isa<clang::StaticAssertDecl, clang::EmptyDecl>(decl);
      continue;
    }
    const auto *several = dyn_cast<clang::DecompositionDecl>(variable);
    if (several && body.nameTied(several))
      continue;
    body.declare(variable);
    if (!several)
      continue;
    const ir::Place *whole = body.placeOf(several);
    const auto *library =
        whole ? dyn_cast<ir::LibraryType>(whole->type) : nullptr;
    const bool isKnown =
        library ? library->name == "std::pair" || library->name == "std::array"
                : whole && isTuple(several->getType());
    for (const clang::BindingDecl *binding : several->bindings())
      if (const clang::VarDecl *held = binding->getHoldingVar();
          held && !isKnown)
        body.declare(held);
    body.nameParts(several);
  }
}

void Body::discard(const clang::Expr *e) {
  e = e->IgnoreParens();
  const llvm::SaveAndRestore here(make.loc, e->getExprLoc());
  if (const auto *full = dyn_cast<clang::FullExpr>(e))
    return discard(full->getSubExpr());
  if (meanings && meanings->discard(e))
    return;
  if (const auto *bound = dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return discard(bound->getSubExpr());
  if (const auto *made = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return discard(made->getSubExpr());
  if (const auto *cast = dyn_cast<clang::CastExpr>(e))
    if (cast->getCastKind() == clang::CK_ToVoid ||
        cast->getCastKind() == clang::CK_NoOp)
      return discard(cast->getSubExpr());
  if (const auto *operation = dyn_cast<clang::BinaryOperator>(e)) {
    if (operation->isAssignmentOp()) {
      assign(operation, false);
      return;
    }
    if (operation->getOpcode() == clang::BO_Comma) {
      discard(operation->getLHS());
      return discard(operation->getRHS());
    }
  }
  if (const auto *operation = dyn_cast<clang::UnaryOperator>(e))
    if (operation->isIncrementDecrementOp()) {
      step(operation, nullptr, false);
      return;
    }
  if (const auto *call = dyn_cast<clang::CallExpr>(e)) {
    if (hasOwnDestructor(e->getType()))
      refuse(e, "a destructor");
    this->call(call, false);
    return;
  }
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e);
      choice && e->getType()->isVoidType()) {
    this->choice(choice);
    return;
  }
  if (e->isGLValue())
    place(e);
  else
    value(e);
}

void Body::statement(const clang::Stmt *s) {
  const llvm::SaveAndRestore here(make.loc, s->getBeginLoc());
  const llvm::SaveAndRestore text(range, !alone || s == alone ? ir::Location()
                                         : namesTypes ? at(s->getBeginLoc())
                                                      : unit.rangeOf(s));
  if (const auto *e = dyn_cast<clang::Expr>(s))
    return discard(e);
  switch (s->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return;
  case clang::Stmt::CompoundStmtClass:
    return emit(blockOf(s));
  case clang::Stmt::DeclStmtClass:
    return declareAll(*this, llvm::cast<clang::DeclStmt>(s));
  case clang::Stmt::IfStmtClass:
    return choose(*this, llvm::cast<clang::IfStmt>(s));
  case clang::Stmt::ReturnStmtClass:
    return leave(*this, llvm::cast<clang::ReturnStmt>(s));
  case clang::Stmt::WhileStmtClass:
  case clang::Stmt::DoStmtClass:
  case clang::Stmt::ForStmtClass:
    return loop(s);
  case clang::Stmt::CXXForRangeStmtClass:
    return rangeLoop(llvm::cast<clang::CXXForRangeStmt>(s));
  case clang::Stmt::SwitchStmtClass:
    return switchOver(llvm::cast<clang::SwitchStmt>(s));
  case clang::Stmt::AttributedStmtClass:
    for (const clang::Attr *attribute :
         llvm::cast<clang::AttributedStmt>(s)->getAttrs())
      if (std::string name = oddName(attribute); !name.empty())
        unit.refuseOdd(name, attribute->getLocation());
    return statement(llvm::cast<clang::AttributedStmt>(s)->getSubStmt());
  case clang::Stmt::BreakStmtClass:
    if (breaks)
      return emit(unit.module.leave(breaks, at(s->getBeginLoc())));
    return emit(unit.module.make<ir::BreakStatement>(at(s->getBeginLoc())));
  case clang::Stmt::ContinueStmtClass:
    return emit(unit.module.make<ir::ContinueStatement>(at(s->getBeginLoc())));
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
    refuse(s, "a goto");
    return;
  case clang::Stmt::LabelStmtClass:
    refuse(s, "a label");
    if (unit.keepsParts)
      statement(llvm::cast<clang::LabelStmt>(s)->getSubStmt());
    return;
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
    refuse(s, "assembly");
    return;
  case clang::Stmt::CXXTryStmtClass:
    refuse(s, "a try block");
    return;
  default:
    refuse(s, s->getStmtClassName());
  }
}
