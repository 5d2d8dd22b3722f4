// One function's body, as it is lowered: where statements go, which variable is
// which, and one entry for each question. What answers a question is in the
// file of its name: Values, Casts, Places, Conditions, Assignments, Calls,
// Constructors, Library, Containers, Statements, Loops, Switches.
#pragma once

#include "LocalUse.h"
#include "Maker.h"
#include "Meanings.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <functional>

namespace regtt {
struct ClauseExpr;
}

namespace regtt::toir {

/// What one operand gives, and how it is lowered.
struct Operand {
  const clang::Expr *source;
  std::function<const ir::Expr *()> lower;
};

/// ObjectFirst: the first one before all others, whose order is open.
enum class Order { Given, ObjectFirst, Open };

class Body {
public:
  Body(Unit &unit, const clang::FunctionDecl *function, ir::Function *made);

  /// The whole body; what was refused is in the unit.
  ir::BlockStatement *lower();

  /// A statement of it.
  ir::BlockStatement *lowerAlone(const clang::Stmt *s);

  Unit &unit;
  const clang::FunctionDecl *const function;
  ir::Function *const made;
  Maker make;

  //===--- Expressions ----------------------------------------------------===//

  /// The value of a prvalue, or what lies in a glvalue.
  const ir::Expr *value(const clang::Expr *e);
  const ir::Place *place(const clang::Expr *e);
  /// Of a value, too, which is given a place.
  const ir::Place *memberPlace(const clang::MemberExpr *e);
  /// A `ref` to where the glvalue is.
  const ir::Expr *reference(const clang::Expr *e);
  /// What lies at a glvalue.
  const ir::Expr *read(const clang::Expr *e);
  /// As a bool.
  const ir::Expr *condition(const clang::Expr *e);
  /// For its effects only.
  void discard(const clang::Expr *e);
  /// What a parameter of that type, or a variable, is given.
  const ir::Expr *argument(const clang::Expr *e, clang::QualType type);
  /// Makes the object at `place`, which nothing has been stored to.
  void initialize(const ir::Place *place, const clang::Expr *e);

  const ir::Expr *cast(const clang::CastExpr *e);
  const ir::Expr *compare(clang::BinaryOperatorKind op, const clang::Expr *left,
                          const clang::Expr *right);
  const ir::Expr *binary(const clang::BinaryOperator *e);
  const ir::Expr *unary(const clang::UnaryOperator *e);
  /// `isRead`: its operands are places, whose values are asked for.
  const ir::Expr *choice(const clang::AbstractConditionalOperator *e,
                         bool isRead = false);
  const ir::Place *placeOfChoice(const clang::AbstractConditionalOperator *e);
  const ir::Expr *construct(const clang::CXXConstructExpr *e);
  void constructAt(const ir::Place *place, const clang::CXXConstructExpr *e);
  const ir::Expr *list(const clang::InitListExpr *e);
  void listAt(const ir::Place *place, const clang::InitListExpr *e);
  /// What a copy or a move of a whole object gives.
  const ir::Expr *copied(const clang::Expr *from, bool isMove);
  const ir::Expr *closure(const clang::LambdaExpr *e);
  const ir::Expr *variable(const clang::VarDecl *constant,
                           const clang::Expr *e);

  //===--- Assignments ----------------------------------------------------===//

  /// What `a = b` gives where it is no place: what is assigned, which nobody
  /// has to look up again.
  const ir::Expr *assignedValue(const clang::BinaryOperator *e);
  /// The place that was changed; `isUsed` where it is asked for.
  const ir::Place *assign(const clang::BinaryOperator *e, bool isUsed);
  /// The old value of a postfix operator where `old` is given.
  const ir::Place *step(const clang::UnaryOperator *e, const ir::Expr **old,
                        bool isUsed);

  //===--- Calls ----------------------------------------------------------===//

  /// Null where it returns nothing, too: see `failed`.
  const ir::Expr *call(const clang::CallExpr *e, bool isUsed = true);
  const ir::Expr *emitCall(const ir::Function *callee, ExprList arguments,
                           bool isUsed, const clang::Expr *source = nullptr);
  const ir::Place *basePart(const ir::Place *place,
                            const clang::CXXRecordDecl *base);
  const ir::Expr *emitLibraryCall(const std::string &name,
                                  const ir::Type *result, ExprList arguments,
                                  bool isUsed);
  const ir::Expr *libraryCall(const clang::CallExpr *e,
                              const clang::FunctionDecl *callee, bool isUsed);
  /// A glvalue that a library's function answers with, without a call.
  const ir::Place *libraryPlace(const clang::CallExpr *e,
                                const clang::FunctionDecl *callee);
  /// Which of the numbers that std::min and the like are given it answers with.
  const ir::Place *chosenPlace(const clang::CallExpr *e,
                               const clang::FunctionDecl *callee);

  //===--- Statements -----------------------------------------------------===//

