// The statements of the loop's body that stand before the call, as the host
// file repeats them: those that the inputs need, and those with effects.
#include "LoopBody.h"

#include "HostCode.h"
#include "HostPlaces.h"
#include "QueryOperands.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Kernel/Names.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

void regtt::forLocals(const LoopBody &body, const clang::Stmt *code,
                      llvm::function_ref<void(const VarDecl *)> visit,
                      const clang::Stmt *except) {
  if (!code || code == except)
    return;
  if (const auto *name = dyn_cast<DeclRefExpr>(code))
    if (const VarDecl *var = holderOf(name); var && body.locals.count(var))
      visit(var);
  if (const auto *declared = dyn_cast<DeclStmt>(code))
    for (const Decl *decl : declared->decls())
      if (const auto *var = dyn_cast<VarDecl>(decl);
          var && body.locals.count(var))
        visit(var);
  for (const clang::Stmt *child : code->children())
    forLocals(body, child, visit, except);
}

std::string regtt::statementText(const Builder &builder, const clang::Stmt *s) {
  std::string text = builder.sourceText(s->getSourceRange());
  if (text.empty())
    builder.diagnostics.report(s->getBeginLoc(), Diag::RTT1108);
  const bool ended = llvm::StringRef(text).ends_with(";") ||
                     (!isa<Expr>(s) && llvm::StringRef(text).ends_with("}"));
  return ended ? text : text + ";";
}

/// Whether `s` declares or may change `var`.
static bool defines(const LoopBody &body, const clang::Stmt *s,
                    const VarDecl *var) {
  const LoopLocal &local = body.locals.find(var)->second;
  if (local.declaration == s)
    return true;
  bool found = false;
  if (local.kind == LoopLocal::Changed && !isa<DeclStmt>(s))
    forLocals(body, s, [&](const VarDecl *named) { found |= named == var; });
  return found;
}

std::string regtt::declaredType(const Builder &builder, const VarDecl *var) {
  const PrintingPolicy &policy = builder.context.getPrintingPolicy();
  if (var->getType()->isPointerType())
    return builder.model.c
               ? var->getType().getUnqualifiedType().getAsString(policy)
               : "auto";
  if (var->getType()->getContainedAutoType())
    return "auto";
  const std::string text = builder.sourceText(
      {var->getTypeSpecStartLoc(), var->getTypeSpecEndLoc()});
  return text.empty() // out of a macro
             ? var->getType().getCanonicalType().getAsString(policy)
             : text;
}

/// `const int n = v.size();`: what the loop's head declares besides.
static std::string headConstant(const Builder &builder, const VarDecl *var) {
  const std::string type = declaredType(builder, var);
  const std::string init = builder.sourceText(var->getInit());
  if (init.empty())
    builder.diagnostics.report(var->getLocation(), Diag::RTT1108);
  const bool pointer = llvm::StringRef(type).ends_with("*");
  return (pointer ? type + "const " : "const " + type + " ") +
         var->getNameAsString() + " = " + init + ";";
}

/// Has the host file keep what `s` overwrites, in case that the loop runs
/// serially after all.
static void keepOverwritten(Builder &builder, const clang::Stmt *s,
                            std::vector<std::string> &preparation) {
  QueryLoop &loop = builder.model.loop;
  const HostPlaces places(builder);
  loop.irrevocable |= builder.body.ordered == s;
  for (const LoopBody::Write &write : builder.body.written) {
    if (write.statement != s)
      continue;
    const std::string text = places.keepText(s, write.target);
    loop.irrevocable |= text.empty();
    if (!text.empty() && !llvm::is_contained(preparation, text))
      preparation.push_back(text);
  }
}

void regtt::finishLoopBody(Builder &builder) {
  LoopBody &body = builder.body;
  QueryLoop &loop = builder.model.loop;
  for (size_t l = 1; l < body.levels.size(); ++l) {
    const Expr *cond = body.levels[l].cond;
    std::string text = builder.sourceText(cond);
    if (text.empty())
      builder.diagnostics.report(cond->getBeginLoc(), Diag::RTT1108);
    LoopInput taken;
    taken.type = builder.context.UnsignedCharTy;
    taken.isSet = false; // but where the level begins
    nameInput(loop, taken, "taken");
    QueryLoop::Level &level = loop.levels.emplace_back();
    level.cond = body.levels[l].negated ? "!(" + text + ")" : text;
    level.taken = loop.inputs.size();
    loop.inputs.push_back(taken);
  }
  for (const Expr *expr : body.evaluated)
    forLocals(body, expr,
              [&](const VarDecl *var) { body.usedInEach.insert(var); });
  llvm::SmallPtrSet<const clang::Stmt *, 4> needed;
  for (const LoopBody::Write &write : body.written)
    needed.insert(write.statement);
  if (body.ordered) // and what comes after it may print, too
    needed.insert(body.before.begin(), body.before.end());
  for (const clang::Stmt *s : needed)
    forLocals(body, s,
              [&](const VarDecl *var) { body.usedInEach.insert(var); });
  for (bool grown = true; grown;) {
    grown = false;
    for (const clang::Stmt *s : body.before) {
      const auto any = [&](const auto &used) {
        return llvm::any_of(
            used, [&](const VarDecl *var) { return defines(body, s, var); });
      };
      if (!needed.count(s) && !any(body.usedInEach) && !any(body.usedOnce))
        continue;
      grown |= needed.insert(s).second;
      const unsigned before = body.usedInEach.size();
      forLocals(body, s,
                [&](const VarDecl *var) { body.usedInEach.insert(var); });
      grown |= body.usedInEach.size() != before;
    }
  }
  for (const VarDecl *var : body.inHead)
    if (body.usedOnce.count(var))
      loop.constants.push_back(headConstant(builder, var));
  for (const clang::Stmt *s : body.before) {
    if (!needed.count(s))
      continue;
    bool varies = !isa<DeclStmt>(s);
    forLocals(body, s, [&](const VarDecl *var) {
      varies |= body.locals.find(var)->second.varies;
    });
    for (const LoopBody::Write &write : body.written)
      varies |= write.statement == s;
    varies |= body.ordered != nullptr;
    const unsigned level = body.levelOf.lookup(s);
    std::vector<std::string> &preparation = loop.levels[level].preparation;
    if (varies)
      keepOverwritten(builder, s, preparation);
    (varies || level > 0 ? preparation : loop.constants)
        .push_back(statementText(builder, s));
  }
}
