// What is read to find the roots of a program's calls, and how many elements
// its vectors have. The host file finds them all ahead of the calls, wherever
// the program has its words for them:
//
//     visit(*root, &q[i]);        // *root, and trees[t].top, are read here
//     for (int t = 0; t < n; ++t) // for all iterations at once
//       visit(trees[t].top, &q[i]);
//
// Where calls may write what lies there, the runtime compares the two, or the
// loop is refused.
#include "LoopPairs.h"

#include "regtt/Analysis/Overlap.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// The steps of `place`, in the loop's words, from the one on that chooses an
/// element of the group's array; none of other places.
static llvm::ArrayRef<ir::Step> stepsInArray(Recogniser &recogniser,
                                             const RootGroup &group,
                                             const ir::Place *place) {
  if (!group.isArray() || !group.place)
    return {};
  const ir::Place *origin = recogniser.origins->of(place);
  const auto holderOf = [&](const ir::Place *of) {
    return recogniser.module.place(of->root, of->steps.take_front(group.step));
  };
  if (origin->steps.size() <= group.step ||
      origin->steps[group.step].index() !=
          group.place->steps[group.step].index() ||
      !ir::equal(holderOf(origin), holderOf(group.place)))
    return {};
  return origin->steps.drop_front(group.step);
}

/// Whether `read` is of an element of the group's array, or of what lies in it.
static bool isInArray(Recogniser &recogniser, const RootGroup &group,
                      const ir::Access &read) {
  const auto steps = stepsInArray(recogniser, group, read.place);
  const size_t behind = read.place->steps.size() - read.steps;
  return steps.size() > behind &&
         llvm::all_of(steps.drop_back(behind).drop_front(),
                      [](const ir::Step &step) {
                        return std::holds_alternative<ir::FieldStep>(step);
                      });
}

namespace {

/// The places that expressions name, and those that the program's variables
/// among them are set to. Not those by which the program chooses among roots:
/// it reads them itself.
class NamedPlaces {
public:
  explicit NamedPlaces(Recogniser &recogniser)
      : recogniser(recogniser), program(recogniser.iteration.calls) {}

  void add(const ir::Expr *e) {
    std::set<const ir::Expr *> choosing;
    ir::walk(e, [&](const ir::Expr *each) {
      if (const ir::Place *place = ir::placeOf(each))
        addChoosing(place, choosing);
    });
    ir::walk(e, [&](const ir::Expr *each) {
      if (choosing.count(each))
        return;
      if (const auto *value = dyn_cast<ir::ValueExpr>(each))
        add(value->variable);
      if (const auto *read = dyn_cast<ir::ContainerReadExpr>(each))
        add(read->container);
      if (const ir::Place *place = ir::placeOf(each))
        add(place);
    });
  }

  bool contains(const ir::Place *place) const { return places.count(place); }

private:
  void addChoosing(const ir::Place *place,
                   std::set<const ir::Expr *> &choosing) {
    for (const RootGroup &group : recogniser.roots) {
      const size_t count = stepsInArray(recogniser, group, place).size();
      if (count == 0 || count > place->steps.size())
        continue;
      const ir::Step &chosen = place->steps[place->steps.size() - count];
      if (const ir::Expr *index = indexOf(chosen))
        ir::walk(index, [&](const ir::Expr *each) { choosing.insert(each); });
    }
  }

  void add(const ir::Place *place) {
    places.insert(place);
    if (place->variable())
      add(place->variable());
  }

  void add(const ir::Variable *variable) {
    if (!variables.insert(variable).second)
      return;
    for (const ir::Statement *s : program)
      ir::walk(s, [&](const ir::Statement *each) { addSet(each, variable); });
  }

  void addSet(const ir::Statement *s, const ir::Variable *variable) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s);
        let && let->variable == variable)
      add(let->value);
    if (const auto *var = dyn_cast<ir::VarStatement>(s);
        var && var->variable == variable && var->init)
      add(var->init);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && store->place->variable() == variable)
      add(store->value);
    if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s);
        range && range->variable == variable)
      add(range->range);
  }

  Recogniser &recogniser;
  const Statements &program;
  std::set<const ir::Place *> places;
  std::set<const ir::Variable *> variables;
};

} // namespace

/// Where it is, or all of the array of which it is an element that the program
/// chooses.
bool LoopPairs::noteRoot(const ir::Access &read) {
  if (note(reads, read))
    return true;
  ComparedPlace row;
  row.access = &read;
  row.at.place =
      read.region.isDirect() ? wholeArrayOf(module, read.region) : nullptr;
  if (row.at.place)
    return add(reads, row);
  for (size_t g = 0; read.place && g < recogniser.roots.size(); ++g)
    if (isInArray(recogniser, recogniser.roots[g], read)) {
      row.roots = int(g);
      return add(reads, row);
    }
  return false;
}

void LoopPairs::roots() {
  if (!recogniser.kernel.program)
    return;
  NamedPlaces named(recogniser);
  for (const ProgramCall &call : recogniser.programCalls)
    named.add(call.entered->arguments[recogniser.nodeParam]);
  for (const LocalVector &vector : recogniser.localVectors())
    named.add(vector.count);
  for (const ir::Access &read : accesses.all) {
    if (read.isWrite || !(read.phases & ir::During) || !read.place ||
        !named.contains(read.place))
      continue;
    for (const ir::Access &write : accesses.all)
      if (write.isWrite && !ir::isOfOneIteration(write.region, read.region) &&
          accesses.mayMeet(write.region, read.region) && !noteRoot(read)) {
        refusals.push_back({&read, &write, Diag::RTT1114});
        break;
      }
  }
}
