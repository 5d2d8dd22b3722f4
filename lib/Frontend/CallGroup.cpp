// A parameter means what another does where a call hands one on for the other;
// what calls leave open the names say, or else types and order.
#include "CallGroup.h"

#include "Attributes.h"
#include "NodeRole.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <set>

using namespace regtt;
using namespace clang;

bool regtt::isLambda(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return method && method->getParent()->isLambda();
}

const Expr *regtt::bareNode(const Expr *argument) {
  const Expr *e = plain(argument);
  while (const auto *unary = dyn_cast<UnaryOperator>(e)) {
    if (unary->getOpcode() != UO_Deref && unary->getOpcode() != UO_AddrOf)
      break;
    e = plain(unary->getSubExpr());
  }
  return isa<CXXThisExpr>(e) || namedVariable(e) ? e : nullptr;
}

namespace {

/// Every call in a body, those in the bodies of its lambdas, too.
class Calls : public RecursiveASTVisitor<Calls> {
public:
  bool VisitCallExpr(CallExpr *call) {
    found.push_back(call);
    return true;
  }
  std::vector<const CallExpr *> found;
};

std::vector<const CallExpr *> allCalls(const clang::Stmt *body) {
  Calls calls;
  calls.TraverseStmt(const_cast<clang::Stmt *>(body));
  return std::move(calls.found);
}

/// The function that `call` runs, where its body is visible and the user's.
const FunctionDecl *bodyOf(const CallExpr *call, const ASTContext &context) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || !hasBody(callee, definition) || callee->isVariadic() ||
      (method && method->isVirtual()) ||
      context.getSourceManager().isInSystemHeader(definition->getLocation()))
    return nullptr;
  return definition;
}

/// Functions that those in `from` reach by calls; and which of them reach one
/// of these.
class Reached {
public:
  Reached(const ASTContext &context, llvm::ArrayRef<const FunctionDecl *> from)
      : context(context) {
    for (const FunctionDecl *function : from)
      visit(function);
    members.insert(from.begin(), from.end());
    for (bool grows = true; grows;) {
      grows = false;
      for (const FunctionDecl *function : order)
        if (!members.count(function) &&
            llvm::any_of(calls[function], [&](const FunctionDecl *callee) {
              return members.count(callee) != 0;
            }))
          grows = members.insert(function);
    }
  }
  llvm::SetVector<const FunctionDecl *> members;

private:
  void visit(const FunctionDecl *function) {
    if (!order.insert(function))
      return;
    llvm::SmallVector<const FunctionDecl *, 4> callees;
    for (const CallExpr *call : allCalls(function->getBody()))
      if (const FunctionDecl *callee = bodyOf(call, context))
        callees.push_back(callee);
    for (const FunctionDecl *callee : callees)
      visit(callee);
    calls[function] = std::move(callees);
  }

  const ASTContext &context;
  llvm::SetVector<const FunctionDecl *> order;
  llvm::DenseMap<const FunctionDecl *,
                 llvm::SmallVector<const FunctionDecl *, 4>>
      calls; // for look-ups
};

/// A type as far as two parameters for one thing have to agree.
QualType meantType(QualType type, ASTContext &context) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isPointerType())
    return context.getPointerType(type->getPointeeType().getUnqualifiedType());
  if (type->isLValueReferenceType())
    return context.getLValueReferenceType(
        type->getPointeeType().getUnqualifiedType());
  return type;
}

bool sameType(const ParmVarDecl *a, const ParmVarDecl *b) {
  ASTContext &context = a->getASTContext();
  return context.hasSameType(meantType(a->getType(), context),
                             meantType(b->getType(), context));
}

} // namespace

CallGroup::CallGroup(const Builder &builder) : builder(builder) {
  llvm::SmallVector<const FunctionDecl *, 2> entered(1, builder.traversal);
  for (const ProgramCall &call : builder.programCalls)
    if (!llvm::is_contained(entered, call.callee))
      entered.push_back(call.callee);
  numEntered = entered.size();
  const Reached reached(builder.context, entered);
  functions.assign(reached.members.begin(), reached.members.end());
  if (isAlone())
    return;
  for (const ParmVarDecl *param : functions.front()->parameters())
    meanings[param] = numMeanings++;
  matchHandedOn();
  matchLeft();
  findNode();
}

