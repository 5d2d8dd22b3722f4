// Prints the user's expressions for a slice: accesses become record fields,
// children and null tests questions to the children, helpers and library
// functions calls by their emitted names. One method per kind of node; what the
// front end let through and this does not know is an internal error by name.
#pragma once

#include "Names.h"
#include "ValueTypes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringSet.h>

namespace regtt {

class ExprPrinter {
public:
  ExprPrinter(const Traversal &traversal, const Function &function,
              const ValueTypes &values)
      : names(traversal, function), traversal(traversal), function(function),
        ast(values.ast), values(values) {
    collectLocals();
  }

  std::string print(const clang::Expr *e);
  /// A child, for a rope: `n.children[0]`.
  std::string link(const clang::Expr *e);
  /// The child numbered `slot` of a list, or in slot `slot`.
  std::string child(const SlotGroup &group, const std::string &slot) const;
  /// A test of a link, negated if asked; empty of other expressions.
  std::string linkTest(const clang::Expr *e, bool negated);
  /// A condition as a whole, negated if asked.
  std::string condition(const clang::Expr *e, bool negated);
  /// `e` where a value of `type` is wanted and braces forbid narrowing.
  std::string as(clang::QualType type, const clang::Expr *e);
  /// What a variable of the function, or a part of one, is called.
  std::string local(const clang::ValueDecl *var) const;
  /// `name`, or a name like it, that no variable of the function has.
  std::string freeName(std::string name) const;
  /// How many elements the array of a node has.
  std::string extent(const DataArray &array);
  /// The value of a constant expression.
  std::string constant(const clang::Expr *e);
  /// What follows the name in the declaration of `var`: ` = 0`, or nothing.
  std::string initialiser(const clang::VarDecl *var);
  /// An expression whose value is not used.
  std::string printUnused(const clang::Expr *e);
  /// The name that `helper` is declared by: `dot`, `operator+`.
  std::string functionName(const Function &helper) const;

  FunctionNames names;

  /// A test of whether a number is a node, of the number `name`.
  std::string numberTest(const NumberTest &test, const std::string &name);

  /// While a guard is printed: what the rope carries.
  bool onRope = false;
  /// While a resume point is printed: the arguments that live there are locals.
  bool argsAreLocal = false;
  /// While what linearising evaluates is printed, where nodes are numbers:
  /// numbers of children are data, and locals what they are made of.
  bool onHost = false;
  /// Locals are printed as what they are initialised with: where the body's are
  /// not around.
  bool firstValues = false;

  /// While invariants are printed: data of the node is linearising's own copy.
  bool ofSource = false;

  /// A variable of the function, an argument or a uniform.
  std::string variable(const clang::VarDecl *var) const;

  /// Whether `loop` steps through a small array whose elements data choose: an
  /// index is made of a variable that the loop changes. Once it is unrolled,
  /// where it starts from a constant, the index is one in each iteration.
  bool stepsThroughChosen(const Statement &loop) const;

private:
  // Arrays indexed at run time: IndexPrinter.cpp.
  bool isChosen(const Access &access) const;
  std::optional<std::string> chosenElement(const clang::Expr *loaded);
  std::optional<std::string> chosenAssignment(const clang::BinaryOperator *e);
  /// `op` is empty where `value` is what it is set to.
  std::optional<std::string> chosenUpdate(const clang::Expr *target,
                                          const std::string &op,
                                          const clang::Expr *value,
                                          const std::string &text);
  bool meets(const clang::Expr *change, const clang::Expr *read) const;
  bool canBePut(const Access &target, bool isUpdate,
                const clang::Expr *value) const;

  /// What stands for an expression that has no text here, which is noted.
  std::string notPrinted(const clang::Expr *e);
  void collectLocals();
  bool isTaken(llvm::StringRef name) const;

  std::string literal(const clang::APValue &value, clang::QualType type);
  std::string integer(const llvm::APSInt &value, clang::QualType type);
  std::string real(const llvm::APFloat &value, clang::QualType type);
  std::string access(const Access &access);
  /// A datum of the node or the query: `n.count`.
  std::string datum(unsigned path) const;
  /// An element of an array, as its number.
  std::string number(const ElementRef &element);
  std::string name(const clang::DeclRefExpr *e);
  /// An implicit conversion between integers. In C++ an enumeration promotes by
  /// its values, where what records hold, its underlying type, may not.
  std::string promoted(const clang::ImplicitCastExpr *cast);
  std::string chosen(const clang::Expr *e);
  std::string binary(const clang::BinaryOperator *e);
  bool isAsLogical(const clang::BinaryOperator *e) const;
  std::string logical(const clang::BinaryOperator *e, bool isCondition);
  std::optional<std::string> truthStep(const clang::UnaryOperator *e);
  std::string unary(const clang::UnaryOperator *e);
  std::string call(const clang::CallExpr *e);
  std::string helperCall(const clang::Expr *e, const Function &helper);

  // Structs as values: StructPrinter.cpp.
  std::optional<std::string> structValue(const clang::Expr *e);
  std::string member(const clang::MemberExpr *e);
  std::string construction(const clang::CXXConstructExpr *e);
  std::string list(const clang::InitListExpr *e);
  std::string typed(const clang::Expr *e);
  std::string converted(clang::QualType type, const clang::Expr *e);
  /// What a call is made on, as an lvalue.
  std::string self(const clang::Expr *call);
  std::string object(const clang::Expr *e, bool arrow);
  /// The operator that `helper` is emitted as, if it is.
  std::optional<std::string> operatorToken(const Function &helper) const;

  std::string libraryCall(const clang::CallExpr *e, llvm::StringRef spelling);
  std::string containerCall(const clang::CallExpr *e,
                            const ContainerCall &called);
  std::string slot(const ChildRef &child);
  std::string root(const RootRef &root);
  std::string childCount() const;
  std::optional<std::string> carried(const clang::Expr *e);
  std::optional<std::string> onHostOnly(const clang::Expr *e);
  std::optional<std::string> firstValue(const clang::Expr *e);

  const Traversal &traversal;
  const Function &function;
  const clang::ASTContext &ast;
  const ValueTypes &values;
  llvm::StringSet<> locals; ///< names of the function's variables
};

/// Whether the emitted `helper` takes an object as a value, named `self`.
bool takesSelf(const Function &helper);

/// Whether data choose elements of arrays in the records of `group`, so that
/// they are read where they lie.
bool isIndexed(const Traversal &traversal, unsigned group,
               const clang::ASTContext &ast);

/// Whether the emitted `function` may change the query.
bool changesQuery(const Traversal &traversal, const Function &function);

} // namespace regtt
