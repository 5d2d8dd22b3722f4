// What the runtime compares by address when the loop runs, and what a loop that
// is not split after all has to put back.
#include "HostLoop.h"

#include "../Around.h"
#include "HostBody.h"

#include "../LocalUses.h"
#include "../Spelling.h"
#include "LoopPairs.h"
#include "OrderedCalls.h"

#include "regtt/Analysis/Region.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

host::Place HostLoop::comparedPlace(const ComparedPlace &from, HostBody &body) {
  host::Place made;
  if (from.object >= 0) {
    const host::Operand &operand = host.operands[from.object];
    made.text = operand.text;
    made.input = operand.input;
    made.varies = made.isIndirect = true;
  } else if (from.uniform >= 0) {
    // A size is the container's own, an address is held by a pointer.
    const Object &object = recogniser.uniformObjects[from.uniform];
    const bool isAddress =
        recogniser.kernel.uniforms[from.uniform].isAddress && !object.isAddress;
    const ir::Place *place =
        object.isSize || isAddress ? placeOf(object, isAddress) : nullptr;
    // Where an object lies, a pointer may say.
    if (!place && recogniser.kernel.uniforms[from.uniform].isAddress) {
      const ir::Expr *held = valueOf(object, /*isAddress=*/true);
      while (const auto *cast = llvm::dyn_cast_or_null<ir::CastExpr>(held))
        held = cast->operand;
      if (const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(held))
        place = load->place;
    }
    made.text =
        place ? words.lvalue(place) : host.uniforms[from.uniform].value.text;
  } else if (from.roots >= 0) {
    const RootGroup &group = recogniser.roots[from.roots];
    made.text = words.lvalue(firstElement(group));
    made.count = rootCount(group);
  } else if (from.isFound) {
    made.varies = true;
    const ir::Place *place = from.access->place;
    made.input = body.comparedInput(
        module.place(place->root, place->steps.take_front(from.access->steps)));
  } else {
    HostWords first = atFirst();
    if (iteration.counter->type->isReference())
      first.names[iteration.counter] = "(*regtt_first)";
    made.text = first.lvalue(from.at.place);
    made.varies = from.at.element;
    made.extent = from.at.extent;
    made.apart = from.at.apart;
    made.wraps = from.at.wraps;
    if (from.at.element && from.at.element != from.at.place)
      made.element = first.lvalue(from.at.element);
  }
  return made;
}

/// What stands there, as the user calls it: the place, or what it is a part of,
/// or else the statement that has it.
static std::string nameOf(ir::Module &module, const ir::Access &access,
                          const LoopElement &counter) {
  if (access.place && !namesTemporary(access.place))
    return spelled(module, access.place, access.steps);
  const ir::Place *around = placeAround(module, access.region, counter);
  if (around && !namesTemporary(around))
    return spelled(module, around);
  for (const ir::Location at : {access.loc, access.inner})
    if (const std::string text = textAt(module, at);
        !text.empty() && text.find('\n') == std::string::npos)
      return text;
  if (access.place)
    return spelled(module, access.place, access.steps);
  if (around)
    return spelled(module, around);
  return "memory";
}

static Message messageOf(ir::Module &module, const OrderRefusal &from,
                         const LoopElement &counter) {
  const ir::Location other =
      from.other->inner ? from.other->inner : from.other->loc;
  return {from.message,
          from.at->loc,
          from.words.empty() ? std::vector{nameOf(module, *from.at, counter)}
                             : from.words,
          {{other, from.other->isWrite ? "written here" : "read here"}}};
}

/// Whether the body has a name for it: it starts at what is declared around the
/// loop or in the body.
static bool isNamed(const ir::Region &region) {
  return isInObject(region) && region.root == ir::Region::OfVariable;
}

/// Whether a variable of a reduction is changed ahead of the calls.
static bool changesReduced(const Iteration &iteration,
                           llvm::ArrayRef<ir::Clause> clauses) {
  bool result = false;
  for (const Level &level : iteration.levels)
    for (const ir::Statement *s : level.before)
      ir::walk(s, [&](const ir::Statement *each) {
        const auto *store = llvm::dyn_cast<ir::StoreStatement>(each);
        for (const ir::Clause &clause : clauses)
          result |= store && clause.kind == ir::Clause::Reduction &&
                    clause.place->wholeVariable() == store->place->variable();
      });
  return result;
}

