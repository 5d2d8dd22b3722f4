// Arrays that all iterations share: where their elements lie and how many they
// are.
//
//     refof (*%tree).points, a std::vector     tree.points.data(), .size()
//     @weights, [8 x f32]                      ::weights
//     load %points, a pointer                  points; nothing says how many
//     load %rows, a pointer to [3 x f32]       rows: an element is a row
#include "HostLoop.h"

#include "../LibraryLayout.h"
#include "../ReachedElements.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// `%array` of `%array[0:i64]`, `%v` of what data(%v) leads to, where a pointer
/// to the first element is handed over.
const ir::Place *recognise::holderOf(ir::Module &module,
                                     const ir::Place *place) {
  if (const auto *root = std::get_if<ir::PointeeRoot>(&place->root))
    if (const auto *read = dyn_cast<ir::ContainerReadExpr>(root->pointer);
        read && read->op == ir::ReadOp::Data && place->steps.empty())
      return read->container;
  if (place->steps.empty())
    return place;
  const ir::Step &last = place->steps.back();
  const auto *index = std::get_if<ir::IndexStep>(&last);
  const auto *element = std::get_if<ir::ElementStep>(&last);
  const ir::Expr *at = index     ? index->index
                       : element ? element->index
                                 : nullptr;
  const auto *number = llvm::dyn_cast_or_null<ir::IntExpr>(at);
  return number && number->value().isZero()
             ? module.place(place->root, place->steps.drop_back())
             : place;
}

/// `n` of `copyin(a[0:n])`, where `place` is what `a` leads to; empty: no
/// clause says it.
std::string HostLoop::givenExtent(const ir::Place *place) {
  for (const ir::Clause &clause : clausesOf(loop))
    if (ir::givesCount(clause) && clause.place && clause.value &&
        ir::followedFrom(clause.place->type) &&
        ir::equal(module.deref(clause.place), place))
      return words.text(clause.value);
  return "";
}

host::Array HostLoop::arrayAt(const Object &holder, const ir::Type *element) {
  const ir::Place *place = placeOf(holder);
  if (!place) {
    refuse({}, "an array that the loop does not see");
    return {};
  }
  place = holderOf(module, place);
  namedArrays.push_back(place);
  return arrayIn(place, element, words);
}

/// The array at `place`, in words of `said`.
host::Array HostLoop::arrayIn(const ir::Place *place, const ir::Type *element,
                              HostWords said) {
  host::Array made;
  const ir::Expr *base = nullptr;
  // An element may be an array itself.
  const bool isElement = place->type == element;
  if (!isElement && isContiguous(place->type)) {
    base = module.read(ir::ReadOp::Data, place);
    made.count = said.text(module.read(ir::ReadOp::Size, place));
    if (const auto counted = countedElements(place->type);
        counted && counted->behind != 0)
      made.count += " + " + std::to_string(counted->behind);
  } else if (!isElement && isa<ir::ArrayType>(place->type)) {
    base = module.addressOf(module.index(
        place, module.integer(module.intType(ir::IntType::I64), 0)));
    const std::string text = said.lvalue(place);
    made.count = "sizeof(" + text + ") / sizeof(*(" + text + "))";
  } else {
    base = module.addressOf(place);
  }
  if (made.count.empty())
    made.count = givenExtent(place);
  made.base = said.text(base);
  for (const ir::Expr *pointer : followedIn(base))
    made.pointers.push_back(said.operand(pointer));
  return made;
}

/// Has the runtime find out how far iterations come in these arrays.
void HostLoop::reach(const std::set<unsigned> &unknown) {
  if (unknown.empty())
    return;
  std::optional<ReachObstacle> obstacle, rounded;
  if (iteration.isNested)
    obstacle = makeReach(module, recogniser.kernel, unknown, rounded);
  if (kernel.reach && !obstacle) {
    // Another number on a device may be that of another element.
    std::vector<ir::Function *> asked = {kernel.reach};
    for (size_t k = 0; k < asked.size(); ++k)
      if (asked[k]->body)
        ir::walkExprs(asked[k]->body, [&](const ir::Expr *e) {
          const auto *call = dyn_cast<ir::CallExpr>(e);
          auto *callee =
              call ? const_cast<ir::Function *>(call->callee) : nullptr;
          if (callee && !llvm::is_contained(asked, callee))
            asked.push_back(callee);
        });
    for (const Inexact &call : inexactCalls(asked, module.isC))
      obstacle = {call.loc, "how far iterations come may depend on this, of "
                            "which a device has another value"};
  }
  if (iteration.isNested && !obstacle && !rounded)
    return;
  const auto &why = obstacle ? obstacle : rounded;
  for (const unsigned array : unknown) {
    const std::string &text = kernel.arrays[array].text;
    Message message = {Diag::RTT2015,
                       kernel.arrays[array].firstUse,
                       {text, "copyin(" + text + "[0:COUNT])", "parallel"}};
    if (why)
      message.notes.push_back({why->loc, why->why});
    if (obstacle || !iteration.isNested)
      recogniser.refuse(std::move(message));
    else
      recogniser.site.unlessExact.push_back(std::move(message));
  }
}

void HostLoop::arrays() {
  std::set<unsigned> unknown;
  for (const NodeArray &array : recogniser.nodeArrays)
    host.arrays.push_back(
        kernel.isForest ? host::Array() : arrayAt(array.holder, array.element));
  for (unsigned k = 0; k < kernel.arrays.size(); ++k) {
    if (!kernel.arrays[k].isShared())
      continue;
    const auto found =
        llvm::find_if(recogniser.sharedArrays, [&](const SharedArray &array) {
          return array.number == k;
        });
    if (found != recogniser.sharedArrays.end()) {
      host.arrays.push_back(arrayAt(found->holder, found->element));
      if (!namedArrays.empty())
        placesOfArrays[k] = namedArrays.back();
      if (host.arrays.back().count.empty()) {
        unknown.insert(k);
        host.arrays.back().count = "0"; // the runtime finds it out
      }
    } else
      refuse({}, "an array that the loop does not see");
  }
  site.numGivenArrays = host.arrays.size();
  reach(unknown);
}
