// Arrays indexed at run time, which a GPU's registers cannot be. Of a small
// array in a record or in the query every element is looked at
// (rt::at, rt::put); a record that holds a larger one is not loaded but read
// where it lies.
#include "ExprPrinter.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Effects.h"
#include "regtt/Model/Numbers.h"
#include "regtt/Model/Walk.h"

using namespace regtt;
using namespace clang;

/// Whether `index` is a constant, or one once its loop is unrolled.
static bool becomesConstant(const Traversal &traversal,
                            const Function &function, const Expr *index,
                            const ASTContext &ast) {
  if (index->isValueDependent() || index->isIntegerConstantExpr(ast))
    return true;
  bool result = true;
  walkExpr(index, [&](const Expr *e) {
    result &= !function.accesses.count(e) && !isa<CallExpr>(e);
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!var)
      return;
    bool counted = var->getType().isConstQualified() && var->getInit() &&
                   var->getInit()->isIntegerConstantExpr(ast);
    walkStmts(function.body, [&](const Statement &stmt) {
      const auto loop = stmt.kind == Statement::Loop
                            ? indexLoop(traversal, stmt)
                            : std::nullopt;
      counted |= loop && loop->var == var &&
                 loop->first->isIntegerConstantExpr(ast) &&
                 loop->last->isIntegerConstantExpr(ast);
    });
    result &= counted;
  });
  return result;
}

/// The array that part number `part` of the access is an index into; null where
/// it is none of known size.
static const ConstantArrayType *indexedArray(const Path &path,
                                             const Selectors &parts,
                                             size_t part,
                                             const ASTContext &ast) {
  QualType type = path.type;
  for (size_t p = 0;; ++p) {
    if (const FieldDecl *held = heldArray(type))
      type = held->getType();
    const auto *array = ast.getAsConstantArrayType(type);
    if (p == part)
      return array;
    if (parts[p].field)
      type = parts[p].field->getType();
    else if (array)
      type = array->getElementType();
    else
      return nullptr;
  }
}

bool ExprPrinter::isChosen(const Access &access) const {
  const Path &path = traversal.paths[access.path];
  if (onHost || ofSource ||
      (path.base != Base::Node && path.base != Base::Query) ||
      path.bitField() || access.isEmpty || access.parts.empty() ||
      !access.parts.back().index ||
      becomesConstant(traversal, function, access.parts.back().index, ast))
    return false;
  const auto *array =
      indexedArray(path, access.parts, access.parts.size() - 1, ast);
  return array && array->getSize().getZExtValue() <= smallArray &&
         array->getElementType()->isArithmeticType();
}

bool ExprPrinter::stepsThroughChosen(const Statement &loop) const {
  llvm::SmallVector<const VarDecl *, 4> indices;
  // Loops inside are asked by themselves.
  const std::function<void(const Statement &,
                           llvm::function_ref<void(const Expr *)>)>
      ofStatement = [&](const Statement &stmt, auto visit) {
        for (const Expr *own : ownExprs(traversal, stmt))
          walkExpr(own, visit);
        for (const auto *list : {&stmt.body, &stmt.orElse})
          for (const Statement &inner : *list)
            if (inner.kind != Statement::Loop)
              ofStatement(inner, visit);
      };
  const auto eachExpr = [&](llvm::function_ref<void(const Expr *)> visit) {
    ofStatement(loop, visit);
  };
  eachExpr([&](const Expr *e) {
    const auto found = function.accesses.find(e);
    if (found == function.accesses.end() || !isChosen(found->second))
      return;
    walkExpr(found->second.parts.back().index, [&](const Expr *part) {
      if (const VarDecl *var = variableOf(part))
        indices.push_back(var);
    });
  });
  bool steps = false;
  if (!indices.empty())
    eachExpr([&](const Expr *e) {
      steps |= llvm::any_of(
          indices, [&](const VarDecl *var) { return changesVariable(e, var); });
    });
  return steps;
}

std::optional<std::string> ExprPrinter::chosenElement(const Expr *loaded) {
  const auto found = function.accesses.find(loaded->IgnoreParens());
  if (found == function.accesses.end() || !isChosen(found->second))
    return std::nullopt;
  Access array = found->second;
  const Expr *index = array.parts.pop_back_val().index;
  return "rt::at(" + access(array) + ", " + print(index) + ")";
}

