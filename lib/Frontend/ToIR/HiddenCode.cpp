// Code of the user's that the library runs without a word at the call: how its
// elements are made, copied, compared, and how they end.
#include "HiddenCode.h"

#include "Unit.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::toir;
using clang::CXXRecordDecl;
using clang::FunctionDecl;
using llvm::dyn_cast;

bool toir::endsWithCode(clang::QualType type) {
  if (hasOwnDestructor(type))
    return true;
  const auto *library =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl());
  if (!library || !isLibraryType(clang::QualType(library->getTypeForDecl(), 0)))
    return false;
  return llvm::any_of(library->getTemplateArgs().asArray(), [](const auto &a) {
    return a.getKind() == clang::TemplateArgument::Type &&
           endsWithCode(a.getAsType());
  });
}

bool toir::isCallable(clang::QualType type) {
  if (type->isFunctionPointerType())
    return true;
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || !isLibraryType(type))
    return record;
  return record->getIdentifier() &&
         llvm::StringSwitch<bool>(record->getName())
             .Cases("function", "move_only_function", "packaged_task", true)
             .Case("reference_wrapper", true)
             .Default(false);
}

namespace {

class HiddenCode {
public:
  HiddenCode(Unit &unit, bool compares) : unit(unit), compares(compares) {}

  /// What runs for objects of that type that are the user's own: what of them
  /// the library holds.
  const FunctionDecl *in(clang::QualType type) {
    const CXXRecordDecl *record = recordOf(type);
    if (!record || !seen.insert(record).second)
      return nullptr;
    if (!compares && !Types::iteratedPointer(type).isNull())
      return nullptr; // to move an iterator runs nothing of what is there
    if (isLibrary(record))
      return inArguments(record);
    for (const clang::FieldDecl *field : record->fields())
      if (const FunctionDecl *found = in(field->getType()))
        return found;
    return nullptr;
  }

private:
  Unit &unit;
  const bool compares;
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> seen, elements;

  static const CXXRecordDecl *recordOf(clang::QualType type) {
    type = type.getNonReferenceType().getCanonicalType();
    while (type->isArrayType() || type->isPointerType())
      type = type->isArrayType()
                 ? clang::QualType(type->getArrayElementTypeNoTypeQual(), 0)
                 : type->getPointeeType();
    const auto *record = type->getAsCXXRecordDecl();
    return record ? record->getDefinition() : nullptr;
  }

  const FunctionDecl *inArguments(const CXXRecordDecl *record) {
    const auto *library =
        dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (!library)
      return nullptr;
    for (const clang::TemplateArgument &argument :
         library->getTemplateArgs().asArray())
      if (argument.getKind() == clang::TemplateArgument::Type)
        if (const FunctionDecl *found = ofElement(argument.getAsType()))
          return found;
    return nullptr;
  }

  const FunctionDecl *ofElement(clang::QualType type) {
    if (type->isPointerType() && !compares)
      return nullptr; // what it leads to stays as it is
    const CXXRecordDecl *record = recordOf(type);
    if (!record || !elements.insert(record).second)
      return nullptr;
    if (isLibrary(record))
      return inArguments(record);
    for (const clang::CXXMethodDecl *method : record->methods())
      if (isRun(method) && hasEffects(method))
        return method;
    if (compares)
      for (const clang::OverloadedOperatorKind op :
           {clang::OO_Less, clang::OO_EqualEqual, clang::OO_Greater})
        for (const clang::NamedDecl *found :
             record->getEnclosingNamespaceContext()->lookup(
                 unit.context.DeclarationNames.getCXXOperatorName(op)))
          if (const auto *function = dyn_cast<FunctionDecl>(found);
              function && hasEffects(function))
            return function;
    for (const clang::FieldDecl *field : record->fields())
      if (!field->getType()->isPointerType())
        if (const FunctionDecl *found = ofElement(field->getType()))
          return found;
    return nullptr;
  }

  bool isRun(const clang::CXXMethodDecl *method) const {
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(
            method) ||
        method->isCopyAssignmentOperator() ||
        method->isMoveAssignmentOperator())
      return method->isUserProvided();
    return compares && method->isOverloadedOperator();
  }

  /// A template's function that is defined and was not made for these
  /// arguments: nothing in the file calls it, the library neither.
  static bool isNeverRun(const FunctionDecl *function) {
    const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
    return pattern && pattern != function && pattern->isDefined() &&
           function->getTemplateSpecializationKind() ==
               clang::TSK_ImplicitInstantiation;
  }

  /// But for the object that is made.
  bool hasEffects(const FunctionDecl *function) {
    const FunctionDecl *body = nullptr;
    if (!function->hasBody(body))
      return !function->isDefaulted() && !function->isDeleted() &&
             !isNeverRun(function);
    const CallEffects &effects = unit.effects.summary(body);
    return !effects.writes.none() || effects.usesLibrary;
  }
};

} // namespace

bool Unit::refuseHidden(clang::SourceLocation loc, clang::QualType type,
                        bool compares) {
  if (!isLoopAlone)
    return false;
  const FunctionDecl *found = HiddenCode(*this, compares).in(type);
  if (found)
    refuse(loc, "the library runs '" + nameOf(found, context) +
                    "', which changes more than its object");
  return found;
}
