// The root of the loop's call, or those that a query program enters.
//
//     call @visit(%q, load %root)              root
//     call @visit(%q, refof %trees[0:i32])     &trees[0]
//
// Of several that a program chooses from, each is handed over by its number:
//
//     call @visit(%q, load %trees[load %t])    trees[regtt_root], trees.size()
#include "../Spelling.h"
#include "HostLoop.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// A pointer to the node that `e` leads to, or its number.
static const ir::Expr *pointerTo(ir::Module &module, const ir::Expr *e) {
  const ir::Type *to = ir::pointeeOf(e->type);
  if (e->type->isReference() && isa<ir::LibraryType>(to)) {
    const ir::Place *held = module.pointee(e); // a smart pointer
    return ir::followedFrom(to) ? module.read(ir::ReadOp::Get, held) : nullptr;
  }
  if (e->type->isReference())
    return module.addressOf(module.pointee(e));
  return to || e->type->isInt() || e->type->isEnum() ? e : nullptr;
}

/// `e`, as a pointer to the whole object where it is one to a base of that.
static const ir::Expr *toWhole(ir::Module &module, const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  if (cast && cast->op == ir::CastOp::ToBase && !cast->isWritten)
    return toWhole(module, cast->operand);
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *whenTrue = toWhole(module, choice->whenTrue);
    const ir::Expr *whenFalse = toWhole(module, choice->whenFalse);
    return whenTrue->type == whenFalse->type
               ? module.select(choice->condition, whenTrue, whenFalse, e->loc)
               : e;
  }
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  if (!address || !address->type->isPointer())
    return e;
  llvm::ArrayRef<ir::Step> steps = address->place->steps;
  while (!steps.empty()) {
    const auto *into = std::get_if<ir::FieldStep>(&steps.back());
    if (!into || !into->field->isBase)
      break;
    steps = steps.drop_back();
  }
  const auto *pointed = std::get_if<ir::PointeeRoot>(&address->place->root);
  return steps.empty() && pointed && pointed->pointer->type->isPointer()
             ? toWhole(module, pointed->pointer)
             : module.addressOf(module.place(address->place->root, steps),
                                e->loc);
}

/// The root, as the object that it is of a class derived from the nodes': what
/// is handed over is the address of the node that it begins with. Null, said:
/// it does not.
const ir::Expr *HostLoop::wholeRoot(const ir::Expr *root) {
  if (kernel.nodesAreNumbers)
    return root;
  const ir::Expr *whole = toWhole(module, root);
  const auto *type =
      llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(whole->type));
  if (!type || !ir::beginsWith(type, recogniser.nodeType))
    return refuse(root->loc, "a root that does not begin with its node"),
           nullptr;
  if (host.roots.empty() && type != recogniser.nodeType)
    site.rootBytes = type->size();
  return whole;
}

//===--- Those of a program -----------------------------------------------===//

static ir::Step withIndex(const ir::Step &step, const ir::Expr *index) {
  if (std::holds_alternative<ir::IndexStep>(step))
    return ir::IndexStep{index};
  if (std::holds_alternative<ir::ElementStep>(step))
    return ir::ElementStep{index};
  return ir::DerefStep{index};
}

const SharedArray *HostLoop::sharedArray(int number) const {
  const auto found =
      llvm::find_if(recogniser.sharedArrays, [&](const SharedArray &each) {
        return int(each.number) == number;
      });
  return found == recogniser.sharedArrays.end() ? nullptr : &*found;
}

/// Where root `number` of the group lies; null: the loop does not see it.
const ir::Place *HostLoop::chosenRoot(const RootGroup &group,
                                      const ir::Expr *number) {
  if (!group.isArray())
    return group.place;
  if (group.place) {
    std::vector<ir::Step> steps(group.place->steps.begin(),
                                group.place->steps.end());
    steps[group.step] = withIndex(steps[group.step], number);
    return module.place(group.place->root, steps);
  }
  const SharedArray *array = sharedArray(group.array);
  const ir::Place *first = array ? placeOf(array->holder) : nullptr;
  if (!first)
    return nullptr;
  const ir::Place *holder = holderOf(module, first);
  const ir::Place *element =
      holder != first ||
              (first->type != array->element &&
               (isa<ir::ArrayType>(first->type) || isContiguous(first->type)))
          ? elementOf(module, holder, number)
          : module.pointee(module.addressOf(first), number);
  return element ? placeFrom(element, group.inner, nullptr) : nullptr;
}

/// Where the elements begin among which the program chooses, which may be none.
const ir::Place *HostLoop::firstElement(const RootGroup &group) {
  const auto steps = group.place->steps;
  if (group.count != RootGroup::Size)
    return module.place(group.place->root, steps.take_front(group.step + 1));
  return module.pointee(module.read(
      ir::ReadOp::Data,
      module.place(group.place->root, steps.take_front(group.step))));
}

