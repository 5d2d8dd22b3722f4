// One function of a traversal, as it is lowered: its body, a helper, what
// linearising evaluates. What expressions stand for is in Data.cpp and
// Links.cpp, calls in Calls.cpp, statements in Statements.cpp.
#pragma once

#include "Kernels.h"

#include "../ToIR/Body.h"

namespace regtt::tokernel {

/// `e` without casts that only ask whether there is something.
const clang::Expr *asked(const clang::Expr *e);

class Segment final : public toir::Meanings {
public:
  Segment(Kernels &kernels, const Function &function, ir::Function *made);

  ir::BlockStatement *capture(llvm::function_ref<void()> lower) {
    return code.capture(lower);
  }

  // Each lowers the whole of what it is named after.
  void helper();
  void enter();
  void body();
  void evaluate(const clang::Expr *e);
  /// Each returns what linearising evaluates for a node, where the locals of
  /// the body are what they are made of: a number, and whether the number that
  /// the function is given passes all tests.
  void hostValue(const clang::Expr *e);
  void hostTests(llvm::ArrayRef<NumberTest> tests);

  //===--- toir::Meanings -------------------------------------------------===//

  std::optional<const ir::Expr *> value(const clang::Expr *e) override;
  std::optional<const ir::Place *> place(const clang::Expr *e) override;
  std::optional<const ir::Expr *> condition(const clang::Expr *e) override;
  bool discard(const clang::Expr *e) override;

private:
  //===--- Data -----------------------------------------------------------===//

  const ir::Place *data(ir::DataRoot::Kind kind, unsigned number,
                        const ir::Type *type, const ir::Expr *index = nullptr);
  const ir::Place *datum(unsigned path);
  const ir::Place *access(const Access &access, const clang::Expr *e);
  const ir::Place *uniform(unsigned number, const clang::Expr *e);
  std::optional<const ir::Place *> sharedElement(const clang::Expr *e);
  const ir::Place *member(const ir::Place *place,
                          const clang::FieldDecl *field);
  const ir::Expr *number(const ElementRef &element);
  const ir::Expr *asIndex(const ir::Expr *e);
  const ir::Expr *as(const ir::Type *type, const ir::Expr *e);
  const ir::Place *variable(const clang::VarDecl *var);
  const ir::Expr *carried(const clang::Expr *e);
  const ir::Expr *hostTest(const NumberTest &test);
  std::optional<const ir::Expr *> constant(const clang::Expr *e);
  std::optional<const ir::Expr *> chosenConstant(const clang::Expr *e);
  std::optional<const ir::Expr *> firstValue(const clang::Expr *e);
  std::optional<const ir::Expr *> hostNumber(const clang::Expr *e);
  const ir::Expr *pointerTo(const ir::Place *place, const clang::Expr *e);
  bool isElementNumber(const clang::Expr *e) const;

  //===--- Links ----------------------------------------------------------===//

  const ir::Expr *link(const clang::Expr *e);
  const ir::Place *linkPlace(const clang::Expr *e);
  const ir::Expr *child(unsigned group, const ir::Expr *index);
  const ir::Expr *children(const SlotGroup &group);
  /// What is asked about links, as a bool; nothing where it is no such test.
  const ir::Expr *test(const clang::Expr *e);
  /// Sets a local that holds a child; whether `e` does.
  bool setsLink(const clang::Expr *e);

  //===--- Calls ----------------------------------------------------------===//

  /// The language has forms for what the library's containers do.
  bool isLowered(unsigned helper) const {
    return !toir::isLibrary(traversal.helpers[helper]->decl);
  }
  const ir::Expr *helperCall(const clang::Expr *e, const Function &helper,
                             bool isUsed);
  const ir::Expr *libraryCall(const clang::CallExpr *e, llvm::StringRef name);
  bool containerCall(const clang::CallExpr *e, const ContainerCall &called);
  void visit(const Call &call);
  std::vector<const ir::Expr *> arguments(const Call &call,
                                          const ir::Expr *link);

  //===--- Statements -----------------------------------------------------===//

  void list(llvm::ArrayRef<Statement> statements);
  ir::BlockStatement *blockOf(llvm::ArrayRef<Statement> statements);
  void statement(const Statement &s);
  void bindArguments();
  const ir::Expr *asks(const Statement &branch);
  void branch(const Statement &s);
  void loop(const Statement &s);
  void children(const Statement &s);
  void cases(const Statement &s);
  void fillCases(ir::SwitchStatement &made, const Statement &s,
                 ir::BlockStatement *label);
  void declare(const clang::VarDecl *var);
  void declareValue(const clang::VarDecl *var);
  void declareTable(const clang::VarDecl *var);
  void addCase(ir::SwitchStatement &made, llvm::ArrayRef<Statement> labels,
               llvm::ArrayRef<Statement> statements, bool isLast,
               ir::BlockStatement *label);

  /// Of a loop over children: what counts them.
  const ir::Expr *numberOf(const clang::VarDecl *each);
  void declareChild(const clang::VarDecl *each);

  void bind(const clang::VarDecl *var, const ir::Variable *made) {
    kernels.unit.lowered.variables[var] = made;
  }
  void emit(ir::Statement *s) { code.emit(s); }
  ir::Location at(clang::SourceLocation loc) { return code.at(loc); }

  Kernels &kernels;
  const Traversal &traversal;
  const Function &function;
  ir::Function *const made;
  ir::Module &module;
  toir::Body code;
  toir::Maker &make;

  /// Of a test of a number: what it is given.
  llvm::DenseMap<const clang::Expr *, const ir::Variable *> given;
  llvm::DenseMap<const clang::VarDecl *, const ir::Variable *> numbers;
  /// Of what linearising evaluates; where nodes are numbers, those of children
  /// are data then.
  bool isOnHost = false;
  const ir::Variable *element = nullptr; ///< `this` of an array's element
};

} // namespace regtt::tokernel
