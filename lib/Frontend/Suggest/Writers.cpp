// Which functions change what they are handed: assignments, what is deleted,
// and calls of what does.
#include "Writers.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt::suggest;
using namespace clang;

static llvm::StringRef nameOf(const FunctionDecl *function) {
  return function->getDeclName().isIdentifier() ? function->getName() : "";
}

/// An object that is a local variable by itself, or a part of one.
static bool isOwn(const Expr *e) {
  for (;;) {
    e = bare(e);
    if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
      const auto *variable = dyn_cast<VarDecl>(name->getDecl());
      return variable && variable->hasLocalStorage() &&
             !variable->getType()->isReferenceType();
    }
    if (const auto *member = dyn_cast<MemberExpr>(e);
        member && !member->isArrow())
      e = member->getBase();
    else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e);
             element && bare(element->getBase())->getType()->isArrayType())
      e = element->getBase();
    else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(e);
             call && call->getOperator() == OO_Subscript)
      e = call->getArg(0);
    else
      return false;
  }
}

/// Whether what a call may change is a variable of the caller's own: handed by
/// reference, or its address.
static bool handsOwn(const Expr *argument, const ParmVarDecl *parameter) {
  if (parameter && !parameter->getType()->isReferenceType()) {
    argument = bare(argument);
    const auto *unary = dyn_cast<UnaryOperator>(argument);
    if (unary && unary->getOpcode() == UO_AddrOf)
      return isOwn(unary->getSubExpr());
    return argument->getType()->isArrayType() && isOwn(argument);
  }
  return isOwn(argument);
}

/// Methods and functions of libraries that change what they are called for.
static bool isChangingName(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("push_back", "emplace_back", "pop_back", "push", "emplace", "pop",
             true)
      .Cases("push_front", "emplace_front", "pop_front", "insert", "erase",
             "clear", true)
      .Cases("resize", "reserve", "assign", "reset", "release", "swap", true)
      .Cases("sort", "stable_sort", "partial_sort", "nth_element", "partition",
             "stable_partition", true)
      .Cases("rotate", "reverse", "fill", "fill_n", "copy", "move_backward",
             true)
      .Cases("iter_swap", "free", "realloc", "qsort", "memcpy", "memset", true)
      .Default(false);
}

namespace {

/// Calls `changed` with everything that a body writes to, and `handed` with
/// what it hands to functions that have bodies.
class WriteFinder : public RecursiveASTVisitor<WriteFinder> {
public:
  using Changed = llvm::function_ref<void(const Expr *)>;
  using Handed = llvm::function_ref<void(const Expr *, const FunctionDecl *,
                                         const ParmVarDecl *)>;
  WriteFinder(Changed changed, Handed handed)
      : changed(changed), handed(handed) {}

  bool VisitBinaryOperator(BinaryOperator *e) {
    if (e->isAssignmentOp() && !isOwn(e->getLHS()))
      changed(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *e) {
    if (e->isIncrementDecrementOp() && !isOwn(e->getSubExpr()))
      changed(e->getSubExpr());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *e) {
    changed(e->getArgument());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return true;
    const FunctionDecl *body = nullptr;
    const bool isUsers = callee->hasBody(body) && !isOfSystem(callee);
    const auto give = [&](const Expr *e, const ParmVarDecl *parameter) {
      // What an own pointer leads to is another's.
      if (!handsOwn(e, parameter) || bare(e)->getType()->isPointerType())
        handed(e, body, parameter);
    };
    const bool isChanging = !isUsers && isChangingName(nameOf(callee));
    unsigned first = 0;
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
        op && isa<CXXMethodDecl>(callee)) {
      first = 1;
      if (isUsers)
        give(call->getArg(0), nullptr);
      else if (op->isAssignmentOp() && !isOwn(call->getArg(0)))
        changed(call->getArg(0));
    }
    if (const auto *method = dyn_cast<CXXMemberCallExpr>(call)) {
      const Expr *object = method->getImplicitObjectArgument();
      if (isUsers)
        give(object, nullptr);
      else if (isChanging && !isOwn(object))
        changed(object);
    }
    for (unsigned k = first; k < call->getNumArgs(); ++k) {
      const unsigned number = k - first;
      if (isUsers && number < body->getNumParams())
        give(call->getArg(k), body->getParamDecl(number));
      else if (isChanging && number < callee->getNumParams() &&
               !handsOwn(call->getArg(k), callee->getParamDecl(number)))
        changed(call->getArg(k));
    }
    return true;
  }

private:
  static bool isOfSystem(const FunctionDecl *function) {
    const auto &manager = function->getASTContext().getSourceManager();
    return manager.isInSystemHeader(function->getLocation());
  }

