// Where roots and steps lead to, library types among what is stepped into.
#include "regtt/IR/Printer.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===--- Library types ----------------------------------------------------===//

const Type *regtt::ir::elementOf(const Type *type) {
  if (const auto *array = dyn_cast<ArrayType>(type))
    return array->element;
  const auto *library = dyn_cast<LibraryType>(type);
  if (!library)
    return nullptr;
#define ELEMENT(TYPE, ELEMENT, KEY)                                            \
  if (library->name == TYPE)                                                   \
    return library->typeArgument(ELEMENT);
#include "regtt/IR/Library.def"
  return nullptr;
}

const Type *regtt::ir::keyOf(const LibraryType *type) {
#define ELEMENT(TYPE, ELEMENT, KEY)                                            \
  if (type->name == TYPE)                                                      \
    return KEY < 0 ? nullptr : type->typeArgument(KEY);
#include "regtt/IR/Library.def"
  return nullptr;
}

std::optional<uint64_t> regtt::ir::lengthOf(const Type *type) {
  if (const auto *array = dyn_cast<ArrayType>(type))
    return array->count;
  const auto *library = dyn_cast<LibraryType>(type);
  if (!library || library->name != "std::array" ||
      library->arguments.size() != 2)
    return std::nullopt;
  const auto *count = std::get_if<int64_t>(&library->arguments[1]);
  return count && *count >= 0 ? std::optional(uint64_t(*count)) : std::nullopt;
}

const Type *regtt::ir::memberOf(const Type *type, llvm::StringRef name) {
  const auto *library = dyn_cast<LibraryType>(type);
  if (!library)
    return nullptr;
#define MEMBER(TYPE, NAME, ARGUMENT)                                           \
  if (library->name == TYPE && name == NAME)                                   \
    return library->typeArgument(ARGUMENT);
#include "regtt/IR/Library.def"
  return nullptr;
}

const Type *regtt::ir::followedFrom(const Type *type) {
  if (const auto *library = dyn_cast<LibraryType>(type)) {
#define POINTEE(TYPE, ARGUMENT)                                                \
  if (library->name == TYPE)                                                   \
    return library->typeArgument(ARGUMENT);
#include "regtt/IR/Library.def"
    return nullptr;
  }
  return pointeeOf(type);
}

bool regtt::ir::liesInside(const LibraryType *type) {
  static constexpr llvm::StringLiteral names[] = {
#define INSIDE(TYPE) TYPE,
#include "regtt/IR/Library.def"
  };
  return llvm::is_contained(names, type->name);
}

//===--- Steps ------------------------------------------------------------===//

static std::string quoted(const Type *type) {
  return "'" + toString(type) + "'";
}

static std::string faultOfIndex(const Expr *index) {
  return index->type->isInt() ? "" : "an index is an integer";
}

static std::string faultOfDeref(const DerefStep &step, const Type *from) {
  const Type *to = followedFrom(from);
  if (!to)
    return quoted(from) + " leads nowhere";
  if (isa<VoidType, FunctionType>(to))
    return quoted(from) + " leads to no place";
  if (!step.offset)
    return "";
  if (!from->isPointer() || isa<OpaqueType>(to))
    return quoted(from) + " has no elements";
  return faultOfIndex(step.offset);
}

static std::string faultOfElement(const ElementStep &step, const Type *from) {
  const auto *library = dyn_cast<LibraryType>(from);
  if (!library || !elementOf(from))
    return quoted(from) + " has no elements";
  const Type *key = keyOf(library);
  if (!key)
    return faultOfIndex(step.index);
  return step.index->type == key
             ? ""
             : "a key is " + quoted(key) + ", not " + quoted(step.index->type);
}

static std::string faultOfList(const LibraryType *list, const Type *from) {
  const Type *pointer = list->name == "rt::list" && list->arguments.size() == 3
                            ? list->typeArgument(0)
                            : nullptr;
  if (!pointer || !pointer->isPointer())
    return quoted(list) + " is no list";
  const bool isRing = std::get<int64_t>(list->arguments[2]) >= 0;
  return (isRing ? isa<StructType>(from) : from == pointer)
             ? ""
             : quoted(from) + " is no start of such a list";
}

std::string regtt::ir::fault(const Step &step, const Type *from) {
  const auto check = llvm::makeVisitor(
      [&](const FieldStep &x) {
        return x.field->parent == from
                   ? ""
                   : "'" + x.field->name + "' is no field of " + quoted(from);
      },
      [&](const IndexStep &x) {
        return isa<ArrayType>(from) ? faultOfIndex(x.index)
                                    : quoted(from) + " has no elements";
      },
      [&](const DerefStep &x) { return faultOfDeref(x, from); },
      [&](const ElementStep &x) { return faultOfElement(x, from); },
      [&](const MemberStep &x) {
        return memberOf(from, x.name)
                   ? ""
                   : "'" + x.name.str() + "' is no member of " + quoted(from);
      },
      [&](const ListStep &x) { return faultOfList(x.list, from); });
  return std::visit(check, step);
}

const Type *regtt::ir::typeAfter(const Step &step, const Type *from) {
  const auto next = llvm::makeVisitor(
      [&](const FieldStep &x) { return x.field->type; },
      [&](const IndexStep &) { return elementOf(from); },
      [&](const DerefStep &) { return followedFrom(from); },
      [&](const ElementStep &) { return elementOf(from); },
      [&](const MemberStep &x) { return memberOf(from, x.name); },
      [&](const ListStep &x) -> const Type * { return x.list; });
  return std::visit(next, step);
}

//===--- Roots ------------------------------------------------------------===//

std::string regtt::ir::fault(const Root &root) {
  if (const auto *pointee = std::get_if<PointeeRoot>(&root)) {
    if (!pointeeOf(pointee->pointer->type))
      return quoted(pointee->pointer->type) + " leads nowhere";
    return faultOfDeref(DerefStep{nullptr}, pointee->pointer->type);
  }
  if (const auto *data = std::get_if<DataRoot>(&root)) {
    const Type *index = data->index ? data->index->type : nullptr;
    const bool isLinked = data->kind == DataRoot::Linked;
    if ((isLinked != (index && index->isLink())))
      return "another node's datum has a link, and nothing else has one";
    if (!isLinked &&
        (data->kind == DataRoot::Element) != (index && index->isInt()))
      return "an element has an index, an integer, and nothing else has one";
  }
  return "";
}

const Type *regtt::ir::typeOf(const Root &root) {
  const auto type = llvm::makeVisitor(
      [](const Variable *x) { return x->type; },
      [](const Global *x) { return x->type; },
      [](const StringExpr *x) { return x->type; },
      [](const PointeeRoot &x) { return pointeeOf(x.pointer->type); },
      [](const DataRoot &x) { return x.type; });
  return std::visit(type, root);
}
