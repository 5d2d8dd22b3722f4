// Decides about each pair that a loop's split exchanges.
#include "LoopPairs.h"

#include "LoopHead.h"

#include "../Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Overlap.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

LoopPairs::LoopPairs(Recogniser &recogniser)
    : recogniser(recogniser), module(recogniser.module),
      around(*recogniser.host, recogniser.loop), texts(module) {
  counter = loopElement(recogniser);
}

/// `step` of `*by`, where `int *const by = &step` stands around the loop.
static const ir::Place *pointedAt(const Recogniser &recogniser,
                                  const ir::Place *place) {
  const auto *first = place && !place->steps.empty()
                          ? std::get_if<ir::DerefStep>(&place->steps[0])
                          : nullptr;
  const ir::Expr *value =
      first && !first->offset && place->variable()
          ? ir::onlyValueOf(place->variable(), *recogniser.host)
          : nullptr;
  const auto *address = llvm::dyn_cast_or_null<ir::AddressExpr>(value);
  if (!address)
    return place;
  std::vector<ir::Step> steps(address->place->steps.begin(),
                              address->place->steps.end());
  steps.insert(steps.end(), place->steps.begin() + 1, place->steps.end());
  return recogniser.module.place(address->place->root, steps);
}

void LoopPairs::run(llvm::ArrayRef<EvaluatedAgain> again) {
  accesses = loopAccesses(recogniser);
  if (accesses.isUnknown)
    refuseUnknown();
  markResult();
  checkChain();
  own.emplace(recogniser, accesses);
  finder.emplace(recogniser, accesses, counter);
  for (const ir::OrderFault &pair : ir::exchangedPairs(accesses))
    decide(pair);
  decide(again);
  askedAhead();
  shared();
  roots();
  const auto direct = [&](ComparedPlace row) {
    row.at.place = pointedAt(recogniser, row.at.place);
    return row;
  };
  for (const ComparedPlace &read : reads)
    for (const ComparedPlace &write : writes)
      if (isOnePlace(direct(read), direct(write)))
        refuse({write.access, read.access});
}

void LoopPairs::decide(llvm::ArrayRef<EvaluatedAgain> again) {
  for (const EvaluatedAgain &text : again)
    decide(text);
}

//===--- Accesses ---------------------------------------------------------===//

LoopElement recognise::loopElement(const Recogniser &recogniser) {
  const ir::Variable *counter = recogniser.iteration.counter;
  return {counter, isa<ir::RangeLoopStatement>(recogniser.loop) ||
                       (counter && !ir::integerFormat(counter->type))};
}

/// Whether operations on it may come in any order, as a clause says: they are
/// not rounded. Variables that clauses make private are the body's own by now.
static bool isReduced(const Recogniser &recogniser,
                      const ir::Variable *variable) {
  return llvm::any_of(clausesOf(recogniser.loop),
                      [&](const ir::Clause &clause) {
                        return clause.kind == ir::Clause::Reduction &&
                               clause.place->wholeVariable() == variable &&
                               (!variable->type->isFloat() ||
                                clause.word == "&&" || clause.word == "||");
                      });
}

ir::LoopAccesses recognise::loopAccesses(const Recogniser &recogniser) {
  const Around around(*recogniser.host, recogniser.loop);
  const LoopElement counter = loopElement(recogniser);
  const auto isTraversal = [](const ir::Function *function) {
    return function->isTraversal;
  };
  const auto isShared = [&](const ir::Variable *variable) {
    return around.isShared(variable);
  };
  const auto sharesElements = [&](const ir::Variable *variable) {
    return around.sharesElements(variable);
  };
  const auto isGlobalShared = [&](const ir::Global *global) {
    return around.isShared(global);
  };
  const auto isPrivate = [&](const ir::Variable *variable) {
    return isReduced(recogniser, variable) ||
           (variable != counter.variable && around.isScratch(variable));
  };
  const auto isCounter = [&](const ir::Variable *variable) {
    return variable == counter.variable;
  };
  const auto isCheckedRow = [&](const ir::Function *function, unsigned param) {
    return recogniser.isCheckedRow(function, param);
  };
  const Iteration &iteration = recogniser.iteration;
  const auto isOfProgram = [&](const ir::Statement *s) {
    return iteration.isNested && llvm::is_contained(iteration.calls, s);
  };
  return ir::accessesOf(recogniser.loop,
                        {isTraversal, isShared, sharesElements, isGlobalShared,
                         isPrivate, isCounter, isCheckedRow, isOfProgram});
}

