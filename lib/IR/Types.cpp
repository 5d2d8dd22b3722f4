// Types: what a module makes of them, and what can be asked of them.
#include "TypeTable.h"

#include "regtt/IR/Module.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/CheckedArithmetic.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===--- Making -----------------------------------------------------------===//

const VoidType *Module::voidType() const { return &types->voidType; }
const BoolType *Module::boolType() const { return &types->boolType; }
const IntType *Module::intType(IntType::Name name) const {
  return types->ints[name].get();
}
const FloatType *Module::floatType(FloatType::Name name) const {
  return types->floats[name].get();
}

const ArrayType *Module::array(const Type *element, uint64_t count) {
  return types->get(types->arrays, {element, count}, element, count);
}

const PointerType *Module::pointerTo(const Type *type, bool isVolatile) {
  return types->get(types->pointers, {type, isVolatile}, type, isVolatile);
}

const ReferenceType *Module::referenceTo(const Type *type, bool isVolatile) {
  assert(!type->isReference() && !type->isVoid());
  return types->get(types->references, {type, isVolatile}, type, isVolatile);
}

const LinkType *Module::linkTo(const StructType *node) {
  return types->get(types->links, node, node);
}

const FunctionType *Module::functionType(const Type *result,
                                         llvm::ArrayRef<const Type *> params) {
  std::vector<const Type *> key = {result};
  llvm::append_range(key, params);
  return types->get(types->functions, key, result, types->copy(params));
}

const LibraryType *
Module::libraryType(llvm::StringRef name,
                    llvm::ArrayRef<LibraryType::Argument> arguments) {
  return types->get(types->libraries, {name.str(), arguments.vec()},
                    types->copy(name), types->copy(arguments));
}

StructType *Module::createStruct(llvm::StringRef name, Location loc) {
  assert(!findType(name) && "two types of one name");
  auto made = std::make_unique<StructType>(name, loc);
  StructType *result = made.get();
  named.push_back(result);
  typeNames[name] = result;
  ownedTypes.push_back(std::move(made));
  return result;
}

void Module::complete(StructType *type, StructBody body) {
  assert(!type->isComplete() && "a struct is completed once");
  for (size_t k = 0; k < body.fields.size(); ++k) {
    body.fields[k].parent = type;
    body.fields[k].index = k;
  }
  type->body = std::move(body);
}

void Module::setClasses(StructType *type,
                        std::vector<const StructType *> classes,
                        bool areHidden) {
  assert(type->isComplete() && type->isPolymorphic() &&
         "nothing tells classes");
  Field field;
  field.name = "class";
  field.type = intType(IntType::I32);
  field.isClass = true;
  field.parent = type;
  field.index = type->fields().size();
  type->body->classField = std::move(field);
  type->body->classes = std::move(classes);
  type->body->hidesClasses = areHidden;
}

EnumType *Module::createEnum(llvm::StringRef name, const Type *underlying,
                             std::vector<EnumType::Constant> constants,
                             Location loc) {
  assert(!findType(name) && "two types of one name");
  assert((underlying->isInt() || underlying->isBool()) && "no enum's type");
  auto made = std::make_unique<EnumType>(name, underlying, loc);
  EnumType *result = made.get();
  result->constants = std::move(constants);
  named.push_back(result);
  typeNames[name] = result;
  ownedTypes.push_back(std::move(made));
  return result;
}

OpaqueType *Module::createOpaque(llvm::StringRef name, Location loc) {
  assert(!findType(name) && "two types of one name");
  auto made = std::make_unique<OpaqueType>(name, loc);
  OpaqueType *result = made.get();
  named.push_back(result);
  typeNames[name] = result;
  ownedTypes.push_back(std::move(made));
  return result;
}

//===--- Asking -----------------------------------------------------------===//

const Type *LibraryType::typeArgument(unsigned k) const {
  if (k >= arguments.size())
    return nullptr;
  const auto *type = std::get_if<const Type *>(&arguments[k]);
  return type ? *type : nullptr;
}

const Field *StructType::find(llvm::StringRef name, bool isBase) const {
  const auto *found = llvm::find_if(fields(), [&](const Field &field) {
    return field.isBase == isBase && field.name == name;
  });
  if (found != fields().end())
    return found;
  return !isBase && name == "class" ? classField() : nullptr;
}

bool regtt::ir::beginsWith(const StructType *type, const Type *base,
                           bool byMembers) {
  if (type == base)
    return true;
  if (!type->isComplete() || type->isUnion())
    return false;
  return llvm::any_of(type->fields(), [&](const Field &field) {
    const auto *inner = llvm::dyn_cast<StructType>(field.type);
    return inner && field.offset == 0 && (field.isBase || byMembers) &&
           beginsWith(inner, base, byMembers);
  });
}

const Field *regtt::ir::baseTowards(const StructType *type, const Type *base) {
  if (type->isComplete())
    for (const Field &field : type->fields())
      if (const auto *inner = llvm::dyn_cast<StructType>(field.type);
          inner && field.isBase && field.offset == 0 && beginsWith(inner, base))
        return &field;
  return nullptr;
}

std::optional<uint64_t> regtt::ir::sizeOf(const Type *type) {
  switch (type->kind) {
  case Type::Void:
  case Type::Function:
  case Type::Library:
  case Type::Opaque:
    return std::nullopt;
  case Type::Bool:
    return 1;
  case Type::Int:
    return cast<IntType>(type)->bits / 8;
  case Type::Float:
    return cast<FloatType>(type)->bytes;
  case Type::Pointer:
  case Type::Reference:
  case Type::Link:
    return 8;
  case Type::Enum:
    return sizeOf(cast<EnumType>(type)->underlying);
  case Type::Struct: {
    const auto *structure = cast<StructType>(type);
    return structure->isComplete() ? std::optional(structure->size())
                                   : std::nullopt;
  }
  case Type::Array: {
    const auto *array = cast<ArrayType>(type);
    const auto element = sizeOf(array->element);
    if (!element)
      return std::nullopt;
    return llvm::checkedMulUnsigned(*element, array->count);
  }
  }
  llvm_unreachable("a kind of type that there is not");
}

const Type *regtt::ir::pointeeOf(const Type *type) {
  if (const auto *pointer = dyn_cast<PointerType>(type))
    return pointer->pointee;
  if (const auto *reference = dyn_cast<ReferenceType>(type))
    return reference->pointee;
  if (const auto *link = dyn_cast<LinkType>(type))
    return link->node;
  return nullptr;
}

std::optional<IntegerFormat> regtt::ir::integerFormat(const Type *type) {
  if (type->isBool())
    return IntegerFormat{1, false};
  if (const auto *integer = dyn_cast<IntType>(type))
    return IntegerFormat{integer->bits, integer->isSigned};
  if (const auto *enumeration = dyn_cast<EnumType>(type))
    return integerFormat(enumeration->underlying);
  return std::nullopt;
}
