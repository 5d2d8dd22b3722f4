// What statements before the calls overwrite that is not the body's own: they
// run for all iterations first, so it is kept and put back where the serial
// loop has to run after all.
//
//     q->count = 0;    ->  regtt_keep(&regtt_call, &q->count,
//     sizeof(q->count));
#include "HostBody.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// As much of `place` as lies where it lies whatever the statement does: all of
/// an array whose elements a loop in it goes over.
static const ir::Place *fixedPart(ir::Module &module, const ir::Place *place,
                                  const ir::Statement *of) {
  if (place->bitField())
    place = module.place(place->root, place->steps.drop_back());
  std::set<const ir::Variable *> inner;
  ir::walk(of, [&](const ir::Statement *s) {
    if (const ir::Variable *variable = ir::declaredBy(s))
      inner.insert(variable);
    ir::forEachPlace(s, [&](const ir::Place *changed) {
      if (changed->variable() && !changed->isIndirect())
        inner.insert(changed->variable());
    });
  });
  const auto isInner = [&](const ir::Place *at) {
    bool result = at->variable() && inner.count(at->variable());
    ir::walk(at, [&](const ir::Expr *e) {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      const ir::Place *read = ir::placeOf(e);
      result |= (value && inner.count(value->variable)) ||
                (read && read->variable() && inner.count(read->variable()));
    });
    return result;
  };
  const ir::Place *whole = place->wholeVariable() ? place : nullptr;
  while (!whole && isInner(place)) {
    if (place->steps.empty() ||
        !std::holds_alternative<ir::IndexStep>(place->steps.back()))
      return nullptr;
    place = module.place(place->root, place->steps.drop_back());
  }
  return place;
}

/// What a call changes of what its arguments lead to, as far as fields say.
static void forEachChanged(ir::Module &module, const ir::CallStatement &call,
                           llvm::function_ref<void(const ir::Place *)> visit) {
  if (call.callee->isPure)
    return;
  ir::walk(call.callee->body, [&](const ir::Statement *s) {
    if (isa<ir::RangeLoopStatement>(s))
      return;
    ir::forEachPlace(s, [&](const ir::Place *changed) {
      if (!changed->isIndirect())
        return;
      const ir::Place *place = behindArgument(call.callee, changed);
      const auto param = llvm::find(call.callee->params, place->variable());
      const ir::Expr *given =
          call.arguments[param - call.callee->params.begin()];
      const auto *at = dyn_cast<ir::AddressExpr>(given);
      const ir::Place *result = at ? at->place : module.pointee(given);
      for (const ir::Step &step : place->steps.drop_front()) {
        const auto *inner = std::get_if<ir::FieldStep>(&step);
        if (!inner || inner->field->bitWidth)
          break;
        result = module.field(result, inner->field);
      }
      visit(result);
    });
  });
}

/// Whether what lies behind a step need not be there: behind a pointer, or an
/// element that is chosen.
static bool leadsAnywhere(const ir::Place &place, const ir::Step &step) {
  if (const auto *deref = std::get_if<ir::DerefStep>(&step))
    return deref->offset || &step != &place.steps.front() ||
           !(place.variable() && place.variable()->type->isReference());
  const auto *index = std::get_if<ir::IndexStep>(&step);
  return std::holds_alternative<ir::ElementStep>(step) ||
         (index && !isa<ir::IntExpr>(index->index));
}

std::string HostBody::keepText(const UserStatement &of, const ir::Statement *s,
                               const ir::Place *place) {
  const ir::Place *at = nullptr;
  for (const ir::Statement *part : of.parts) {
    bool isIn = false;
    ir::walk(part, [&](const ir::Statement *each) { isIn |= each == s; });
    if (isIn)
      at = fixedPart(module, place, part);
    if (at && part != s)
      // Where it is not sure to run, it may lead nowhere.
      for (const ir::Step &step : at->steps)
        if (leadsAnywhere(*at, step))
          return "";
  }
  if (!at || !isCopyable(at->type))
    return "";
  // Temporaries of the statement's are not there ahead of it.
  bool isThere = !(at->variable() && isUnnamed(at->variable()));
  ir::walk(at, [&](const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    isThere &= !(value && isUnnamed(value->variable));
    isThere &= !isa<ir::CallExpr>(e);
  });
  const std::string text = isThere ? words.lvalue(at) : "";
  if (text.empty())
    return "";
  Variables named;
  addUses(module.referenceTo(at), named);
  used.insert(named.begin(), named.end());
  return "regtt_keep(&regtt_call, &" + text + ", sizeof(" + text + "));";
}

