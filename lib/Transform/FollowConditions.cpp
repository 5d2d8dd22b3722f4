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
#include "KernelReads.h"

#include "regtt/Analysis/NodeConditions.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

//===--- Conditions -------------------------------------------------------===//

namespace {

class Conditions {
public:
  explicit Conditions(Kernel &kernel)
      : kernel(kernel), module(*kernel.module), looks(kernel) {}

  FollowFaults run() {
    FollowFaults faults;
    looks.noteTests();
    for (size_t p = 0; p < kernel.pointers.size(); ++p)
      kernel.pointers[p].followedIf =
          isReadByOthers(kernel, int(p))
              ? nullptr
              : ask(
                    "pointer" + std::to_string(p), {int(p) - 1, false},
                    [&](const ir::Expr *e) {
                      return looks.readsThrough(e, int(p));
                    },
                    [&](const ir::Expr *term, const ir::Expr *read) {
                      return looks.groupOf(read) >= 0 &&
                             looks.whenPresent(term, read) == true;
                    });
    for (size_t g = 0; g < kernel.slots.size(); ++g)
      // A vector is one in any node, but its elements may have no children.
      if (kernel.slots[g].form != SlotGroup::Vector ||
          kernel.slots[g].stride != 0) {
        kernel.slots[g].followedIf =
            askOfGroup(g, "slot" + std::to_string(g) + "::followed", false);
        kernel.slots[g].placeFollowedIf = askOfPlaces(g);
        if (kernel.slots[g].stride != 0 && !kernel.slots[g].followedIf &&
            askOfGroup(g, "slot" + std::to_string(g) + "::called", true))
          faults.lookedAt.push_back(g);
      }
    findConditionsOnOthers(faults.ofOthers);
    return faults;
  }

private:
  static constexpr int all = 1 << 30;

  /// What a condition may look at.
  struct Scope {
    int lastPointer; ///< what lies behind pointers up to this one
    bool ofChildren; ///< it is asked where children are looked for
  };

  /// What visits read behind a pointer of the node's children they have to
  /// read wherever they look for children: any node may be such a child.
  void findConditionsOnOthers(std::vector<unsigned> &faults) {
    faults = readByConditionOnOthers(kernel);
    for (size_t p = 0; p < kernel.pointers.size(); ++p) {
      const int row = firstBehindOthers(kernel, int(p));
      ir::NodeReads asked = questions({all, true});
      asked.reads = [&](const ir::Expr *e) {
        return isBehindOthers(kernel, e, int(p));
      };
      asked.saysNothing = [&](const ir::Expr *term, const ir::Expr *read) {
        return isOfCount(term) ||
               looks.whenPresent(term, dataRootOf(read)->index) == true;
      };
      const ir::Expr *when = row >= 0 ? readWhen(asked) : nullptr;
      if (when && llvm::any_of(kernel.slots, [&](const SlotGroup &group) {
            const ir::Expr *looked = returnedBy(group.followedIf);
            return !looked || !ir::equal(looked, when);
          }))
        faults.push_back(unsigned(row));
    }
  }

  /// Whether it asks how many children there are, and nothing else of the node.
  bool isOfCount(const ir::Expr *term) const {
    bool ofChildren = false, ofData = false;
    ir::walk(term, [&](const ir::Expr *e) {
      const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
      ofChildren |= call && call->name == "rt::children";
      ofData |= dataRootOf(e) || isa<ir::CallExpr, ir::IntrinsicExpr>(e);
    });
    return ofChildren && !ofData;
  }

  /// Of a group: where a visit looks at it, or where it goes on to a child.
  ir::Function *askOfGroup(size_t g, const std::string &name, bool isCalled) {
    return ask(
        name, {all, true},
        [&](const ir::Expr *e) {
          return looks.groupOf(e) == int(g) &&
                 !(isCalled &&
                   (looks.isTested(e) || looks.childOf(e).second < 0));
        },
        [&](const ir::Expr *term, const ir::Expr *read) {
          return looks.whenPresent(term, read) == true;
        });
  }

  /// Of each place of a group, where a visit looks at the child there.
  ir::Function *askOfPlaces(size_t g) {
    const SlotGroup &group = kernel.slots[g];
    if (group.isList() || group.count < 2)
      return nullptr;
    ir::ChildPlaces places;
    places.place = module.variable(ir::Variable::Let, "place",
                                   module.intType(ir::IntType::I32));
    places.count = uint64_t(group.count);
    places.placeOf = [&](const ir::Expr *read) {
      return looks.placeOf(read, group);
    };
    places.isBase = [&](const ir::DataRoot &data) {
      return looks.isBaseOf(data, group);
    };
    places.entryAt = [&](const ir::DataRoot &data, const ir::Expr *index) {
      return looks.entryAt(data, index, group);
    };
    ir::NodeReads asked = questions({all, true});
    asked.reads = [&](const ir::Expr *e) {
      return looks.childOf(e).second == int(g);
    };
    asked.saysNothing = [&](const ir::Expr *term, const ir::Expr *read) {
      return looks.whenPresent(term, read) == true;
    };
    asked.places = &places;
    return ofPlace("slot" + std::to_string(g) + "::place_followed", asked);
  }

  /// The condition as a function of the place; null: always.
  ir::Function *ofPlace(const std::string &name, const ir::NodeReads &asked) {
    const ir::Expr *when = readWhen(asked);
    if (!when)
      return nullptr;
    ir::Function *made = module.createFunction(
        module.freeName(kernel.name + "::" + name),
        module.functionType(module.boolType(), {asked.places->place->type}),
        kernel.loc);
    const ir::Variable *param = module.parameter(made, "place");
    ir::Mapper copy(module);
    copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      return value && value->variable == asked.places->place
                 ? module.load(module.place(param))
                 : nullptr;
    };
    made->body = module.block({module.ret(copy.expr(when))});
    return made;
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
    const int pointer = looks.pointerOf(kernel.data[data.number]);
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
      const int group = looks.groupOf(part);
      isBehind |= group >= 0 && looks.pointerOfGroup(group) > scope.lastPointer;
    });
    if (isBehind)
      return nullptr;
    const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
    if (call && call->name == "rt::child")
      return looks.childOf(e).first >= 0 ? e : nullptr;
    // How long a list is, is known later.
    if (call)
      return call->name == "rt::children" && !ofChildren ? e : nullptr;
    const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
    if (!asked || asked->op != ir::IntrinsicOp::IsNull)
      return nullptr;
    const auto [slot, number] = looks.childOf(asked->arguments[0]);
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
    ir::NodeReads asked = questions(scope);
    asked.reads = std::move(reads);
    asked.saysNothing = std::move(saysNothing);
    const ir::Expr *when = readWhen(asked);
    return when ? condition(name, when) : nullptr;
  }

  /// What a condition may look at, as it is asked.
  ir::NodeReads questions(Scope scope) const {
    ir::NodeReads asked;
    asked.isKnown = [this, scope](const ir::DataRoot &data) {
      return isKnown(data, scope);
    };
    asked.isKnownFunction = [this, scope](const ir::Function *function) {
      return isKnownFunction(function, scope);
    };
    asked.linkQuestion = [this, scope](const ir::Expr *e) {
      return linkQuestion(e, scope);
    };
    return asked;
  }

  const ir::Expr *readWhen(const ir::NodeReads &asked) {
    return kernel.enter && kernel.enter->body
               ? ir::readWhen(module, *kernel.enter, goingOn(), asked)
               : nullptr;
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
  KernelReads looks;
};

} // namespace

FollowFaults regtt::kernel::findFollowConditions(Kernel &kernel) {
  return Conditions(kernel).run();
}
