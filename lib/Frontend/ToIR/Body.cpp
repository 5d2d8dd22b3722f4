// The order of evaluation: operands one after the other, values kept where
// later effects would change them.
#include "Body.h"

#include "Around.h"
#include "regtt/Frontend/OtherFiles.h"

#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

Body::Body(Unit &unit, const clang::FunctionDecl *function, ir::Function *made)
    : unit(unit), function(function), made(made), make(unit), uses(function) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  if (method && method->getParent()->isLambda())
    method->getParent()->getCaptureFields(captured, capturedThis);
}

ir::BlockStatement *Body::lower() {
  make.loc = function->getLocation();
  for (const clang::ParmVarDecl *param : function->parameters())
    if (hasOwnDestructor(param->getType()))
      unit.refuse(param->getLocation(), "a destructor");
  return capture([&] {
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
      initializers(constructor);
    if (isa<clang::CXXDestructorDecl>(function))
      unit.refuse(function->getLocation(), "a destructor");
    if (const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
        method && method->isDefaulted() &&
        !isa<clang::CXXConstructorDecl>(method)) {
      unit.refuse(function->getLocation(), "a defaulted operator");
      return;
    }
    if (const auto *whole = dyn_cast<clang::CompoundStmt>(function->getBody()))
      for (const clang::Stmt *s : whole->body())
        statement(s);
    else
      refuse(function->getBody(), function->getBody()->getStmtClassName());
    // In C++ only main does so; elsewhere nobody comes here.
    const bool isMain = function->isMain() && !block->statements.empty() &&
                        !isa<ir::ReturnStatement>(block->statements.back());
    if (isMain)
      emit(unit.module.ret(make.integer(made->type->result, 0)));
  });
}

ir::BlockStatement *Body::lowerAlone(const clang::Stmt *s) {
  make.loc = s->getBeginLoc();
  alone = s;
  return capture([&] { statement(s); });
}

//===--- Where statements go ----------------------------------------------===//

ir::BlockStatement *Body::capture(llvm::function_ref<void()> lower) {
  const llvm::SaveAndRestore inside(block, unit.module.block());
  lower();
  return block;
}

void Body::splice(const ir::BlockStatement *from) {
  block->statements.insert(block->statements.end(), from->statements.begin(),
                           from->statements.end());
}

using Asked = llvm::SmallPtrSet<const clang::FunctionDecl *, 8>;

static bool leads(const Pairing &pairing, const clang::FunctionDecl *function,
                  Asked &asked);

/// Whether a function that `s` calls is a traversal or leads to one.
static bool callsTraversal(const Pairing &pairing, const clang::Stmt *s,
                           Asked &asked) {
  if (!s)
    return false;
  const clang::FunctionDecl *callee = nullptr;
  if (const auto *call = dyn_cast<clang::CallExpr>(s))
    callee = call->getDirectCallee();
  else if (const auto *made = dyn_cast<clang::CXXConstructExpr>(s))
    callee = made->getConstructor();
  return (callee && leads(pairing, callee, asked)) ||
         llvm::any_of(s->children(), [&](const clang::Stmt *child) {
           return callsTraversal(pairing, child, asked);
         });
}

static bool leads(const Pairing &pairing, const clang::FunctionDecl *function,
                  Asked &asked) {
  const clang::FunctionDecl *body = bodyOf(pairing, function);
  return pairing.traversalOf(function) ||
         (body && asked.insert(body).second &&
          callsTraversal(pairing, body->getBody(), asked));
}

const clang::FunctionDecl *
regtt::toir::bodyOf(const Pairing &pairing,
                    const clang::FunctionDecl *function) {
  const clang::FunctionDecl *body = nullptr;
  if (function->hasBody(body) || !pairing.others)
    return body;
  return pairing.others->definitionOf(function);
}

bool regtt::toir::leadsToTraversal(const Pairing &pairing,
                                   const clang::FunctionDecl *function) {
  Asked asked;
  return leads(pairing, function, asked);
}

bool regtt::toir::leadsToTraversal(const Pairing &pairing,
                                   const clang::Stmt *s) {
  Asked asked;
  return callsTraversal(pairing, s, asked);
}

bool regtt::toir::isOfCalls(const OpenOrder &order, const Pairing &pairing) {
  Asked ofFirst, ofSecond;
  return callsTraversal(pairing, order.first, ofFirst) ||
         callsTraversal(pairing, order.second, ofSecond);
}

bool Body::asksForOrder() const {
  return !meanings && (!(unit.isLoopAlone && alone) || unit.runsWhole);
}

/// In a loop by itself: what is beside a call of a traversal does not stay with
/// the user's compiler, but runs when the calls are over.
static bool isBesideCall(const Pairing &pairing, const clang::Stmt *loop,
                         const OpenOrder &order) {
  return loop && isOfCalls(order, pairing);
}

void Body::openOrder(const clang::Expr *a, const clang::Expr *b) {
  if (!unit.isLoopAlone)
    refuse(b, llvm::Twine("operands whose order ") + (isC() ? "C" : "C++") +
                  " leaves open");
  else
    unit.lowered.openOrders.push_back({function, a, b});
}

