// Functions, variables and types that one file declares and another one
// defines.
#include "Files.h"

#include "OddAttributes.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using clang::FunctionDecl;
using clang::VarDecl;
using llvm::dyn_cast;

Files::Files(clang::ASTContext &own, const Pairing &pairing,
             LoweredUnit &lowered)
    : others(pairing.others), lowered(lowered) {
  units.push_back(std::make_unique<Unit>(own, pairing, lowered, *this));
}

Files::~Files() = default;

Unit &Files::of(const clang::Decl *decl) {
  for (const auto &unit : units)
    if (&unit->context == &decl->getASTContext())
      return *unit;
  const ParsedFile &file = others->fileOf(decl);
  units.push_back(
      std::make_unique<Unit>(*file.context, *file.pairing, lowered, *this));
  Unit &made = *units.back();
  made.isLoopAlone = own().isLoopAlone;
  made.runsWhole = own().runsWhole;
  made.linksArePointers = own().linksArePointers;
  made.keepsParts = own().keepsParts;
  return made;
}

void Files::run() {
  bool isDone = false;
  while (!isDone) {
    isDone = true;
    while (!compared.empty()) {
      const auto [from, type] = compared.back();
      compared.pop_back();
      of(from).types.compare(from, type);
    }
    // More files may come while there is work.
    for (size_t k = 0; k < units.size(); ++k)
      isDone &= !units[k]->lowerNext() && compared.empty();
  }
}

void Files::compareLater(const clang::RecordDecl *from,
                         const ir::StructType *type) {
  compared.push_back({from, type});
}

//===--- What other files define ------------------------------------------===//

std::nullptr_t Unit::refuseOther(const clang::NamedDecl *here,
                                 const clang::NamedDecl *other,
                                 llvm::StringRef kind) {
  refuse(here->getLocation(), Diag::RTT1142,
         {nameOf(here, context), kind.str(), files.other().fileOf(other).path});
  lowered.notLowered.back().declared = other->getLocation();
  return nullptr;
}

ir::Function *Unit::functionOf(const FunctionDecl *function) {
  const FunctionDecl *other =
      files.any() ? files.other().definitionOf(function) : nullptr;
  if (!other)
    return nullptr;
  Unit &unit = files.of(other);
  const llvm::SaveAndRestore from(unit.current, current);
  ir::Function *made = unit.function(other);
  const ir::FunctionType *type = signature(function);
  if (!made || !type)
    return nullptr;
  // In C, one without a prototype says nothing of its parameters.
  if (function->hasPrototype() ? made->type != type
                               : made->type->result != type->result)
    return refuseOther(function, other, "function");
  if (&files.own() == this)
    made->isUnseen = !isNameable(function);
  return made;
}

/// `extern int counts[];` is what another file says the length of.
static bool fits(const ir::Type *type, const ir::Type *other) {
  const auto *array = dyn_cast<ir::ArrayType>(type);
  const auto *whole = dyn_cast<ir::ArrayType>(other);
  return type == other || (array && whole && array->count == 0 &&
                           array->element == whole->element);
}

ir::Global *Unit::globalOf(const VarDecl *variable, const ir::Type *type) {
  if (!files.any() || !variable->isExternallyVisible() ||
      variable->isStaticLocal())
    return nullptr;
  const VarDecl *other = files.other().definitionOf(variable);
  ir::Global *&known = files.globals[OtherFiles::linkageName(variable)];
  if (!known && other) {
    Unit &unit = files.of(other);
    const llvm::SaveAndRestore from(unit.current, current);
    ir::Global *made = unit.global(other);
    files.globals[OtherFiles::linkageName(variable)] = made;
    return made && fits(type, made->type)
               ? made
               : refuseOther(variable, other, "variable");
  }
  if (known && known->type != type && !(other && fits(type, known->type)))
    return other ? refuseOther(variable, other, "variable")
                 : refuse(variable->getLocation(),
                          "the variable '" + variable->getNameAsString() +
                              "', which has another type in another file");
  return known;
}

/// Whether what the loops' file has by that name, if anything, is another
/// thing.
bool Unit::leavesName(const clang::NamedDecl *decl) const {
  const Unit &own = files.own();
  if (&own == this || !decl->getIdentifier())
    return false;
  const auto *tag = dyn_cast<clang::TagDecl>(decl);
  const bool isShared =
      tag ? !OtherFiles::nameOf(tag).empty() : decl->isExternallyVisible();
  const auto &words = own.context.Idents;
  return !isShared && words.find(decl->getName()) != words.end();
}