  Changed changed;
  Handed handed;
};

} // namespace

/// Whether a call may change what the parameter leads to.
static bool letsWrite(const FunctionDecl *function,
                      const ParmVarDecl *parameter) {
  if (!parameter) {
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    return method && !method->isConst() && !method->isStatic();
  }
  const QualType type = parameter->getType();
  const QualType pointee = type->getPointeeType();
  if (!pointee.isNull())
    return !pointee.isConstQualified() || pointee->isPointerType();
  return type->isRecordType(); // an iterator, something that holds pointers
}

bool Writers::writes(const FunctionDecl *function,
                     const ParmVarDecl *parameter) {
  if (!letsWrite(function, parameter))
    return false;
  const auto [place, isNew] = known.insert({{function, parameter}, false});
  if (!isNew)
    return place->second;
  Reaches reaches(function, parameter, Reaches::ByPointers);
  bool found = false;
  WriteFinder(
      [&](const Expr *e) { found |= reaches.of(e) != Reach::None; },
      [&](const Expr *e, const FunctionDecl *to, const ParmVarDecl *as) {
        if (!found && letsWrite(to, as) && reaches.of(e) != Reach::None)
          found = writes(to, as);
      })
      .TraverseStmt(function->getBody());
  return known[{function, parameter}] = found;
}

bool regtt::suggest::allocates(const FunctionDecl *function) {
  struct Finder : RecursiveASTVisitor<Finder> {
    bool VisitCXXNewExpr(CXXNewExpr *) { return !(found = true); }
    bool VisitCallExpr(CallExpr *call) {
      if (const FunctionDecl *callee = call->getDirectCallee())
        found |= llvm::StringSwitch<bool>(nameOf(callee))
                     .Cases("malloc", "calloc", "realloc", "make_unique",
                            "make_shared", true)
                     .Default(false);
      return !found;
    }
    bool found = false;
  };
  Finder finder;
  finder.TraverseStmt(function->getBody());
  return finder.found;
}

bool regtt::suggest::changesElements(const FunctionDecl *function,
                                     const ValueDecl *array) {
  bool found = false;
  Writers writers;
  WriteFinder(
      [&](const Expr *e) { found |= holderOf(e) == array; },
      [&](const Expr *e, const FunctionDecl *to, const ParmVarDecl *as) {
        found |=
            holderOf(e) == array && to != function && writers.writes(to, as);
      })
      .TraverseStmt(function->getBody());
  return found;
}

static const Expr *indexIn(const Expr *e) {
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(e))
    return element->getIdx();
  const auto *call = dyn_cast<CXXOperatorCallExpr>(e);
  return call && call->getOperator() == OO_Subscript ? call->getArg(1)
                                                     : nullptr;
}

bool regtt::suggest::marks(
    const FunctionDecl *function,
    const llvm::SmallPtrSetImpl<const ValueDecl *> &variables) {
  bool found = false;
  WriteFinder(
      [&](const Expr *e) {
        const Expr *index = indexIn(bare(e));
        const auto *name = index ? dyn_cast<DeclRefExpr>(bare(index)) : nullptr;
        found |= name && variables.contains(name->getDecl());
      },
      [](const Expr *, const FunctionDecl *, const ParmVarDecl *) {})
      .TraverseStmt(function->getBody());
  return found;
}
