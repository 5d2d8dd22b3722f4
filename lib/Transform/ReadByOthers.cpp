// Pointers in nodes through which visits of other nodes read:
//
//     if (n->kid[k]->corner[0]->x < at) ...     linked(3: i64, %kid)
//
// The number where the child's array `corner` begins is a row of the child's.
//
// What single pointers lead to is followed in every node. So conditions on
// other nodes, around such a read or on the way to it, are looked for: of a
// child that says what its pointer is (`!c->isLeaf && c->first->x < at`)
// nothing is known.
#include "FollowConditions.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::kernel;

/// Whether the way of `pointer`, or of one that it is found through, is that of
/// `asked`.
static bool isThrough(const Kernel &kernel, int pointer, int asked) {
  for (int p = pointer; p >= 0; p = kernel.pointers[p].via)
    if (p == asked)
      return true;
  return false;
}

/// Whether row `number` of the node's lies behind the pointer, or says where an
/// array is that does.
static bool leadsThrough(const Kernel &kernel, unsigned number, int pointer) {
  const Datum &datum = kernel.data[number];
  const auto before = datum.owner == Owner::Node
                          ? stepsToLastPointer(datum.steps)
                          : std::nullopt;
  if (before &&
      isThrough(kernel, numberOfPointer(kernel, datum.number, *before),
                pointer))
    return true;
  return llvm::any_of(kernel.arrays, [&](const DataArray &array) {
    return array.isOfNodes() &&
           (array.start == int(number) || array.size == int(number)) &&
           isThrough(kernel, array.pointer, pointer);
  });
}

bool kernel::isReadByOthers(const Kernel &kernel, int pointer) {
  bool result = false;
  for (const ir::Function *function : kernel.bodies())
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      const ir::DataRoot *data = dataRootOf(e);
      result = result || (data && data->kind == ir::DataRoot::Linked &&
                          leadsThrough(kernel, data->number, pointer));
    });
  return result;
}

//===--- Conditions on other nodes ----------------------------------------===//

bool kernel::isBehindOthers(const Kernel &kernel, const ir::Expr *e,
                            int pointer) {
  const ir::DataRoot *data = dataRootOf(e);
  if (!data || data->kind != ir::DataRoot::Linked)
    return false;
  const Datum &datum = kernel.data[data->number];
  const auto before = stepsToLastPointer(datum.steps);
  return before &&
         isThrough(kernel, numberOfPointer(kernel, datum.number, *before),
                   pointer);
}

int kernel::firstBehindOthers(const Kernel &kernel, int pointer) {
  int result = -1;
  for (const ir::Function *function : kernel.bodies())
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (result < 0 && isBehindOthers(kernel, e, pointer))
        result = int(dataRootOf(e)->number);
    });
  return result;
}

namespace {

class ConditionFinder {
public:
  explicit ConditionFinder(const Kernel &kernel) : kernel(kernel) {}

  /// Where a read is under such a condition, and no other one of that node is
  /// not.
  std::vector<unsigned> run() {
    for (const ir::Function *function : kernel.bodies())
      findLocals(function->body);
    list(*kernel.whole->body, false);
    std::vector<unsigned> faults;
    for (const Followed &read : asked)
      if (llvm::none_of(certain, [&](const Followed &other) {
            return other.pointer == read.pointer &&
                   ir::equal(other.link, read.link);
          }))
        faults.push_back(unsigned(firstBehindOthers(kernel, read.pointer)));
    return faults;
  }

private:
  /// A pointer of the node that `link` leads to.
  struct Followed {
    int pointer;
    const ir::Expr *link;
  };

