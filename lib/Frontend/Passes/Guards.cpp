// What a rope carries for a condition that is evaluated when it is taken.
#include "Guards.h"

#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Model/Walk.h"

#include <llvm/ADT/FoldingSet.h>
#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace clang;

/// Whether an expression is more than its words: it holds a value that stands
/// for another, or the result of a call that came before it.
static bool hasOwnMeaning(const Expr *expr, const Function &function) {
  bool result = false;
  walkExpr(expr, [&](const Expr *e) {
    result |= isa<OpaqueValueExpr>(e) || function.results.count(e);
  });
  return result;
}

/// Whether two expressions are the same, word by word, of the same variables:
/// then one can stand for the other where the variables are those of that
/// place.
static bool areAlike(const Expr *a, const Expr *b, const Function &function,
                     const ASTContext &ast) {
  if (a == b)
    return true;
  if (hasOwnMeaning(a, function) || hasOwnMeaning(b, function))
    return false;
  llvm::FoldingSetNodeID first, second;
  a->Profile(first, ast, /*Canonical=*/false);
  b->Profile(second, ast, /*Canonical=*/false);
  return first == second;
}

int GuardBuilder::add(llvm::ArrayRef<Term> terms) {
  const auto sameTerms = [&](const Guard &other) {
    return other.terms.size() == terms.size() &&
           std::equal(terms.begin(), terms.end(), other.terms.begin(),
                      [&](const Term &a, const Term &b) {
                        return a.negated == b.negated &&
                               areAlike(a.cond, b.cond, function, ast);
                      });
  };
  for (unsigned i = 0; i < traversal.guards.size(); ++i)
    if (sameTerms(traversal.guards[i]))
      return i;
  Guard result;
  result.loc = terms.front().cond->getBeginLoc();
  result.terms.append(terms.begin(), terms.end());
  for (const Term &term : terms)
    capture(term.cond, &result);
  traversal.guards.push_back(std::move(result));
  return traversal.guards.size() - 1;
}

const Expr *GuardBuilder::obstacle(const Expr *condition) {
  return capture(condition, nullptr);
}

/// What a guard's operand needs from the place of the call.
struct GuardBuilder::Needs {
  bool node = false;                                  ///< node data or children
  llvm::SmallSetVector<const VarDecl *, 2> variables; ///< locals, arguments
};

/// Whether the variable is emitted as the number of an array's element.
static bool holdsElement(const Role &role) {
  return role.kind == Role::Object && role.base == Base::Element;
}

GuardBuilder::Needs GuardBuilder::needsOf(const Expr *expr) const {
  Needs needs;
  walkExpr(expr, [&](const Expr *e) {
    forNodeReads(traversal, function, e, [&](unsigned) { needs.node = true; });
    needs.node |= function.nullTests.count(e) ||
                  function.sameChildren.count(e) || function.children.count(e);
    needs.node |= takesNode(e);
    if (const Function *helper = calledHelper(e))
      needs.variables.insert(helper->captured.begin(), helper->captured.end());
    if (const auto kept = function.results.find(e);
        kept != function.results.end())
      needs.variables.insert(kept->second);
    if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
      needs.node |= isa<BindingDecl>(name->getDecl()); // carried as a value
      if (const auto *var = dyn_cast<VarDecl>(name->getDecl())) {
        const auto role = function.roles.find(var);
        if (role != function.roles.end() &&
            (role->second.kind == Role::Value ||
             role->second.kind == Role::Arg || holdsElement(role->second)))
          needs.variables.insert(var);
      }
    }
  });
  return needs;
}

const Function *GuardBuilder::calledHelper(const Expr *e) const {
  const auto call = function.helperCalls.find(e);
  return call == function.helperCalls.end()
             ? nullptr
             : traversal.helpers[call->second].get();
}

/// Whether a lambda looks at the node that it captures.
bool GuardBuilder::looksAtNode(const Function &helper) const {
  return !helper.children.empty() || !helper.nullTests.empty() ||
         llvm::any_of(helper.accesses,
                      [&](const auto &entry) {
                        bool reads = false;
                        forNodeReads(traversal, helper, entry.first,
                                     [&](unsigned) { reads = true; });
                        return reads;
                      }) ||
         llvm::any_of(helper.helperCalls, [&](const auto &entry) {
           return looksAtNode(*traversal.helpers[entry.second]);
         });
}

