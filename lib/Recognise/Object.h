// What pointers, references and places of the user's lead to.
//
//     %n->point->coord[%i]  ->  the node; `point`, through it, `coord`; [%i]
#pragma once

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Module.h"
#include "regtt/Kernel/Data.h"

#include <llvm/ADT/DenseMap.h>

#include <optional>

namespace regtt::kernel {
struct Kernel;
}

namespace regtt::recognise {

struct Object {
  enum Root {
    Node,    ///< the node that is visited
    Own,     ///< the iteration's operand `number`
    Element, ///< an element of array `number`, whose number is `index`
    Shared,  ///< what all iterations see, `number` of Site::shared
    Linked   ///< another node, to which the link `index` leads
  } root = Node;
  unsigned number = 0;
  kernel::DataSteps steps;
  const ir::Type *type = nullptr; ///< of what lies there
  const ir::Expr *index = nullptr;
  /// Of an array that elements have: the number of the one whose it is.
  const ir::Expr *holder = nullptr;
  /// An array that is the iteration's, and what leads there is a pointer to its
  /// first element.
  bool isDecayed = false;
  bool isPointer = false; ///< it is what the iteration's pointer leads to
  bool isSize = false;    ///< how many elements the container there has
  bool isAddress = false; ///< where it lies, as a number
  bool isNode = false;    ///< a pointer to a node, which a link stands for

  bool isWhole() const { return steps.empty(); }
  /// Whether it is what a pointer of the node's or the iteration's leads to.
  bool isBehind() const {
    return (root == Node || (root == Own && number < kernel::firstScratch)) &&
           !steps.empty() && steps.back().isDeref;
  }
  /// Whether it is what an element leads to that is a pointer.
  bool isBehindElement() const {
    return root == Element && steps.size() == 1 && steps[0].isDeref;
  }
};

/// A place in an object: the datum, and what of it.
struct Part {
  Object object;
  const ir::Field *field = nullptr; ///< the last field on the way there
  std::vector<ir::Step> steps = {}; ///< elements of the datum, fields of these
  const ir::Type *type = nullptr;   ///< of what lies there

  uint64_t before = 0; ///< bytes to the base that the next field is in

  bool isDatum() const { return steps.empty(); }
};

/// Whether elements of it may have arrays of their own: it is gathered before
/// anything of nodes and queries is.
bool mayHaveArrays(const kernel::Kernel &kernel, unsigned array);

/// The field, which nobody may name, that holds the pointer to the first
/// element of a container whose elements are links.
inline constexpr llvm::StringLiteral linksOfLibrary = "_M_links";

/// The third argument of `lib "rt::list"` where it is the library's: a ring
/// that is found by the pointer to its first element, and whose head lies
/// there.
inline constexpr int64_t ringOfLibrary = -2;

/// Of `lib "rt::list"`; nothing of other types.
std::optional<kernel::ListForm> listForm(const ir::Type *type);

/// What the iteration's number is, if `e`, in the user's words, is that;
/// nothing of other numbers. `values`: what variables are.
std::optional<Object>
iterationNumber(const llvm::DenseMap<const ir::Variable *, Object> &values,
                const ir::Expr *e);

/// What an access says of how many elements an array has.
struct ArrayBound {
  unsigned array = 0;
  std::vector<kernel::ExtentTerm> terms;
  bool isKnown = false;
  /// It is looked at as far as the array of another object goes: the row that
  /// says how far that is.
  int otherCount = -1;
  bool endsAtNull = false; ///< no element behind a null one, or a 0, is looked
                           ///< at
  bool isFirst = false;    ///< it is one to the first element
  bool isUnsigned = false; ///< it is compared as a number that is not negative
  unsigned wrapsAt = 0;    ///< bits of the type that it is computed in; 0: any
  ir::Location loc;

  bool operator==(const ArrayBound &other) const;
};

/// A loop that counts; and, if it ends where a pointer at some place is null,
/// before it looks at anything else there, that place.
struct AroundLoop {
  kernel::IndexLoop head;
  const ir::Place *endsAtNull = nullptr;
  const ir::BlockStatement *body = nullptr; ///< in the user's words
};

} // namespace regtt::recognise
