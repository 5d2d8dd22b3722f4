// The roots that calls of a query program are handed, in the words of a kernel.
//
//     call @visit(%q, load (*%trees)[load %t])
//  -> visit @visit(rt::root(0, load %t))       group 0: elements of `trees`
#include "Multiples.h"
#include "ProgramBody.h"
#include "RootChanges.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// What is read of the root lies there for all iterations. Whether something
/// changes an array's elements, LoopPairs::roots() says.
bool ProgramBody::isSteady(const RootGroup &group) const {
  if (!group.place)
    return true;
  const ir::Variable *variable = group.place->variable();
  if (variable && !isAround(variable))
    return false;
  return !site.origins->varies(group.isNode || group.isArray()
                                   ? module.addressOf(group.place)
                                   : module.load(group.place));
}

/// Whether `e`, in the kernel's words, is made of what all iterations see.
static bool isOfAll(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *each) {
    const ir::Place *place = ir::placeOf(each);
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    result &= !isa<ir::CallExpr, ir::ValueExpr>(each) &&
              (!place || (root && root->kind == ir::DataRoot::Shared));
  });
  return result;
}

/// How many roots an array has: as many as a clause says, or as the loop around
/// goes through.
bool ProgramBody::countRoots(ChosenRoot &root) {
  RootGroup &group = root.group;
  if (group.count != RootGroup::Extent)
    return true;
  for (const ir::Clause &clause : clausesOf(site.loop))
    if (ir::givesCount(clause) && clause.place && clause.value &&
        group.extent == 0 && group.holder &&
        hostPlace(clause.place) == group.holder) {
      group.last = clause.value;
      return true;
    }
  const ir::Variable *chosen = rootVariable(withoutCasts(root.index));
  for (const auto &[loop, nullAt, body] : loops)
    if (chosen == loop.variable && !loop.isDown &&
        isOfAll(copy.expr(loop.last))) {
      group.last = site.origins->of(loop.last);
      group.isInclusive = loop.isInclusive;
    }
  if (group.extent == 0 && !group.last) {
    const std::string text = spelled(module, group.place, group.step);
    const std::vector<std::string> arguments = {
        text, "copyin(" + text + "[0:COUNT])", "parallel"};
    // Once for each array.
    if (llvm::none_of(site.site.refusals, [&](const Message &said) {
          return said.id == Diag::RTT2015 && said.arguments == arguments;
        }))
      site.refuse(loc, Diag::RTT2015, arguments);
    return false;
  }
  return !site.isFailing();
}

const ir::Expr *ProgramBody::link(const RootGroup &group,
                                  const ir::Expr *index) {
  const auto known = llvm::find(site.roots, group);
  const auto number = known - site.roots.begin();
  if (known == site.roots.end())
    site.roots.push_back(group);
  const ir::Type *type = module.intType(ir::IntType::U32);
  const ir::Expr *at = index ? index : module.integer(type, 0, loc);
  if (at->type != type)
    at = module.cast(ir::CastOp::IntToInt, type, at, false, loc);
  return module.libraryCall("rt::root", site.link,
                            {module.integer(type, number, loc), at}, loc);
}

/// The root at `place` is found by the iteration itself.
void ProgramBody::refuseRoot(const ir::Place *place) {
  const bool isOne = site.programCalls.size() == 1;
  const ir::Expr *root =
      place->type->isPointer() ? module.load(place) : module.addressOf(place);
  if (refuseRootChange(site, root, loc))
    return;
  site.refuse(loc, isOne ? Diag::RTT1106 : Diag::RTT1125,
              {spelled(module, place)});
}

/// Elements of arrays of which only roots are found are named as the host names
/// them.
const ir::Place *ProgramBody::hostWords(const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  if (const auto element = elements.find(variable); element != elements.end()) {
    auto steps = place->steps;
    if (variable->type->isReference() && !steps.empty())
      steps = steps.drop_front();
    const ir::Place *words = element->second;
    for (const ir::Step &step : steps)
      words = module.place(words, step);
    return words;
  }
  return isAround(variable) || (variable && site.origins->valueOf(variable))
             ? site.origins->of(place)
             : place;
}

/// Nothing: it is refused.
std::optional<ChosenRoot> ProgramBody::choose(const ir::Place *place) {
  return chooseRoot(
      module, place, [&](const ir::Expr *e) { return varies(e); },
      [&] { refuseRoot(place); });
}

/// What lies in the element of a shared array that the place's variable refers
/// to; its number is in the kernel's words.
std::optional<ChosenRoot> ProgramBody::chooseElement(const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  if (!variable || !objects.count(variable) || isAround(variable))
    return std::nullopt;
  const auto found = part(place);
  const SharedArray *array =
      found && found->isDatum() && found->object.root == Object::Element
          ? site.sharedArrayOf(found->object.number)
          : nullptr;
  if (!array)
    return std::nullopt;
  ChosenRoot root;
  root.group.holder = array->place;
  root.group.array = int(array->number);
  root.group.inner = found->object.steps;
  root.group.count =
      isContiguous(array->holder.type) ? RootGroup::Size : RootGroup::Array;
  root.index = found->object.index;
  return root;
}

