// Whether two regions may share memory.
#include "regtt/Analysis/Overlap.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

//===--- By types ---------------------------------------------------------===//

namespace {

/// What an access reads or writes at once: a number or a pointer, and the
/// member that it is, if it is one.
struct Leaf {
  const Field *field = nullptr;
  const Type *type = nullptr;
};

/// What is known of an access by its types.
struct Leaves {
  std::vector<Leaf> all;
  bool isAnything = false; ///< of unknown bytes
  bool isInArray = false;  ///< no member: an element of an array that is named
};

bool isInside(const Type *type) {
  const auto *library = dyn_cast_or_null<LibraryType>(type);
  return library && liesInside(library);
}

void collect(const Field *field, const Type *type, Leaves &leaves) {
  while (type && (type->kind == Type::Array || isInside(type))) {
    const auto *library = dyn_cast<LibraryType>(type);
    if (const auto *array = dyn_cast<ArrayType>(type)) {
      type = array->element;
      continue;
    }
    for (unsigned k = 1; k < library->arguments.size(); ++k)
      if (const Type *more = library->typeArgument(k))
        collect(field, more, leaves);
    type = library->typeArgument(0);
  }
  const auto *record = dyn_cast_or_null<StructType>(type);
  if (!type || (record && !record->isComplete())) {
    leaves.isAnything = true;
    return;
  }
  if (!record) {
    leaves.all.push_back({field, type});
    return;
  }
  for (const Field &part : record->fields())
    collect(&part, part.type, leaves);
}

Leaves leavesOf(const Region &region) {
  Leaves leaves;
  const Field *field = nullptr;
  const StructType *around = nullptr; // the outermost union
  size_t start = 0;
  for (size_t k = 0; k < region.steps.size(); ++k)
    if (region.steps[k].leaves())
      start = k + 1;
  for (size_t k = start; k < region.steps.size(); ++k) {
    const RegionStep &step = region.steps[k];
    if (step.kind == RegionStep::Part)
      leaves.isAnything = true;
    if (step.kind == RegionStep::Field) {
      field = step.field;
      if (!around && field->parent && field->parent->isUnion())
        around = field->parent;
    }
  }
  // What is in a union may be looked at as any of its members.
  collect(field, around ? around : region.type, leaves);
  const bool isNamed =
      start == 0 ? region.root != Region::Unknown
                 : region.steps[start - 1].kind == RegionStep::Element;
  leaves.isInArray = !field && isNamed;
  return leaves;
}

/// Numbers of one width are one, whatever their signs.
bool mayBeOne(const Type *a, const Type *b) {
  if (a == b)
    return true;
  const auto first = integerFormat(a), second = integerFormat(b);
  if (first && second)
    return first->bits == second->bits;
  // Pointers to what C does not tell apart.
  const Type *left =
      a->isPointer() || a->isReference() ? pointeeOf(a) : nullptr;
  const Type *right =
      b->isPointer() || b->isReference() ? pointeeOf(b) : nullptr;
  return left && right &&
         (left->isVoid() || right->isVoid() || mayBeOne(left, right));
}

bool isCharacter(const Type *type) {
  const auto format = integerFormat(type);
  return format && format->bits == 8;
}

bool mayBeOne(const Leaves &a, const Leaves &b) {
  if (a.isAnything || b.isAnything)
    return true;
  return llvm::any_of(a.all, [&](const Leaf &left) {
    return llvm::any_of(b.all, [&](const Leaf &right) {
      if (left.field && right.field)
        return left.field == right.field;
      // No member of a struct is an element of an array of numbers.
      if ((left.field && b.isInArray) || (right.field && a.isInArray))
        return false;
      return mayBeOne(left.type, right.type) ||
             (isCharacter(left.type) && !left.field && !a.isInArray) ||
             (isCharacter(right.type) && !right.field && !b.isInArray);
    });
  });
}

//===--- By structure -----------------------------------------------------===//

enum class Answer { Apart, Overlap, Open };

/// Of regions that are in different parts of one object from step `from` on:
/// what a pointer there leads to may be anywhere.
Answer inOtherParts(const Region &a, const Region &b, size_t from) {
  const auto follows = [&](const Region &region) {
    return llvm::any_of(
        llvm::drop_begin(region.steps, from),
        [](const RegionStep &step) { return step.kind == RegionStep::Deref; });
  };
  return follows(a) || follows(b) ? Answer::Open : Answer::Apart;
}

/// The last step that leaves an object, counted from 1; 0 where none does.
size_t lastLeave(const Region &region) {
  for (size_t k = region.steps.size(); k > 0; --k)
    if (region.steps[k - 1].leaves())
      return k;
  return 0;
}

/// Of regions with one root: as far as the steps tell.
Answer compareSteps(const Region &a, const Region &b) {
  const size_t common = std::min(a.steps.size(), b.steps.size());
  for (size_t k = 0; k < common; ++k) {
    const RegionStep &one = a.steps[k], &other = b.steps[k];
    if (one.kind == RegionStep::Part || other.kind == RegionStep::Part)
      return Answer::Overlap;
    if (one.kind != other.kind)
      return Answer::Open;
    // Iterations have different objects there, and these lead on anywhere.
    if ((one.index.kind == Number::Chosen ||
         one.index.kind == Number::Linked) &&
        (lastLeave(a) > k + 1 || lastLeave(b) > k + 1))
      return Answer::Open;
    switch (one.kind) {
    case RegionStep::Field:
      if (one.field != other.field)
        return one.field->parent && one.field->parent->isUnion()
                   ? Answer::Overlap
                   : inOtherParts(a, b, k + 1);
      break;
    case RegionStep::Member:
      if (one.member != other.member)
        return inOtherParts(a, b, k + 1);
      break;
    default:
      if (one.type == other.type && areApart(one.index, other.index))
        return inOtherParts(a, b, k + 1);
      break;
    }
  }
  const Region &longer = a.steps.size() > b.steps.size() ? a : b;
  for (size_t k = common; k < longer.steps.size(); ++k)
    if (longer.steps[k].leaves()) // a container's own words, and its elements
      return inOtherParts(a, b, k);
  return Answer::Overlap;
}

} // namespace

