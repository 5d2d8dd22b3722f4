// Locals that hold a child of the node: set once, or changed on the way by
// assignments and std::swap; and comparisons of which child they hold.
//
//     Node *near = n->l, *far = n->r;
//     if (d > 0) { near = n->r; far = n->l; }
//
// What each of them may hold is kept (Function::linkValues), so that children
// chosen in this way are known to be chosen by data.
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

const VarDecl *FunctionLowering::linkVariable(const Expr *e) const {
  const VarDecl *var = namedVariable(e);
  const auto role = function.roles.find(var);
  return var && role != function.roles.end() &&
                 role->second.kind == Role::Link && !isLinkArray(var)
             ? var
             : nullptr;
}

void FunctionLowering::linkLocal(const VarDecl *var,
                                 std::vector<Statement> &out,
                                 SourceLocation loc) {
  const Expr *init = var->getInit();
  if (!init && var->getType()->isReferenceType()) {
    report(var->getLocation(), Diag::RTT2018) << var->getName();
    return;
  }
  if (init && isProgram() && !takeRoot(init))
    return;
  if (init && !link(init)) {
    if (linkLocals.count(var))
      report(init->getBeginLoc(), Diag::RTT2010) << builder.sourceText(init);
    else
      report(var->getLocation(), Diag::RTT2018) << var->getName();
    return;
  }
  Role role;
  role.kind = Role::Link;
  function.roles[var] = role;
  if (init && var->getType()->isReferenceType() &&
      linkElement(function, init).array) {
    report(var->getLocation(), Diag::RTT2027)
        << linkElement(function, init).array->getName();
    return;
  }
  // A reference follows what it is bound to.
  if (const VarDecl *of = init ? linkVariable(init) : nullptr;
      of && var->getType()->isReferenceType() &&
      function.linkValues.count(of)) {
    report(var->getLocation(), Diag::RTT2027) << of->getName();
    return;
  }
  if (!init)
    unbound.insert(var);
  if (!init || isReassigned(function.decl->getBody(), var)) {
    auto &values = function.linkValues[var];
    if (init)
      values.push_back(init);
  }
  Statement let;
  let.kind = Statement::Let;
  let.loc = loc;
  let.vars.push_back(var);
  out.push_back(std::move(let));
}

/// `near = n->left`, of a local that holds a child. Returns false where nothing
/// of that kind is assigned to.
bool FunctionLowering::setsLink(const Expr *e) {
  const auto *step = dyn_cast<UnaryOperator>(e->IgnoreParenImpCasts());
  if (const VarDecl *var = step && step->isIncrementDecrementOp()
                               ? linkVariable(step->getSubExpr())
                               : nullptr) {
    report(step->getOperatorLoc(), Diag::RTT2027) << var->getName();
    return true;
  }
  const auto *assign = dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
  if (assign && setsInArray(assign))
    return true;
  const VarDecl *var = assign && assign->isAssignmentOp()
                           ? linkVariable(assign->getLHS())
                           : nullptr;
  if (!var)
    return false;
  const auto values = function.linkValues.find(var);
  if (values == function.linkValues.end() || assign->getOpcode() != BO_Assign) {
    report(assign->getOperatorLoc(), Diag::RTT2027) << var->getName();
    return true;
  }
  values->second.push_back(assign->getRHS());
  if (isProgram())
    takeRoot(assign->getRHS());
  else if (!link(assign->getRHS()))
    report(assign->getRHS()->getBeginLoc(), Diag::RTT2010)
        << builder.sourceText(assign->getRHS());
  unbound.erase(var);
  return true;
}

/// `std::swap(near, far)`.
bool FunctionLowering::swapsLinks(const CallExpr *e) {
  if (!isSwap(e))
    return false;
  const VarDecl *vars[2];
  for (const unsigned k : {0u, 1u}) {
    vars[k] = linkVariable(e->getArg(k));
    if (!vars[k])
      vars[k] = linkElement(function, e->getArg(k)).array;
    if (!vars[k])
      return false;
  }
  function.libraryCalls[e] = "std::swap";
  for (const unsigned k : {0u, 1u}) {
    linkInArray(e->getArg(k)); // its index
    const VarDecl *var = vars[k];
    const auto values = function.linkValues.find(var);
    if (values == function.linkValues.end()) // the variable of a loop
      report(e->getArg(k)->getBeginLoc(), Diag::RTT2027) << var->getName();
    else
      values->second.push_back(e->getArg(1 - k));
  }
  return true;
}

/// `near == n->left`: whether both are the same child.
bool FunctionLowering::sameChild(const Expr *e) {
  const auto *comparison = dyn_cast<BinaryOperator>(e);
  if (!comparison || !comparison->isEqualityOp() || traversal.nodesAreNumbers)
    return false;
  const Expr *sides[] = {linkExpr(comparison->getLHS()),
                         linkExpr(comparison->getRHS())};
  for (const Expr *side : sides)
    if (!isNodePointer(side->getType()) || isNode(side))
      return false;
  // Two fields are compared as data; what is no child may be an address, too.
  const auto isChosen = [&](const Expr *side) {
    return linkVariable(side) || linkElement(function, side).array ||
           isa<ConditionalOperator>(side);
  };
  if (!isChosen(sides[0]) && !isChosen(sides[1]))
    return false;
  const auto isChild = [&](const Expr *side) {
    if (isChosen(side))
      return true;
    const auto where = object(side);
    return where && where->base == Base::Node && !where->shared &&
           where->lastField && isNodePointer(where->type);
  };
  if (!isChild(sides[0]) || !isChild(sides[1]))
    return false;
  for (const Expr *side : sides)
    if (!link(side))
      return false;
  function.sameChildren[e] = {sides[0], sides[1],
                              comparison->getOpcode() == BO_EQ};
  return true;
}

/// Declarations and first values of variables that loops over children set.
void FunctionLowering::dropLoopsLinks(std::vector<Statement> &body) {
  for (Statement &stmt : body) {
    dropLoopsLinks(stmt.init);
    dropLoopsLinks(stmt.body);
    dropLoopsLinks(stmt.orElse);
    if (stmt.kind == Statement::Let)
      llvm::erase_if(stmt.vars, [&](const VarDecl *var) {
        return function.eachChild.count(var) != 0;
      });
  }
  llvm::erase_if(body, [&](const Statement &stmt) {
    const auto *assign = stmt.kind == Statement::Eval
                             ? dyn_cast<BinaryOperator>(plain(stmt.cond))
                             : nullptr;
    return (stmt.kind == Statement::Let && stmt.vars.empty()) ||
           (assign && assign->getOpcode() == BO_Assign &&
            function.eachChild.count(variableOf(assign->getLHS())));
  });
}
