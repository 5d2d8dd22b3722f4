// Initialiser lists: the value of all parts; or one part after the other, where
// a part looks at the object that is made, or has to be made where it lies.
#include "Body.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

/// `struct S { int a, b = a; }; S s{1};`: b's own initialiser looks at s.
bool regtt::toir::isMadeInPlace(const clang::InitListExpr *e) {
  if (e->isTransparent() || isLibraryType(e->getType()))
    return false;
  const clang::QualType type = e->getType();
  if (!type->isRecordType() && !type->isConstantArrayType())
    return false;
  return copiesItself(type) ||
         llvm::any_of(e->inits(), [](const clang::Expr *part) {
           const auto *list = dyn_cast<clang::InitListExpr>(part);
           return isa<clang::CXXDefaultInitExpr>(part) ||
                  (list && isMadeInPlace(list));
         });
}

void Body::listAt(const ir::Place *place, const clang::InitListExpr *e) {
  if (!place)
    return;
  const auto part = [&](const ir::Place *at, const clang::Expr *init) {
    const auto *own = dyn_cast<clang::CXXDefaultInitExpr>(init);
    const llvm::SaveAndRestore within(object, own ? place : object);
    initialize(at, init);
  };
  if (const auto *array = dyn_cast<ir::ArrayType>(place->type)) {
    if (array->count > 256) {
      refuse(e, "a list of that many objects");
      return;
    }
    const ir::Type *number = unit.module.intType(ir::IntType::I64);
    for (unsigned k = 0; k < array->count; ++k) {
      const clang::Expr *init =
          k < e->getNumInits() ? e->getInit(k) : e->getArrayFiller();
      if (init)
        part(make.element(place, make.integer(number, int64_t(k))), init);
      else
        refuse(e, "a list without its last elements");
    }
    return;
  }
  const auto *type = dyn_cast<ir::StructType>(place->type);
  if (!type || !type->isComplete()) {
    refuse(e, "a list of that type");
    return;
  }
  if (type->isUnion()) {
    const clang::FieldDecl *first = e->getInitializedFieldInUnion();
    if (first && e->getNumInits() == 1)
      part(make.field(place, unit.types.field(first)), e->getInit(0));
    else
      refuse(e, "a list of a union");
    return;
  }
  if (e->getNumInits() != type->fields().size()) {
    refuse(e, "a list without its last elements");
    return;
  }
  for (unsigned k = 0; k < e->getNumInits(); ++k)
    part(make.field(place, &type->fields()[k]), e->getInit(k));
}

/// Of the library's types; std::array holds an array.
static const ir::Expr *libraryList(Body &body, const clang::InitListExpr *e,
                                   const ir::LibraryType *type,
                                   const std::vector<Operand> &operands) {
  if (e->getNumInits() == 0)
    return body.unit.zero(type);
  const auto *inner = dyn_cast<clang::InitListExpr>(e->getInit(0));
  const ir::Expr *held = body.value(e->getInit(0));
  if (type->name != "std::array" || e->getNumInits() != 1)
    return body.make.library(type->name, type,
                             body.sequence(operands, Order::Given));
  if (llvm::isa_and_nonnull<ir::ZeroExpr>(held))
    return body.unit.zero(type);
  const auto *parts = llvm::dyn_cast_or_null<ir::AggregateExpr>(held);
  if (!held)
    return nullptr;
  return inner && parts ? body.make.aggregate(type, parts->elements)
                        : body.make.library(type->name, type, {held});
}

const ir::Expr *Body::list(const clang::InitListExpr *e) {
  const ir::Type *type = this->type(e->getType());
  if (!type)
    return nullptr;
  if (e->isSemanticForm() && e->isTransparent())
    return value(e->getInit(0));
  if (isMadeInPlace(e)) {
    if (copiesItself(e->getType()))
      return refuse(e, "an object with a copy constructor as a value");
    ir::Variable *made =
        unit.module.variable(ir::Variable::Local, "t", type, at(make.loc));
    emit(unit.module.var(made, nullptr, at(make.loc)));
    listAt(make.place(made), e);
    return make.load(make.place(made));
  }
  const bool isWhole = type->kind == ir::Type::Array ||
                       type->kind == ir::Type::Struct ||
                       type->kind == ir::Type::Library;
  if (!isWhole) {
    if (e->getNumInits() == 1)
      return value(e->getInit(0));
    const ir::Expr *zero = e->getNumInits() == 0 ? unit.zero(type) : nullptr;
    return zero ? zero : refuse(e, "a list of that type");
  }
  std::vector<Operand> operands;
  const auto add = [&](const clang::Expr *part, bool isReference) {
    operands.push_back(
        {part, [=] { return isReference ? reference(part) : value(part); }});
  };
  const auto *structure = dyn_cast<ir::StructType>(type);
  bool zeros = e->getNumInits() > 0 || !structure;
  for (unsigned k = 0; k < e->getNumInits(); ++k) {
    const clang::Expr *part = e->getInit(k);
    const bool isReference = structure && structure->isComplete() &&
                             !structure->isUnion() &&
                             k < structure->fields().size() &&
                             structure->fields()[k].type->isReference();
    zeros &= isa<clang::ImplicitValueInitExpr>(part);
    add(part, isReference);
  }
  if (structure && structure->isUnion()) {
    const clang::FieldDecl *first = e->getInitializedFieldInUnion();
    const ir::Field *field = first ? unit.types.field(first) : nullptr;
    if (!first || e->getNumInits() == 0)
      return unit.zero(type);
    if (!field || field->index != 0) {
      ir::Variable *made =
          unit.module.variable(ir::Variable::Local, "t", type, at(make.loc));
      emit(unit.module.var(made, unit.zero(type), at(make.loc)));
      initialize(make.field(make.place(made), field), e->getInit(0));
      return make.load(make.place(made));
    }
  }
  if (const auto *array = dyn_cast<ir::ArrayType>(type)) {
    const clang::Expr *filler = e->getArrayFiller();
    if (operands.size() < array->count && !filler)
      return refuse(e, "a list without its last elements");
    if (filler)
      zeros &= isa<clang::ImplicitValueInitExpr>(filler);
    if (zeros)
      return unit.zero(type);
    if (array->count > 65536)
      return refuse(e, "a list of that many elements");
    while (operands.size() < array->count)
      add(filler, false);
  }
  if (const auto *library = dyn_cast<ir::LibraryType>(type))
    return libraryList(*this, e, library, operands);
  return make.aggregate(type, sequence(operands, Order::Given));
}