/// Whether `e` calls a helper that is handed the node or data of it.
bool GuardBuilder::takesNode(const Expr *e) const {
  const Function *called = calledHelper(e);
  if (!called)
    return false;
  const Function &helper = *called;
  if (looksAtNode(helper))
    return true;
  const auto isNode = [](const Role &role) {
    return role.kind == Role::Object && role.base == Base::Node;
  };
  return llvm::any_of(helper.paramRoles, isNode) ||
         (helper.thisRole && isNode(*helper.thisRole));
}

/// Captures the largest operands that visits do not change. Where such an
/// operand is made of one variable, the variable is carried. Returns the
/// operand that cannot be carried; without a `guard` that is all it does.
const Expr *GuardBuilder::capture(const Expr *expr, Guard *guard) {
  const Expr *e = expr->IgnoreParenImpCasts();
  const Needs needs = needsOf(e);
  if (!needs.node && needs.variables.empty())
    return nullptr; // recomputed from the query and the uniforms
  const bool test =
      function.nullTests.count(e) || function.sameChildren.count(e);
  const bool address =
      e->getType()->isPointerType() && function.accesses.count(e);
  const bool scalar = test || address || e->getType()->isArithmeticType() ||
                      e->getType()->isEnumeralType() ||
                      e->getType()->isRecordType();
  // An element that is handed on, or a pointer to one, is its number.
  const auto *name = dyn_cast<DeclRefExpr>(e);
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  const bool alias = var && holdsElement(function.roles.lookup(var));
  const bool number = alias || function.elements.count(e) != 0;
  if (!alias &&
      ((!scalar && !number) || effectsOf(traversal, function, e).readsWritten))
    return captureOperands(e, guard);
  if (!guard)
    return nullptr;
  Capture result;
  result.value = e;
  result.type = test ? ast.BoolTy : e->getType().getUnqualifiedType();
  if (const QualType promoted = ast.isPromotableBitField(const_cast<Expr *>(e));
      !promoted.isNull())
    result.type = promoted;
  result.name = "bound";
  const QualType single =
      needs.variables.size() == 1 ? needs.variables[0]->getType() : QualType();
  if (address)
    result.type = ast.getSizeType();
  else if (number)
    result.type = ast.getPointerDiffType();
  if (alias) {
    result.var = var;
    result.name = var->getNameAsString();
  } else if (!needs.node && !single.isNull() && single->isArithmeticType()) {
    result.var = needs.variables[0];
    result.type = single.getUnqualifiedType();
    result.name = result.var->getNameAsString();
    // Carried already, as an argument of the call itself? No: the guard
    // wants the caller's value, so it gets a field of its own.
  }
  keep(std::move(result), *guard);
  return nullptr;
}

void GuardBuilder::keep(Capture capture, Guard &guard) {
  for (unsigned i = 0; i < traversal.captures.size(); ++i) {
    const Capture &other = traversal.captures[i];
    if (other.var == capture.var &&
        (capture.var || other.value == capture.value)) {
      if (!llvm::is_contained(guard.captures, i))
        guard.captures.push_back(i);
      return;
    }
  }
  const std::string base = capture.name;
  const auto taken = [&](const std::string &name) {
    return llvm::any_of(traversal.captures,
                        [&](const Capture &c) { return c.name == name; }) ||
           llvm::any_of(traversal.args,
                        [&](const Arg &a) { return a.name == name; });
  };
  for (int suffix = 2; taken(capture.name); ++suffix)
    capture.name = base + std::to_string(suffix);
  guard.captures.push_back(traversal.captures.size());
  traversal.captures.push_back(std::move(capture));
}

/// For what depends on visits, or is no value that a rope can carry.
const Expr *GuardBuilder::captureOperands(const Expr *e, Guard *guard) {
  bool ofNode = false;
  forNodeReads(traversal, function, e, [&](unsigned) { ofNode = true; });
  const Function *helper = calledHelper(e);
  if (ofNode || takesNode(e) || isa<DeclRefExpr>(e) ||
      (helper && !helper->captured.empty()))
    return e;
  for (const clang::Stmt *child : e->children())
    if (const auto *operand = dyn_cast_or_null<Expr>(child))
      if (const Expr *blocked = capture(operand, guard))
        return blocked;
  return nullptr;
}