/// Where a value that the call returns is put at once, the traversals put it.
void LoopPairs::markResult() {
  const ir::Place *place = recogniser.resultPlace;
  for (ir::Access &access : accesses.all)
    if (place && access.isWrite && access.place == place &&
        access.steps == place->steps.size())
      access.phases = ir::During;
  markOperands();
}

/// What the call is handed by value from an element, the traversals read there.
void LoopPairs::markOperands() {
  for (size_t k = 0; k < recogniser.roles.size(); ++k) {
    const Role &role = recogniser.roles[k];
    if (role.kind != Role::Value || role.object.root != Object::Own ||
        role.object.number >= recogniser.iteration.operands.size() ||
        recogniser.iteration.operands[role.object.number].form !=
            Operand::Element)
      continue;
    const auto *load =
        dyn_cast<ir::LoadExpr>(recogniser.iteration.call->arguments[k]);
    for (ir::Access &access : accesses.all)
      if (load && !access.isWrite && access.place == load->place &&
          access.steps == load->place->steps.size())
        access.phases = ir::During;
  }
}

//===--- Pairs ------------------------------------------------------------===//

void LoopPairs::decide(const ir::OrderFault &pair) {
  const ir::Access &earlier = *pair.earlier, &later = *pair.later;
  bool ok = true;
  if ((earlier.phases & ir::During) && (later.phases & ir::Before))
    ok &= withTraversal(later, ir::Before, earlier);
  if ((earlier.phases & ir::After) && (later.phases & ir::During))
    ok &= withTraversal(earlier, ir::After, later);
  if ((earlier.phases & ir::After) && (later.phases & ir::Before))
    ok &= withOther(earlier, later);
  if (!ok)
    refuse(pair);
}

/// Whether both are in one array or object, in what may be one part of it: the
/// runtime would always find that they meet.
bool LoopPairs::areInOne(const ir::Access &a, const ir::Access &b) {
  const size_t common = std::min(a.region.steps.size(), b.region.steps.size());
  if (a.region.root == ir::Region::Unknown || !a.region.hasSameRoot(b.region))
    return false;
  for (size_t k = 0; k < common; ++k) {
    const ir::RegionStep &one = a.region.steps[k], &other = b.region.steps[k];
    if (one.kind != other.kind || one.field != other.field ||
        one.member != other.member)
      return false;
  }
  return true;
}

/// Whether it is in the node that the call is handed.
bool LoopPairs::isOfRoot(const ir::Access &access) const {
  const ir::Expr *root =
      recogniser.iteration.call->arguments[recogniser.nodeParam];
  const ir::Place *place = ir::placeOf(root);
  const ir::Region object = objectOf(access.region);
  return place && place->wholeVariable() && isa<ir::LoadExpr>(root) &&
         object.variable() == place->wholeVariable() &&
         object.steps.size() == 1;
}

/// Whether it is in the row of an array that the iteration's call writes, of
/// which the runtime compares each byte with all that calls use.
bool LoopPairs::isInOwnRow(const ir::Access &access) const {
  const ir::Region &region = access.region;
  const auto isRow = [](const ir::Region &each, ir::Number::Span least) {
    return !each.steps.empty() &&
           each.steps.back().index.kind == ir::Number::Row &&
           each.steps.back().index.span >= least;
  };
  if (!isRow(region, ir::Number::Inside) ||
      !runsWithCall(recogniser.iteration, access) ||
      isa<ir::StructType>(region.type))
    return false;
  ir::Region checked = region;
  checked.steps.back().index =
      ir::Number::checkedRow(checked.steps.back().index);
  return llvm::any_of(accesses.all, [&](const ir::Access &each) {
    return each.isWrite && (each.phases & ir::During) && each.region == checked;
  });
}

