// The node is what a recursive call reaches from itself: a pointer or reference
// parameter that is not handed on, the object of the member function, or a
// number (NumberRole.cpp).
#include "NodeRole.h"
#include "NumberRole.h"

#include "LoopBody.h"

using namespace regtt;
using namespace clang;

namespace {

class NodeInference {
public:
  NodeInference(Builder &builder, const BodyScan &scan)
      : builder(builder), scan(scan), fn(builder.traversal),
        traversal(builder.model.traversal) {}

  bool run() {
    const Clause *clause = builder.directive()->find("node");
    llvm::SmallVector<const ParmVarDecl *, 2> candidates;
    for (unsigned k = 0; k < fn->getNumParams(); ++k) {
      const ParmVarDecl *param = fn->getParamDecl(k);
      if (!pointedRecord(param->getType()))
        continue;
      const bool chosen = clause && param->getName() == clause->arguments[0];
      if (chosen || (!clause && !scan.handsOn(fn, k) && reachesObjects(k)))
        candidates.push_back(param);
    }
    // What calls fill in for each other is beside the node.
    if (candidates.size() > 1)
      llvm::erase_if(candidates, [&](const ParmVarDecl *param) {
        return isHanded(param, isLocalObject);
      });
    if (candidates.size() == 1)
      return nodeIs(candidates[0]);
    if (candidates.empty() && objectChanges() &&
        (!clause || clause->arguments[0] == "this"))
      return nodeIsThis();
    if (clause) {
      for (const ParmVarDecl *param : fn->parameters())
        if (param->getName() == clause->arguments[0] &&
            canNumberNodes(builder, scan, param))
          return nodeIsNumber(param);
    } else if (candidates.empty()) {
      candidates = nodeNumbers(builder, scan);
      if (candidates.size() == 1)
        return nodeIsNumber(candidates[0]);
    }
    if (clause)
      builder.report(clause->loc, Diag::RTT1008)
          << "node" << clause->arguments[0]
          << "a parameter of the traversal that points or refers to a struct, "
             "or the number of a node";
    else if (candidates.empty())
      noNode();
    else
      builder.report(fn->getLocation(), Diag::RTT2002)
          << fn->getNameAsString() << candidates[0]->getName();
    return false;
  }

private:
  /// Whether a recursive call is on another object than this one.
  bool objectChanges() const {
    return llvm::any_of(scan.calls, [](const CallExpr *call) {
      const auto *member = dyn_cast<CXXMemberCallExpr>(call);
      return member &&
             !isa<CXXThisExpr>(plain(member->getImplicitObjectArgument()));
    });
  }

  /// Whether the calls hand parameter `k` objects that exist, not temporaries:
  /// `a + b` for a `const Vec &` is a value.
  bool reachesObjects(unsigned k) const {
    const auto exists = [&](const CallExpr *call) {
      return k < call->getNumArgs();
    };
    return llvm::all_of(scan.calls, exists) &&
           !isHanded(fn->getParamDecl(k), isTemporary);
  }

  /// Whether some call hands `param` what `is` says.
  bool isHanded(const ParmVarDecl *param, bool (*is)(const Expr *)) const {
    const unsigned k = param->getFunctionScopeIndex();
    return llvm::any_of(scan.calls, [&](const CallExpr *call) {
      return k < call->getNumArgs() && is(call->getArg(k));
    });
  }

  /// Says of each parameter that looks like a node's number why it is none.
  void noNode() {
    builder.report(fn->getLocation(), Diag::RTT2045) << fn->getNameAsString();
    for (const ParmVarDecl *param : fn->parameters())
      if (const Expr *at = notFromItself(builder, scan, param))
        builder.diagnostics.note(at->getBeginLoc(),
                                 "'" + param->getNameAsString() +
                                     "' is handed a number that it does not "
                                     "lead to here");
      else if (param->getType()->isIntegerType() && scan.changed.count(param))
        builder.diagnostics.note(param->getLocation(),
                                 "'" + param->getNameAsString() +
                                     "' is changed in the body");
  }

  bool nodeIs(const ParmVarDecl *param) {
    const bool pointer = param->getType()->isPointerType();
    traversal.nodeParam = param;
    traversal.nodeName = param->getNameAsString();
    traversal.nodeText = traversal.nodeName + (pointer ? "->" : ".");
    traversal.nodeType =
        param->getType()->getPointeeType().getUnqualifiedType();
    traversal.function.roles[param] = nodeRole();
    return lowerRoot(builder.firstArgs[param->getFunctionScopeIndex()]);
  }

