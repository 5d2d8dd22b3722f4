// What of a function depends on the node alone.
#include "InvariantFinder.h"

#include "regtt/Frontend/Model/Numbers.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

const VarDecl *regtt::setLocal(const Statement &stmt) {
  if (stmt.kind != Statement::Eval)
    return nullptr;
  const Expr *target = assignedTarget(plainExpr(stmt.cond));
  return target ? variableOf(target) : nullptr;
}

InvariantFinder::InvariantFinder(const Traversal &traversal,
                                 const Function &function, ASTContext &ast)
    : traversal(traversal), function(function), ast(ast) {
  collect(function.body, {});
  for (const auto &helper : traversal.helpers)
    for (const VarDecl *var : helper->captured)
      forget(var);
  settle();
}

std::vector<InvariantCandidate> InvariantFinder::candidates() {
  std::vector<InvariantCandidate> result;
  find(function.body, {}, result);
  return result;
}

bool InvariantFinder::isInvariant(const VarDecl *var) const {
  const auto found = locals.find(var);
  return found != locals.end() && found->second.known;
}

bool InvariantFinder::counts(const VarDecl *var) const {
  return counters.count(var) != 0;
}

const InvariantFinder::Definition *
InvariantFinder::onlyDefinition(const VarDecl *var) const {
  const auto found = locals.find(var);
  return found != locals.end() && found->second.definitions.size() == 1 &&
                 found->second.definitions[0].value
             ? &found->second.definitions[0]
             : nullptr;
}

void InvariantFinder::forget(const VarDecl *var) {
  if (const auto found = locals.find(var); found != locals.end())
    found->second.known = false;
}

InvariantFinder::Place InvariantFinder::within(const Statement &stmt,
                                               Place place) {
  if (stmt.kind == Statement::If || stmt.kind == Statement::Switch)
    place.conditional = true;
  if (stmt.kind != Statement::Loop)
    return place;
  const auto counted = stmt.form == Statement::Children
                           ? std::nullopt
                           : countedLoop(traversal, stmt, ast);
  if (!counted || counted->trips < 1 || counted->value(0) < 0 ||
      counted->value(counted->trips - 1) < 0 ||
      !standsAlone(stmt, counted->var)) {
    place.unknown = true;
    return place;
  }
  place.loops.push_back(*counted);
  counters.insert(counted->var);
  place.loopStmts.push_back(&stmt);
  for (const Statement &inner : stmt.body)
    place.conditional |= leaves(inner);
  return place;
}

bool InvariantFinder::standsAlone(const Statement &loop,
                                  const VarDecl *counter) const {
  bool result = loop.init.size() == 1;
  const auto look = [&](const Expr *own) {
    walkExpr(own, [&](const Expr *e) {
      const auto *name = dyn_cast<DeclRefExpr>(e);
      const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      result &= !function.accesses.count(e) &&
                (!var || var == counter || !function.roles.count(var));
    });
  };
  for (const Expr *own : ownExprs(traversal, loop))
    look(own);
  for (const Statement &init : loop.init) {
    result &= init.vars.size() <= 1;
    for (const Expr *own : ownExprs(traversal, init))
      look(own);
  }
  return result;
}

bool InvariantFinder::leaves(const Statement &stmt) {
  if (stmt.kind == Statement::Break || stmt.kind == Statement::Continue)
    return true;
  return llvm::any_of(stmt.body, leaves) || llvm::any_of(stmt.orElse, leaves);
}

void InvariantFinder::collect(const Statement &stmt, const Place &place) {
  if (stmt.kind == Statement::Let)
    for (const VarDecl *var : stmt.vars)
      if (var->getType()->isRealFloatingType() && !var->isStaticLocal() &&
          !var->getType().isVolatileQualified() &&
          function.roles.lookup(var).kind == Role::Value)
        locals[var].definitions.push_back({var->getInit(), place});
  if (stmt.kind == Statement::Let)
    for (const VarDecl *var : stmt.vars)
      if (var->getType()->isReferenceType() && var->getInit())
        forget(variableOf(var->getInit()));
  const VarDecl *const set = setLocal(stmt);
  if (set && locals.count(set))
    locals[set].definitions.push_back({stmt.cond, place});
  // What a lambda or a call may change is looked at in its own terms.
  for (const Expr *own : ownExprs(traversal, stmt))
    walkExpr(own, [&](const Expr *e) {
      for (auto &[var, local] : locals)
        if (changesVariable(e, var) &&
            !(var == set && e == plainExpr(stmt.cond)))
          local.known = false;
    });
  const Place inner = within(stmt, place);
  for (const auto *list : {&stmt.init, &stmt.body, &stmt.orElse})
    for (const Statement &child : *list)
      collect(child, inner);
}

void InvariantFinder::settle() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[var, local] : locals)
      if (local.known && !depends(local)) {
        local.known = false;
        changed = true;
      }
  }
}