/// How many there are: what holds them says so, or the loop that chooses.
std::string HostLoop::rootCount(const RootGroup &group) {
  if (group.count == RootGroup::One)
    return "";
  if (group.count == RootGroup::Array || !group.place) {
    const SharedArray *array = sharedArray(group.array);
    return array ? arrayAt(array->holder, array->element).count : "";
  }
  const ir::Place *holder = module.place(
      group.place->root, group.place->steps.take_front(group.step));
  if (group.count == RootGroup::Size)
    return words.text(module.read(ir::ReadOp::Size, holder));
  std::string all, walked;
  if (group.extent != 0) {
    const std::string text = words.lvalue(holder);
    all = "sizeof(" + text + ") / sizeof(*(" + text + "))";
  }
  if (group.last) {
    walked =
        "(" + words.text(group.last) + ")" + (group.isInclusive ? " + 1" : "");
    const auto format = ir::integerFormat(group.last->type);
    if (format && format->isSigned)
      walked = walked + " > 0 ? " + walked + " : 0";
    walked = (host.isC ? "(size_t)(" : "static_cast<size_t>(") + walked + ")";
  }
  return all.empty()      ? walked
         : walked.empty() ? all
                          : walked + " < " + all + " ? " + walked + " : " + all;
}

/// The node arrays of tree `number` of the group.
std::vector<host::Array> HostLoop::arraysOf(const RootGroup &group,
                                            const ir::Expr *number,
                                            HostWords &inGroup) {
  std::vector<host::Array> result;
  const std::vector<unsigned> params = treeParams(recogniser);
  for (const NodeArray &array : recogniser.nodeArrays) {
    const auto param = llvm::find_if(params, [&](unsigned k) {
      return recogniser.roles[k].object.number == array.holder.number;
    });
    const ir::Place *tree =
        chosenRoot(group.parts[param - params.begin()], number);
    const ir::Place *place =
        tree ? placeFrom(tree, array.holder.steps, nullptr) : nullptr;
    if (!place) {
      refuse({}, "an array of a tree that the loop does not see");
      return {};
    }
    result.push_back(arrayIn(place, array.element, inGroup));
  }
  return result;
}

host::RootGroup HostLoop::rootGroup(const RootGroup &group) {
  const ir::Variable *number = module.variable(
      ir::Variable::Let, "regtt_root", module.intType(ir::IntType::U64));
  HostWords inGroup = words;
  inGroup.names[number] = number->name;
  const ir::Expr *chosen = module.load(module.place(number));
  const ir::Place *place = chosenRoot(group, chosen);
  const ir::Expr *root = group.value;
  if (!root && !group.parts.empty())
    place = chosenRoot(group.parts.back(), chosen);
  if (!root && place)
    root = kernel.nodesAreNumbers ? module.load(place)
                                  : pointerAt(place, group.isNode);
  if (!root) {
    refuse({}, "a root that the loop does not see");
    return {};
  }
  host::RootGroup row;
  root = wholeRoot(root);
  if (!root)
    return {};
  if (kernel.nodesAreNumbers && root->type != kernel.numberType)
    root = module.cast(ir::CastOp::IntToInt, kernel.numberType, root);
  row.text = kernel.nodesAreNumbers ? inGroup.exact(root) : inGroup.text(root);
  row.count = rootCount(group);
  if (group.isArray() && row.count.empty()) {
    const std::string text = spelled(module, group.place, group.step);
    refuse({Diag::RTT2015,
            {},
            {text, "copyin(" + text + "[0:COUNT])", "parallel"}});
  }
  if (!group.parts.empty())
    row.arrays = arraysOf(group, chosen, inGroup);
  // Some of them may be missing.
  for (const ir::Expr *pointer : followedIn(root)) {
    bool isChosen = false;
    ir::walk(pointer, [&](const ir::Expr *e) {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      isChosen |= value && value->variable == number;
    });
    if (isChosen)
      row.guard += (row.guard.empty() ? "" : " && ") + inGroup.operand(pointer);
  }
  return row;
}

void HostLoop::roots() {
  if (kernel.program) {
    for (const RootGroup &group : recogniser.roots)
      host.roots.push_back(rootGroup(group));
    site.numRoots = host.roots.size();
    return;
  }
  const ir::Expr *first =
      recogniser.origins->of(recogniser.call->arguments[recogniser.nodeParam]);
  // A number is handed over as one of the traversal's own type.
  const ir::Expr *root = pointerTo(module, first);
  if (!root)
    refuse(recogniser.call->loc, "a root that is no pointer");
  else if ((root = wholeRoot(root)))
    host.root = kernel.nodesAreNumbers ? words.exact(root) : words.text(root);
}