bool LoopPairs::withTraversal(const ir::Access &access, ir::Phase phase,
                              const ir::Access &traversal) {
  const int object = own->of(access);
  if (access.isDeferred && (object >= 0 || isInOwnRow(access)))
    return false;
  if (object >= 0 && own->isExcluded(access, object, traversal))
    return exclude(object, access);
  if (isInOwnRow(access))
    return true;
  if (areInOne(access, traversal))
    return false;
  if (!access.isWrite)
    return (phase == ir::Before ? noteRoot(access)
                                : note(laterReads, access)) ||
           isInSharedArray(access);
  if (!traversal.isWrite && isOfRoot(access) &&
      !rowsOf(recogniser, traversal.region).nodes.empty())
    return false;
  return (note(writes, access) && (traversal.isWrite || cover(traversal))) ||
         noteContainers(access, traversal);
}

/// Elements of two containers may be one only if the containers are: whether
/// that is so is compared.
bool LoopPairs::noteContainers(const ir::Access &written,
                               const ir::Access &met) {
  const auto one = ir::containerOf(written.region);
  const auto other = ir::containerOf(met.region);
  const auto write = one ? finder->rowOf(*one, written) : std::nullopt;
  const auto read = other ? finder->rowOf(*other, met) : std::nullopt;
  return write && read && add(writes, *write) && add(reads, *read);
}

bool LoopPairs::withOther(const ir::Access &after, const ir::Access &before) {
  const int first = own->of(after), second = own->of(before);
  if (first >= 0 && first == second)
    return exclude(first, after) && exclude(first, before);
  if (areInOne(after, before))
    return false;
  const ir::Access &written = after.isWrite ? after : before;
  const ir::Access &met = after.isWrite ? before : after;
  // What calls use, too, is compared with what is written in any case.
  const int object = &met == &after ? first : second;
  const bool isCompared =
      (object >= 0 && own->isUsed(met, object)) || isInOwnRow(met);
  if (met.isWrite && isNoted(writes, met) && isNoted(reads, written))
    return true;
  return (isInOwnRow(written) || note(writes, written)) &&
         (isCompared || (met.isWrite ? note(reads, met) : noteRoot(met)));
}

/// Sees to it that what calls read is compared with `writes`.
bool LoopPairs::cover(const ir::Access &read) {
  const TraversalRows rows = rowsOf(recogniser, read.region);
  if (rows.isFollowed)
    return false;
  for (const unsigned row : rows.nodes)
    recogniser.kernel.data[row].isWatched = true;
  for (const unsigned slots : rows.slots)
    recogniser.kernel.slots[slots].isWatched = true;
  bool ok = true;
  for (const unsigned uniform : rows.uniforms)
    ok &= shareUniform(uniform, read);
  return ok && (!rows.isNone() || note(reads, read));
}

/// What calls write and what is the same for all of them.
void LoopPairs::shared() {
  for (const ir::Access &write : accesses.all)
    for (const ir::Access &read : accesses.all) {
      if (!write.isWrite || read.isWrite || !(write.phases & ir::During) ||
          !(read.phases & ir::During) ||
          ir::isOfOneIteration(write.region, read.region) ||
          !accesses.mayMeet(write.region, read.region))
        continue;
      const TraversalRows rows = rowsOf(recogniser, read.region);
      if (rows.uniforms.empty() || own->of(read) >= 0)
        continue;
      for (const unsigned uniform : rows.uniforms)
        if (!shareUniform(uniform, read))
          refusals.push_back({&write, &read, Diag::RTT1114});
    }
}

//===--- Rows -------------------------------------------------------------===//

bool LoopPairs::add(std::vector<ComparedPlace> &list,
                    const ComparedPlace &row) {
  if (llvm::none_of(list, [&](const ComparedPlace &known) {
        return isOnePlace(known, row);
      }))
    list.push_back(row);
  return true;
}

bool LoopPairs::note(std::vector<ComparedPlace> &list,
                     const ir::Access &access) {
  const auto row = finder->rowOf(access);
  return row && add(list, *row);
}