bool InvariantFinder::depends(const Local &local) const {
  const bool several = local.definitions.size() > 1;
  return llvm::all_of(local.definitions, [&](const Definition &definition) {
    return !definition.place.unknown &&
           !(several && definition.place.conditional) &&
           (definition.value ? isInvariant(definition.value, definition.place)
                             : several);
  });
}

bool InvariantFinder::isCounter(const Expr *index, const Place &place,
                                uint64_t size) const {
  if (const auto constant = index->getIntegerConstantExpr(ast))
    return constant->isNonNegative() && constant->getExtValue() < int64_t(size);
  const VarDecl *var = variableOf(index);
  for (const CountedLoop &loop : place.loops)
    if (loop.var == var)
      return arrayLength(loop) <= size;
  return false;
}

bool InvariantFinder::isOwnDatum(const Access &access,
                                 const Place &place) const {
  const Path &path = traversal.paths[access.path];
  if (path.base != Base::Node || path.address || path.computed ||
      path.written() || path.isContainer() || path.bitField() ||
      path.number == nodeNumber || access.isEmpty ||
      (path.steps.empty() && !traversal.nodesAreNumbers) ||
      llvm::any_of(path.steps, [](const PathStep &step) {
        return step.kind == PathStep::Deref;
      }))
    return false;
  QualType type = path.type;
  for (const regtt::Selector &part : access.parts) {
    if (const FieldDecl *held = part.index ? heldArray(type) : nullptr)
      type = held->getType();
    const auto *array = ast.getAsConstantArrayType(type);
    if (part.index &&
        (!array || !isCounter(part.index, place, array->getZExtSize())))
      return false;
    type = part.index ? array->getElementType() : part.field->getType();
  }
  return type->isArithmeticType();
}

bool InvariantFinder::isInvariant(const Expr *e, const Place &place) const {
  e = plainExpr(e);
  if (function.folded.count(e) || function.nullTests.count(e) ||
      function.sameChildren.count(e) || function.children.count(e) ||
      function.elements.count(e) || function.results.count(e) ||
      function.helperCalls.count(e) || function.containerCalls.count(e) ||
      function.listSizes.count(e))
    return false;
  if (const auto found = function.accesses.find(e);
      found != function.accesses.end())
    return isOwnDatum(found->second, place);
  if (function.uniforms.count(e))
    return e->getType()->isArithmeticType();
  const QualType type = e->getType();
  if (isa<FloatingLiteral, IntegerLiteral, CXXBoolLiteralExpr>(e))
    return true;
  if (const VarDecl *var = variableOf(e)) {
    if (isInvariant(var))
      return true;
    return type->isIntegerType() &&
           llvm::any_of(place.loops, [&](const CountedLoop &loop) {
             return loop.var == var;
           });
  }
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e))
    return isInvariant(temporary->getSubExpr(), place);
  if (const auto *wrapped = dyn_cast<ExprWithCleanups>(e))
    return isInvariant(wrapped->getSubExpr(), place);
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
    return type->isRealFloatingType() && isInvariant(cast->getSubExpr(), place);
  if (const auto *choice = dyn_cast<ConditionalOperator>(e))
    return type->isRealFloatingType() &&
           isInvariant(choice->getCond(), place) &&
           isInvariant(choice->getTrueExpr(), place) &&
           isInvariant(choice->getFalseExpr(), place);
  if (const auto *unary = dyn_cast<UnaryOperator>(e)) {
    // ++ and -- of a local are its definitions.
    if (unary->isIncrementDecrementOp())
      return isInvariantLocal(unary->getSubExpr());
    const UnaryOperatorKind op = unary->getOpcode();
    return (op == UO_Plus || op == UO_Minus || op == UO_LNot) &&
           (type->isRealFloatingType() || op == UO_LNot) &&
           isInvariant(unary->getSubExpr(), place);
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(e)) {
    if (binary->isAssignmentOp())
      return isInvariantLocal(binary->getLHS()) &&
             isInvariant(binary->getRHS(), place);
    return (type->isRealFloatingType() || binary->isComparisonOp() ||
            binary->isLogicalOp()) &&
           !binary->isCommaOp() && isInvariant(binary->getLHS(), place) &&
           isInvariant(binary->getRHS(), place);
  }
  if (const auto *call = dyn_cast<CallExpr>(e)) {
    const auto library = function.libraryCalls.find(e);
    return library != function.libraryCalls.end() &&
           type.getNonReferenceType()->isRealFloatingType() &&
           llvm::StringRef(library->second).starts_with("std::") &&
           library->second != "std::swap" &&
           library->second != "std::exchange" &&
           llvm::all_of(call->arguments(), [&](const Expr *argument) {
             return isInvariant(argument, place);
           });
  }
  return false;
}

bool InvariantFinder::isInvariantLocal(const Expr *target) const {
  const VarDecl *var = variableOf(target);
  return var && isInvariant(var);
}

