// Containers of an iteration's own whose size visits change: a
// std::priority_queue, or a std::vector. Each is one datum of the query; what
// is done to it is said of that.
//
//     push(%q->hits, load %hit)        ->  push(own(2: ...), load %hit)
//     load %q->hits[%k].key            ->  load own(2: ...)[%k].key
//     if lt(size(%q->hits), 3:u64)     ->  if lt(size(own(2: ...)), 3:u64)
//
// How many elements it has at most is what the traversal's clause `bound` says,
// or, of a queue, is proved (ContainerBounds.h); of a vector it need not be
// known where nothing looks at its elements (AppendedContainers.cpp).
#include "Containers.h"
#include "Body.h"
#include "LibraryLayout.h"
#include "Multiples.h"
#include "Spelling.h"

#include "regtt/Analysis/ContainerBounds.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// The most that a clause may say.
static constexpr int64_t mostBound = 1 << 16;

//===--- What a container is ----------------------------------------------===//

static const ir::LibraryType *named(const ir::Type *type,
                                    llvm::StringRef name) {
  const auto *library = llvm::dyn_cast_or_null<ir::LibraryType>(type);
  return library && library->name == name ? library : nullptr;
}

bool recognise::isQueue(const ir::Type *type) {
  return named(type, "std::priority_queue");
}

std::string recognise::faultOf(const ir::Module &module,
                               const ir::LibraryType &type) {
  const ir::Type *held = isQueue(&type) ? type.typeArgument(1) : &type;
  if (!named(held, "std::vector"))
    return "it keeps its elements in '" +
           (held ? spelled(module, held) : std::string()) +
           "'; a std::vector is taken";
  // The usual allocator is left out.
  if (llvm::cast<ir::LibraryType>(held)->arguments.size() > 1)
    return "it has an allocator of its own";
  const ir::Type *element = type.typeArgument(0);
  if (element->isBool())
    return "its elements are single bits";
  if (!isCopyable(element))
    return "its elements, '" + spelled(module, element) +
           "', cannot be copied bit by bit";
  return "";
}

/// A container that no clause makes one of that is taken.
static bool isOther(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  llvm::StringRef name = library ? llvm::StringRef(library->name) : "";
  return name.consume_front("std::") &&
         llvm::StringSwitch<bool>(name)
             .Cases("set", "multiset", "map", "multimap", true)
             .Cases("unordered_set", "unordered_multiset", true)
             .Cases("unordered_map", "unordered_multimap", true)
             .Cases("deque", "list", "forward_list", true)
             .Cases("queue", "stack", "basic_string", true)
             .Default(false);
}

std::string recognise::methodOf(ir::ChangeOp op, bool isQueue) {
  using C = ir::ChangeOp;
  switch (op) {
  case C::Push:
    return isQueue ? "push" : "push_back";
  case C::Pop:
    return isQueue ? "pop" : "pop_back";
  case C::PushFront:
    return "push_front";
  case C::PopFront:
    return "pop_front";
  default:
    return ir::textOf(op).str();
  }
}

bool recognise::isCarried(ir::ChangeOp op) {
  return op == ir::ChangeOp::Push || op == ir::ChangeOp::Pop ||
         op == ir::ChangeOp::Clear;
}

//===--- The clause -------------------------------------------------------===//

void Body::findBounds() {
  for (const ir::Clause &clause : site.entered->clauses) {
    if (clause.kind != ir::Clause::Bound || !clause.place)
      continue;
    const ir::Place *place = clause.place;
    for (unsigned k = 0; k < site.entered->params.size(); ++k)
      if (place->variable() == site.entered->params[k])
        place = module.place(module.place(site.traversal->params[k])->root,
                             place->steps);
    if (place->type->isPointer()) // `bound(heap : 8)` of a pointer to one
      place = module.deref(place);
    ContainerBound made;
    made.text = spelled(module, clause.place);
    made.loc = clause.loc;
    const auto value = fixedInteger(clause.value);
    const auto most = value ? value->tryExtValue() : std::nullopt;
    if (!most || *most < 1 || *most > mostBound)
      site.refuse(clause.loc, Diag::RTT1008,
                  {"bound", spelled(module, clause.value),
                   "a constant that is known when the traversal is compiled, "
                   "from 1 to " +
                       std::to_string(mostBound)});
    else
      made.most = unsigned(*most);
    const size_t refusals = site.site.refusals.size();
    if (const auto found = part(place); found && found->isDatum())
      made.object = found->object;
    site.site.refusals.resize(refusals);
    site.containers.bounds.push_back(std::move(made));
  }
  site.settle();
}

