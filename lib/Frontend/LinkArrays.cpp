// Local arrays of children:
//
//     const Node *two[2] = {n->l, n->r};
//     if (two[side]) visit(q, two[side]);
//     if (two[1 - side]) visit(q, two[1 - side]);
//
// Plain or std::array, filled where they are declared or element by element,
// exchanged by std::swap. Each element is a local that holds a child
// (LinkLocals.cpp); which one a call goes to, CallPaths finds out as far as the
// index tells. All that elements are set to is in Function::linkValues.
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Links.h"

using namespace regtt;
using namespace clang;

bool FunctionLowering::isLinkArray(const VarDecl *var) const {
  if (!var || !var->isLocalVarDecl())
    return false;
  const auto array = pointerArray(var->getType(), builder.context);
  return array && isNodeObject(array->second);
}

void FunctionLowering::linkArray(const VarDecl *var,
                                 std::vector<Statement> &out,
                                 SourceLocation loc) {
  Role role;
  role.kind = Role::Link;
  function.roles[var] = role;
  function.linkValues[var];
  // A std::array without values is made by its constructor.
  const Expr *init = var->getInit();
  const auto *made = init ? dyn_cast<CXXConstructExpr>(plain(init)) : nullptr;
  if (init && !isa<InitListExpr>(plain(init)) &&
      !(made && made->getNumArgs() == 0))
    report(init->getBeginLoc(), Diag::RTT2018) << var->getName();
  for (const Expr *value : firstElements(var, builder.context)) {
    if (!value)
      continue;
    if (!link(value))
      report(value->getBeginLoc(), Diag::RTT2018) << builder.sourceText(value);
    function.linkValues[var].push_back(value);
  }
  Statement let;
  let.kind = Statement::Let;
  let.loc = loc;
  let.vars.push_back(var);
  out.push_back(std::move(let));
}

/// `two[side]`.
bool FunctionLowering::linkInArray(const Expr *e) {
  const LinkElement element = linkElement(function, e);
  if (!element.array)
    return false;
  expr(element.index);
  return true;
}

/// `two[0] = n->left`.
bool FunctionLowering::setsInArray(const BinaryOperator *assign) {
  if (!assign->isAssignmentOp() || !linkInArray(assign->getLHS()))
    return false;
  const VarDecl *array = linkElement(function, assign->getLHS()).array;
  if (assign->getOpcode() != BO_Assign) {
    report(assign->getOperatorLoc(), Diag::RTT2027) << array->getName();
    return true;
  }
  if (!link(assign->getRHS()))
    report(assign->getRHS()->getBeginLoc(), Diag::RTT2010)
        << builder.sourceText(assign->getRHS());
  function.linkValues[array].push_back(assign->getRHS());
  return true;
}