std::vector<const ir::Expr *> Body::sequence(llvm::ArrayRef<Operand> operands,
                                             Order order) {
  std::vector<const ir::Expr *> values;
  std::vector<const ir::BlockStatement *> blocks;
  size_t last = 0; // the last one with effects, counted from 1
  for (const Operand &operand : operands) {
    blocks.push_back(capture([&] { values.push_back(operand.lower()); }));
    if (!blocks.back()->statements.empty())
      last = blocks.size();
  }
  if (order != Order::Given && last != 0)
    for (size_t k = order == Order::ObjectFirst; k < operands.size(); ++k)
      for (size_t other = k + 1; other < operands.size(); ++other)
        if (operands[k].source && operands[other].source &&
            (asksForOrder() ||
             isBesideCall(
                 unit.pairing, meanings ? nullptr : alone,
                 {function, operands[k].source, operands[other].source})) &&
            unit.effects.conflict(operands[k].source, operands[other].source))
          openOrder(operands[k].source, operands[other].source);
  for (size_t k = 0; k < operands.size(); ++k) {
    splice(blocks[k]);
    if (k + 1 < last)
      values[k] = pin(values[k]);
  }
  return values;
}

/// Whether `e` gives the same wherever it is evaluated.
static bool isStable(const ir::Expr *e);

static bool isStable(const ir::Place *place) {
  bool stable = true;
  const ir::Variable *variable = place->variable();
  for (size_t k = 0; k < place->steps.size(); ++k)
    if (std::holds_alternative<ir::DerefStep>(place->steps[k]) ||
        std::holds_alternative<ir::ElementStep>(place->steps[k]))
      stable &= k == 0 && variable && variable->isFixed();
  ir::forEachOperand(place,
                     [&](const ir::Expr *part) { stable &= isStable(part); });
  return stable;
}

static bool isStable(const ir::Expr *e) {
  switch (e->kind) {
  case ir::Expr::Load: {
    const auto *variable = llvm::cast<ir::LoadExpr>(e)->place->variable();
    return variable && variable->kind == ir::Variable::Let &&
           !variable->type->isReference() &&
           isStable(llvm::cast<ir::LoadExpr>(e)->place) &&
           !llvm::cast<ir::LoadExpr>(e)->place->isIndirect();
  }
  case ir::Expr::Address:
    return isStable(llvm::cast<ir::AddressExpr>(e)->place);
  case ir::Expr::Call:
  case ir::Expr::ContainerRead:
    return false;
  default:
    break;
  }
  // A library's function may read what it is led to.
  bool stable = true;
  if (e->kind == ir::Expr::LibraryCall)
    ir::forEachOperand(
        e, [&](const ir::Expr *part) { stable &= !ir::pointeeOf(part->type); });
  ir::forEachOperand(e,
                     [&](const ir::Expr *part) { stable &= isStable(part); });
  return stable;
}

const ir::Variable *Body::temporary(const ir::Type *type) {
  return unit.module.variable(ir::Variable::Let, "t", type, at(make.loc));
}

const ir::Expr *Body::pin(const ir::Expr *e) {
  if (!e || isStable(e))
    return e;
  const ir::Variable *kept = temporary(e->type);
  emit(unit.module.let(kept, e, e->loc));
  return make.load(make.place(kept));
}

const ir::Place *Body::pin(const ir::Place *place) {
  if (!place || isStable(place))
    return place;
  if (place->bitField()) {
    const auto last = place->steps.back();
    const ir::Place *whole =
        pin(unit.module.place(place->root, place->steps.drop_back()));
    return make.step(whole, last);
  }
  return make.pointee(pin(make.reference(place)));
}

//===--- Variables --------------------------------------------------------===//

const ir::Place *Body::thisPlace() {
  if (object)
    return object;
  const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || made->params.empty())
    return nullptr;
  const ir::Place *self = make.deref(make.place(made->params[0]));
  if (!method->getParent()->isLambda())
    return self;
  if (!capturedThis)
    return nullptr;
  const ir::Place *held = make.field(self, unit.types.field(capturedThis));
  return capturedThis->getType()->isPointerType() ? make.deref(held) : held;
}

const ir::Place *Body::placeOf(const clang::VarDecl *variable) {
  if (clang::FieldDecl *field = captured.lookup(variable)) {
    const ir::Place *self = make.deref(make.place(made->params[0]));
    const ir::Place *held = make.field(self, unit.types.field(field));
    return held && held->type->isReference() ? make.deref(held) : held;
  }
  const ir::Place *result = nullptr;
  if (const ir::Variable *local = unit.lowered.variables.lookup(variable)) {
    result = make.place(local);
  } else if (variable->hasGlobalStorage()) {
    const ir::Global *global = unit.global(variable);
    result = global ? unit.module.place(global) : nullptr;
  } else if (unit.keepsParts && !alone) {
    return nullptr; // its declaration was refused
  } else if (unit.isLoopAlone) {
    const ir::Type *type = this->type(variable->getType());
    auto *made =
        type ? unit.module.variable(ir::Variable::Local, variable->getName(),
                                    type, at(variable))
             : nullptr;
    if (made) {
      made->isRegister = variable->getStorageClass() == clang::SC_Register;
      unit.lowered.variables[variable] = made;
    }
    result = make.place(made);
  } else {
    unit.refuse(make.loc,
                "the variable '" + variable->getNameAsString() + "' here");
  }
  return result && result->type->isReference() ? make.deref(result) : result;
}