ContainerBound *Recogniser::boundOf(const Object &object) {
  for (ContainerBound &bound : containers.bounds)
    if (bound.object && bound.object->root == object.root &&
        bound.object->number == object.number &&
        bound.object->steps == object.steps &&
        bound.object->type == object.type)
      return &bound;
  return nullptr;
}

/// What an iteration has, or its program keeps.
static bool isOwn(const Object &object) {
  return object.root == Object::Own && object.number != kernel::iterationNumber;
}

bool Body::isContainer(const Object &object) const {
  return isOwn(object) &&
         (isQueue(object.type) ||
          (isVector(object.type) &&
           (object.number >= kernel::firstScratch || site.boundOf(object) ||
            site.containers.changedAt(object))));
}

/// How a container whose bound no clause says is called, and where a function
/// of it makes it larger.
static void askForBound(Recogniser &site, const std::string &text,
                        ir::Location at,
                        std::optional<ir::Location> looked = std::nullopt) {
  std::vector<Message::Note> notes;
  if (looked)
    notes.push_back({*looked, "its elements are looked at here; one that is "
                              "only added to needs no bound"});
  site.refuse(at, Diag::RTT2056, {text, text + " : COUNT"}, std::move(notes));
}

/// Something looks at the elements of the container at `part`.
void Body::lookInto(const Part &part) {
  ChangedVector *changed = isContainer(part.object)
                               ? site.containers.changedAt(part.object)
                               : nullptr;
  if (!changed || changed->isAsked || !changed->isByVisits)
    return;
  changed->isAsked = true;
  const unsigned row = site.row(part.object, part.field, loc);
  askForBound(site, site.kernel.data[row].text, changed->at, loc);
}

bool Recogniser::checkBounds() {
  std::vector<unsigned> open;
  for (unsigned row = 0; row < kernel.data.size(); ++row) {
    kernel::Datum &datum = kernel.data[row];
    if (!datum.container || datum.container->bound != 0)
      continue;
    if (!datum.isScratch() && !datum.container->isQueue &&
        !looksInto(*this, row))
      datum.container->isAppended = true;
    else if (const auto most = datum.container->isQueue
                                   ? kernel::mostElements(*kernel.enter, row)
                                   : std::nullopt)
      datum.container->bound = *most;
    else
      open.push_back(row);
  }
  // What one is filled from may be bounded by what another is.
  for (bool isFound = true; isFound;) {
    isFound = false;
    for (const unsigned row : open)
      if (unsigned &bound = kernel.data[row].container->bound; bound == 0)
        if (const auto most = boundInProgram(row)) {
          bound = *most;
          isFound = true;
        }
  }
  for (const unsigned row : open)
    if (kernel.data[row].container->bound == 0)
      refuseUnbounded(row);
  for (const ContainerBound &bound : containers.bounds)
    if (!bound.isUsed)
      refuse(bound.loc, Diag::RTT1008,
             {"bound", bound.text,
              "a container of the query that the traversal uses"});
  return !isRefused();
}

void Recogniser::refuseUnbounded(unsigned row) {
  const kernel::Datum &datum = kernel.data[row];
  const auto grown = containers.growth.find(row);
  const ir::Location at =
      grown != containers.growth.end() ? grown->second : datum.firstUse;
  const auto looked = datum.container->isQueue || datum.isScratch()
                          ? std::nullopt
                          : looksInto(*this, row);
  if (kernel::changesSize(*kernel.enter, row) || looksAhead(*this, row))
    return askForBound(*this, datum.text, at, looked);
  // No clause of the traversal has a name for it.
  refuse(at, Diag::RTT2057,
         {datum.text, "how many elements it comes to have is not known"});
}

//===--- Data -------------------------------------------------------------===//

/// Says why the container `object` cannot be a datum; true: it can.
bool Body::checkContainer(const Object &object, const std::string &text) {
  const auto &type = *llvm::cast<ir::LibraryType>(object.type);
  std::string fault = faultOf(module, type);
  if (fault.empty() && kernel::isThroughPointer(object.steps))
    fault = "it lies behind a pointer of the query";
  if (!fault.empty())
    site.refuse(loc, Diag::RTT2057, {text, fault});
  return fault.empty();
}

void Recogniser::makeContainer(unsigned row, const Object &object) {
  kernel::Datum &datum = kernel.data[row];
  if (datum.container)
    return;
  ContainerBound *bound = boundOf(object);
  if (bound)
    bound->isUsed = true;
  kernel::ContainerForm form;
  form.bound = bound ? bound->most : 0;
  form.isQueue = isQueue(object.type);
  form.element = ir::elementOf(object.type);
  if (!form.element)
    form.element = llvm::cast<ir::LibraryType>(object.type)->typeArgument(0);
  form.elementBytes = bytesOf(form.element).value_or(0);
  form.elementAlign = alignOf(form.element).value_or(1);
  form.elementValues = valueBytes(form.element);
  datum.container = std::move(form);
  datum.values.clear();
  datum.bytes = bytesOfContainer(object.type).value_or(0);
  datum.align = 8;
}

