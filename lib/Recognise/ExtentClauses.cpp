// The clause `extent` of a traversal: how many elements an array has that lies
// behind a pointer of the node's or the query's, where no loop says it.
//
//     fn traversal @visit(%n: ptr @Node) -> void
//       [extent %n->points: mul(2:i32, load %n->count)]
//  -> extent of `n->points`: 2 times the datum `n->count`
#include "Body.h"
#include "LibraryLayout.h"
#include "Spelling.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

kernel::DataArray *Recogniser::arrayBehind(const Object &holder) {
  if (holder.root != Object::Node && holder.root != Object::Own)
    return nullptr;
  const bool isOfQueries = holder.root == Object::Own;
  for (kernel::DataArray &array : kernel.arrays) {
    if (array.isShared() || array.isOfQueries != isOfQueries)
      continue;
    const kernel::Datum &start = kernel.data[array.start];
    if (start.number == holder.number &&
        start.steps ==
            (array.size < 0 ? holder.steps : startOfVector(holder.steps)))
      return &array;
  }
  return nullptr;
}

/// Whether all that the terms are made of is there when the array is gathered:
/// what all iterations see, and data of whose array it is.
static bool areFound(const kernel::Kernel &kernel,
                     const kernel::DataArray &array,
                     llvm::ArrayRef<kernel::ExtentTerm> terms) {
  const kernel::Owner owner = kernel.data[array.start].owner;
  return llvm::all_of(terms, [&](const kernel::ExtentTerm &term) {
    return term.datum < 0 || kernel.data[term.datum].owner == owner;
  });
}

/// `place` and `value` are those of the clause, in the traversal's words.
void Body::giveExtent(const ir::Clause &clause, const ir::Place *place,
                      const ir::Expr *value) {
  const auto refuse = [&](const std::string &what, const char *meaning) {
    site.refuse(clause.loc, Diag::RTT1008, {"extent", what, meaning});
  };
  // What is no array of the kernel's is said by the clause's message alone.
  const size_t refusals = site.site.refusals.size();
  loc = clause.loc;
  const auto found = part(place);
  kernel::DataArray *array = found && found->isDatum() && found->before == 0
                                 ? site.arrayBehind(found->object)
                                 : nullptr;
  site.site.refusals.resize(refusals);
  if (!array)
    return refuse(
        spelled(module, place),
        "an array of the node or the query that the traversal indexes");
  if (array->size >= 0)
    return; // the container knows it
  const auto number = array - site.kernel.arrays.data();
  std::vector<kernel::ExtentTerm> terms;
  const bool isKnown = extentTerms(copy.expr(value), '+', terms);
  site.site.refusals.resize(refusals);
  array = &site.kernel.arrays[number];
  array->extent = terms;
  array->hasExactExtent = true;
  if (!isKnown || !areFound(site.kernel, *array, terms))
    refuse(spelled(module, value),
           "a number in the node, a parameter that every call hands on, or a "
           "constant");
}

/// Once all arrays are known that the body indexes.
void Body::giveExtents() {
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
