// Where children are numbers that are computed, and nothing that the node holds
// says where the tree ends, arguments do: `query(2 * node, l, mid)` ends where
// `l` and `r` say so. Then numbers may lie outside of the arrays of nodes.
// Linearising makes nodes without data and without children of them, and a
// visit of one ends the program where it needs either:
//
//     if lt(%r, load own(0: i32)) { return }         it may end here
//     if le(load own(0: i32), %l) {
//       if load node(4: bool) { trap "outside" }     node(4): it is outside
//       store own(1: i64) = load node(2: i64)
//       return
//     }
//     if load node(4: bool) { trap "outside" }
//     visit @query(child 0, ...)
//
// The same is of trees whose nodes have elements from a first number on, and
// whose leaves have none: `if (node < n) return;`, `left[node - n]`.
//
// Before: nothing but what the recogniser made. After: what is read of a node
// that has no data is never used.
#include "FunctionReads.h"

#include "regtt/Analysis/NodeConditions.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class OutsideNodes {
public:
  explicit OutsideNodes(Kernel &kernel)
      : kernel(kernel), module(*kernel.module), reads(kernel) {}

  void run() {
    const bool mayGo =
        kernel.firstNumber ? mayGoBelow() : mayGoOutside() && !nodeSaysWhere();
    if (!mayGo || looksAtOthers())
      return;
    Datum datum;
    datum.number = outsideOfArrays;
    datum.type = module.boolType();
    datum.text = kernel.nodeText + " outside of its arrays";
    datum.name = "isOutside";
    datum.bytes = 1;
    outside = module.load(module.place(ir::DataRoot{
        ir::DataRoot::Node, unsigned(kernel.data.size()), datum.type}));
    kernel.data.push_back(std::move(datum));
    list(*kernel.enter->body, {});
  }

