// Vectors of an iteration's own whose elements nothing looks at while visits
// change their size: they are only added to, emptied again, asked for their
// size. How long they become need not be known; the runtime counts.
//
//     if lt(size(%q->found), 9:u64) { push(%q->found, load %n->id) }
//
// Which vectors change their size is found ahead of the copy (findChanged), as
// far as names lead there; others are when their first change is met. Whether
// anything looks at their elements is asked of what the copy has become.
#include "Body.h"
#include "Containers.h"
#include "LibraryLayout.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- Which are changed ------------------------------------------------===//

namespace {

/// The containers that a function changes, in words of its own parameters.
class ChangedPlaces {
public:
  explicit ChangedPlaces(ir::Module &module) : module(module) {}

  void add(const ir::Function &function, const ir::Function *traversal) {
    if (!function.body || !running.insert(&function).second)
      return;
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               if (const auto *c = dyn_cast<ir::ContainerChangeStatement>(s);
                   c && isCarried(c->op))
                 if (const ir::Place *place = known(c->container))
                   places.push_back({place, s->loc});
               if (const auto *let = dyn_cast<ir::LetStatement>(s))
                 if (ir::pointeeOf(let->variable->type))
                   bound[let->variable] = pointee(let->value);
               if (const auto *call = dyn_cast<ir::CallStatement>(s))
                 if (call->callee != traversal && !call->callee->isTraversal)
                   enter(*call, traversal);
             });
    running.erase(&function);
  }

  struct Change {
    const ir::Place *place;
    ir::Location at;
  };
  std::vector<Change> places;

private:
  void enter(const ir::CallStatement &call, const ir::Function *traversal) {
    if (running.contains(call.callee))
      return;
    const ir::Function &callee = *call.callee;
    std::vector<const ir::Place *> behind;
    for (const ir::Expr *argument : call.arguments)
      behind.push_back(pointee(argument));
    for (size_t k = 0; k < std::min(behind.size(), callee.params.size()); ++k)
      bound[callee.params[k]] = behind[k];
    add(callee, traversal);
  }

  /// What an argument leads to; null: it is not known.
  const ir::Place *pointee(const ir::Expr *e) {
    if (const auto *address = dyn_cast<ir::AddressExpr>(e))
      return known(address->place);
    const ir::Place *held = nullptr;
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      held = module.place(value->variable);
    if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      held = load->place;
    return held && held->wholeVariable() && ir::pointeeOf(held->type)
               ? known(module.deref(held))
               : nullptr;
  }

  const ir::Place *known(const ir::Place *place) {
    const auto found =
        place->variable() ? bound.find(place->variable()) : bound.end();
    if (found == bound.end())
      return place;
    const auto *deref = place->steps.empty()
                            ? nullptr
                            : std::get_if<ir::DerefStep>(&place->steps[0]);
    if (!found->second || !deref || deref->offset)
      return nullptr;
    const ir::Place *result = found->second;
    for (const ir::Step &step : place->steps.drop_front())
      result = module.place(result, step);
    return result;
  }

  ir::Module &module;
  std::map<const ir::Variable *, const ir::Place *> bound;
  llvm::SmallPtrSet<const ir::Function *, 8> running;
};

} // namespace

/// `%found`, `%q->found`: a place that is found without looking at anything.
static bool isNamed(const ir::Place *place) {
  return place->variable() &&
         llvm::all_of(llvm::enumerate(place->steps), [](const auto &step) {
           const auto *deref = std::get_if<ir::DerefStep>(&step.value());
           return deref ? step.index() == 0 && !deref->offset
                        : std::holds_alternative<ir::FieldStep>(step.value());
         });
}

void Body::findChanged() {
  ChangedPlaces found(module);
  found.add(from, site.traversal);
  const size_t refusals = site.site.refusals.size();
  for (const auto &[place, at] : found.places) {
    const ir::Variable *whole = place->variable();
    if (!isNamed(place) || (!objects.count(whole) && !values.count(whole)))
      continue;
    if (const auto found = part(place);
        found && found->isDatum() && found->before == 0)
      noteChanged(found->object, at);
  }
  site.site.refusals.resize(refusals);
}

/// Whether what is copied, or what it calls, changes the size of the container
/// that `variable` is.
bool Body::changesContainer(const ir::Variable *variable) const {
  ChangedPlaces found(module);
  found.add(from, site.traversal);
  return llvm::any_of(found.places, [&](const ChangedPlaces::Change &change) {
    return change.place->wholeVariable() == variable;
  });
}

/// Notes that visits change the size of the vector `object`, if it is one of
/// the iteration's own and no clause says how many elements it has.
void Body::noteChanged(const Object &object, ir::Location at) {
  if (object.root == Object::Own && object.number < kernel::firstScratch &&
      isVector(object.type) && !site.boundOf(object) &&
      !site.containers.changedAt(object))
    site.containers.changed.push_back({object, at, !site.kernel.program});
}

ChangedVector *OwnContainers::changedAt(const Object &object) {
  const auto found = llvm::find_if(changed, [&](const ChangedVector &other) {
    return object.root == Object::Own && other.object.number == object.number &&
           other.object.steps == object.steps &&
           other.object.type == object.type;
  });
  return found == changed.end() ? nullptr : &*found;
}

//===--- Whether anything looks at their elements -------------------------===//

/// Whether `place` is a part of what row `row` of the query is.
static bool isElementOf(const ir::Place *place, unsigned row) {
  const auto *data = place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
  return data && data->kind == ir::DataRoot::Own && data->number == row &&
         !place->steps.empty();
}

/// Whether a datum lies in what another is: a pointer to the elements of a
/// vector that was met before it was known to change.
static bool isInside(const kernel::Datum &datum, const kernel::Datum &whole) {
  return datum.owner == kernel::Owner::Query && datum.number == whole.number &&
         datum.steps.size() > whole.steps.size() &&
         std::equal(whole.steps.begin(), whole.steps.end(),
                    datum.steps.begin());
}

std::optional<ir::Location> recognise::looksAhead(const Recogniser &site,
                                                  unsigned row) {
  std::optional<ir::Location> found;
  for (const kernel::Datum &datum : site.kernel.data)
    if (isInside(datum, site.kernel.data[row]))
      found = datum.firstUse;
  return found;
}

std::optional<ir::Location> recognise::looksInto(const Recogniser &site,
                                                 unsigned row) {
  std::optional<ir::Location> found = looksAhead(site, row);
  for (const ir::Function *function : site.functions()) {
    if (!function->body)
      continue;
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               const auto look = [&](const ir::Place *place) {
                 if (!found && isElementOf(place, row))
                   found = s->loc;
               };
               ir::forEachPlace(s, look);
               ir::forEachOperand(s, [&](const ir::Expr *e) {
                 ir::walk(e, [&](const ir::Expr *inner) {
                   look(ir::placeOf(inner));
                   if (const auto *read =
                           dyn_cast<ir::ContainerReadExpr>(inner))
                     look(read->container);
                 });
               });
             });
  }
  return found;
}
