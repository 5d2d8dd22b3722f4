// The clause `extent` of a traversal: how many elements an array has that lies
// behind a pointer of the node's or the query's, where no loop says it.
//
//     fn traversal @visit(%n: ptr @Node) -> void
//       [extent %n->points: mul(2:i32, load %n->count)]
//  -> extent of `n->points`: 2 times the datum `n->count`
#include "Body.h"
#include "LibraryLayout.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

kernel::DataArray *Recogniser::arrayBehind(const Object &holder) {
  if (holder.root != Object::Node && holder.root != Object::Own &&
      holder.root != Object::Element)
    return nullptr;
  for (kernel::DataArray &array : kernel.arrays) {
    if (array.isShared() || array.isOfQueries != (holder.root == Object::Own) ||
        array.isOfElements() != (holder.root == Object::Element))
      continue;
    const kernel::Datum &start = kernel.data[array.start];
    if (start.number == holder.number &&
        start.steps == (bytesOfContainer(holder.type)
                            ? startOfElements(holder.steps, holder.type)
                            : holder.steps))
      return &array;
  }
  return nullptr;
}

/// Whether visits follow the pointer at `holder` to the one object that it
/// leads to, which is there in any case.
static bool isFollowed(const kernel::Kernel &kernel, const Object &holder) {
  const size_t length = holder.steps.size();
  return holder.root == Object::Node &&
         llvm::any_of(kernel.data, [&](const kernel::Datum &datum) {
           return datum.owner == kernel::Owner::Node &&
                  datum.number == holder.number &&
                  datum.steps.size() > length && datum.steps[length].isDeref &&
                  llvm::ArrayRef(datum.steps).take_front(length) ==
                      llvm::ArrayRef(holder.steps);
         });
}

/// What the clause names: data that holds a pointer, or a parameter that is one
/// of the iteration's own.
std::optional<Part> Body::holderOf(const ir::Place *place) {
  const ir::Variable *variable = place->wholeVariable();
  const auto to = variable ? behind(variable) : std::nullopt;
  if (!to || to->root != Object::Own || !to->isBehind())
    return part(place);
  Part holder{*to};
  holder.object.steps.pop_back();
  holder.object.type = holder.type = place->type;
  return holder;
}

/// `place` and `value` are those of the clause, in the traversal's words.
void Body::giveExtent(const ir::Clause &clause, const ir::Place *place,
                      const ir::Expr *value) {
  // What is no array of the kernel's is said by the clause's message alone.
  const size_t refusals = site.site.refusals.size();
  loc = clause.loc;
  const auto found = holderOf(place);
  std::vector<kernel::ExtentTerm> terms;
  const ir::Expr *element = found ? found->object.index : nullptr;
  bool isKnown =
      found && extentTerms(site.kernel, copy.expr(value), '+', terms, element);
  site.site.refusals.resize(refusals);
  // All of it has to be there when the array is gathered: what all iterations
  // see, and data of whose array it is.
  const Object::Root root = found ? found->object.root : Object::Node;
  const kernel::Owner owner = root == Object::Own       ? kernel::Owner::Query
                              : root == Object::Element ? kernel::Owner::Element
                                                        : kernel::Owner::Node;
  for (const kernel::ExtentTerm &term : terms)
    isKnown &= term.datum < 0 ||
               (site.kernel.data[term.datum].owner == owner &&
                (root != Object::Element ||
                 site.kernel.data[term.datum].number == found->object.number));
  if (!isKnown) {
    site.refuse(clause.loc, Diag::RTT1008,
                {"extent", spelled(module, value),
                 "a number in the node, a parameter that every call hands on, "
                 "or a constant"});
    return;
  }
  kernel::DataArray *array = found->isDatum() && found->before == 0
                                 ? site.arrayBehind(found->object)
                                 : nullptr;
  const ir::Type *to = ir::pointeeOf(place->type);
  if (!array && found->isDatum() && to && found->before == 0 &&
      to != site.nodeType && !site.leadsToNode(to) &&
      isFollowed(site.kernel, found->object)) {
    Object holder = found->object;
    holder.type = found->type;
    array = &site.kernel.arrays[site.ownedArray(holder, to, clause.loc)];
    array->isIndirect = to->isPointer();
    if (array->isIndirect)
      array->elementName = stemOf(ir::pointeeOf(to));
  }
  if (!array) {
    site.refuse(
        clause.loc, Diag::RTT1008,
        {"extent", spelled(module, place),
         "an array of the node or the query that the traversal indexes"});
    return;
  }
  if (array->size >= 0 || array->hasExactExtent)
    return; // the container knows it
  array->extent = terms;
  array->hasExactExtent = true;
}

