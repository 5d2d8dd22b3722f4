// What things are called, and what of them is a library's.
#include "Unit.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/Regex.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;

/// `(lambda at file:1:2)` -> `lambda`: places are no part of a name.
static std::string withoutPlaces(std::string text) {
  for (const char *kind :
       {"lambda", "anonymous struct", "anonymous union", "anonymous enum",
        "anonymous class", "unnamed struct", "unnamed union", "unnamed enum",
        "unnamed class", "anonymous", "unnamed"}) {
    const std::string start = std::string("(") + kind;
    for (size_t at = text.find(start); at != std::string::npos;
         at = text.find(start, at + 1)) {
      const size_t end = text.find(')', at);
      if (end == std::string::npos)
        break;
      text.replace(at, end + 1 - at, llvm::StringRef(kind).split(' ').first);
    }
  }
  return text;
}

std::string regtt::toir::nameOf(const clang::NamedDecl *decl,
                                const clang::ASTContext &context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;
  policy.AnonymousTagLocations = false;
  policy.SuppressTemplateArgsInCXXConstructors = true;
  policy.PrintCanonicalTypes = true;
  std::string prefix;
  // What is declared in a function is called after it.
  const clang::DeclContext *in = decl->getDeclContext();
  while (in && !llvm::isa<clang::FunctionDecl>(in) && !in->isNamespace() &&
         !in->isTranslationUnit())
    in = in->getParent();
  const auto *function = in ? dyn_cast<clang::FunctionDecl>(in) : nullptr;
  const auto *tag = dyn_cast<clang::TagDecl>(decl);
  std::string name;
  llvm::raw_string_ostream out(name);
  if (const auto *record = dyn_cast<clang::CXXRecordDecl>(decl);
      record && record->isLambda())
    return function ? nameOf(function, context) + "::lambda" : "lambda";
  if (const auto *method = dyn_cast<clang::CXXMethodDecl>(decl);
      method && (method->getParent()->isLambda() || function)) {
    out << nameOf(method->getParent(), context) << "::";
    method->getNameForDiagnostic(out, policy, false);
    return withoutPlaces(name);
  }
  if (tag && !tag->getIdentifier()) {
    if (const auto *alias = tag->getTypedefNameForAnonDecl())
      return alias->getNameAsString();
    const auto *outer = dyn_cast<clang::RecordDecl>(tag->getDeclContext());
    const llvm::StringRef kind = tag->getKindName();
    return (outer ? nameOf(outer, context) + "::" : std::string()) + kind.str();
  }
  if (function) {
    const auto *outer = dyn_cast<clang::RecordDecl>(decl->getDeclContext());
    prefix = outer ? nameOf(outer, context) : nameOf(function, context);
    decl->getNameForDiagnostic(out, policy, false);
    return withoutPlaces(prefix + "::" + name);
  }
  decl->getNameForDiagnostic(out, policy, true);
  return withoutPlaces(name);
}

std::string regtt::toir::libraryName(const clang::NamedDecl *decl) {
  std::string result;
  if (llvm::isa<clang::CXXConstructorDecl>(decl))
    decl = llvm::cast<clang::CXXRecordDecl>(decl->getDeclContext());
  for (const clang::Decl *at = decl; at;) {
    const auto *named = dyn_cast<clang::NamedDecl>(at);
    const auto *space = dyn_cast<clang::NamespaceDecl>(at);
    if (named && !(space && (space->isInline() || !space->getIdentifier())))
      result = named->getDeclName().getAsString() +
               (result.empty() ? "" : "::" + result);
    const clang::DeclContext *in = at->getDeclContext();
    while (in && llvm::isa<clang::LinkageSpecDecl>(in))
      in = in->getParent();
    at = in && !in->isTranslationUnit() ? clang::Decl::castFromDeclContext(in)
                                        : nullptr;
  }
  return result;
}

bool regtt::toir::isLibrary(const clang::Decl *decl) {
  if (const auto *function = dyn_cast<clang::FunctionDecl>(decl))
    if (function->getBuiltinID() && !function->hasBody())
      return true;
  const auto &manager = decl->getASTContext().getSourceManager();
  const clang::SourceLocation loc = decl->getLocation();
  return decl->isInStdNamespace() ||
         (loc.isValid() &&
          manager.isInSystemHeader(manager.getExpansionLoc(loc)));
}

bool regtt::toir::isLibraryType(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  if (!record)
    return false;
  if (record->isInStdNamespace())
    return true;
  const auto *in = record->getEnclosingNamespaceContext();
  const auto *space = llvm::dyn_cast_or_null<clang::NamespaceDecl>(in);
  return space && space->getName().starts_with("__") && isLibrary(record);
}

bool regtt::toir::hasOwnDestructor(clang::QualType type) {
  const auto *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || isLibraryType(clang::QualType(record->getTypeForDecl(), 0)) ||
      !record->hasDefinition() || record->hasTrivialDestructor())
    return false;
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  if (destructor && destructor->isUserProvided())
    return true;
  for (const auto &base : record->bases())
    if (hasOwnDestructor(base.getType()))
      return true;
  for (const auto *field : record->fields())
    if (hasOwnDestructor(field->getType()))
      return true;
  return false;
}

bool regtt::toir::copiesItself(clang::QualType type) {
  const auto *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || isLibraryType(clang::QualType(record->getTypeForDecl(), 0)) ||
      !record->hasDefinition())
    return false;
  for (const auto *constructor : record->ctors())
    if (constructor->isCopyOrMoveConstructor() &&
        constructor->isUserProvided() && !copiesMembers(constructor))
      return true;
  for (const auto &base : record->bases())
    if (copiesItself(base.getType()))
      return true;
  for (const auto *field : record->fields())
    if (copiesItself(field->getType()))
      return true;
  return false;
}

bool regtt::toir::isMemberwise(const clang::CXXConstructorDecl *constructor) {
  if (!constructor->isCopyOrMoveConstructor())
    return false;
  if (constructor->isTrivial())
    return true;
  if (constructor->isUserProvided() && !isLibrary(constructor))
    return copiesMembers(constructor);
  if (!constructor->isDefaulted() || constructor->isUserProvided())
    return false;
  for (const auto *init : constructor->inits()) {
    const auto *made =
        dyn_cast<clang::CXXConstructExpr>(init->getInit()->IgnoreImplicit());
    if (made && !isLibraryType(made->getType()) &&
        !isMemberwise(made->getConstructor()))
      return false;
  }
  return true;
}