bool LoopPairs::isNoted(llvm::ArrayRef<ComparedPlace> list,
                        const ir::Access &access) const {
  const auto row = finder->rowOf(access);
  return row && llvm::any_of(list, [&](const ComparedPlace &known) {
           return isOnePlace(known, *row);
         });
}

/// Objects that iterations find by pointers have to be different ones.
bool LoopPairs::exclude(int operand, const ir::Access &access) {
  const Operand &own = recogniser.iteration.operands[operand];
  if (!own.isIndirect && own.form != Operand::Address)
    return true;
  if (!runsWithCall(recogniser.iteration, access))
    return false;
  if (!access.isWrite)
    return true;
  ComparedPlace row;
  row.access = &access;
  row.object = operand;
  return add(writes, row);
}

bool LoopPairs::shareUniform(unsigned uniform, const ir::Access &access) {
  if (!access.isConditional && placeOf(module, access.region, counter))
    return note(reads, access);
  ComparedPlace row;
  row.access = &access;
  row.uniform = uniform;
  return add(reads, row);
}

/// The loop calls what is not known, in its head or elsewhere.
void LoopPairs::refuseUnknown() {
  const ir::CallStatement *head = nullptr;
  if (const auto *counted = dyn_cast<ir::LoopStatement>(recogniser.loop))
    for (const ir::BlockStatement *part :
         {counted->init, counted->head, counted->step})
      if (part)
        ir::walk(static_cast<const ir::Statement *>(part),
                 [&](const ir::Statement *s) {
                   const auto *call = dyn_cast<ir::CallStatement>(s);
                   head = call && !head ? call : head;
                 });
  if (head)
    recogniser.refuse(unknownInHead(*head));
  else
    recogniser.refuse(recogniser.loop->loc, Diag::RTT1103,
                      {"a call", "it is not known what it writes"});
}

void LoopPairs::refuse(const ir::OrderFault &pair) {
  const ir::Access &earlier = *pair.earlier, &later = *pair.later;
  OrderRefusal made =
      later.isWrite && (later.phases & ir::Before)
          ? OrderRefusal{&later, &earlier, Diag::RTT1120}
      : earlier.phases & ir::After
          ? OrderRefusal{&earlier, &later,
                         earlier.isWrite ? Diag::RTT1117 : Diag::RTT1116}
          : refusalOf(later, earlier);
  // One place is said once, beside what the traversals do, if they do.
  for (OrderRefusal &known : refusals)
    if (known.at == made.at && known.message == made.message &&
        known.other->place && !made.other->place &&
        (made.other->phases & ir::During)) {
      known = made;
      return;
    }
  refusals.push_back(std::move(made));
}

static bool names(const ir::Expr *e, const ir::Access &access) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) {
    result |= access.place && ir::placeOf(each) == access.place;
  });
  return result;
}

/// By where it stands what is read ahead of the calls.
OrderRefusal LoopPairs::refusalOf(const ir::Access &read,
                                  const ir::Access &written) const {
  if (const auto *counted = dyn_cast<ir::LoopStatement>(recogniser.loop);
      counted && counted->condition && names(counted->condition, read))
    return {&read, &written, Diag::RTT1102};
  const auto &arguments = recogniser.iteration.call->arguments;
  for (size_t k = 0; k < arguments.size(); ++k)
    if (names(arguments[k], read)) {
      if (k == recogniser.nodeParam)
        return {
            &read, &written, Diag::RTT1106, {spelled(module, arguments[k])}};
      if (isOfAll(k))
        return {&read,
                &written,
                Diag::RTT1107,
                {recogniser.traversal->params[k]->name}};
    }
  return {&read, &written, Diag::RTT1114};
}

/// Whether all iterations hand over the same.
bool LoopPairs::isOfAll(size_t param) const {
  if (param >= recogniser.roles.size())
    return false;
  const Role &role = recogniser.roles[param];
  const ir::Variable *variable = recogniser.traversal->params[param];
  for (const kernel::Argument &argument : recogniser.kernel.args)
    if (argument.startsAtLoop && argument.name == variable->name)
      return true;
  return role.kind != Role::Argument && role.object.root == Object::Shared;
}