void InvariantFinder::find(const Statement &stmt, const Place &place,
                           std::vector<InvariantCandidate> &out) {
  // What sets an invariant local is no use of it.
  const VarDecl *set = setLocal(stmt);
  const bool defines = set && isInvariant(set);
  if (!defines && stmt.kind != Statement::Loop && !place.unknown)
    for (const Expr *own : ownExprs(traversal, stmt)) {
      const bool initialises =
          stmt.kind == Statement::Let &&
          llvm::any_of(stmt.vars, [&](const VarDecl *var) {
            return var->getInit() == own && isInvariant(var);
          });
      if (!initialises)
        findIn(own, stmt, place, out);
    }
  const Place inner = within(stmt, place);
  for (const auto *list : {&stmt.init, &stmt.body, &stmt.orElse})
    for (const Statement &child : *list)
      find(child, inner, out);
}

void InvariantFinder::findIn(const Expr *e, const Statement &stmt,
                             const Place &place,
                             std::vector<InvariantCandidate> &out) {
  e = plainExpr(e);
  if (isInvariant(e, place)) {
    if (e->getType().getNonReferenceType()->isRealFloatingType())
      add(e, stmt, place, out);
    return;
  }
  if (function.accesses.count(e) || function.elements.count(e) ||
      function.children.count(e) || function.nullTests.count(e) ||
      function.sameChildren.count(e) || function.folded.count(e) ||
      isa<LambdaExpr>(e))
    return; // indices stay
  for (const clang::Stmt *child : e->children())
    if (const auto *inner = dyn_cast_or_null<Expr>(child))
      findIn(inner, stmt, place, out);
}

void InvariantFinder::add(const Expr *e, const Statement &stmt,
                          const Place &place,
                          std::vector<InvariantCandidate> &out) {
  InvariantCandidate result{e, {}, nullptr, {}, &stmt, {}, 0, {}};
  const VarDecl *var = variableOf(e);
  const Definition *definition = var ? onlyDefinition(var) : nullptr;
  // A local that keeps its value is hoisted where it is declared.
  if (definition) {
    result.expr = plainExpr(definition->value);
    result.in = nullptr;
    walkDeclarations(function.body, var, result.in);
    result.local = var;
    if (!result.in || function.accesses.count(result.expr) ||
        llvm::any_of(out, [&](const InvariantCandidate &other) {
          return other.expr == result.expr;
        }))
      return;
  }
  const Place &at = definition ? definition->place : place;
  if (function.accesses.count(result.expr))
    return; // a datum already
  if (!definition)
    result.local = var;
  for (InvariantCandidate &other : out)
    if (other.in == &stmt && profile(other.expr) == profile(result.expr)) {
      other.same.push_back(result.expr);
      return;
    }
  std::set<const VarDecl *> counters, seen;
  dependsOn(result.expr, at, result.reads, counters, seen);
  if (result.reads.empty())
    return;
  result.type = (var ? var->getType() : e->getType())
                    .getNonReferenceType()
                    .getUnqualifiedType();
  result.bytes = ast.getTypeSizeInChars(result.type).getQuantity();
  for (const CountedLoop &loop : at.loops)
    if (counters.count(loop.var)) {
      result.counters.push_back(loop);
      result.bytes *= arrayLength(loop);
    }
  out.push_back(std::move(result));
}

llvm::FoldingSetNodeID InvariantFinder::profile(const Expr *e) const {
  llvm::FoldingSetNodeID id;
  e->Profile(id, ast, /*Canonical=*/true);
  return id;
}

void InvariantFinder::walkDeclarations(const Statement &stmt,
                                       const VarDecl *var,
                                       const Statement *&found) const {
  walkStmts(stmt, [&](const Statement &inner) {
    if (inner.kind == Statement::Let && llvm::is_contained(inner.vars, var))
      found = &inner;
  });
}

void InvariantFinder::dependsOn(const Expr *e, const Place &at,
                                std::set<unsigned> &reads,
                                std::set<const VarDecl *> &counters,
                                std::set<const VarDecl *> &seen) const {
  walkExpr(e, [&](const Expr *inner) {
    if (const auto access = function.accesses.find(inner);
        access != function.accesses.end())
      reads.insert(access->second.path);
    const auto *name = dyn_cast<DeclRefExpr>(inner);
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!var)
      return;
    for (const CountedLoop &loop : at.loops)
      if (loop.var == var)
        counters.insert(var);
    const auto local = locals.find(var);
    if (local == locals.end() || !seen.insert(var).second)
      return;
    for (const Definition &definition : local->second.definitions) {
      // What a loop goes on changing is another value in each iteration.
      if (local->second.definitions.size() > 1)
        for (size_t i = 0; i < at.loopStmts.size(); ++i)
          if (llvm::is_contained(definition.place.loopStmts, at.loopStmts[i]))
            counters.insert(at.loops[i].var);
      if (definition.value)
        dependsOn(definition.value, at, reads, counters, seen);
    }
  });
}
