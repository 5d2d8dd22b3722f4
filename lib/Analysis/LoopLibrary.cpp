// What the library does with what it is handed: its functions by their names,
// containers by what changes them.
#include "LoopWalk.h"

#include "regtt/Analysis/Changes.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/StringSwitch.h>

using namespace regtt::ir;
using llvm::dyn_cast;

/// The pointer that lies `at` bytes from the start of such an object.
static const Field *pointerAt(const Type *type, uint64_t at) {
  const auto *record = dyn_cast<StructType>(type);
  if (!record || !record->isComplete())
    return nullptr;
  for (const Field &field : record->fields()) {
    if (field.offset == at && field.type->isPointer())
      return &field;
    if (field.offset <= at)
      if (const Field *inner = pointerAt(field.type, at - field.offset))
        return inner;
  }
  return nullptr;
}

/// The pointer to the next one of any element of the list at `start`.
Region LoopWalk::alongList(const LibraryType &list, const Region &start) {
  const Type *element = list.typeArgument(0);
  const Field *next = pointerAt(pointeeOf(element),
                                uint64_t(std::get<int64_t>(list.arguments[1])));
  if (!next) {
    read(start);
    return Region::unknown(element);
  }
  const RegionStep step(next);
  read(start.type == next->parent ? start.then(step) : start);
  return Region::unknown(next->parent).then(step);
}

void LoopWalk::handOver(const Expr *argument, bool isRead,
                        std::optional<uint64_t> bytes) {
  if (!argument->type->isPointer() && !argument->type->isReference()) {
    if (integerFormat(argument->type) || argument->type->isFloat())
      value(argument);
    else
      assign(Region::unknown(argument->type), argument);
    return;
  }
  const Value given = value(argument);
  spot = {}; // no place names where that leads
  std::vector<Region> targets = given.targets;
  if (given.leadsAnywhere)
    targets.push_back(Region::unknown(pointeeOf(argument->type)));
  for (Region &target : targets) {
    const bool isOneObject =
        bytes && target.type && sizeOf(target.type) == bytes;
    if (!isOneObject && argument->type->isPointer() && !target.steps.empty() &&
        (target.steps.back().kind == RegionStep::Index ||
         target.steps.back().leaves()))
      target.steps.back().index = Number::any(); // and its neighbours
    read(target);
    if (!isRead)
      writeWhole(target);
  }
}

void LoopWalk::change(const ContainerChangeStatement &s) {
  for (const Region &container : regions(s.container)) {
    read(container);
    writeWhole(container);
    const Type *element = elementOf(container.type);
    for (const Expr *argument : s.arguments) {
      const bool isElement = argument->type == element;
      assign(isElement
                 ? container.then({RegionStep::Element, element, Number::any()})
                 : Region::unknown(argument->type),
             argument);
    }
  }
}

static bool isPointerLike(const Type *type) {
  return type->isPointer() || type->isReference();
}

/// The library's methods that only look at their object, and answer where
/// something of it is.
static bool onlyLooks(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name.rsplit("::").second)
      .Cases("begin", "end", "rbegin", "rend", "cbegin", "cend", true)
      .Cases("crbegin", "crend", "size", "empty", "find", "count", true)
      .Cases("lower_bound", "upper_bound", "equal_range", "at", true)
      .Cases("data", "c_str", "base", "get", "value", "has_value", true)
      .Cases("operator*", "operator->", "operator bool", true)
      .Cases("operator==", "operator!=", "operator<", "operator-", true)
      .Default(false);
}

/// Which of its arguments a function writes through, where it reads all others;
/// nothing where that is not known. 0: none, k: the k-th.
static std::optional<unsigned> writtenArgument(const LibraryCallStatement &s) {
  if (onlyReads(s))
    return 0;
  llvm::StringRef name = s.name;
  name.consume_front("std::");
  name.consume_front("__builtin_");
  return llvm::StringSwitch<std::optional<unsigned>>(name)
      .Cases("memcpy", "memmove", "memset", "strcpy", "strncpy", 1)
      .Cases("strcat", "strncat", "sprintf", "snprintf", 1)
      .Cases("fprintf", "fputs", "fputc", "putc", "fflush", "fwrite", 0)
      .Cases("frexp", "frexpf", "modf", "modff", 2)
      .Cases("copy_n", "copy", "copy_backward", "transform", 3)
      .Cases("printf", "puts", "putchar", "strchr", "accumulate", 0)
      .Cases("max_element", "min_element", "count_if", "all_of", 0)
      .Cases("any_of", "none_of", "find_if", "binary_search", 0)
      .Default(std::nullopt);
}

/// What of a container the library answers with a reference to: `m[key]`.
static const Type *answeredElement(const Type *container, const Type *result) {
  const Type *given = result->isReference() ? pointeeOf(result) : nullptr;
  const auto *library = dyn_cast<LibraryType>(container);
  if (!given || !library || liesInside(library) || !ownsElements(container))
    return nullptr;
  return elementOf(container) == given ? given : nullptr;
}

/// How many bytes behind each pointer are accessed; nothing where that is not
/// known.
static std::optional<uint64_t> bytesOf(const LibraryCallStatement &s) {
  llvm::StringRef name = s.name;
  name.consume_front("std::");
  name.consume_front("__builtin_");
  // What such a function answers by its last argument is one number.
  if (writtenArgument(s) == 2 && s.arguments.size() == 2)
    if (const Type *to = pointeeOf(s.arguments[1]->type))
      return sizeOf(to);
  if (s.arguments.size() != 3 ||
      (name != "memcpy" && name != "memmove" && name != "memset"))
    return std::nullopt;
  const auto *number = dyn_cast<IntExpr>(s.arguments[2]);
  return number && number->value().getActiveBits() < 32
             ? std::optional(number->value().getZExtValue())
             : std::nullopt;
}

void LoopWalk::libraryCall(const LibraryCallStatement &s) {
  // What the user's function does.
  isUnknown |= s.name == "std::function::operator()";
  const bool looks = onlyLooks(s.name);
  Value result = Value::anything();
  if (!s.arguments.empty() && s.arguments[0]->type->isReference()) {
    const Value object = value(s.arguments[0]);
    spot = {};
    bool isKnown = !object.targets.empty() && !object.leadsAnywhere;
    Value elements;
    for (const Region &target : object.targets) {
      if (looks)
        read(target);
      const Type *element =
          s.result ? answeredElement(target.type, s.result->type) : nullptr;
      isKnown &= element != nullptr;
      if (element)
        elements = memory.joined(
            elements, Value::to(target.then(
                          {RegionStep::Element, element, Number::any()})));
    }
    if (isKnown)
      result = elements;
  }
  const std::optional<unsigned> written = writtenArgument(s);
  for (unsigned k = 0; k < s.arguments.size(); ++k)
    if (k != 0 || !looks)
      handOver(s.arguments[k], written && *written != k + 1, bytesOf(s));
  if (!s.result)
    return;
  if (isPointerLike(s.result->type))
    hold(s.result, result);
  else
    memory.blur(at(s.result));
}