std::optional<Region> regtt::ir::containerOf(const Region &region) {
  const size_t last = lastLeave(region);
  if (last == 0 || region.steps[last - 1].kind != RegionStep::Element)
    return std::nullopt;
  return region.prefix(last - 1);
}

bool regtt::ir::mayOverlap(const Region &a, const Region &b,
                           IsReachable isReachable) {
  if (a.root != Region::Unknown && a.hasSameRoot(b)) {
    const Answer answer = compareSteps(a, b);
    if (answer != Answer::Open)
      return answer == Answer::Overlap;
  } else if (a.isDirect() && b.isDirect()) {
    return false;
  }
  // Variables, and what their containers own.
  if (!a.hasSameRoot(b) && a.isHeld() && b.isHeld())
    return false;
  // What nothing leads to but its name.
  const auto isHidden = [&](const Region &region) {
    const auto container = containerOf(region);
    return (region.isDirect() || (container && container->isDirect())) &&
           !isReachable(region);
  };
  if (isHidden(a) || isHidden(b))
    return false;
  if (!mayBeOne(leavesOf(a), leavesOf(b)))
    return false;
  const auto one = containerOf(a), other = containerOf(b);
  return !one || !other || mayOverlap(*one, *other, isReachable);
}

/// Whether it is one number in each iteration: elements of others may hold
/// pointers to one array.
static bool isOneNumber(const Number &number) {
  return number.kind != Number::Below && number.kind != Number::Row &&
         number.low == number.high;
}

bool regtt::ir::isOfOneIteration(const Region &a, const Region &b) {
  if (a.root == Region::Unknown || !a.hasSameRoot(b))
    return false;
  // Where a pointer in an iteration's own element leads is not its own.
  const auto staysWithin = [](const Region &region, size_t from) {
    return llvm::none_of(llvm::drop_begin(region.steps, from),
                         [](const RegionStep &step) {
                           return step.kind == RegionStep::Deref ||
                                  step.kind == RegionStep::Part;
                         });
  };
  for (size_t k = 0; k < std::min(a.steps.size(), b.steps.size()); ++k) {
    const RegionStep &one = a.steps[k], &other = b.steps[k];
    const bool counts = one.kind == RegionStep::Index || one.leaves();
    if (counts && one.kind == other.kind && one.type == other.type &&
        differInIterations(one.index, other.index))
      return staysWithin(a, k + 1) && staysWithin(b, k + 1);
    if (!(one == other) || one.kind == RegionStep::Part ||
        one.index.kind == Number::Any || one.index.kind == Number::Chosen ||
        (counts && !isOneNumber(one.index) && one.kind != RegionStep::Index))
      return false;
  }
  return false;
}
