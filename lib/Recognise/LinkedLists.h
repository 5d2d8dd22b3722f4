// Lists of data: elements that a node, or what is handed to a helper, leads to,
// each with a pointer to the next.
//
//     var %e: ptr @Item = load %n->first       var %e_at: i64 = 0
//     while load %e {                     ->   while load
//     %n->first.(list)[%e_at] {
//       look(load %e->x)                         look(load
//       %n->first.(list)[%e_at]->x) store %e = load %e->next store %e_at =
//       add(load %e_at, 1)
//     }                                        }
//
// Pointers that go along a list become numbers of its elements, which are
// gathered as those of an array of pointers are. It is done where every value
// that such a pointer is given is the start of the list, another such pointer,
// or what follows one; and where nothing but the null pointer at the end, or
// the query, keeps the traversal from looking any further.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>

namespace regtt::recognise {

/// Of `traversal` and of the functions that it calls and that `host` does not.
void numberLists(ir::Module &module, ir::Function *traversal,
                 const ir::Function &host);

/// Of the body of `loop`, which calls no traversal, and of the functions that
/// it calls and that the rest of `host` does not. How long a list is is known
/// there when the loop runs: pointers are asked whether they are at the end by
/// `lt(load %e_at, size(load %g[%v].first.(list)))`.
void numberLists(ir::Module &module, const ir::Statement *loop,
                 const ir::Function &host);

//===--- Its parts --------------------------------------------------------===//

/// Variables of one function that hold pointers along the same lists. A list
/// that ends where it is back at its head is a ring, whose links are parts of
/// the elements. The variables of a ring lead to links or to elements:
///
///     for (it = n->items.next; it != &n->items; it = it->next)
///       look((struct item *)((char *)it - offsetof(struct item, link)));
///
///     for (e = whole(n->items.next); &e->link != &n->items;
///          e = whole(e->link.next))
///       look(e);
struct ListPointers {
  llvm::SmallSetVector<const ir::Variable *, 4> variables;
  const ir::Field *next = nullptr;
  /// From what the variables lead to to where `next` lies, fields inside each
  /// other.
  std::vector<ir::Step> way;
  const ir::Type *element = nullptr; ///< a pointer to one
  uint64_t nextAt = 0;               ///< from an element
  /// Variables that are the null pointer, and stay it: what a loop over a range
  /// has evaluated as its end.
  llvm::SmallSetVector<const ir::Variable *, 2> ends;
  bool isRing = false;
  bool holdLinks = false; ///< of a ring: the variables lead to links
  uint64_t linkAt = 0;    ///< of a ring: from an element
  size_t toLink = 0;      ///< steps of `way` that lead from an element there

  /// Whether `e` is the null pointer.
  bool isEnd(const ir::Expr *e) const;
  bool contains(const ir::Variable *variable) const {
    return variable && variables.contains(variable);
  }
  /// The variable of `load %e->next`; null of other values.
  const ir::Variable *followedIn(const ir::Expr *e) const;
  /// The same of `%e->next`, or of a place that begins with it.
  const ir::Variable *followedIn(const ir::Place *place) const;
  /// The pointer along the list that leads to an element as `e` does; null of
  /// other values.
  const ir::Expr *elementIn(const ir::Expr *e) const;
  /// The pointer of which `e` asks whether it is at the end; null of other
  /// questions. `head`: what it is compared with, in a ring.
  const ir::Expr *askedForEnd(const ir::Expr *e,
                              const ir::Place **head = nullptr) const;
  /// Where the list starts of which `value` is the first pointer.
  const ir::Place *headIn(ir::Module &module, const ir::Expr *value) const;
};

/// Gives a variable a value, or just declares it; of other statements none.
struct Setting {
  const ir::Variable *variable = nullptr;
  const ir::Expr *value = nullptr;
};
Setting settingOf(const ir::Statement *s);

/// The pointer of which `e` is the one to the whole object, `at` bytes ahead;
/// null of other values.
///
///     (struct item *)((char *)it - offsetof(struct item, link))
const ir::Expr *partOfWhole(const ir::Expr *e, uint64_t &at);

/// The pointers along the lists that `function` goes along.
std::vector<ListPointers> pointersOf(const ir::Function &function);

/// Where each mention of such a pointer's list starts: a place that holds the
/// pointer to the first element. Of places and of values of lets.
struct ListHeads {
  llvm::DenseMap<const void *, const ir::Place *> at;
};

/// Nothing where a mention may be of more than one list, or of none that
/// is known.
std::optional<ListHeads> findHeads(ir::Module &module,
                                   const ir::Function &function,
                                   const ListPointers &pointers);

/// Whether `e`, which asks whether a pointer is at the end, holds where it is.
bool asksWhetherAtEnd(const ir::Expr *e);

/// Whether each list is gone along up to its end, unless the query says
/// otherwise: what is said by an element alone, `if (e->last) break;`, may be
/// that the next pointer leads nowhere.
bool goesToEnd(const ir::Function &function, const ListPointers &pointers);

//===--- Whether they stay what they are (ListChanges.cpp) ---------------===//

/// Whether `function` may change lists, which are then others.
bool changesLists(const ir::Function &function, const ListPointers &pointers);
/// Whether it may change a pointer that may be one to the first element of such
/// a list, or a container that holds it.
bool changesHeads(const ir::Function &function, const ListPointers &pointers);
/// Whether all that lists are found by stays as it is while they are gone
/// along, and leads to their first elements.
bool areSteady(const ir::Function &function, const ListPointers &pointers,
               const ListHeads &heads);

} // namespace regtt::recognise