private:
  //===--- Of which traversals --------------------------------------------===//

  bool mayGoOutside() const {
    return kernel.nodesAreNumbers && !kernel.nodeArrays.empty() &&
           !kernel.isForest && !kernel.isNode && !kernel.absent &&
           kernel.enter && kernel.enter->body && !kernel.slots.empty() &&
           llvm::all_of(kernel.slots, [](const SlotGroup &group) {
             return group.form == SlotGroup::Computed && !group.test;
           });
  }

  /// Whether numbers below the first that has an element may be nodes: as
  /// those of leaves, `if (node < n)`, not where these are no nodes at all.
  bool mayGoBelow() const {
    const ir::Expr *test = kernel.isNode ? returned(*kernel.isNode) : nullptr;
    const auto *compared = llvm::dyn_cast_or_null<ir::BinaryExpr>(test);
    return !kernel.isForest &&
           !(compared && compared->op == ir::BinaryOp::Ge &&
             ir::equal(compared->right, returned(*kernel.firstNumber)));
  }

  static const ir::Expr *returned(const ir::Function &function) {
    const auto &body = function.body->statements;
    const auto *last =
        body.size() == 1 ? dyn_cast<ir::ReturnStatement>(body[0]) : nullptr;
    return last ? last->value : nullptr;
  }

  /// Whether it reads data of other nodes than the visited one.
  bool looksAtOthers() {
    const Reads all = reads.of(kernel.enter->body);
    return all.otherNodes || !all.linkedData.empty();
  }

  bool isData(const ir::DataRoot &root) const {
    return root.kind == ir::DataRoot::Node &&
           kernel.data[root.number].number < outsideOfArrays;
  }

  /// Whether something that the node holds says where its children are visited:
  /// then it says where there are any.
  bool nodeSaysWhere() {
    ir::NodeReads asked;
    asked.reads = isChild;
    asked.isKnown = [this](const ir::DataRoot &root) { return isData(root); };
    asked.isKnownFunction = [](const ir::Function *) { return false; };
    asked.linkQuestion = [](const ir::Expr *) { return nullptr; };
    asked.saysNothing = [](const ir::Expr *, const ir::Expr *) {
      return false;
    };
    return ir::readWhen(module, *kernel.enter, {}, asked) != nullptr;
  }

  //===--- What needs data ------------------------------------------------===//

  const ir::Expr *both(const ir::Expr *a, const ir::Expr *b) const {
    return !a || !b               ? nullptr
           : isa<ir::BoolExpr>(a) ? b
           : isa<ir::BoolExpr>(b) ? a
                                  : module.andAlso(a, b);
  }
  const ir::Expr *either(const ir::Expr *a, const ir::Expr *b) const {
    if (!a || !b)
      return a ? a : b;
    return isa<ir::BoolExpr>(a) || isa<ir::BoolExpr>(b) ? module.boolean(true)
                                                        : module.orElse(a, b);
  }

  bool needsItself(const ir::Expr *e) {
    const ir::DataRoot *root = dataOf(e);
    if (root && root->kind == ir::DataRoot::Element)
      return kernel.arrays[kernel.data[root->number].number].isOfNodes();
    if (root)
      return isData(*root);
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      return readsData(reads.of(call->callee));
    return isChild(e);
  }

  static bool isChild(const ir::Expr *e) {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    return call && call->name == "rt::child";
  }

  bool readsData(const Reads &of) const {
    return llvm::any_of(of.nodeData, [&](unsigned datum) {
      return kernel.data[datum].number < outsideOfArrays;
    });
  }

  /// When evaluating `e` reads data of the node, or looks at its children;
  /// null: never.
  const ir::Expr *needsWhen(const ir::Expr *e) {
    if (needsItself(e))
      return module.boolean(true);
    if (const auto *logical = dyn_cast<ir::LogicalExpr>(e)) {
      const ir::Expr *goesOn =
          logical->isAnd ? logical->left : negated(logical->left);
      return either(needsWhen(logical->left),
                    both(goesOn, needsWhen(logical->right)));
    }
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      const ir::Expr *asks = choice->condition;
      return either(needsWhen(asks),
                    either(both(asks, needsWhen(choice->whenTrue)),
                           both(negated(asks), needsWhen(choice->whenFalse))));
    }
    const ir::Expr *result = nullptr;
    ir::forEachOperand(e, [&](const ir::Expr *operand) {
      result = either(result, needsWhen(operand));
    });
    return result;
  }

  const ir::Expr *negated(const ir::Expr *e) const {
    return module.unary(ir::UnaryOp::LNot, e);
  }

  /// The same of `s` without the statements in it.
  const ir::Expr *needsWhen(const ir::Statement *s) {
    const ir::Expr *result = nullptr;
    ir::forEachOperand(
        s, [&](const ir::Expr *e) { result = either(result, needsWhen(e)); });
    if (isa<ir::IfStatement, ir::ReturnStatement, ir::LetStatement,
            ir::VarStatement, ir::StoreStatement, ir::ReduceStatement>(s))
      return result;
    // What a loop asks, it asks again; and what else there is in others is not
    // looked into.
    return result || readsData(reads.ofItself(s)) ? module.boolean(true)
                                                  : nullptr;
  }

  //===--- Statements -----------------------------------------------------===//

  struct State {
    bool isInside = false; ///< the node has data here
    bool isDead = false;   ///< nothing comes here
  };

  ir::Statement *trap(const ir::Expr *when, ir::Location loc) const {
    auto *end = module.make<ir::TrapStatement>(loc);
    end->message = outsideTrap.str();
    return module.ifThen(both(when, outside), module.block({end}), nullptr,
                         loc);
  }

  State list(ir::BlockStatement &block, State state) {
    std::vector<ir::Statement *> made;
    for (ir::Statement *s : block.statements) {
      if (const ir::Expr *when = state.isInside ? nullptr : needsWhen(s)) {
        made.push_back(trap(when, s->loc));
        state.isInside = isa<ir::BoolExpr>(when);
      }
      made.push_back(s);
      state = after(s, state);
    }
    block.statements = std::move(made);
    return state;
  }

  State after(ir::Statement *s, State state) {
    if (auto *branch = dyn_cast<ir::IfStatement>(s)) {
      const State then = list(*branch->then, state);
      const State other =
          branch->otherwise ? list(*branch->otherwise, state) : state;
      return {(then.isInside || then.isDead) &&
                  (other.isInside || other.isDead),
              then.isDead && other.isDead};
    }
    // What is in others than a plain block may not run, or be left.
    if (auto *block = dyn_cast<ir::BlockStatement>(s)) {
      const State end = list(*block, state);
      return block->label.empty() ? end : state;
    }
    ir::forEachChild(s, [&](ir::Statement *inner) {
      list(*llvm::cast<ir::BlockStatement>(inner), state);
    });
    state.isDead |=
        isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
            ir::LeaveStatement, ir::TrapStatement, ir::UnreachableStatement>(s);
    return state;
  }

  Kernel &kernel;
  ir::Module &module;
  FunctionReads reads;
  const ir::Expr *outside = nullptr;
};

} // namespace

bool regtt::kernel::runOutsideNodes(PassContext &context) {
  OutsideNodes(context.kernel).run();
  return true;
}