std::string Unit::freeName(const clang::NamedDecl *decl) const {
  const std::string name = nameOf(decl, context);
  return module.freeName(leavesName(decl) ? name + ".2" : name);
}

/// What the text around the loop may name: in a class, all of the class.
bool Unit::isNameable(const clang::NamedDecl *decl) const {
  if (!isLoopAlone)
    return true;
  if (&files.own() != this) {
    // A static one is another, whatever the loop's file has by that name.
    const clang::NamedDecl *own = decl->isExternallyVisible()
                                      ? files.other().ownDeclaration(decl)
                                      : nullptr;
    return own && files.own().isNameable(own);
  }
  if (seenUpTo.isInvalid())
    return true;
  const auto &manager = context.getSourceManager();
  for (const clang::Decl *each : decl->redecls()) {
    const auto *tag = dyn_cast<clang::TagDecl>(each);
    const clang::DeclContext *in = each->getLexicalDeclContext();
    // What a function declares has that name in there.
    const bool isOthers = !tag && in->isFunctionOrMethod() && in != holder;
    if (isOthers || (tag && !tag->isCompleteDefinition()))
      continue;
    const clang::SourceLocation at =
        manager.getExpansionLoc(tag ? tag->getEndLoc() : each->getLocation());
    if (at.isInvalid() || !manager.isBeforeInTranslationUnit(seenUpTo, at))
      return true;
  }
  return false;
}

const ir::Type *Types::linked(const clang::TagDecl *tag) {
  const clang::TagDecl *other =
      unit.files.any() ? unit.files.other().definitionOf(tag) : nullptr;
  if (!other || &other->getASTContext() == &unit.context)
    return nullptr;
  Unit &there = unit.files.of(other);
  const ir::Type *made = there.types.of(there.context.getTypeDeclType(other),
                                        other->getLocation());
  const clang::TagDecl *definition = tag->getDefinition();
  if (!made || !definition)
    return made;
  unit.lowered.types[definition] = made;
  if (const auto *record = dyn_cast<clang::RecordDecl>(definition)) {
    if (const auto *whole = dyn_cast<ir::StructType>(made)) {
      // It may lead to itself, here and there.
      known[unit.context.getCanonicalType(unit.context.getRecordType(record))
                .getTypePtr()] = made;
      if (whole->isComplete())
        compare(record, whole);
      else
        unit.files.compareLater(record, whole);
      return made;
    }
  } else if (const auto *whole = dyn_cast<ir::EnumType>(made)) {
    if (isSame(llvm::cast<clang::EnumDecl>(definition), *whole))
      return made;
  }
  unit.refuseOther(definition, other, definition->getKindName());
  return nullptr;
}

bool Types::isSame(const clang::EnumDecl *decl, const ir::EnumType &type) {
  const auto &constants = type.constants;
  size_t count = 0;
  bool result = of(decl->getIntegerType()) == type.underlying;
  for (const auto *each : decl->enumerators()) {
    if (!result || count == constants.size())
      return false;
    const ir::EnumType::Constant &other = constants[count++];
    result &=
        other.name == each->getNameAsString() &&
        other.value == each->getInitVal().extOrTrunc(other.value.getBitWidth());
  }
  return result && count == constants.size();
}

static bool isSame(const ir::Field &field, const ir::Field &other) {
  return field.name == other.name && field.type == other.type &&
         field.offset == other.offset && field.bitOffset == other.bitOffset &&
         field.bitWidth == other.bitWidth && field.isBase == other.isBase &&
         field.isAnonymous == other.isAnonymous &&
         field.isVolatile == other.isVolatile;
}

void Types::compare(const clang::RecordDecl *record,
                    const ir::StructType *type) {
  const auto body = layOut(record, record->getLocation());
  if (!body)
    return;
  if (type->isComplete() && body->size == type->size() &&
      body->align == type->align() && body->isUnion == type->isUnion() &&
      body->isPolymorphic == type->isPolymorphic() &&
      body->isTriviallyCopyable == type->isTriviallyCopyable() &&
      std::equal(body->fields.begin(), body->fields.end(),
                 type->fields().begin(), type->fields().end(),
                 [](const ir::Field &a, const ir::Field &b) {
                   return ::isSame(a, b);
                 }))
    return;
  for (const clang::FieldDecl *field : record->fields())
    unit.lowered.fields.erase(field->getCanonicalDecl());
  unit.refuseOther(record, unit.files.other().definitionOf(record),
                   record->getKindName());
}
