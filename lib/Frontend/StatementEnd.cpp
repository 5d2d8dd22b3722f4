#include "regtt/Frontend/StatementEnd.h"

#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>

using namespace regtt;
using namespace clang;

static bool endsInSemicolon(const clang::Stmt *s) {
  while (true) {
    if (const auto *choice = dyn_cast<IfStmt>(s))
      s = choice->getElse() ? choice->getElse() : choice->getThen();
    else if (const auto *loop = dyn_cast<ForStmt>(s))
      s = loop->getBody();
    else if (const auto *range = dyn_cast<CXXForRangeStmt>(s))
      s = range->getBody();
    else if (const auto *loop = dyn_cast<WhileStmt>(s))
      s = loop->getBody();
    else if (const auto *choice = dyn_cast<SwitchStmt>(s))
      s = choice->getBody();
    else if (const auto *label = dyn_cast<AttributedStmt>(s))
      s = label->getSubStmt();
    else
      return !isa<CompoundStmt, NullStmt, DeclStmt, CXXTryStmt>(s);
  }
}

SourceLocation regtt::endOf(const clang::Stmt *s, const ASTContext &context) {
  const SourceManager &manager = context.getSourceManager();
  return endsInSemicolon(s)
             ? Lexer::findLocationAfterToken(s->getEndLoc(), tok::semi, manager,
                                             context.getLangOpts(), false)
             : Lexer::getLocForEndOfToken(s->getEndLoc(), 0, manager,
                                          context.getLangOpts());
}
