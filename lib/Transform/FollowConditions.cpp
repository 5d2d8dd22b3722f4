// Asks for each pointer and each group of children under which conditions on
// the node alone a visit reads what is there (Analysis/NodeConditions.h).
//
//     if andalso(isnull(child 0), isnull(child 1)) { ... node(2: f32) ... }
//  -> the pointer to node(2) is followed where both children are null
//     if load node(0: bool) { return }
//     visit @f(child 0)
//  -> child 0 is looked for where lnot(load node(0: bool))
//
// A condition can look at the arrival record only, and at what lies behind
// pointers of lower number.
#include "FollowConditions.h"
#include "FunctionReads.h"

#include "regtt/Analysis/NodeConditions.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

//===--- Data and pointers ------------------------------------------------===//

std::optional<DataSteps>
regtt::kernel::stepsToLastPointer(const DataSteps &steps) {
  for (size_t end = steps.size(); end-- > 0;)
    if (steps[end].isDeref)
      return DataSteps(steps.begin(), steps.begin() + end);
  return std::nullopt;
}

int regtt::kernel::numberOfPointer(const Kernel &kernel, unsigned array,
                                   const DataSteps &steps) {
  for (size_t p = 0; p < kernel.pointers.size(); ++p)
    if (kernel.pointers[p].array == array && kernel.pointers[p].steps == steps)
      return int(p);
  return -1;
}

const ir::DataRoot *regtt::kernel::dataRootOf(const ir::Expr *e) {
  const ir::Place *place = ir::placeOf(e);
  return place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
}

bool regtt::kernel::isOnArrival(const Kernel &kernel, unsigned datum) {
  return !kernel.groups.empty() &&
         llvm::is_contained(kernel.groups[0].data, datum);
}

//===--- Conditions -------------------------------------------------------===//

namespace {

/// What a function of one `return` returns; null of others.
const ir::Expr *returnedBy(const ir::Function *function) {
  if (!function || !function->body || function->body->statements.size() != 1)
    return nullptr;
  const auto *s =
      dyn_cast<ir::ReturnStatement>(function->body->statements.front());
  return s ? s->value : nullptr;
}

class Conditions {
public:
  explicit Conditions(Kernel &kernel)
      : kernel(kernel), module(*kernel.module) {}

  std::vector<unsigned> run() {
    std::vector<unsigned> lookedAt;
    noteTests();
    for (size_t p = 0; p < kernel.pointers.size(); ++p)
      kernel.pointers[p].followedIf =
          isReadByOthers(kernel, int(p))
              ? nullptr
              : ask(
                    "pointer" + std::to_string(p), {int(p) - 1, false},
                    [&](const ir::Expr *e) { return readsThrough(e, int(p)); },
                    [&](const ir::Expr *term, const ir::Expr *read) {
                      return groupOf(read) >= 0 &&
                             whenPresent(term, read) == true;
                    });
    for (size_t g = 0; g < kernel.slots.size(); ++g)
      // A vector is one in any node, but its elements may have no children.
      if (kernel.slots[g].form != SlotGroup::Vector ||
          kernel.slots[g].stride != 0) {
        kernel.slots[g].followedIf =
            askOfGroup(g, "slot" + std::to_string(g) + "::followed", false);
        if (kernel.slots[g].stride != 0 && !kernel.slots[g].followedIf &&
            askOfGroup(g, "slot" + std::to_string(g) + "::called", true))
          lookedAt.push_back(g);
      }
    return lookedAt;
  }

private:
  static constexpr int all = 1 << 30;

  /// What a condition may look at.
  struct Scope {
    int lastPointer; ///< what lies behind pointers up to this one
    bool ofChildren; ///< it is asked where children are looked for
  };

  /// Of a group: where a visit looks at it, or where it goes on to a child.
  ir::Function *askOfGroup(size_t g, const std::string &name, bool isCalled) {
    return ask(
        name, {all, true},
        [&](const ir::Expr *e) {
          return groupOf(e) == int(g) &&
                 !(isCalled && (tested.count(e) || childOf(e).second < 0));
        },
        [&](const ir::Expr *term, const ir::Expr *read) {
          return whenPresent(term, read) == true;
        });
  }