/// The row of the container at `part`; nothing after a refusal.
std::optional<unsigned> Body::containerRow(const Part &part,
                                           const std::string &text) {
  if (!checkContainer(part.object, text))
    return std::nullopt;
  const unsigned row = site.row(part.object, part.field, loc);
  site.makeContainer(row, part.object);
  return row;
}

/// `size(%q->hits)`, `empty(%q->hits)`; null of what is no such container.
const ir::Expr *Body::sizeOfChanged(const ir::ContainerReadExpr *e,
                                    const Part &found) {
  if (!found.isDatum() || found.before != 0 || !isContainer(found.object)) {
    if (isQueue(found.type))
      site.refuse(loc, Diag::RTT2057,
                  {spelled(module, e->container),
                   "it is not the query's own, or lies behind a pointer"});
    return nullptr;
  }
  const ir::Place *place = datum(found);
  return place ? module.read(e->op, place, {}, e->loc) : e;
}

/// True: `found` is such a container, whose elements are asked for in another
/// way than by its functions, which is refused.
bool Body::refuseElements(const ir::Place *place, const Part &found) {
  if (!found.isDatum() || !isContainer(found.object))
    return false;
  if (ContainerBound *bound = site.boundOf(found.object))
    bound->isUsed = true;
  site.refuse(loc, Diag::RTT2057,
              {spelled(module, place), "its elements are reached in another "
                                       "way than by its functions"});
  return true;
}

//===--- Changes ----------------------------------------------------------===//

void Body::refuseChange(const ir::Statement *s, const ir::Place *container,
                        const std::string &name) {
  const auto found = part(container);
  std::string text = spelled(module, container);
  if (llvm::StringRef rest = text; rest.consume_front("*"))
    text = rest.str();
  const auto refuse = [&](const std::string &why) {
    site.refuse(s->loc, Diag::RTT2057, {text, why});
  };
  if (!found || !isOwn(found->object) || !found->isDatum())
    return refuse("it is not the query's own, or lies behind a pointer");
  if (isOther(found->type))
    return refuse("'" + spelled(module, found->type) +
                  "' cannot be kept on a device; a std::priority_queue or a "
                  "std::vector can");
  if (!isQueue(found->type) && !isVector(found->type))
    return refuse("'" + name + "' is none of the functions that are carried");
  if (checkContainer(found->object, text))
    refuse("'" + name + "' is none of the functions that are carried");
}

Body::Statements Body::containerChange(const ir::ContainerChangeStatement &s) {
  const bool wasFine = !site.isFailing();
  const auto found = part(s.container);
  if (found && found->isDatum() && found->before == 0 && isCarried(s.op))
    noteChanged(found->object, s.loc);
  const bool isTaken = found && found->isDatum() && found->before == 0 &&
                       isContainer(found->object) && isCarried(s.op) &&
                       (s.op != ir::ChangeOp::Clear || !isQueue(found->type));
  std::vector<ir::Statement *> result;
  // Only the serial program's memory is another then.
  const bool isNothing = s.op == ir::ChangeOp::Reserve && found &&
                         found->isDatum() && found->before == 0 &&
                         isOwn(found->object) && isVector(found->type);
  if (isNothing)
    checkContainer(found->object, spelled(module, s.container));
  else if (!isTaken)
    refuseLibrary(&s);
  else if (ir::Statement *made = changed(s, *found))
    result.push_back(made);
  if (wasFine)
    site.settle();
  return result;
}

ir::Statement *Body::changed(const ir::ContainerChangeStatement &s,
                             const Part &found) {
  const std::string text = spelled(module, s.container);
  if (!checkContainer(found.object, text))
    return nullptr;
  auto *made = module.make<ir::ContainerChangeStatement>(s.loc);
  made->op = s.op;
  for (const ir::Expr *argument : s.arguments)
    made->arguments.push_back(copy.expr(argument));
  const auto row = containerRow(found, text);
  if (!row || (isQueue(found.type) && !orderOf(s, text, *row, made->order)))
    return nullptr;
  made->container = datum(found);
  if (!made->container || site.isFailing())
    return nullptr;
  site.written(*row);
  if (s.op == ir::ChangeOp::Push)
    site.containers.growth.insert({*row, s.loc});
  return made;
}
