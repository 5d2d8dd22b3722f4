// Variables of one function whose names the emitted code could not tell apart:
// parameters of a pack all have the pack's name, and so do the copies of them
// that a lambda captures; variables that the compiler makes have names that the
// user's may have, too. Scopes keep all others apart, as in the user's text.
//
//     template <class... A> int sum(A... a) { return (a + ... + 0); }
//  -> int sum(int a, int a_2, short a_3) { return a + (a_2 + (a_3 + 0)); }
#include "LocalNames.h"

#include "regtt/Frontend/Model/Walk.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace clang;

namespace {

class LocalNames {
public:
  explicit LocalNames(Function &function) : function(function) {}

  void run() {
    for (const ParmVarDecl *param : function.decl->parameters())
      declare(param);
    collect(function.decl->getBody());
    for (const VarDecl *var : function.captured)
      used.insert(var->getName());
    llvm::StringSet<> taken;
    for (const ParmVarDecl *param : function.decl->parameters())
      distinguish(param, taken);
    for (const VarDecl *var : function.captured)
      distinguish(var, taken);
    // A capture with a value of its own stands where its lambda does, beside
    // what it may be named as.
    for (const VarDecl *var : initCaptures)
      rename(var);
    if (function.made)
      made(function.made);
    walkStmts(function.body, [&](const Statement &stmt) {
      for (const VarDecl *var : stmt.vars)
        made(var);
    });
  }

private:
  void declare(const ValueDecl *decl) {
    declared.insert(decl);
    if (decl->getIdentifier())
      used.insert(decl->getName());
  }

  /// What the user declares in the function.
  void collect(const clang::Stmt *s) {
    if (!s)
      return;
    if (const auto *group = dyn_cast<DeclStmt>(s))
      for (const Decl *decl : group->decls()) {
        if (const auto *var = dyn_cast<VarDecl>(decl))
          declare(var);
        if (const auto *parts = dyn_cast<DecompositionDecl>(decl))
          for (const BindingDecl *binding : parts->bindings())
            declare(binding);
      }
    if (const auto *lambda = dyn_cast<LambdaExpr>(s))
      for (const LambdaCapture &capture : lambda->captures())
        if (lambda->isInitCapture(&capture)) {
          declare(capture.getCapturedVar());
          initCaptures.insert(cast<VarDecl>(capture.getCapturedVar()));
        }
    for (const clang::Stmt *child : s->children())
      collect(child);
  }

  /// The emitted function declares `var` beside those whose names are `taken`.
  void distinguish(const VarDecl *var, llvm::StringSet<> &taken) {
    // What a compiler writes, such as `operator==`, names such ones, too.
    if (!var->getIdentifier() || !taken.insert(var->getName()).second)
      rename(var);
  }

  /// A variable that no text of the user's declares, if `var` is one.
  void made(const VarDecl *var) {
    if (var->getIdentifier() && !declared.contains(var) &&
        used.contains(var->getName()))
      rename(var);
  }

  void rename(const VarDecl *var) {
    const std::string base =
        var->getIdentifier() ? var->getNameAsString() : "unnamed";
    std::string name = base;
    for (int suffix = 2; !used.insert(name).second; ++suffix)
      name = base + "_" + std::to_string(suffix);
    function.names[var] = name;
  }

  Function &function;
  llvm::SmallSetVector<const ValueDecl *, 16> declared;
  llvm::SmallSetVector<const VarDecl *, 2> initCaptures;
  llvm::StringSet<> used;
};

} // namespace

void regtt::nameVariables(Function &function) { LocalNames(function).run(); }
