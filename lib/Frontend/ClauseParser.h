// Expressions in clauses: a small grammar, whose meaning Clang's semantic
// analysis finds.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Lex/Token.h>

#include <vector>

namespace clang {
class Sema;
}

namespace regtt {

/// What a clause's text may name besides what the function's contexts declare:
/// variables, the innermost last.
struct ClauseScope {
  const clang::FunctionDecl *function;
  std::vector<const clang::VarDecl *> variables;
  clang::SourceLocation loc; ///< of the clause
};

/// Null where `text` is no expression there; `unknown` is then the first name
/// in it that means nothing, if there is one.
const clang::Expr *parseClauseExpr(clang::Sema &sema, const ClauseScope &scope,
                                   llvm::StringRef text, std::string &unknown);

} // namespace regtt