  /// Whether it looks at data of other nodes, or at what is made of such.
  bool isOfOthers(const ir::Expr *e) const {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::DataRoot *data = dataRootOf(part);
      const ir::Place *place = ir::placeOf(part);
      const auto *value = llvm::dyn_cast<ir::ValueExpr>(part);
      const auto *call = llvm::dyn_cast<ir::CallExpr>(part);
      result |= (data && data->kind == ir::DataRoot::Linked) ||
                (place && made.count(place->variable())) ||
                (value && made.count(value->variable)) ||
                (call && readsOthers(*call->callee));
    });
    return result;
  }

  bool readsOthers(const ir::Function &function) const {
    bool result = function.body && depth == deepest;
    if (function.body && depth < deepest) {
      const llvm::SaveAndRestore deeper(depth, depth + 1);
      ir::walkExprs(function.body, [&](const ir::Expr *e) {
        const ir::DataRoot *data = dataRootOf(e);
        const auto *call = llvm::dyn_cast<ir::CallExpr>(e);
        result = result || (data && data->kind == ir::DataRoot::Linked) ||
                 (call && readsOthers(*call->callee));
      });
      ir::walk(static_cast<const ir::Statement *>(function.body),
               [&](const ir::Statement *s) {
                 const auto *call = llvm::dyn_cast<ir::CallStatement>(s);
                 result = result || (call && readsOthers(*call->callee));
               });
    }
    return result;
  }

  /// Locals that are made of data of other nodes, or set where these say so.
  void findLocals(const ir::BlockStatement *body) {
    for (size_t before = made.size() + 1; before != made.size();) {
      before = made.size();
      ir::walk(static_cast<const ir::Statement *>(body),
               [&](const ir::Statement *s) {
                 bool isMade = asks(s);
                 if (isMade)
                   ir::walk(
                       s, [&](const ir::Statement *inner) { noteSet(inner); });
                 ir::forEachOperand(
                     s, [&](const ir::Expr *e) { isMade |= isOfOthers(e); });
                 const auto *call = llvm::dyn_cast<ir::CallStatement>(s);
                 if (isMade || (call && readsOthers(*call->callee)))
                   noteSet(s);
               });
    }
  }

  void noteSet(const ir::Statement *s) {
    if (const ir::Variable *declared = ir::declaredBy(s))
      made.insert(declared);
    ir::forEachPlace(s, [&](const ir::Place *place) {
      if (place->variable())
        made.insert(place->variable());
    });
    // What is handed by its address may be set.
    if (const auto *call = llvm::dyn_cast<ir::CallStatement>(s)) {
      if (call->result)
        made.insert(call->result);
      for (const ir::Expr *argument : call->arguments)
        if (const ir::Place *place = ir::placeOf(argument);
            place && place->variable() && argument->type->isReference())
          made.insert(place->variable());
    }
  }

  /// The condition that `s` decides by, if other nodes do.
  bool asks(const ir::Statement *s) const {
    const auto *choice = llvm::dyn_cast<ir::IfStatement>(s);
    const auto *loop = llvm::dyn_cast<ir::LoopStatement>(s);
    const auto *chosen = llvm::dyn_cast<ir::SwitchStatement>(s);
    const ir::Expr *asked = choice   ? choice->condition
                            : loop   ? loop->condition
                            : chosen ? chosen->value
                                     : nullptr;
    return asked && isOfOthers(asked);
  }

  static bool leaves(const ir::Statement *s) {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *each) {
      result |= llvm::isa<ir::ReturnStatement, ir::BreakStatement,
                          ir::ContinueStatement, ir::LeaveStatement>(each);
    });
    return result;
  }

  /// `isAsked`: other nodes have been asked on the way here, in this iteration
  /// of the loops around.
  void list(const ir::BlockStatement &block, bool isAsked) {
    for (const ir::Statement *s : block.statements) {
      statement(s, isAsked);
      isAsked |= leaves(s) && decides(s);
    }
  }

  /// Whether other nodes are asked anywhere in `s`.
  bool decides(const ir::Statement *s) const {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *each) { result |= asks(each); });
    return result;
  }

  void statement(const ir::Statement *s, bool isAsked) {
    ir::forEachOperand(s, [&](const ir::Expr *e) { expr(e, isAsked); });
    ir::forEachPlace(s, [&](const ir::Place *place) {
      ir::forEachOperand(place, [&](const ir::Expr *e) { expr(e, isAsked); });
    });
    if (const auto *call = llvm::dyn_cast<ir::CallStatement>(s))
      called(*call->callee, call->arguments, isAsked);
    const bool isInside = isAsked || asks(s);
    if (const auto *block = llvm::dyn_cast<ir::BlockStatement>(s))
      return list(*block, isInside);
    ir::forEachChild(
        s, [&](const ir::Statement *child) { statement(child, isInside); });
  }

  void expr(const ir::Expr *e, bool isAsked) {
    for (size_t p = 0; p < kernel.pointers.size(); ++p)
      if (isBehindOthers(kernel, e, int(p)))
        (isAsked ? asked : certain)
            .push_back({int(p), handedOn(dataRootOf(e)->index)});
    if (const auto *call = llvm::dyn_cast<ir::CallExpr>(e))
      called(*call->callee, call->arguments, isAsked);
    const auto *both = llvm::dyn_cast<ir::LogicalExpr>(e);
    const auto *choice = llvm::dyn_cast<ir::SelectExpr>(e);
    const ir::Expr *first = both     ? both->left
                            : choice ? choice->condition
                                     : nullptr;
    const bool isChosen = isAsked || (first && isOfOthers(first));
    ir::forEachOperand(e, [&](const ir::Expr *operand) {
      expr(operand, operand == first ? isAsked : isChosen);
    });
  }

  /// What a parameter is handed, where `link` is one.
  const ir::Expr *handedOn(const ir::Expr *link) const {
    const auto *value = llvm::dyn_cast<ir::ValueExpr>(link);
    const auto *load = llvm::dyn_cast<ir::LoadExpr>(link);
    const ir::Variable *held = value  ? value->variable
                               : load ? load->place->wholeVariable()
                                      : nullptr;
    const ir::Expr *given = handed.lookup(held);
    return given ? given : link;
  }

  /// What a function reads, called here.
  void called(const ir::Function &function,
              llvm::ArrayRef<const ir::Expr *> arguments, bool isAsked) {
    for (size_t k = 0; k < arguments.size() && k < function.params.size(); ++k)
      handed[function.params[k]] = handedOn(arguments[k]);
    if (!function.body || (depth == deepest && !readsOthers(function)))
      return;
    if (depth == deepest) { // of any, for all that is known
      for (size_t p = 0; p < kernel.pointers.size(); ++p)
        if (firstBehindOthers(kernel, int(p)) >= 0)
          asked.push_back({int(p), nullptr});
      return;
    }
    const llvm::SaveAndRestore deeper(depth, depth + 1);
    list(*function.body, isAsked);
  }

  static constexpr unsigned deepest = 8;
  const Kernel &kernel;
  llvm::SmallPtrSet<const ir::Variable *, 8> made;
  mutable unsigned depth = 0;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> handed;
  std::vector<Followed> asked, certain;
};

} // namespace

std::vector<unsigned> kernel::readByConditionOnOthers(const Kernel &kernel) {
  return ConditionFinder(kernel).run();
}
