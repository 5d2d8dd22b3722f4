// The ways through one iteration of a loop that takes nodes from a stack of its
// own, as the body of a function that calls itself.
//
//     while (!todo.empty()) {            visit(n):
//       Node *n = todo.top();
//       todo.pop();
//       if (!n) continue;                  if (!n) return;
//       look(n);                    ->     look(n);
//       todo.push(n->left);                visit(n->right);
//       todo.push(n->right);               visit(n->left);
//     }
//
// What one iteration pushes is all taken, with what comes of it, before what
// lay there already. So it is visited once the iteration has done all the rest,
// what was pushed last first.
#pragma once

#include "OwnStack.h"

#include "regtt/IR/Mapper.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>

namespace regtt::recognise {

struct PushingLoop;

/// An element that waits to be visited.
struct PushedElement {
  const ir::Expr *when = nullptr; ///< null: always
  std::vector<const ir::Expr *> parts;
  std::shared_ptr<PushingLoop> loop; ///< instead of parts
  ir::Location loc;
};

/// A loop that pushes elements: its head, and what each iteration of it pushes,
/// in its words.
struct PushingLoop {
  const ir::Variable *variable = nullptr;
  const ir::Expr *first = nullptr, *last = nullptr;
  bool isInclusive = false, isDown = false;
  bool leavesFirstOut = false;   ///< `k-- > last`
  std::optional<uint64_t> trips; ///< where they are a constant
  llvm::SmallPtrSet<const ir::Variable *, 16> known; ///< ahead of the loop
  std::vector<PushedElement> elements;
};

/// What is known on one way, where it has come to.
struct StackPath {
  StackState heights;
  Height start;       ///< of the stack, where ways met last
  int64_t lowest = 0; ///< since then
  /// What was stored since then, by number, and by part.
  std::map<int64_t, std::vector<const ir::Expr *>> stored;
  std::vector<PushedElement> pending;
  bool isTaken = false;    ///< the iteration has popped its element
  bool isHidden = false;   ///< something was stored where that lay
  bool isMerged = false;   ///< how much was pushed depends on the way
  bool isEnded = false;    ///< the way does not go on from here
  bool hasEffects = false; ///< the iteration has done something already
  bool isTested = false;   ///< it is known that there is an element
  /// What the variables that go on to the next iteration hold, by part; null:
  /// what was popped.
  std::vector<const ir::Variable *> current;
};

class StackWays {
public:
  using List = std::vector<ir::Statement *>;

  StackWays(ir::Module &module, const ir::Function &holder,
            const OwnStack &stack);

  /// Copies what stands around the loop: pushes wait, and the loop becomes
  /// calls. False: it is not followed.
  bool around(llvm::ArrayRef<ir::Statement *> list, List &out);
  /// Whether the function is handed part number `k` of elements.
  bool handsPart(size_t k) const { return isHanded[k]; }

  ir::BlockStatement *visit = nullptr; ///< the function's body
  const ir::LoopStatement *loop = nullptr;
  std::vector<ir::Variable *> params; ///< stand for its parameters, by part
  /// Its calls in itself and in what stands around the loop, with what they
  /// are handed of the element.
  std::vector<ir::CallStatement *> inner, outer;
  mutable std::string why; ///< it is not followed, and where that is
  mutable ir::Location whyAt;
  /// Whether it is a struct whose parts have become variables.
  bool isSplit(const ir::Variable *variable) const {
    return split.count(variable);
  }

private:
  bool fail(ir::Location loc, const char *reason) const;

  // What the loop is (StackCarried.cpp).
  bool findJumps(const ir::LoopStatement &loop);
  bool findCarried(const ir::LoopStatement &loop);
  bool isLent(const ir::Variable *variable) const;
  bool isNamedInLoop(const ir::Variable *variable) const;
  std::string nameOfElement(const ir::LoopStatement &loop) const;
  void
  findOwnCopies(const ir::LoopStatement &loop,
                const llvm::SmallPtrSetImpl<const ir::Variable *> &declared);

  // The loop as a whole (StackWays.cpp).
  bool makeVisit(const ir::LoopStatement &loop, StackPath &path, List &out);
  bool makeParams(const ir::LoopStatement &loop, StackPath &inside,
                  PushedElement &begins);
  bool body(const ir::LoopStatement &loop, StackPath &path, List &out);
  bool test(const ir::Expr *condition, StackPath &path, List &out,
            bool isAtEnd);
  bool isOfIteration(const OwnStack::Test &test, const StackPath &path) const;
  List stop(const ir::ReturnStatement *leave, ir::Location loc);
  bool end(StackPath &path, List &out, ir::Location loc);
  void call(const PushedElement &element, List &out);
  ir::Statement *callLoop(const PushedElement &element);
  void callOf(llvm::ArrayRef<const ir::Expr *> parts, ir::Location loc,
              List &out);
  std::vector<const ir::Expr *>
  used(llvm::ArrayRef<const ir::Expr *> parts) const;
  ir::Statement *under(const ir::Expr *condition, const List &list,
                       ir::Location loc);
  bool returnsInLoop() const;
  bool isAllTaken(const StackPath &path) const;