/// What stands ahead of the calls and writes something, or prints it.
void HostLoop::effects(const ir::LoopAccesses &accesses) {
  std::optional<ir::Location> before, after;
  for (const Level &level : iteration.levels) {
    before = before ? before : orderedCallIn(level.before);
    after = after ? after : orderedCallIn(level.after);
    after = after ? after : orderedCallIn(level.otherwise);
  }
  if (before && after) {
    recogniser.refuse(*before, Diag::RTT1121, {}, {{*after, "and here"}});
  }
  const std::set<const ir::Variable *> ofHead = declaredInHead(loop);
  host.isIrrevocable |= before.has_value();
  host.hasEffects |= before || changesReduced(iteration, clausesOf(loop));
  for (const ir::Access &access : accesses.all) {
    if (!access.isWrite || !(access.phases & ir::Before) ||
        (access.region.isDirect() && access.region.variable() &&
         ofHead.count(access.region.variable())))
      continue;
    host.hasEffects = true;
    // Neither a container nor what has no name here is kept.
    const bool isKept = access.region.type &&
                        access.region.type->kind != ir::Type::Library &&
                        (access.place || isNamed(access.region));
    host.isIrrevocable |= !isKept;
  }
}

/// What may be an access to a variable from around the loop by another name;
/// null: nothing.
static const ir::Access *byAnotherName(const ir::Variable *variable,
                                       const ir::LoopAccesses &accesses) {
  const ir::Region users = ir::Region::of(variable, 0);
  const auto found = llvm::find_if(accesses.all, [&](const ir::Access &access) {
    const bool isNamed =
        access.region.isDirect() && access.region.variable() == variable;
    return !isNamed && accesses.mayMeet(access.region, users);
  });
  return found == accesses.all.end() ? nullptr : &*found;
}

/// What an iteration has of its own instead of a variable from around the loop
/// is that variable for whoever gets there by another name. What the loop
/// counts is such a variable, too: it is set when all is over.
static void refuseOtherNames(Recogniser &recogniser,
                             const ir::LoopAccesses &accesses) {
  const Around around(*recogniser.host, recogniser.loop);
  std::set<const ir::Variable *> handed; // whose address nobody keeps
  ir::walk(static_cast<const ir::Statement *>(recogniser.host->body),
           [&](const ir::Statement *s) {
             const auto *said = llvm::dyn_cast<ir::LibraryCallStatement>(s);
             if (said && said->name == "handed")
               for (const ir::Expr *argument : said->arguments)
                 handed.insert(ir::placeOf(argument)->variable());
           });
  for (const auto &[own, copy] : recogniser.ownCopies) {
    if (!around.isShared(copy.user) || handed.count(copy.user))
      continue;
    if (const ir::Access *access = byAnotherName(copy.user, accesses))
      recogniser.refuse(
          {Diag::RTT1014,
           copy.loc,
           {copy.identity  ? "reduction"
            : copy.isFirst ? "firstprivate"
                           : "private",
            copy.user->name, "which the loop may get at by another name, too"},
           {{access->loc, "here"}}});
  }
  const ir::Variable *counter = recogniser.iteration.counter;
  if (llvm::isa<ir::RangeLoopStatement>(recogniser.loop) ||
      declaredInHead(recogniser.loop).count(counter) ||
      !around.isShared(counter))
    return;
  if (const ir::Access *access = byAnotherName(counter, accesses))
    recogniser.refuse(access->loc, Diag::RTT1103,
                      {"code", "it may get at '" + counter->name +
                                   "', which the loop counts, by another name"},
                      {{recogniser.loop->loc,
                        "a variable that the loop declares has no other"}});
}

void HostLoop::compared(HostBody &body) {
  if (!iteration.counter)
    return; // the head is refused
  LoopPairs pairs(recogniser);
  pairs.run(body.evaluatedAgain());
  if (!pairs.writes.empty() && !host.tail) {
    const size_t known = body.evaluatedAgain().size();
    body.takeCalls();
    pairs.decide(body.evaluatedAgain().drop_front(known));
  }
  for (const OrderRefusal &refusal : pairs.refusals)
    recogniser.refuse(messageOf(module, refusal, pairs.counter));
  refuseOtherNames(recogniser, pairs.accesses);
  effects(pairs.accesses);
  if (recogniser.isRefused())
    return;
  for (const auto &[written, asked] : pairs.apart)
    host.apart.push_back(
        {comparedPlace(written, body).text, comparedPlace(asked, body).text});
  const auto rows = [&](llvm::ArrayRef<ComparedPlace> places) {
    std::vector<host::Place> result;
    for (const ComparedPlace &place : places)
      result.push_back(comparedPlace(place, body));
    return result;
  };
  host.reads = rows(pairs.reads);
  host.laterReads = rows(pairs.laterReads);
  if (!pairs.writes.empty())
    host.tail->writes = rows(pairs.writes);
}