  void statement(const clang::Stmt *s);
  void loop(const clang::Stmt *s);
  void rangeLoop(const clang::CXXForRangeStmt *s);
  void switchOver(const clang::SwitchStmt *s);
  void declare(const clang::VarDecl *variable);
  /// What a condition or a loop declares and asks.
  const ir::Expr *conditionOf(const clang::VarDecl *declared,
                              const clang::Expr *e);
  ir::BlockStatement *blockOf(const clang::Stmt *s);

  //===--- Clauses --------------------------------------------------------===//

  /// Of an annotated loop; empty of others.
  std::vector<ir::Clause> clausesOf(const clang::Stmt *loop);
  /// Of the function itself.
  std::vector<ir::Clause> clausesOfTraversal();

  //===--- Where statements go --------------------------------------------===//

  ir::BlockStatement *block = nullptr;
  void emit(ir::Statement *s) {
    block->statements.push_back(s);
    if (range)
      unit.lowered.ranges.insert({s, range});
  }
  /// What `lower` emits, in a block of its own.
  ir::BlockStatement *capture(llvm::function_ref<void()> lower);
  void splice(const ir::BlockStatement *from);

  /// All operands, one after the other: what an earlier one has read is kept
  /// where a later one has effects.
  std::vector<const ir::Expr *> sequence(llvm::ArrayRef<Operand> operands,
                                         Order order);
  /// Whether it matters here that an order of operands is open: not in a loop
  /// that stays with the user's compiler, and not where it was asked before.
  bool asksForOrder() const;
  /// Says so of two operands that disturb each other.
  void openOrder(const clang::Expr *a, const clang::Expr *b);
  /// A value that later effects do not change.
  const ir::Expr *pin(const ir::Expr *e);
  const ir::Place *pin(const ir::Place *place);
  const ir::Variable *temporary(const ir::Type *type);

  const ir::Place *placeOf(const clang::VarDecl *variable);
  const ir::Place *placeOf(const clang::BindingDecl *binding);
  /// In the body of a loop alone each part has its name, by which the host file
  /// may call it: `let %x: ref f32 = refof %bound->x`.
  void nameParts(const clang::DecompositionDecl *several);
  /// Names of what std::tie refers to are other names of that.
  bool nameTied(const clang::DecompositionDecl *several);
  const ir::Place *thisPlace();
  /// The object of a default member initialiser, if not the function's.
  const ir::Place *object = nullptr;

  ir::Location at(clang::SourceLocation loc) { return unit.locate(loc); }
  ir::Location at(const clang::ValueDecl *named);
  /// Of a condition in the body of a loop alone: it has the user's range.
  const ir::Expr *standing(const ir::Expr *e, const clang::Expr *source) {
    return range ? unit.located(e, unit.rangeOf(source)) : e;
  }
  const ir::Type *type(clang::QualType type, clang::SourceLocation loc = {}) {
    return unit.types.of(type, loc.isValid() ? loc : make.loc);
  }
  std::nullptr_t refuse(const clang::Stmt *s, const llvm::Twine &what) {
    return unit.refuse(s->getBeginLoc(), what);
  }
  std::nullptr_t refuse(const clang::Stmt *s, Diag id,
                        std::vector<std::string> arguments) {
    return unit.refuse(s->getBeginLoc(), id, std::move(arguments));
  }
  /// The annotated loop whose body this is; null of a function's.
  const clang::Stmt *loopAlone() const {
    return unit.isLoopAlone ? alone : nullptr;
  }
  bool isC() const { return !unit.context.getLangOpts().CPlusPlus; }

  /// Of a kernel; null where everything is what it says.
  Meanings *meanings = nullptr;
  LocalUse uses;
  /// The body of a loop alone declares types and the like: what follows may
  /// name them, and means nothing elsewhere.
  bool namesTypes = false;
  /// What a `break` leaves: null where it is the loop around it.
  ir::BlockStatement *breaks = nullptr;
  llvm::DenseMap<const clang::OpaqueValueExpr *, const ir::Expr *> opaque;

private:
  llvm::DenseMap<const clang::BindingDecl *, const ir::Variable *> named;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captured;
  clang::FieldDecl *capturedThis = nullptr;
  const clang::Stmt *alone = nullptr; ///< no function's body, but this loop
  ir::Location range; ///< of the loop's body: what is being lowered

  std::vector<ir::Clause> clauses(const std::vector<ClauseExpr> &clauses);
  void initializers(const clang::CXXConstructorDecl *constructor);
  bool pinsPlaces(const ir::Expr *e) const;
};

/// Whether its parts are stored one after the other, not as a value.
bool isMadeInPlace(const clang::InitListExpr *e);
/// `add` for `+`; nothing for what is no arithmetic.
std::optional<ir::BinaryOp> operatorOf(clang::BinaryOperatorKind op);
/// `op` on numbers, or on a pointer and a number or another pointer.
const ir::Expr *combine(Body &body, ir::BinaryOp op, const ir::Expr *left,
                        const ir::Expr *right);

} // namespace regtt::toir
