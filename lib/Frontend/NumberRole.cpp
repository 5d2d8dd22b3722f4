// A node's number is a parameter that finds data in arrays and that recursive
// calls hand numbers read there, or computed from itself:
//
//     f(q, nodes[i].left);           read at i: what speaks most for i
//     f(q, 2 * i + 1);               computed from i, and read[i] somewhere
//     f(q, depth + 1);               computed, the same in every call: no node
#include "NumberRole.h"

#include "Attributes.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/ADT/FoldingSet.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

/// What is assigned to the locals of a body, besides their initialisers.
class Assignments : public RecursiveASTVisitor<Assignments> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->getOpcode() == BO_Assign)
      if (const VarDecl *var = namedVariable(op->getLHS()))
        values[var].push_back(op->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const auto [left, right] = swappedVariables(call);
    if (left && right) {
      values[left].push_back(call->getArg(1));
      values[right].push_back(call->getArg(0));
    }
    return true;
  }
  std::map<const VarDecl *, std::vector<const Expr *>> values; // for look-ups
};

/// How an expression depends on the parameter.
struct Reach {
  bool named = false; ///< its value is used
  bool other = false; ///< that of another parameter is that calls change
  bool read = false;  ///< what an array holds there is used
};

class Evidence {
public:
  Evidence(const BodyScan &scan, const FunctionDecl *fn,
           const ParmVarDecl *param)
      : scan(scan), fn(fn), param(param) {
    assignments.TraverseStmt(fn->getBody());
    reach(fn->getBody(), false);
    indexes = subscripted;
  }

  bool indexes; ///< the parameter finds elements of arrays
  Assignments assignments;

  Reach operator()(const Expr *argument) {
    result = Reach();
    visited.clear();
    reach(argument, true);
    return result;
  }

private:
  bool names(const Expr *e) const {
    while (true) {
      e = plain(e);
      const auto *cast = dyn_cast<ExplicitCastExpr>(e);
      if (!cast || !cast->getType()->isIntegerType())
        break;
      e = cast->getSubExpr();
    }
    return namedVariable(e) == param;
  }

  /// The index of `a[i]`, of `a + i` with a pointer, of an overloaded `[]`.
  static const Expr *index(const clang::Stmt *s) {
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(s))
      return subscript->getIdx();
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(s);
        op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2)
      return op->getArg(1);
    const auto *sum = dyn_cast<BinaryOperator>(s);
    if (!sum || sum->getOpcode() != BO_Add || !sum->getType()->isPointerType())
      return nullptr;
    return sum->getLHS()->getType()->isPointerType() ? sum->getRHS()
                                                     : sum->getLHS();
  }

  /// Whether something in `s` reads an array at the number in `var`; a function
  /// that is handed it may.
  static bool readsAt(const clang::Stmt *s, const VarDecl *var,
                      unsigned depth = 0) {
    if (!s || depth > 3)
      return false;
    if (const Expr *at = index(s); at && namedVariable(at) == var)
      return true;
    if (const auto *call = dyn_cast<CallExpr>(s))
      if (const FunctionDecl *callee = call->getDirectCallee(), *definition;
          callee && hasBody(callee, definition))
        for (unsigned k = 0; k < definition->getNumParams(); ++k)
          if (const Expr *argument = argumentOf(call, k);
              argument && namedVariable(argument) == var &&
              readsAt(definition->getBody(), definition->getParamDecl(k),
                      depth + 1))
            return true;
    return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
      return readsAt(child, var, depth);
    });
  }

  void reach(const clang::Stmt *s, bool follow) {
    if (!s)
      return;
    if (const auto *call = dyn_cast<CallExpr>(s);
        call && call->getDirectCallee() &&
        call->getDirectCallee()->getCanonicalDecl() != fn->getCanonicalDecl() &&
        !isa<CXXOperatorCallExpr>(call))
      for (const Expr *argument : call->arguments())
        if (names(argument) && readsAt(call, param))
          subscripted = result.read = true;
    if (const Expr *at = index(s); at && names(at)) {
      subscripted = result.read = true;
      return;
    }
    if (const auto *name = dyn_cast<DeclRefExpr>(s)) {
      const auto *var = dyn_cast<VarDecl>(name->getDecl());
      result.named |= var == param;
      if (const auto *other = dyn_cast_or_null<ParmVarDecl>(var))
        result.other |=
            other != param && !scan.handsOn(fn, other->getFunctionScopeIndex());
      if (follow && var && var->isLocalVarDecl() &&
          visited.insert(var).second) {
        reach(var->getInit(), true);
        for (const Expr *value : assignments.values[var])
          reach(value, true);
      }
    }
    for (const clang::Stmt *child : s->children())
      reach(child, follow);
  }

  const BodyScan &scan;
  const FunctionDecl *fn;
  const ParmVarDecl *param;
  llvm::SmallPtrSet<const VarDecl *, 8> visited;
  Reach result;
  bool subscripted = false;
};