const FunctionDecl *CallGroup::called(const clang::Stmt *s) const {
  const auto *call = dyn_cast_or_null<CallExpr>(s);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const FunctionDecl *definition = nullptr;
  return callee && hasBody(callee, definition) &&
                 llvm::is_contained(functions, definition)
             ? definition
             : nullptr;
}

const ParmVarDecl *CallGroup::parameter(const FunctionDecl *function,
                                        unsigned meaning) const {
  for (const ParmVarDecl *param : function->parameters())
    if (const auto found = meanings.find(param);
        found != meanings.end() && found->second == meaning)
      return param;
  return nullptr;
}

std::vector<const CallExpr *>
CallGroup::callsIn(const clang::Stmt *body) const {
  std::vector<const CallExpr *> result;
  for (const CallExpr *call : allCalls(body))
    if (called(call))
      result.push_back(call);
  return result;
}

/// Lets `param` mean what `other` does, if that is known and nothing of its
/// function does yet.
bool CallGroup::match(const ParmVarDecl *param, const ParmVarDecl *other) {
  const auto known = meanings.find(other);
  if (known == meanings.end() || meanings.count(param) ||
      !sameType(param, other))
    return false;
  const unsigned meaning = known->second;
  const auto *function = cast<FunctionDecl>(param->getDeclContext());
  if (parameter(function, meaning))
    return false;
  meanings[param] = meaning;
  return true;
}

void CallGroup::matchHandedOn() {
  for (bool grows = true; grows;) {
    grows = false;
    for (const FunctionDecl *function : functions)
      for (const CallExpr *call : callsIn(function->getBody())) {
        const FunctionDecl *callee = called(call);
        for (unsigned k = 0; k < callee->getNumParams(); ++k) {
          const Expr *argument = argumentOf(call, k);
          const auto *handed = dyn_cast_or_null<ParmVarDecl>(
              argument ? namedVariable(argument) : nullptr);
          if (!handed)
            continue;
          grows |= match(callee->getParamDecl(k), handed);
          grows |= match(handed, callee->getParamDecl(k));
        }
      }
  }
}

void CallGroup::matchLeft() {
  for (const bool byName : {true, false})
    for (const FunctionDecl *function : functions)
      for (const ParmVarDecl *param : function->parameters())
        for (const FunctionDecl *other : functions)
          for (const ParmVarDecl *candidate : other->parameters())
            if (!byName || candidate->getName() == param->getName())
              match(param, candidate);
  for (const FunctionDecl *function : functions)
    for (const ParmVarDecl *param : function->parameters())
      if (!meanings.count(param)) {
        meanings[param] = numMeanings++;
        for (const FunctionDecl *other : functions)
          for (const ParmVarDecl *same : other->parameters())
            if (same->getName() == param->getName())
              match(same, param);
      }
}

const Expr *CallGroup::handedNode(const CallExpr *call,
                                  const FunctionDecl *function) const {
  if (nodeIsThis)
    return isLambda(function) ? nullptr : calledObject(call);
  const ParmVarDecl *param =
      node < 0 ? nullptr : parameter(function, static_cast<unsigned>(node));
  return param ? argumentOf(call, param->getFunctionScopeIndex()) : nullptr;
}

/// Whether some call hands on something else than what it has been given.
bool CallGroup::changes(unsigned meaning) const {
  for (const FunctionDecl *function : functions)
    for (const CallExpr *call : callsIn(function->getBody())) {
      const ParmVarDecl *param = parameter(called(call), meaning);
      const Expr *argument =
          param ? argumentOf(call, param->getFunctionScopeIndex()) : nullptr;
      const Expr *bare = argument ? bareNode(argument) : nullptr;
      const auto *handed =
          dyn_cast_or_null<ParmVarDecl>(bare ? namedVariable(bare) : nullptr);
      const auto known = meanings.find(handed);
      if (argument && (known == meanings.end() || known->second != meaning))
        return true;
    }
  return false;
}

