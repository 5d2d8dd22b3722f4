// Prints the Model's statements: the body of `enter` and of helpers. Layout is
// left to clang-format (Format.h).
#pragma once

#include "ExprPrinter.h"

namespace regtt {

class StmtPrinter {
public:
  StmtPrinter(const Traversal &traversal, const Function &function,
              const ValueTypes &values)
      : exprs(traversal, function, values), traversal(traversal),
        function(function), ast(values.ast), values(values) {}

  /// The statements between a function's braces.
  std::string body();

  ExprPrinter exprs;

private:
  void list(const std::vector<Statement> &stmts);
  void statement(const Statement &stmt);
  void branch(const Statement &stmt);
  void cases(const Statement &stmt);
  void label(const Statement &stmt);
  void loop(const Statement &stmt);
  void children(const Statement &stmt);
  void let(const Statement &stmt);
  std::string declaration(const clang::VarDecl *var);
  void call(const Call &call);
  std::string iterationOf(const Call &call) const;
  std::string position(const Call &call);
  std::string ropeArgs(const Call &call);
  std::string argValue(const clang::VarDecl *param);

  const Traversal &traversal;
  const Function &function;
  const clang::ASTContext &ast;
  const ValueTypes &values;
  std::string out;
};

/// Whether a rope says which guard it waits for.
bool ropesNameGuards(const Traversal &traversal);

} // namespace regtt