  /// Children that are asked for and no more.
  void noteTests() {
    for (const ir::Function *function : kernel.bodies())
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
        if (asked && asked->op == ir::IntrinsicOp::IsNull)
          tested.insert(asked->arguments[0]);
      });
  }

  //===--- What is read ---------------------------------------------------===//

  /// Number of the pointer that a datum lies behind; -1: none.
  int pointerOf(const Datum &datum) const {
    if (datum.owner == Owner::Element)
      return kernel.arrays[datum.number].pointer;
    if (datum.owner != Owner::Node)
      return -1;
    const auto before = stepsToLastPointer(datum.steps);
    return before ? numberOfPointer(kernel, datum.number, *before) : -1;
  }

  /// The datum of the node or of an element that `e` itself reads; null of
  /// others.
  const Datum *datumOf(const ir::Expr *e) const {
    const ir::DataRoot *data = dataRootOf(e);
    return data && (data->kind == ir::DataRoot::Node ||
                    data->kind == ir::DataRoot::Element)
               ? &kernel.data[data->number]
               : nullptr;
  }

  bool readsThrough(const ir::Expr *e, int pointer) const {
    const Datum *datum = datumOf(e);
    if (const int group = datum ? -1 : groupOf(e); group >= 0)
      return pointerOfGroup(group) == pointer;
    if (!datum)
      return false;
    return datum->isComputed ? isOfInvariants(pointer)
                             : isBehind(*datum, pointer);
  }

  bool isBehind(const Datum &datum, int pointer) const {
    for (int p = pointerOf(datum); p >= 0; p = kernel.pointers[p].via)
      if (p == pointer)
        return true;
    return false;
  }

  /// Whether what linearising computes of a node is made of what lies there.
  bool isOfInvariants(int pointer) const {
    bool result = false;
    for (const ir::Function *function : kernel.invariants)
      if (function && function->body)
        ir::walkExprs(function->body, [&](const ir::Expr *e) {
          const Datum *datum = datumOf(e);
          result |= datum && !datum->isComputed && isBehind(*datum, pointer);
        });
    return result;
  }

  /// The slot of a child, where it is a constant, and the group; -1: neither.
  std::pair<int, int> childOf(const ir::Expr *e) const {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    if (!call || call->name != "rt::child")
      return {-1, -1};
    const ir::Expr *index = call->arguments[0];
    const auto *constant = dyn_cast<ir::IntExpr>(index);
    const auto *sum = dyn_cast<ir::BinaryExpr>(index);
    const auto *first = constant ? constant
                        : sum && sum->op == ir::BinaryOp::Add
                            ? dyn_cast<ir::IntExpr>(sum->left)
                            : nullptr;
    const int slot = first ? int(first->value().getSExtValue()) : 0;
    const SlotGroup *group = kernel.groupOf(slot);
    if (!group)
      return {-1, -1};
    return {constant ? slot : -1, int(group - kernel.slots.data())};
  }

  /// Number of the pointer that children are looked for behind; -1: none.
  int pointerOfGroup(int group) const {
    const SlotGroup &slots = kernel.slots[size_t(group)];
    const auto before = stepsToLastPointer(slots.steps);
    return before ? numberOfPointer(kernel, slots.array, *before) : -1;
  }

  /// The group of children that `e` itself looks at; -1: none.
  int groupOf(const ir::Expr *e) const {
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    if (call && call->name == "rt::children")
      return kernel.list() ? int(kernel.list() - kernel.slots.data()) : -1;
    return childOf(e).second;
  }

  /// Value of `term` where the child that `read` is of is there, if that
  /// decides it.
  std::optional<bool> whenPresent(const ir::Expr *term,
                                  const ir::Expr *read) const {
    if (const auto *call = dyn_cast<ir::CallExpr>(term)) {
      const ir::Expr *returned = returnedBy(call->callee);
      return returned ? whenPresent(returned, read) : std::nullopt;
    }
    if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(term)) {
      if (asked->op != ir::IntrinsicOp::IsNull)
        return std::nullopt;
      const auto tested = childOf(asked->arguments[0]), is = childOf(read);
      const bool same = tested.first >= 0
                            ? tested == is
                            : ir::equal(asked->arguments[0], read);
      return same ? std::optional(false) : std::nullopt;
    }
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(term);
        unary && unary->op == ir::UnaryOp::LNot) {
      const auto inner = whenPresent(unary->operand, read);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    const auto *both = dyn_cast<ir::LogicalExpr>(term);
    if (!both)
      return std::nullopt;
    const auto left = whenPresent(both->left, read),
               right = whenPresent(both->right, read);
    const bool decides = !both->isAnd;
    if (left == decides || right == decides)
      return decides;
    return left && right ? std::optional(!decides) : std::nullopt;
  }

  //===--- What conditions may look at ------------------------------------===//

  /// Where an array begins or ends, and how long it is, is in the record only
  /// once its elements have been counted.
  bool isOfArray(unsigned datum) const {
    return llvm::any_of(kernel.arrays, [&](const DataArray &array) {
      return array.isOfNodes() &&
             (array.start == int(datum) || array.size == int(datum));
    });
  }

  bool isKnown(const ir::DataRoot &data, Scope scope) const {
    // Linearising has the uniforms where it asks for children.
    if (data.kind == ir::DataRoot::Shared)
      return scope.ofChildren;
    if (data.kind != ir::DataRoot::Node || isOfArray(data.number))
      return false;
    const int pointer = pointerOf(kernel.data[data.number]);
    if (kernel.nodesAreNumbers && scope.ofChildren)
      return pointer < 0;
    return pointer <= scope.lastPointer && isOnArrival(kernel, data.number);
  }

  /// A question about children, as it is asked where they are looked for.
  const ir::Expr *linkQuestion(const ir::Expr *e, Scope scope) const {
    const bool ofChildren = scope.ofChildren;
    // What is found behind a pointer is not known before that is followed.
    bool isBehind = false;
    ir::walk(e, [&](const ir::Expr *part) {
      const int group = groupOf(part);
      isBehind |= group >= 0 && pointerOfGroup(group) > scope.lastPointer;
    });
    if (isBehind)
      return nullptr;
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    if (call && call->name == "rt::child")
      return childOf(e).first >= 0 ? e : nullptr;
    // How long a list is, is known later.
    if (call)
      return call->name == "rt::children" && !ofChildren ? e : nullptr;
    const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
    if (!asked || asked->op != ir::IntrinsicOp::IsNull)
      return nullptr;
    const auto [slot, number] = childOf(asked->arguments[0]);
    if (slot < 0 || kernel.slots[number].isList())
      return nullptr;
    return kernel.nodesAreNumbers && ofChildren
               ? isNoNode(slot, kernel.slots[number])
               : e;
  }

  /// Where nodes are numbers, that a slot's is none: `lnot(ge(host(0), 0))`;
  /// null where linearising has no such test.
  const ir::Expr *isNoNode(int slot, const SlotGroup &group) const {
    const ir::Function *test = group.test ? group.test : kernel.isNode;
    const ir::Expr *asked = returnedBy(test);
    if (!asked || test->params.size() != 1 || (group.value && group.count > 1))
      return nullptr;
    const ir::Expr *number =
        group.value ? returnedBy(group.value) : heldNumber(slot, group);
    if (!number)
      return nullptr;
    const ir::Type *type = test->params[0]->type;
    if (number->type != type)
      number = module.cast(ir::CastOp::IntToInt, type, number);
    return module.unary(ir::UnaryOp::LNot,
                        withNumber(asked, test->params[0], number));
  }

  /// The number in a slot, as linearising holds it.
  const ir::Expr *heldNumber(int slot, const SlotGroup &group) const {
    if (!group.type)
      return nullptr;
    const unsigned number = &group - kernel.slots.data();
    if (group.count == 1)
      return module.load(
          module.place(ir::DataRoot{ir::DataRoot::Host, number, group.type}));
    const ir::Place *all = module.place(ir::DataRoot{
        ir::DataRoot::Host, number, module.array(group.type, group.count)});
    return module.load(
        module.index(all, module.integer(module.intType(ir::IntType::I64),
                                         slot - group.first)));
  }

  /// `test` with `number` for its parameter.
  const ir::Expr *withNumber(const ir::Expr *test, const ir::Variable *param,
                             const ir::Expr *number) const {
    ir::Mapper copy(module);
    copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      const auto *load = dyn_cast<ir::LoadExpr>(e);
      return load && load->place->wholeVariable() == param ? number : nullptr;
    };
    return copy.expr(test);
  }

  /// Whether a function looks at known data alone, so that it is called where
  /// the condition is asked.
  bool isKnownFunction(const ir::Function *function, Scope scope) const {
    const Helper *helper = kernel.helperOf(function);
    if (!helper || !function->body || !function->isPure || helper->usesQuery ||
        helper->usesArrays || helper->usesTree ||
        (helper->usesUniforms && !scope.ofChildren) ||
        llvm::any_of(helper->groupsRead, [](unsigned g) { return g != 0; }))
      return false;
    bool result = true;
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      result = result && isKnownInside(e, *helper, scope);
    });
    return result;
  }

  bool isKnownInside(const ir::Expr *e, const Helper &helper,
                     Scope scope) const {
    if (const ir::DataRoot *data = dataRootOf(e))
      return isKnown(*data, scope);
    if (const auto *call = dyn_cast<ir::CallExpr>(e)) {
      // Callees stand before their callers.
      const Helper *callee = kernel.helperOf(call->callee);
      return callee && callee < &helper && isKnownFunction(call->callee, scope);
    }
    if (isOfOtherNode(e))
      return false;
    if (const auto *call = dyn_cast<ir::LibraryCallExpr>(e))
      return (call->name != "rt::child" && call->name != "rt::children") ||
             !scope.ofChildren || (!kernel.nodesAreNumbers && !kernel.list());
    const auto *binary = dyn_cast<ir::BinaryExpr>(e);
    return !binary ||
           (binary->op != ir::BinaryOp::Div && binary->op != ir::BinaryOp::Rem);
  }

  //===--- Asking ---------------------------------------------------------===//

  /// The condition as a function; null: always.
  ir::Function *
  ask(const std::string &name, Scope scope,
      std::function<bool(const ir::Expr *)> reads,
      std::function<bool(const ir::Expr *, const ir::Expr *)> saysNothing) {
    if (!kernel.enter || !kernel.enter->body)
      return nullptr;
    ir::NodeReads asked;
    asked.reads = std::move(reads);
    asked.saysNothing = std::move(saysNothing);
    asked.isKnown = [this, scope](const ir::DataRoot &data) {
      return isKnown(data, scope);
    };
    asked.isKnownFunction = [this, scope](const ir::Function *function) {
      return isKnownFunction(function, scope);
    };
    asked.linkQuestion = [this, scope](const ir::Expr *e) {
      return linkQuestion(e, scope);
    };
    const ir::Expr *when =
        ir::readWhen(module, *kernel.enter, goingOn(), asked);
    return when ? condition(name, when) : nullptr;
  }

  /// Where a visit goes on: segments that it resumes; and what ropes ask, of
  /// which nothing is known when it is asked.
  std::vector<const ir::Function *> goingOn() const {
    std::vector<const ir::Function *> result;
    for (const ResumePoint &point : kernel.resumes)
      result.push_back(point.function);
    for (const Guard &guard : kernel.guards)
      result.push_back(guard.function);
    return result;
  }

  ir::Function *condition(const std::string &part, const ir::Expr *holds) {
    ir::Function *made = module.createFunction(
        module.freeName(kernel.name + "::" + part),
        module.functionType(module.boolType(), {}), kernel.loc);
    made->body = module.block({module.ret(holds)});
    return made;
  }

  Kernel &kernel;
  ir::Module &module;
  llvm::SmallPtrSet<const ir::Expr *, 8> tested;
};

} // namespace

std::vector<unsigned> regtt::kernel::findFollowConditions(Kernel &kernel) {
  return Conditions(kernel).run();
}
