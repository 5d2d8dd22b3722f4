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

  /// The statements between the braces of a helper or of `enter`.
  std::string body();
  /// Those of a resume point.
  std::string body(const ResumePoint &point);
  /// The first `count` of them, which ask whether the visit ends: what returns
  /// whether it does.
  std::string tests(size_t count);
  /// The visit after the first `count`, which did not end it.
  std::string afterTests(size_t count);
  /// Those that linearising runs for a node.
  std::string invariants();

  ExprPrinter exprs;

  /// The members of a resume point's struct: what lives there.
  std::vector<std::string> liveMembers(const ResumePoint &point) const;

private:
  std::string ownArgs() const;
  void list(llvm::ArrayRef<Statement> stmts);
  void statement(const Statement &stmt);
  void branch(const Statement &stmt);
  void cases(const Statement &stmt);
  void section(llvm::ArrayRef<Statement> stmts);
  void label(const Statement &stmt);
  void loop(const Statement &stmt);
  void children(const Statement &stmt);
  bool isUnrolled(const Statement &stmt) const;
  void let(const Statement &stmt);
  void keep(const Statement &stmt);
  std::string declaration(const clang::VarDecl *var);
  void call(const Call &call);
  void callTree(const Call &call);
  std::string sourceOf(const Call &call) const;
  std::string iterationOf(const Call &call) const;
  std::string position(const Call &call);
  std::string ropeArgs(const Call &call);
  /// The number of the child that the variable of a loop over children holds.
  std::string childNumber(const std::string &child) const;
  std::string childOf(const clang::VarDecl *each) const;
  std::string withoutLastReturn(std::string body) const;

  // Resume points: ResumePrinter.cpp.
  void resume(unsigned point);
  std::string carriedName(const clang::VarDecl *var) const;
  std::string childCounter() const;
  void declare(const clang::VarDecl *var);
  std::string linkType(const clang::VarDecl *var) const;
  std::string linkDeclarator(const clang::VarDecl *var) const;
  void restore(const clang::VarDecl *var, const std::string &segment);
  void loadGroups(const ResumePoint &point);
  bool reads(const Statement &stmt, unsigned group) const;
  /// Whether the branch `stmt` is where `group` is loaded.
  bool loads(const Statement &stmt, unsigned group) const;
  void loadGroup(unsigned group);

  const Traversal &traversal;
  const Function &function;
  const clang::ASTContext &ast;
  const ValueTypes &values;
  bool isTest = false; ///< a visit that ends is the value true
  std::string out;
};

/// The name of a resume point's struct.
std::string resumeName(unsigned point, const ValueTypes &values);

/// Whether `word` stands in `text` as an identifier, and not in a comment.
bool namesIt(llvm::StringRef text, llvm::StringRef word);

/// Whether a rope says which guard it waits for.
bool ropesNameGuards(const Traversal &traversal);

} // namespace regtt
