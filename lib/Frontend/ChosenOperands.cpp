// _Generic(n->k, int: q->a, default: q->b)  ->  (q->a)
//
// C++ has neither of the two. The parentheses stand where the whole stood, so
// that messages show that.
#include "regtt/Frontend/ChosenOperands.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

using namespace regtt;
using namespace clang;

/// The operand that `s` stands for; null where it is any other expression.
static Expr *chosenOperand(clang::Stmt *s) {
  if (auto *selection = dyn_cast_or_null<GenericSelectionExpr>(s))
    return selection->isResultDependent() ? nullptr
                                          : selection->getResultExpr();
  if (auto *choice = dyn_cast_or_null<ChooseExpr>(s))
    return choice->isConditionDependent() ? nullptr
                                          : choice->getChosenSubExpr();
  return nullptr;
}

static void replaceIn(ASTContext &context, clang::Stmt *s) {
  if (!s)
    return;
  for (clang::Stmt *&child : s->children()) {
    while (Expr *chosen = chosenOperand(child))
      child = new (context)
          ParenExpr(child->getBeginLoc(), child->getEndLoc(), chosen);
    replaceIn(context, child);
  }
}

void regtt::replaceChosenOperands(ASTContext &context) {
  if (context.getLangOpts().CPlusPlus)
    return;
  for (Decl *decl : context.getTranslationUnitDecl()->decls())
    if (const auto *function = dyn_cast<FunctionDecl>(decl);
        function && function->doesThisDeclarationHaveABody())
      replaceIn(context, function->getBody());
}