  bool nodeIsThis() {
    traversal.nodeName = "node";
    traversal.nodeText = "this->";
    const auto *method = cast<CXXMethodDecl>(fn);
    traversal.nodeType = builder.context.getRecordType(method->getParent());
    traversal.function.thisRole = nodeRole();
    const auto *call = cast<CXXMemberCallExpr>(builder.firstCall);
    return lowerRoot(call->getImplicitObjectArgument());
  }

  /// An element of arrays by its number; which arrays, the body tells.
  bool nodeIsNumber(const ParmVarDecl *param) {
    traversal.nodesAreNumbers = true;
    traversal.nodeParam = param;
    traversal.nodeName = "node";
    traversal.nodeType = param->getType().getUnqualifiedType();
    Role role = nodeRole();
    role.number = nodeNumber;
    traversal.function.roles[param] = role;
    return lowerRoot(builder.firstArgs[param->getFunctionScopeIndex()]);
  }

  static Role nodeRole() {
    Role role;
    role.kind = Role::Object;
    role.base = Base::Node;
    return role;
  }

  /// `root`: a pointer to the root or the root itself.
  bool lowerRoot(const Expr *root) {
    QueryLoop &loop = builder.model.loop;
    if (builder.body.isProgram())
      return true; // its calls name their roots
    std::string text = hostText(builder, root);
    // Of `p->f()` Clang's object is `p->`, if that is a smart pointer's.
    if (const auto *arrow = dyn_cast<CXXOperatorCallExpr>(plain(root));
        arrow && arrow->getOperator() == OO_Arrow) {
      text = builder.sourceText(arrow->getArg(0));
      if (!text.empty())
        text = "(" + text + ").operator->()";
    }
    if (text.empty() || !isInvariant(builder, root)) {
      builder.report(root->getBeginLoc(), Diag::RTT1106) << text;
      noteMoved(builder, root);
      return false;
    }
    builder.rootSource = text;
    if (traversal.nodesAreNumbers) {
      loop.rootText = converted(root, text);
      return true;
    }
    // The argument as the parameter takes it: an array's name is a pointer by
    // then.
    loop.rootText =
        root->getType()->isPointerType() ? text : addressOf(root, text);
    return true;
  }

  /// A number as the parameter takes it. Without need there is no conversion:
  /// the text around a loop has to hold for every instantiation.
  std::string converted(const Expr *root, const std::string &text) const {
    const QualType type =
        traversal.nodeParam->getType().getCanonicalType().getUnqualifiedType();
    if (builder.context.hasSameUnqualifiedType(plain(root)->getType(), type))
      return text;
    const std::string name =
        type.getAsString(builder.context.getPrintingPolicy());
    return builder.model.c ? "(" + name + ")(" + text + ")"
                           : "static_cast<" + name + ">(" + text + ")";
  }

  /// The address of an object: of `*p`, p itself.
  std::string addressOf(const Expr *object, const std::string &text) {
    const auto *star = dyn_cast<UnaryOperator>(plain(object));
    if (star && star->getOpcode() == UO_Deref)
      if (std::string pointer = builder.sourceText(star->getSubExpr());
          !pointer.empty())
        return pointer;
    return "&(" + text + ")";
  }

  Builder &builder;
  const BodyScan &scan;
  const FunctionDecl *fn;
  Traversal &traversal;
};

} // namespace

bool regtt::isTemporary(const Expr *argument) {
  argument = argument->IgnoreParens();
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(argument))
    argument = cast->getSubExpr()->IgnoreParens();
  return isa<MaterializeTemporaryExpr>(argument);
}

bool regtt::isLocalObject(const Expr *argument) {
  argument = argument->IgnoreParenImpCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(argument);
      address && address->getOpcode() == UO_AddrOf)
    argument = address->getSubExpr()->IgnoreParenImpCasts();
  const auto *name = dyn_cast<DeclRefExpr>(argument);
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return var && var->hasLocalStorage() && var->getType()->isRecordType();
}

bool regtt::inferNode(Builder &builder, const BodyScan &scan) {
  return NodeInference(builder, scan).run();
}
