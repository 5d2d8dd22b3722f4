/// Statements: structured, changed in place by passes. A Module makes and owns
/// them; a block lists those that run one after the other. A statement stands
/// in one place: what is to stand in two is made twice.
#pragma once

#include "regtt/IR/Clause.h"
#include "regtt/IR/Operators.h"
#include "regtt/IR/Place.h"

namespace regtt::ir {

struct Statement {
  enum Kind {
#define STATEMENT(NAME) NAME,
#include "regtt/IR/Statement.def"
  };
  const Kind kind;
  Location loc;

  Statement(const Statement &) = delete;
  Statement(Kind kind, Location loc) : kind(kind), loc(loc) {}
  virtual ~Statement() = default;
};

/// What makes a statement castable to: each kind is one class.
template <Statement::Kind K> struct StatementOf : Statement {
  explicit StatementOf(Location loc) : Statement(K, loc) {}
  static bool classof(const Statement *s) { return s->kind == K; }
};

/// `{ ... }`, `block %found { ... leave %found ... }`
struct BlockStatement final : StatementOf<Statement::Block> {
  using StatementOf::StatementOf;
  std::vector<Statement *> statements;
  std::string label; ///< empty where nothing leaves it
};

//===--- Declarations and stores ------------------------------------------===//

/// `let %d: f32 = e`
struct LetStatement final : StatementOf<Statement::Let> {
  using StatementOf::StatementOf;
  const Variable *variable = nullptr;
  const Expr *value = nullptr;
};

/// `var %i: i32`, `var %i: i32 = e`
struct VarStatement final : StatementOf<Statement::Var> {
  using StatementOf::StatementOf;
  const Variable *variable = nullptr;
  const Expr *init = nullptr; ///< null: it starts as anything
};

enum class StoreKind {
#define STORE_KIND(NAME, TEXT) NAME,
#include "regtt/IR/Statement.def"
};
llvm::StringRef textOf(StoreKind kind);

/// `store %a->sum = e`, `store own %a->sum = e`
struct StoreStatement final : StatementOf<Statement::Store> {
  using StatementOf::StatementOf;
  StoreKind store = StoreKind::Plain;
  const Place *place = nullptr;
  const Expr *value = nullptr;
};

/// `reduce add %a->sum = e`: the place's value is combined with e, in one go;
/// in which order several do so is open as far as the operator lets it be. Of
/// floating-point numbers in the type of e, from which the result is rounded.
struct ReduceStatement final : StatementOf<Statement::Reduce> {
  using StatementOf::StatementOf;
  Combiner combiner = Combiner::Add;
  const Place *place = nullptr;
  const Expr *value = nullptr;
};

//===--- Control ----------------------------------------------------------===//

/// `if c { ... } else { ... }`
struct IfStatement final : StatementOf<Statement::If> {
  using StatementOf::StatementOf;
  const Expr *condition = nullptr;
  BlockStatement *then = nullptr;
  BlockStatement *otherwise = nullptr; ///< may be null
};

enum class LoopForm {
#define LOOP_FORM(NAME, TEXT) NAME,
#include "regtt/IR/Statement.def"
};
llvm::StringRef textOf(LoopForm form);

/// A loop as C has it: `init` once; `head` and then `condition` before each
/// iteration, of a `do` after it; `step` after each, by `continue`, too.
///
///     while c { ... }
///     while { let %n: i32 = call @next() } gt(%n, 0:i32) { ... }
///     do { ... } while c
///     for { var %i: i32 = 0:i32 } while c step { ... } { ... }
struct LoopStatement final : StatementOf<Statement::Loop> {
  using StatementOf::StatementOf;
  bool isParallel = false;     ///< the user says so: `parallel while c { ... }`
  std::vector<Clause> clauses; ///< `parallel [private %t] while c { ... }`
  LoopForm form = LoopForm::While;
  BlockStatement *init = nullptr; ///< of a For; null of others
  BlockStatement *head = nullptr; ///< null where the condition is all
  const Expr *condition = nullptr;
  BlockStatement *step = nullptr; ///< of a For; null of others
  BlockStatement *body = nullptr;
};

/// `count %i: u64 from 0:u64 while lt load %n step 1:u64 { ... }`: the variable
/// has the first value, then the next ones, as long as the comparison with
/// `last` holds. The three are evaluated once, and only the step changes the
/// variable. `wraps`: its type's end is gone past as unsigned numbers do.
struct CountedLoopStatement final : StatementOf<Statement::CountedLoop> {
  using StatementOf::StatementOf;
  const Variable *variable = nullptr; ///< a let, of each iteration
  const Expr *first = nullptr, *last = nullptr, *step = nullptr;
  BinaryOp comparison = BinaryOp::Lt;
  bool wraps = false;
  BlockStatement *body = nullptr;
};

/// `each %x: ref @Point in %points { ... }`: the elements of an array or of a
/// container, in their order.
struct RangeLoopStatement final : StatementOf<Statement::RangeLoop> {
  using StatementOf::StatementOf;
  bool isParallel = false;            ///< the user says so: `parallel each ...`
  std::vector<Clause> clauses;        ///< as of a Loop
  const Variable *variable = nullptr; ///< a reference to each, or its value
  const Place *range = nullptr;
  BlockStatement *body = nullptr;
};

/// `switch e { case 1, 2 { ... } fallthrough default { ... } }`: the end of a
/// case is the end of the switch, unless it falls through.
struct SwitchStatement final : StatementOf<Statement::Switch> {
  using StatementOf::StatementOf;
  struct Case {
    std::vector<const Expr *> labels; ///< constants of the value's type
    bool isDefault = false;           ///< besides the labels
    bool fallsThrough = false;
    BlockStatement *body = nullptr;
  };
  const Expr *value = nullptr;
  std::vector<Case> cases;
};

/// `return`, `return e`
struct ReturnStatement final : StatementOf<Statement::Return> {
  using StatementOf::StatementOf;
  const Expr *value = nullptr; ///< null where the function returns void
};

/// Of the innermost loop; a switch is left by `leave`, or at its case's end.
struct BreakStatement final : StatementOf<Statement::Break> {
  using StatementOf::StatementOf;
};
struct ContinueStatement final : StatementOf<Statement::Continue> {
  using StatementOf::StatementOf;
};

/// `leave %found`: goes on after the block of that label, which is around it.
struct LeaveStatement final : StatementOf<Statement::Leave> {
  using StatementOf::StatementOf;
  const BlockStatement *block = nullptr;
};

//===--- Calls ------------------------------------------------------------===//

/// `call @f(x)`, `let %r: i32 = call @f(x)`: a call that may have effects.
struct CallStatement final : StatementOf<Statement::Call> {
  using StatementOf::StatementOf;
  const Variable *result = nullptr; ///< a let; null: the value is not used
  const Function *callee = nullptr;
  std::vector<const Expr *> arguments;
};

/// `call lib "std::swap"(refof %a, refof %b)`
struct LibraryCallStatement final : StatementOf<Statement::LibraryCall> {
  using StatementOf::StatementOf;
  const Variable *result = nullptr; ///< a let; null: the value is not used
  std::string name;
  std::vector<const Expr *> arguments;
};

enum class ChangeOp {
#define CONTAINER_CHANGE(NAME, TEXT, ARGUMENTS) NAME,
#include "regtt/IR/Library.def"
};
llvm::StringRef textOf(ChangeOp op);

/// `push %q->heap (x) by @nearer`: changes what a library's container holds.
struct ContainerChangeStatement final
    : StatementOf<Statement::ContainerChange> {
  using StatementOf::StatementOf;
  ChangeOp op = ChangeOp::Push;
  const Place *container = nullptr;
  std::vector<const Expr *> arguments;
  const Function *order = nullptr; ///< of a queue that the user orders
};

/// `defer 0 (load %w) when lt(load %level[load %w], 0:i32) { ... }`: what the
/// host does when all iterations have run, for each time that one comes here,
/// in the order of the iterations: the block, with these values of the
/// variables that it names. `when` is asked ahead, too; where it is false then,
/// it is false later. What walks through statements does not go into the block,
/// which is none of the iteration's; kernels have none.
struct DeferStatement final : StatementOf<Statement::Defer> {
  using StatementOf::StatementOf;
  unsigned number = 0;
  std::vector<const Expr *> values;
  const Expr *when = nullptr;     ///< null: in any case
  BlockStatement *body = nullptr; ///< null in kernels
};

/// `visit @f(x, load %n->left)`: a call of a traversal, which engines make.
///
/// `visit @f(x) at 1:i32 when @f::guard(load %far)`: in a segment, the call in
/// that place among its calls. It is made when its turn comes, and only if the
/// guard, which is asked then, of values that are kept until then, says so.
struct VisitStatement final : StatementOf<Statement::Visit> {
  using StatementOf::StatementOf;
  const Variable *result = nullptr; ///< a let; null: the value is not used
  const Function *callee = nullptr;
  std::vector<const Expr *> arguments;
  const Expr *position = nullptr;  ///< an integer; null outside of segments
  const Function *guard = nullptr; ///< null: it is made in any case
  std::vector<const Expr *> kept;  ///< what the guard is given
  std::string source; ///< the user's call, for comments; no part of the text
};

/// `resume @f::resume0(load %k)`: once the calls of this segment are made, the
/// traversal goes on there, with values that are kept until then.
struct ResumeStatement final : StatementOf<Statement::Resume> {
  using StatementOf::StatementOf;
  const Function *segment = nullptr;
  std::vector<const Expr *> kept;
};

//===--- What runs in parallel, and ends ----------------------------------===//

/// `fork { ... }`: may run beside what follows, up to the next `join` of the
/// function.
struct ForkStatement final : StatementOf<Statement::Fork> {
  using StatementOf::StatementOf;
  BlockStatement *body = nullptr;
};
struct JoinStatement final : StatementOf<Statement::Join> {
  using StatementOf::StatementOf;
};

/// `barrier`: of all threads of a block.
struct BarrierStatement final : StatementOf<Statement::Barrier> {
  using StatementOf::StatementOf;
};

/// `trap "x > 0"`: the program ends here, as after an assertion that fails.
struct TrapStatement final : StatementOf<Statement::Trap> {
  using StatementOf::StatementOf;
  std::string message; ///< may be empty
};

/// `unreachable`: the program never comes here.
struct UnreachableStatement final : StatementOf<Statement::Unreachable> {
  using StatementOf::StatementOf;
};

} // namespace regtt::ir
