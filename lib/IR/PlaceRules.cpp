// Where roots and steps lead to, library types among what is stepped into.
#include "regtt/IR/Printer.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

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

static std::string notOf(llvm::StringRef what, const Type *type) {
  return (llvm::Twine(what) + " of '" + toString(type) + "'").str();
}

static std::string faultOfDeref(const DerefStep &step, const Type *from) {
  const Type *to = followedFrom(from);
  if (!to)
    return notOf("there is nothing to follow", from);
  if (isa<VoidType, FunctionType>(to))
    return notOf("there is no place behind a value", from);
  if (!step.offset)
    return "";
  if (!from->isPointer() || isa<OpaqueType>(to))
    return notOf("there is no element", from);
  return step.offset->type->isInt() ? "" : "an index is an integer";
}

std::string regtt::ir::fault(const Step &step, const Type *from) {
  const auto check = llvm::makeVisitor(
      [&](const FieldStep &x) -> std::string {
        return x.field->parent == from
                   ? ""
                   : notOf("'" + x.field->name + "' is no field", from);
      },
      [&](const IndexStep &x) -> std::string {
        if (!isa<ArrayType>(from))
          return notOf("there is no element", from);
        return x.index->type->isInt() ? "" : "an index is an integer";
      },
      [&](const DerefStep &x) { return faultOfDeref(x, from); },
      [&](const ElementStep &x) -> std::string {
        const auto *library = dyn_cast<LibraryType>(from);
        if (!library || !elementOf(from))
          return notOf("there is no element", from);
        const Type *key = keyOf(library);
        if (key ? x.index->type == key : x.index->type->isInt())
          return "";
        return key ? notOf("an index is a key", from)
                   : "an index is an integer";
      },
      [&](const MemberStep &x) -> std::string {
        return memberOf(from, x.name)
                   ? ""
                   : notOf("'" + x.name.str() + "' is no member", from);
      });
  return std::visit(check, step);
}

const Type *regtt::ir::typeAfter(const Step &step, const Type *from) {
  const auto next = llvm::makeVisitor(
      [&](const FieldStep &x) { return x.field->type; },
      [&](const IndexStep &) { return elementOf(from); },
      [&](const DerefStep &) { return followedFrom(from); },
      [&](const ElementStep &) { return elementOf(from); },
      [&](const MemberStep &x) { return memberOf(from, x.name); });
  return std::visit(next, step);
}

//===--- Roots ------------------------------------------------------------===//

std::string regtt::ir::fault(const Root &root) {
  if (const auto *pointee = std::get_if<PointeeRoot>(&root)) {
    if (!pointeeOf(pointee->pointer->type))
      return notOf("there is nothing to follow", pointee->pointer->type);
    return faultOfDeref(DerefStep{nullptr}, pointee->pointer->type);
  }
  if (const auto *data = std::get_if<DataRoot>(&root))
    if ((data->kind == DataRoot::Element) != (data->index != nullptr) ||
        (data->index && !data->index->type->isInt()))
      return "an element has an index, an integer, and nothing else has one";
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