  // Statements (StackStatements.cpp).
  bool run(llvm::ArrayRef<ir::Statement *> list, StackPath &path, List &out,
           bool isTail);
  bool concerns(const ir::Statement *s) const;
  std::optional<bool> operation(ir::Statement *s, StackPath &path, List &out);
  std::optional<bool> storeOf(const ir::StoreStatement &s, StackPath &path,
                              List &out);
  bool push(std::optional<std::vector<const ir::Expr *>> parts,
            ir::Location loc, StackPath &path, List &out);
  std::optional<bool> carry(const ir::StoreStatement &s, StackPath &path,
                            List &out);
  void moveTo(int64_t height, StackPath &path);
  bool meet(StackPath &path, ir::Location loc, List &out);

  // Declarations (StackDeclarations.cpp).
  std::optional<bool> declaration(const ir::Variable *variable,
                                  const ir::Expr *value, ir::Location loc,
                                  StackPath &path, List &out);
  std::optional<bool> madeElement(const ir::Variable *variable,
                                  const ir::Expr *value, ir::Location loc,
                                  StackPath &path, List &out);
  bool isHandedStack(const ir::Statement *s) const;
  std::optional<bool> fixed(const ir::Variable *variable, const ir::Expr *value,
                            ir::Location loc, StackPath &path, List &out);

  // Branches (StackBranches.cpp).
  std::optional<bool> whereEmpty(const ir::IfStatement &s,
                                 llvm::ArrayRef<ir::Statement *> rest,
                                 StackPath &path, List &out, bool isTail);
  bool endsWhereEmpty(llvm::ArrayRef<ir::Statement *> list);
  bool branch(const ir::IfStatement &s, llvm::ArrayRef<ir::Statement *> rest,
              StackPath &path, List &out, bool isTail);
  bool join(const ir::Expr *condition, StackPath &then, List &thenList,
            StackPath &other, List &otherList, StackPath &path, List &out,
            ir::Location loc);
  void lift(llvm::ArrayRef<PushedElement> made, const ir::Expr *condition,
            List &branch, StackPath &path, List &out);

  // Loops that push (StackLoops.cpp).
  ir::BlockStatement *withoutContinue(const ir::BlockStatement *body);
  bool pushingLoop(const ir::LoopStatement &s, StackPath &path, List &out);
  bool pushingRange(const ir::RangeLoopStatement &s, StackPath &path,
                    List &out);
  bool iterate(std::shared_ptr<PushingLoop> made, ir::LoopStatement *forward,
               ir::Statement *first, llvm::ArrayRef<ir::Statement *> body,
               StackPath &path, List &out);
  PushedElement said(PushedElement element, const List &inside) const;
  void keep(PushedElement element, List &body);

  // What is read (StackReads.cpp).
  void hook();
  const ir::Expr *expr(const ir::Expr *e, StackPath &path);
  List copied(ir::Statement *s, StackPath &path);
  void behindLoop(const ir::Statement *s);
  const ir::Place *placeFor(const ir::Place *begins) const;
  const ir::Expr *wholeFor(const ir::Expr *e) const;
  const std::vector<const ir::Variable *> *partsIn(const ir::Place *p) const;
  bool isPopped(const Height &number, const StackPath &path) const;
  const ir::Expr *kept(const ir::Expr *e, llvm::StringRef name, List &out);
  bool isDerived(const ir::Expr *value) const;
  void note(const ir::Variable *variable, const ir::Expr *value);
  bool isOriginal(const ir::Variable *variable) const;
  void findWritten(const ir::Statement *s);
  bool isOfNode(const ir::Expr *e) const;
  const ir::Expr *resolved(const ir::Expr *e, const List &inside) const;

  ir::Module &module;
  const ir::Function &holder;
  const OwnStack &stack;
  ir::Mapper copy;
  StackPath *active = nullptr;
  bool inVisit = false;
  std::vector<const ir::Function *> inlined; ///< whose bodies are looked at
  llvm::SmallPtrSet<const ir::Statement *, 8> jumps; ///< of the loop's own
  /// Variables that go on from one iteration to the next: the part that each
  /// is, or -1 where it is the whole element.
  llvm::MapVector<const ir::Variable *, int> carried;
  /// Variables around the loop that each iteration sets before it looks.
  /// How often it does so.
  llvm::MapVector<const ir::Variable *, unsigned> ownCopies;
  /// Structs that begin as an element, with variables for their parts.
  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Variable *>> split;
  /// Variables that are a part of the element, in another type.
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> sameAs;
  /// Of what is made: what variables that never change are, those that are
  /// found in the element, and the structs that nodes are.
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> lets;
  llvm::SmallPtrSet<const ir::Variable *, 8> derived, counters;
  llvm::SmallPtrSet<const ir::Type *, 4> nodeTypes;
  /// Structs of which something is written while the loop runs, by what it
  /// calls, too; or anything may be.
  llvm::SmallPtrSet<const ir::Type *, 8> writtenTypes;
  llvm::SmallPtrSet<const ir::Function *, 8> looked;
  bool writesAnything = false;
  /// The loop whose pushes are kept in arrays as they happen, and where these
  /// are declared.
  PushingLoop *keeping = nullptr;
  List *keptIn = nullptr;
  const ir::Variable *stopped = nullptr, *returned = nullptr,
                     *hasReturned = nullptr;
  /// What the loop does where the stack is empty: leaves, or returns.
  const ir::Statement *whenEmpty = nullptr;
  std::vector<const ir::Variable *> paramParts; ///< `params`, for look-ups
  std::vector<bool> isHanded; ///< by part: whether the function is handed it
  const ir::BlockStatement *step = nullptr; ///< of the loop
};

} // namespace regtt::recognise