const ir::Expr *ProgramBody::rootAt(const ir::Place *place, bool isNode) {
  const ir::Variable *variable = place->variable();
  if (isNode ? place->type != site.nodeType : !site.leadsToNode(place->type))
    return nullptr;
  if (variable && (links.count(variable) || copy.variables.count(variable)) &&
      !objects.count(variable))
    return nullptr;
  if (const auto kept = values.find(variable);
      kept != values.end() && kept->second.isNode) {
    if (place->steps.empty())
      site.refuse(loc, Diag::RTT2027, {variable->name});
    else
      site.refuse(loc, Diag::RTT2012, {spelled(module, place)});
    return nullptr;
  }
  // A temporary of the loop's body, made ahead of the calls.
  if (variable && place->steps.empty())
    if (const ir::Expr *value = site.origins->valueOf(variable))
      return linkOf(value);
  ChosenRoot root;
  const bool hasOrigin = variable && site.origins->valueOf(variable);
  if (variable && objects.count(variable) && !isAround(variable)) {
    if (auto element = chooseElement(place)) {
      element->group.isNode = isNode;
      return link(element->group, element->index);
    }
    if (!hasOrigin)
      return nullptr;
  }
  const ir::Place *words = hostWords(place);
  const auto chosen = choose(words);
  if (!chosen)
    return nullptr;
  root = *chosen;
  root.group.isNode = isNode;
  if (!countRoots(root))
    return nullptr;
  if (!isSteady(root.group)) {
    refuseRoot(words);
    return nullptr;
  }
  followAhead(words, root);
  return link(root.group, root.index ? copy.expr(root.index) : nullptr);
}

/// The root whose number `e` is.
const ir::Expr *ProgramBody::rootNumber(const ir::Expr *e) {
  if (!site.kernel.nodesAreNumbers)
    return nullptr;
  const ir::Expr *number = sameNumber(e);
  if (const auto params = treeParams(site); !params.empty())
    return rootOfTree(number, params);
  ChosenRoot root;
  const ir::Place *words = nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(number)) {
    words = hostWords(load->place);
    const auto chosen = choose(words);
    if (!chosen)
      return nullptr;
    root = *chosen;
  } else if (!varies(number)) {
    root.group.value = site.origins->of(number);
  } else {
    return nullptr;
  }
  if (!countRoots(root))
    return nullptr;
  if (!isSteady(root.group)) {
    if (words)
      refuseRoot(words);
    return nullptr;
  }
  followAhead(words, root);
  return link(root.group, root.index ? copy.expr(root.index) : nullptr);
}

//===--- Roots of a forest ------------------------------------------------===//

/// What lies at `place`, or what is chosen there; `isObject`: where that is.
/// Nothing: it is refused.
std::optional<ChosenRoot> ProgramBody::choosePart(const ir::Place *place,
                                                  bool isObject) {
  if (const auto element = chooseElement(place))
    return element;
  // `trees[t]->nodes` of smart pointers.
  if (const auto *behind = std::get_if<ir::PointeeRoot>(&place->root))
    if (const auto *read = dyn_cast<ir::ContainerReadExpr>(behind->pointer);
        read && read->op == ir::ReadOp::Get) {
      const ir::Place *words = module.deref(read->container);
      for (const ir::Step &step : place->steps)
        words = module.place(words, step);
      place = words;
    }
  const ir::Place *words = hostWords(place);
  auto chosen = choose(words);
  if (!chosen)
    return std::nullopt;
  chosen->group.isNode = isObject;
  if (!isSteady(chosen->group))
    return refuseRoot(words), std::nullopt;
  followAhead(words, *chosen);
  return chosen;
}

/// The root whose number `number` is, of the tree whose arrays the call is
/// handed by `params`. All of it is found by one number.
const ir::Expr *ProgramBody::rootOfTree(const ir::Expr *number,
                                        llvm::ArrayRef<unsigned> params) {
  ChosenRoot root;
  const auto take = [&](const ir::Place *place, bool isObject) {
    const auto part = choosePart(place, isObject);
    if (!part)
      return false;
    const bool isFirst = root.group.parts.empty();
    if (!isFirst && part->index &&
        !(root.index && ir::equal(root.index, part->index)))
      return refuseRoot(place), false;
    if (isFirst)
      root = *part;
    root.group.parts.push_back(part->group);
    return true;
  };
  for (const unsigned param : params) {
    const ir::Expr *argument = entering->arguments[param];
    const auto *address = dyn_cast<ir::AddressExpr>(argument);
    if (!take(address ? address->place : module.pointee(argument), true))
      return nullptr;
  }
  if (const auto *load = dyn_cast<ir::LoadExpr>(number)) {
    if (!take(load->place, false))
      return nullptr;
  } else if (!varies(number)) {
    root.group.value = site.origins->of(number);
  } else {
    return nullptr;
  }
  if (!countRoots(root))
    return nullptr;
  const ir::Expr *at = root.index;
  if (at && root.group.array < 0)
    at = copy.expr(at);
  return link(root.group, at);
}
