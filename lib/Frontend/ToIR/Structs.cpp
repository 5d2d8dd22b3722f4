// Records -> structs, as Clang lays them out.
#include "Files.h"
#include "OddAttributes.h"

#include "regtt/Frontend/LocalTypes.h"

#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace regtt::toir;
using clang::QualType;
using clang::SourceLocation;
using llvm::dyn_cast;

const ir::Type *Types::record(const clang::RecordDecl *record,
                              SourceLocation loc) {
  const clang::RecordDecl *definition = record->getDefinition();
  const QualType type = unit.context.getRecordType(record);
  if (isLibraryType(type))
    return library(definition ? definition : record, loc);
  const clang::RecordDecl *named = definition ? definition : record;
  if (const ir::Type *made = linked(named))
    return made;
  const std::string name = freeTypeName(named);
  const ir::Location where = unit.locate(named->getLocation());
  const bool isHidden = isLibrary(named) && named->getName().starts_with("_");
  if (!definition || isHidden || definition->isInvalidDecl())
    return unit.lowered.types[named] = opaque(named, name);
  ir::StructType *made = unit.module.createStruct(name, where);
  // It may lead to itself.
  known[type.getCanonicalType().getTypePtr()] = made;
  unit.lowered.types[definition] = made;
  if (auto body = layOut(definition, loc)) {
    body->isUnseen = !unit.isNameable(definition);
    unit.module.complete(made, std::move(*body));
    return made;
  }
  known.erase(type.getCanonicalType().getTypePtr());
  return nullptr;
}

/// The same in all files that name it.
const ir::Type *Types::opaque(const clang::RecordDecl *record,
                              const std::string &name) {
  const ir::Location where = unit.locate(record->getLocation());
  const std::string shared =
      unit.files.any() ? OtherFiles::nameOf(record) : std::string();
  if (shared.empty())
    return unit.module.createOpaque(name, where);
  const ir::Type *&made = unit.files.opaque[shared];
  if (!made)
    made = unit.module.createOpaque(name, where);
  return made;
}

static bool isPrivate(clang::AccessSpecifier access) {
  return access == clang::AS_private || access == clang::AS_protected;
}

bool Types::addBases(ir::StructBody &body, const clang::CXXRecordDecl *record,
                     SourceLocation loc) {
  const auto &layout = unit.context.getASTRecordLayout(record);
  for (const clang::CXXBaseSpecifier &base : record->bases()) {
    if (base.isVirtual()) {
      unit.refuse(loc, "a virtual base");
      return false;
    }
    const auto *of = base.getType()->getAsCXXRecordDecl();
    ir::Field field;
    field.type = this->of(base.getType(), loc);
    if (!field.type)
      return false;
    field.isBase = true;
    field.isPrivate = isPrivate(base.getAccessSpecifier());
    field.name = nameOf(of, unit.context);
    field.offset = layout.getBaseClassOffset(of).getQuantity();
    body.fields.push_back(std::move(field));
  }
  return true;
}

/// The user's name, or one for what has none: of a closure, what it captures.
static std::string fieldName(const clang::FieldDecl *field, unsigned &number) {
  if (field->getIdentifier())
    return field->getNameAsString();
  const auto *record = dyn_cast<clang::CXXRecordDecl>(field->getParent());
  if (record && record->isLambda()) {
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captured;
    clang::FieldDecl *self = nullptr;
    record->getCaptureFields(captured, self);
    if (self == field)
      return "this";
    for (const auto &[variable, held] : captured)
      if (held == field)
        return variable->getNameAsString();
  }
  return "anon" + (number++ ? "." + std::to_string(number) : std::string());
}

std::optional<ir::StructBody> Types::layOut(const clang::RecordDecl *record,
                                            SourceLocation loc) {
  const QualType type = unit.context.getRecordType(record);
  const auto &layout = unit.context.getASTRecordLayout(record);
  ir::StructBody body;
  body.size = layout.getSize().getQuantity();
  body.align = layout.getAlignment().getQuantity();
  body.isUnion = record->isUnion();
  const auto *cxx = dyn_cast<clang::CXXRecordDecl>(record);
  body.isTriviallyCopyable =
      cxx ? isCopiedPlainly(type) : type.isTriviallyCopyableType(unit.context);
  body.isPolymorphic = cxx && cxx->isPolymorphic();
  body.isUntagged = !cxx && !record->getIdentifier();
  body.isLocal = cxx && isLocal(record);
  if (const std::string odd = droppedAttribute(record); !odd.empty()) {
    unit.refuse(loc, "a struct with the attribute '" + odd + "'");
    return std::nullopt;
  }
  if (cxx && !addBases(body, cxx, loc))
    return std::nullopt;
  unsigned anonymous = 0;
  for (const clang::FieldDecl *member : record->fields()) {
    if (member->isUnnamedBitField())
      continue;
    if (const std::string odd = droppedAttribute(member); !odd.empty()) {
      unit.refuse(loc, "a field with the attribute '" + odd + "'");
      return std::nullopt;
    }
    ir::Field field;
    field.name = fieldName(member, anonymous);
    field.type = of(member->getType(), loc);
    if (!field.type)
      return std::nullopt;
    const uint64_t bit = layout.getFieldOffset(member->getFieldIndex());
    field.offset = bit / 8;
    if (member->isBitField()) {
      field.bitOffset = bit % 8;
      field.bitWidth = member->getBitWidthValue(unit.context);
    }
    field.isAnonymous = member->isAnonymousStructOrUnion();
    field.isVolatile = member->getType().isVolatileQualified();
    field.isPrivate = unit.isPrivate(member);
    unit.lowered.fields[member->getCanonicalDecl()] = body.fields.size();
    body.fields.push_back(std::move(field));
  }
  // A member may be named as another is numbered, and a closure may capture
  // two variables of one name.
  llvm::StringMap<unsigned> taken;
  for (ir::Field &field : body.fields)
    if (!field.isBase)
      if (const unsigned count = taken[field.name]++)
        field.name += "." + std::to_string(count + 1);
  return body;
}

const ir::Field *Types::field(const clang::FieldDecl *field) {
  const ir::Type *type = of(unit.context.getRecordType(field->getParent()));
  const auto *made = llvm::dyn_cast_or_null<ir::StructType>(type);
  const auto found = unit.lowered.fields.find(field->getCanonicalDecl());
  if (!made || !made->isComplete() || found == unit.lowered.fields.end())
    return nullptr;
  return &made->fields()[found->second];
}

const ir::Field *Types::base(const ir::Type *derived, QualType base) {
  const auto *made = llvm::dyn_cast_or_null<ir::StructType>(derived);
  const ir::Type *type = of(base);
  if (made && made->isComplete())
    for (const ir::Field &field : made->fields())
      if (field.isBase && field.type == type)
        return &field;
  return nullptr;
}

const ir::Type *Types::ofLibrary(const clang::CXXRecordDecl *definition,
                                 ir::StructBody body) {
  const auto &layout = unit.context.getASTRecordLayout(definition);
  body.size = layout.getSize().getQuantity();
  body.align = layout.getAlignment().getQuantity();
  body.isTriviallyCopyable = true; // as far as its bytes go
  body.isLocal = isLocal(definition);
  ir::StructType *made = unit.module.createStruct(
      freeTypeName(definition), unit.locate(definition->getLocation()));
  unit.module.complete(made, std::move(body));
  return made;
}
