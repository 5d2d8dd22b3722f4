// Cuts the slice that linearising runs out of a function.
#include "InvariantSlice.h"

#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

const Expr *regtt::nameOf(const VarDecl *var, ASTContext &ast) {
  return DeclRefExpr::Create(ast, NestedNameSpecifierLoc(), SourceLocation(),
                             const_cast<VarDecl *>(var), false,
                             var->getLocation(),
                             var->getType().getNonReferenceType(), VK_LValue);
}

static Statement keep(const InvariantCandidate &candidate, unsigned path,
                      SourceLocation loc) {
  Statement result;
  result.kind = Statement::Keep;
  result.loc = loc;
  result.cond = candidate.expr;
  result.path = path;
  for (const CountedLoop &loop : candidate.counters)
    result.vars.push_back(loop.var);
  return result;
}

/// The statements that set invariant locals, in the counted loops that hold
/// them; and where a value is complete, that it is kept.
static std::vector<Statement>
sliceOf(const InvariantFinder &finder, const std::vector<Statement> &stmts,
        const std::map<const InvariantCandidate *, unsigned> &paths) {
  std::vector<Statement> result;
  for (const Statement &stmt : stmts) {
    if (stmt.kind == Statement::Let) {
      Statement let = stmt;
      llvm::erase_if(let.vars, [&](const VarDecl *var) {
        return !finder.isInvariant(var) && !finder.counts(var);
      });
      if (!let.vars.empty())
        result.push_back(let);
    }
    for (const auto &[candidate, path] : paths)
      if (candidate->in == &stmt)
        result.push_back(keep(*candidate, path, stmt.loc));
    const VarDecl *set = setLocal(stmt);
    if (set && finder.isInvariant(set)) {
      result.push_back(stmt);
      continue;
    }
    const auto inner = sliceOf(finder, stmt.body, paths),
               other = sliceOf(finder, stmt.orElse, paths);
    if (stmt.kind == Statement::Loop && !inner.empty()) {
      Statement loop = stmt;
      loop.body = inner;
      result.push_back(loop);
      continue;
    }
    // Branches are as good as taken: nothing here depends on what they ask.
    for (const auto *list : {&inner, &other})
      if (!list->empty()) {
        Statement block;
        block.body = *list;
        result.push_back(block);
      }
  }
  return result;
}

static void dropUnnamed(std::vector<Statement> &stmts,
                        const std::set<const VarDecl *> &named) {
  for (Statement &stmt : stmts) {
    if (stmt.kind == Statement::Let)
      llvm::erase_if(stmt.vars,
                     [&](const VarDecl *var) { return !named.count(var); });
    dropUnnamed(stmt.body, named);
  }
  llvm::erase_if(stmts, [&](const Statement &stmt) {
    const VarDecl *set = setLocal(stmt);
    return (set && !named.count(set)) ||
           (stmt.kind == Statement::Let && stmt.vars.empty()) ||
           ((stmt.kind == Statement::Loop || stmt.kind == Statement::Block) &&
            stmt.body.empty());
  });
}

/// Drops what no value of a slice is made of, and says what a local holds by
/// its name where there is one.
static void tidy(const Traversal &traversal, std::vector<Statement> &slice,
                 const std::map<const InvariantCandidate *, unsigned> &paths,
                 ASTContext &ast) {
  std::set<const VarDecl *> named;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Statement &top : slice)
      walkStmts(top, [&](const Statement &stmt) {
        const VarDecl *set = setLocal(stmt);
        if (set && !named.count(set))
          return;
        for (const Expr *own : ownExprs(traversal, stmt)) {
          if (stmt.kind == Statement::Let &&
              llvm::none_of(stmt.vars, [&](const VarDecl *var) {
                return var->getInit() == own && named.count(var);
              }))
            continue;
          walkExpr(own, [&](const Expr *e) {
            const auto *name = dyn_cast<DeclRefExpr>(e);
            if (const auto *var =
                    name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr)
              changed |= named.insert(var).second;
          });
        }
      });
  }
  dropUnnamed(slice, named);
  for (Statement &top : slice)
    walkStmts(top, [&](Statement &stmt) {
      for (const auto &[candidate, path] : paths)
        if (stmt.kind == Statement::Keep && stmt.cond == candidate->expr &&
            candidate->local && named.count(candidate->local))
          stmt.cond = nameOf(candidate->local, ast);
    });
}

std::vector<Statement> regtt::invariantSlice(
    const Traversal &traversal, const InvariantFinder &finder,
    const std::vector<Statement> &body,
    const std::map<const InvariantCandidate *, unsigned> &paths,
    ASTContext &ast) {
  std::vector<Statement> result = sliceOf(finder, body, paths);
  tidy(traversal, result, paths, ast);
  return result;
}