/// Whether calls use elements at both ends of it, which are gathered for each
/// call: what lies between them is there, too.
bool HostBody::isGathered(const ir::Region &region) const {
  if (region.steps.empty() || !region.steps.back().index.of)
    return false;
  const ir::Region array = region.prefix(region.steps.size() - 1);
  const ir::Number &wanted = region.steps.back().index;
  bool hasFirst = false, hasLast = false;
  for (const ir::Access &access : accesses->all) {
    const ir::Region &used = access.region;
    if (!(access.phases & ir::During) ||
        used.steps.size() != region.steps.size() ||
        !(used.prefix(used.steps.size() - 1) == array) ||
        rowsOf(recogniser, used).own.empty())
      continue;
    const ir::Number &number = used.steps.back().index;
    if (number.kind != ir::Number::Affine || number.of != wanted.of ||
        number.scale != wanted.scale)
      continue;
    hasFirst |= number.low <= wanted.low;
    hasLast |= number.high >= wanted.high;
  }
  return hasFirst && hasLast;
}

/// Whether it is there although the statement may not come to it: the call's
/// own object, or elements that the call is handed and that are gathered for
/// it.
bool HostBody::isThere(const ir::Access &access) {
  if (!access.isConditional)
    return true;
  if (iteration.levels.size() > 1)
    return false;
  return objects->of(access) >= 0 || isGathered(access.region);
}

/// The same of what is accessed in the statement, functions that it calls
/// included, by regions: nothing where one of them is not known ahead of it, or
/// need not be there.
std::optional<std::vector<std::string>>
HostBody::keepRegions(const UserStatement &of) {
  if (!accesses)
    accesses = loopAccesses(recogniser);
  if (!objects)
    objects.emplace(recogniser, *accesses);
  if (accesses->isUnknown)
    return std::nullopt;
  const LoopElement counter = loopElement(recogniser);
  std::vector<std::string> result;
  for (const ir::Access &access : accesses->all) {
    if (!access.isWrite || !(access.phases & ir::Before) ||
        !isWithin(texts, access, of.range))
      continue;
    const ir::Region &region = access.region;
    if (region.isHeld() && region.variable() &&
        recogniser.origins->isLocal(region.variable()))
      continue;
    if (!isThere(access))
      return std::nullopt;
    // Of several elements the array that they are in, but for an iteration's.
    std::optional<RegionPlace> found;
    for (size_t steps = region.steps.size(); !found; --steps) {
      found = placeOf(module, region.prefix(steps), counter);
      if (found && found->extent > 1 && found->place != found->element)
        found.reset(); // parts of elements do not lie side by side
      if (!found && (steps == 0 || region.steps[steps - 1].leaves()))
        return std::nullopt;
    }
    const std::string text =
        isCopyable(found->place->type) ? words.lvalue(found->place) : "";
    if (text.empty())
      return std::nullopt;
    const std::string count =
        found->extent > 1 ? std::to_string(found->extent) + " * " : "";
    result.push_back("regtt_keep(&regtt_call, &" + text + ", " + count +
                     "sizeof(" + text + "));");
  }
  return result;
}

void HostBody::keepOverwritten(const UserStatement &of,
                               std::vector<std::string> &preparation) {
  std::vector<std::string> kept;
  bool isKept = true;
  for (const ir::Statement *part : of.parts)
    ir::walk(part, [&](const ir::Statement *s) {
      if (isa<ir::RangeLoopStatement>(s))
        return;
      const auto keep = [&](const ir::Place *place) {
        if (isOfBody(place))
          return;
        kept.push_back(keepText(of, s, place));
        isKept &= !kept.back().empty();
      };
      if (const auto *called = dyn_cast<ir::CallStatement>(s)) {
        if (changesArguments(called->callee))
          forEachChanged(module, *called, keep);
        else
          isKept = false;
        return;
      }
      if (isa<ir::LibraryCallStatement, ir::ContainerChangeStatement>(s)) {
        isKept &= !hasEffects(s);
        return;
      }
      ir::forEachPlace(s, keep);
    });
  if (!isKept) {
    const auto regions = keepRegions(of);
    host.isIrrevocable |= !regions;
    kept = regions.value_or(std::vector<std::string>());
  }
  for (const std::string &text : kept)
    if (!llvm::is_contained(preparation, text))
      preparation.push_back(text);
}