/// Whether some call hands on what `is` says.
bool CallGroup::isHanded(unsigned meaning, bool (*is)(const Expr *)) const {
  for (const FunctionDecl *function : functions)
    for (const CallExpr *call : callsIn(function->getBody())) {
      const ParmVarDecl *param = parameter(called(call), meaning);
      const Expr *argument =
          param ? argumentOf(call, param->getFunctionScopeIndex()) : nullptr;
      if (argument && is(argument))
        return true;
    }
  return false;
}

/// Whether something is read from an array at one of the parameters.
bool CallGroup::findsElements(unsigned meaning) const {
  bool found = false;
  for (const FunctionDecl *function : functions)
    walkExpr(function->getBody(), [&](const Expr *e) {
      const Expr *index = nullptr;
      if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
        index = subscript->getIdx();
      else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
               op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2)
        index = op->getArg(1);
      const auto *param =
          dyn_cast_or_null<ParmVarDecl>(index ? namedVariable(index) : nullptr);
      const auto known = meanings.find(param);
      found |= known != meanings.end() && known->second == meaning;
    });
  return found;
}

void CallGroup::findNode() {
  const FunctionDecl *entered = functions.front();
  if (const Directive *directive = builder.pairing.traversalOf(entered))
    if (const Clause *clause = directive->find("node")) {
      for (const ParmVarDecl *param : entered->parameters())
        if (param->getName() == clause->arguments[0])
          node = static_cast<int>(meaning(param));
      nodeIsThis = clause->arguments[0] == "this";
      return;
    }
  std::set<unsigned> objects, numbers, elements;
  for (const ParmVarDecl *param : entered->parameters()) {
    const unsigned of = meaning(param);
    if (!changes(of))
      continue;
    if (pointedRecord(param->getType()) || param->getType()->isIntegerType())
      candidate = candidate ? candidate : param;
    if (pointedRecord(param->getType())) {
      if (!isHanded(of, isTemporary))
        objects.insert(of);
    } else if (param->getType()->isIntegerType()) {
      numbers.insert(of);
      if (findsElements(of))
        elements.insert(of);
    }
  }
  // What calls fill in for each other is beside the node.
  if (objects.size() > 1)
    for (const unsigned of : std::set<unsigned>(objects))
      if (isHanded(of, isLocalObject))
        objects.erase(of);
  if (objects.size() == 1)
    node = static_cast<int>(*objects.begin());
  else if (objects.empty() && elements.size() == 1)
    node = static_cast<int>(*elements.begin());
  else if (objects.empty() && numbers.size() == 1 && elements.empty())
    node = static_cast<int>(*numbers.begin());
  if (!objects.empty() || !isa<CXXMethodDecl>(entered))
    return;
  for (const FunctionDecl *function : functions)
    for (const CallExpr *call : callsIn(function->getBody()))
      if (const Expr *object = calledObject(call);
          object && !isLambda(called(call)) && !isa<CXXThisExpr>(plain(object)))
        nodeIsThis = true;
  if (nodeIsThis)
    node = -1;
}

bool CallGroup::onlyHandsOn(const FunctionDecl *function) const {
  if (nodeIsThis || function == functions.front())
    return false;
  llvm::SmallPtrSet<const VarDecl *, 2> nodes;
  for (const CallExpr *call : callsIn(function->getBody())) {
    const Expr *handed = handedNode(call, called(call));
    const VarDecl *var = handed ? namedVariable(handed) : nullptr;
    const auto *param = dyn_cast_or_null<ParmVarDecl>(var);
    if (!param || param->getDeclContext() != function)
      return false;
    nodes.insert(param);
  }
  bool looks = false;
  walkExpr(function->getBody(), [&](const Expr *e) {
    if (const auto *field = dyn_cast<MemberExpr>(e))
      looks |= nodes.count(namedVariable(field->getBase())) != 0;
    if (const auto *op = dyn_cast<UnaryOperator>(e);
        op && op->getOpcode() == UO_Deref)
      looks |= nodes.count(namedVariable(op->getSubExpr())) != 0;
    if (const auto *at = dyn_cast<ArraySubscriptExpr>(e))
      looks |= nodes.count(namedVariable(at->getIdx())) != 0;
    const auto *call = dyn_cast<CallExpr>(e);
    if (call && !called(call))
      for (const Expr *argument : call->arguments())
        looks |= nodes.count(namedVariable(argument)) != 0;
  });
  return nodes.size() > 1 || !looks;
}