/// Whether `read` names a variable or a datum that `change` may change.
bool ExprPrinter::meets(const Expr *change, const Expr *read) const {
  const Effects effects = effectsOf(traversal, function, change);
  bool result = false;
  walkExpr(read, [&](const Expr *e) {
    const auto found = function.accesses.find(e);
    result |= effects.writesQuery &&
              (function.helperCalls.count(e) ||
               (found != function.accesses.end() &&
                traversal.paths[found->second.path].written()));
    const VarDecl *var = effects.writesLocal ? variableOf(e) : nullptr;
    if (var && !var->getType().isConstQualified())
      walkExpr(change, [&](const Expr *part) {
        const auto *name = dyn_cast<DeclRefExpr>(part);
        result |= name &&
                  (name->getDecl() == var || name->getType()->isPointerType() ||
                   name->getDecl()->getType()->isReferenceType());
      });
  });
  return result;
}

/// rt::put takes its place and value in any order, and an update names the
/// place twice: `value` is null where it is a constant.
bool ExprPrinter::canBePut(const Access &target, bool isUpdate,
                           const Expr *value) const {
  return llvm::none_of(target.parts, [&](const Selector &part) {
    return part.index &&
           ((isUpdate && part.index->HasSideEffects(ast)) ||
            (value && (meets(part.index, value) || meets(value, part.index))));
  });
}

std::optional<std::string> ExprPrinter::chosenUpdate(const Expr *target,
                                                     const std::string &op,
                                                     const Expr *value,
                                                     const std::string &text) {
  const auto found = function.accesses.find(target->IgnoreParens());
  if (found == function.accesses.end() || !isChosen(found->second) ||
      !canBePut(found->second, !op.empty(), value))
    return std::nullopt;
  Access array = found->second;
  const Expr *index = array.parts.pop_back_val().index;
  const std::string element = access(array) + ", " + print(index);
  if (op.empty())
    return "rt::put(" + element + ", " + text + ")";
  return "rt::put(" + element + ", rt::at(" + element + ") " + op + " " + text +
         ")";
}

std::optional<std::string>
ExprPrinter::chosenAssignment(const BinaryOperator *e) {
  if (!e->isAssignmentOp())
    return std::nullopt;
  const Expr *value = e->getRHS()->IgnoreImpCasts();
  const std::string text = print(e->getRHS());
  if (!e->isCompoundAssignmentOp())
    return chosenUpdate(e->getLHS(), "", e->getRHS(), text);
  const bool simple =
      isa<DeclRefExpr, ParenExpr, CallExpr, IntegerLiteral, FloatingLiteral,
          MemberExpr, ArraySubscriptExpr>(value);
  return chosenUpdate(e->getLHS(), e->getOpcodeStr().drop_back().str(),
                      e->getRHS(), simple ? text : "(" + text + ")");
}

std::string ExprPrinter::printUnused(const Expr *e) {
  const auto *step = dyn_cast<UnaryOperator>(e->IgnoreParens());
  if (step && step->isIncrementDecrementOp())
    if (const auto update =
            chosenUpdate(step->getSubExpr(), step->isIncrementOp() ? "+" : "-",
                         nullptr, "1"))
      return *update;
  return print(e);
}

bool regtt::isIndexed(const Traversal &traversal, unsigned group,
                      const ASTContext &ast) {
  const auto indexes = [&](const Function &function) {
    return llvm::any_of(function.accesses, [&](const auto &entry) {
      const Access &access = entry.second;
      if (!llvm::is_contained(traversal.groups[group].paths, access.path))
        return false;
      for (size_t p = 0; p < access.parts.size(); ++p)
        if (access.parts[p].index &&
            !becomesConstant(traversal, function, access.parts[p].index, ast)) {
          const auto *array =
              indexedArray(traversal.paths[access.path], access.parts, p, ast);
          if (!array || array->getSize().getZExtValue() > smallArray ||
              !array->getElementType()->isArithmeticType())
            return true;
        }
      return false;
    });
  };
  return indexes(traversal.function) ||
         (traversal.program && indexes(*traversal.program)) ||
         llvm::any_of(traversal.helpers,
                      [&](const auto &helper) { return indexes(*helper); });
}