/// The node that a call is handed, in the loop's words; null: it is not named.
static const ir::Place *nodeOf(ir::Module &module, const ir::Expr *root) {
  if (const auto *address = dyn_cast<ir::AddressExpr>(root))
    return address->place;
  const auto *load = dyn_cast<ir::LoadExpr>(root);
  const auto *value = dyn_cast<ir::ValueExpr>(root);
  if (!ir::pointeeOf(root->type))
    return nullptr;
  return load    ? module.deref(load->place)
         : value ? module.deref(module.place(value->variable))
                 : nullptr;
}

/// Bytes from `node` to the member `place` of it; nothing: it is none.
static std::optional<uint64_t>
bytesInto(ir::Module &module, const ir::Place *node, const ir::Place *place) {
  const size_t count = node->steps.size();
  if (place->steps.size() <= count ||
      !ir::equal(module.place(place->root, place->steps.take_front(count)),
                 node))
    return std::nullopt;
  uint64_t bytes = 0;
  for (const ir::Step &step : place->steps.drop_front(count)) {
    const auto *field = std::get_if<ir::FieldStep>(&step);
    if (!field || field->field->isBitField())
      return std::nullopt;
    bytes += field->field->offset;
  }
  return bytes;
}

/// `copyin(root->points[0 : n])`: the array that each node's pointer leads to
/// has as many elements, whichever it is.
void Recogniser::giveCopied() {
  const ir::Place *node =
      nodeOf(module, origins->of(call->arguments[nodeParam]));
  for (const ir::Clause &clause : clausesOf(loop)) {
    if (!ir::givesCount(clause) || !clause.place || !clause.value ||
        !clause.place->type->isPointer() || !node)
      continue;
    const auto bytes = bytesInto(module, node, origins->of(clause.place));
    for (kernel::DataArray &array : kernel.arrays) {
      const kernel::Datum *start =
          array.isOfNodes() ? &kernel.data[array.start] : nullptr;
      if (!bytes || !start || array.size >= 0 || array.countInNode != 0 ||
          array.hasExactExtent || kernel::isThroughPointer(start->steps) ||
          kernel::isHere(start->steps) ||
          kernel::offsetOf(start->steps) != *bytes ||
          array.stride != strideOf(ir::pointeeOf(clause.place->type)) ||
          origins->varies(clause.value))
        continue;
      kernel::ExtentTerm term;
      term.uniform = int(uniform(
          sharedValue(origins->of(clause.value), array.name + "_count")));
      array.extent = {term};
      array.hasExactExtent = true;
      givenInNodes.push_back(&clause);
    }
  }
}

/// Once all arrays are known that the body indexes.
void Body::giveExtents() {
  site.giveCopied();
  // The clauses are those of the function that the loop enters.
  ir::Mapper words(module);
  const llvm::ArrayRef<ir::Variable *> own = site.traversal->params;
  for (unsigned k = 0; k < site.entered->params.size() && k < own.size(); ++k)
    if (site.entered->params[k]->type == own[k]->type)
      words.variables[site.entered->params[k]] = own[k];
  for (const ir::Clause &clause : site.entered->clauses)
    if (clause.kind == ir::Clause::Extent)
      giveExtent(clause, words.place(clause.place), words.expr(clause.value));
}