/// The numbers that an argument can be: both sides of a choice, and all that a
/// local is set to.
class Leaves {
public:
  Leaves(const Assignments &assignments, const Expr *e)
      : assignments(assignments) {
    collect(e);
  }
  std::vector<const Expr *> found;

private:
  void collect(const Expr *e) {
    e = plain(e);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      collect(choice->getTrueExpr());
      return collect(choice->getFalseExpr());
    }
    const VarDecl *var = namedVariable(e);
    const auto values = assignments.values.find(var);
    if (!var || !var->isLocalVarDecl() || values == assignments.values.end())
      return found.push_back(e);
    if (!visited.insert(var).second)
      return;
    if (var->getInit())
      collect(var->getInit());
    for (const Expr *value : values->second)
      collect(value);
  }

  const Assignments &assignments;
  llvm::SmallPtrSet<const VarDecl *, 4> visited;
};

/// Whether something besides `param` decides what `e` is: `first + k`,
/// `2 * i + 1 + (d > 0)`.
bool isChosen(const clang::Stmt *e, const ParmVarDecl *param) {
  if (!e)
    return false;
  const auto *name = dyn_cast<DeclRefExpr>(e);
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (var && var != param && var->hasLocalStorage())
    return true;
  return llvm::any_of(e->children(), [&](const clang::Stmt *child) {
    return isChosen(child, param);
  });
}

/// How much speaks for `param` being the node; 0: nothing; -1: it cannot be.
int rank(const Builder &builder, const BodyScan &scan,
         const ParmVarDecl *param) {
  const FunctionDecl *fn = builder.traversal;
  const unsigned k = param->getFunctionScopeIndex();
  const QualType type = param->getType();
  if (!type->isIntegerType() || type->isBooleanType() ||
      type->isEnumeralType() || type.isVolatileQualified() ||
      scan.changed.count(param) || scan.handsOn(fn, k))
    return -1;
  Evidence evidence(scan, fn, param);
  bool reads = false, other = false;
  std::set<std::string> forms;
  for (const CallExpr *call : scan.calls) {
    if (k >= call->getNumArgs())
      return -1;
    const Reach reach = evidence(call->getArg(k));
    if (!reach.named && !reach.read)
      return -1;
    reads |= reach.read;
    other |= reach.other;
    const Leaves leaves(evidence.assignments, call->getArg(k));
    for (const Expr *leaf : leaves.found) {
      std::string text;
      llvm::raw_string_ostream out(text);
      leaf->printPretty(out, nullptr, builder.context.getPrintingPolicy());
      forms.insert(text);
      if (evidence.indexes && isChosen(leaf, param))
        forms.insert(text + " chosen");
    }
  }
  if (evidence.indexes && reads)
    return 3;
  if (forms.size() < 2 || (other && !evidence.indexes))
    return 0; // `depth + 1`, or one end of a range
  return evidence.indexes ? 2 : 1;
}

} // namespace

const Expr *regtt::notFromItself(const Builder &builder, const BodyScan &scan,
                                 const ParmVarDecl *param) {
  const unsigned k = param->getFunctionScopeIndex();
  if (!param->getType()->isIntegerType() || scan.handsOn(builder.traversal, k))
    return nullptr;
  Evidence evidence(scan, builder.traversal, param);
  for (const CallExpr *call : scan.calls) {
    if (!evidence.indexes || k >= call->getNumArgs())
      return nullptr;
    const Reach reach = evidence(call->getArg(k));
    if (!reach.named && !reach.read)
      return call->getArg(k);
  }
  return nullptr;
}

bool regtt::canNumberNodes(const Builder &builder, const BodyScan &scan,
                           const ParmVarDecl *param) {
  return rank(builder, scan, param) >= 0;
}

llvm::SmallVector<const ParmVarDecl *, 2>
regtt::nodeNumbers(const Builder &builder, const BodyScan &scan) {
  llvm::SmallVector<const ParmVarDecl *, 2> result;
  int best = 0;
  for (const ParmVarDecl *param : builder.traversal->parameters()) {
    const int value = rank(builder, scan, param);
    if (value <= 0 || value < best)
      continue;
    if (value > best)
      result.clear();
    best = value;
    result.push_back(param);
  }
  return result;
}
