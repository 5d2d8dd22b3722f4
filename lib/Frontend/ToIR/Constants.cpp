// Constants that Clang has computed.
#include "Unit.h"

#include <clang/AST/APValue.h>

using namespace regtt;
using namespace regtt::toir;
using clang::APValue;
using clang::QualType;
using llvm::cast;
using llvm::dyn_cast;

const ir::Expr *Unit::zero(const ir::Type *type) {
  if (!type)
    return nullptr;
  switch (type->kind) {
  case ir::Type::Bool:
    return module.boolean(false);
  case ir::Type::Int:
  case ir::Type::Enum:
    if (const auto format = ir::integerFormat(type); format->bits == 1)
      return module.cast(ir::CastOp::IntToInt, type, module.boolean(false));
    return module.integer(type, 0);
  case ir::Type::Float: {
    const auto *real = cast<ir::FloatType>(type);
    return module.real(real, llvm::APFloat::getZero(real->format));
  }
  case ir::Type::Pointer:
  case ir::Type::Link:
    return module.null(type);
  case ir::Type::Array:
  case ir::Type::Struct:
  case ir::Type::Library:
    return module.zero(type);
  default:
    return nullptr;
  }
}

const ir::Expr *Unit::constantPointer(const APValue &value, QualType type) {
  const ir::Type *made = types.of(type);
  if (!made)
    return nullptr;
  if (value.isNullPointer())
    return made->isNullable() ? module.null(made) : nullptr;
  const auto base = value.getLValueBase();
  const auto *decl = base.dyn_cast<const clang::ValueDecl *>();
  const auto path = value.hasLValuePath()
                        ? value.getLValuePath()
                        : llvm::ArrayRef<APValue::LValuePathEntry>();
  if (const auto *named = llvm::dyn_cast_or_null<clang::FunctionDecl>(decl);
      named && !isLibrary(named)) {
    const ir::Function *callee = function(named);
    const ir::Expr *address = callee ? module.addressOf(callee) : nullptr;
    return address && address->type == made ? address : nullptr;
  }
  const ir::Place *place = nullptr;
  if (const auto *variable = llvm::dyn_cast_or_null<clang::VarDecl>(decl)) {
    const ir::Global *global =
        variable->hasGlobalStorage() ? this->global(variable) : nullptr;
    place = global ? module.place(global) : nullptr;
  } else if (const auto *e = base.dyn_cast<const clang::Expr *>()) {
    const auto *text = dyn_cast<clang::StringLiteral>(e);
    const auto *pointer = dyn_cast<ir::PointerType>(made);
    if (text && text->getCharByteWidth() == 1 && pointer &&
        pointer->pointee->isInt())
      place = module.place(module.string(cast<ir::IntType>(pointer->pointee),
                                         text->getString()));
  }
  if (place && place->type->kind == ir::Type::Array && path.size() == 1)
    place = module.index(place, module.integer(module.intType(ir::IntType::I64),
                                               path[0].getAsArrayIndex()));
  else if (place && !path.empty())
    return nullptr;
  if (!place)
    return nullptr;
  const ir::Expr *address =
      made->isReference() ? module.referenceTo(place) : module.addressOf(place);
  return address->type == made ? address : nullptr;
}

const ir::Expr *Unit::constantStruct(const APValue &value, QualType type) {
  const ir::Type *made = types.of(type);
  const auto *structure = llvm::dyn_cast_or_null<ir::StructType>(made);
  if (!structure || !structure->isComplete())
    return nullptr;
  std::vector<const ir::Expr *> parts;
  if (value.isUnion()) {
    const ir::Field *field =
        value.getUnionField() ? types.field(value.getUnionField()) : nullptr;
    if (!field || field->index != 0)
      return nullptr;
    parts.push_back(
        constant(value.getUnionValue(), value.getUnionField()->getType()));
  } else {
    const auto *record = type->castAs<clang::RecordType>()->getDecl();
    if (const auto *cxx = dyn_cast<clang::CXXRecordDecl>(record)) {
      unsigned k = 0;
      for (const auto &base : cxx->bases())
        parts.push_back(constant(value.getStructBase(k++), base.getType()));
    }
    for (const auto *field : record->fields())
      if (!field->isUnnamedBitField())
        parts.push_back(constant(value.getStructField(field->getFieldIndex()),
                                 field->getType()));
  }
  return llvm::is_contained(parts, nullptr) ? nullptr
                                            : module.aggregate(made, parts);
}

const ir::Expr *Unit::constant(const APValue &value, QualType type) {
  const ir::Type *made = types.of(type);
  if (!made)
    return nullptr;
  switch (value.getKind()) {
  case APValue::Int: {
    if (made->isBool())
      return module.boolean(value.getInt().getBoolValue());
    const auto format = ir::integerFormat(made);
    return format && format->bits > 1
               ? module.integer(made, value.getInt().extOrTrunc(format->bits))
               : nullptr;
  }
  case APValue::Float: {
    const auto *real = dyn_cast<ir::FloatType>(made);
    return real && &value.getFloat().getSemantics() == &real->format
               ? module.real(real, value.getFloat())
               : nullptr;
  }
  case APValue::LValue:
    return constantPointer(value, type);
  case APValue::Struct:
  case APValue::Union:
    return constantStruct(value, type);
  case APValue::Array: {
    const auto *array = dyn_cast<ir::ArrayType>(made);
    const auto *written = context.getAsArrayType(type);
    if (!array || !written || array->count > 65536)
      return nullptr;
    const QualType element = written->getElementType();
    if (value.getArrayInitializedElts() == 0 && value.hasArrayFiller() &&
        value.getArrayFiller().isInt() &&
        value.getArrayFiller().getInt().isZero())
      return module.zero(made);
    std::vector<const ir::Expr *> parts;
    for (unsigned k = 0; k < array->count; ++k) {
      const bool isGiven = k < value.getArrayInitializedElts();
      if (!isGiven && !value.hasArrayFiller())
        return nullptr;
      parts.push_back(constant(isGiven ? value.getArrayInitializedElt(k)
                                       : value.getArrayFiller(),
                               element));
      if (!parts.back())
        return nullptr;
    }
    return module.aggregate(made, parts);
  }
  default:
    return nullptr;
  }
}
