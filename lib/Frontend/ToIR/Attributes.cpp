#include "Attributes.h"

#include "regtt/Frontend/Attributes.h"

#include <clang/AST/Attr.h>

namespace regtt::toir {

using llvm::dyn_cast;

llvm::StringRef replaceable(const clang::FunctionDecl *function) {
  for (const clang::FunctionDecl *decl : function->redecls())
    for (const clang::Attr *attribute : decl->attrs())
      switch (attribute->getKind()) {
      case clang::attr::Weak:
      case clang::attr::WeakImport:
      case clang::attr::SelectAny:
        return "weak";
      case clang::attr::WeakRef:
      case clang::attr::Alias:
      case clang::attr::IFunc:
        return "another name of a function";
      case clang::attr::TargetClones:
      case clang::attr::TargetVersion:
      case clang::attr::CPUDispatch:
      case clang::attr::CPUSpecific:
        return "one of several versions";
      default:
        break;
      }
  return function->isMultiVersion() ? "one of several versions" : "";
}

bool isReplaceable(const clang::VarDecl *variable) {
  for (const clang::VarDecl *decl : variable->redecls())
    if (decl->hasAttr<clang::WeakAttr>() ||
        decl->hasAttr<clang::WeakImportAttr>() ||
        decl->hasAttr<clang::SelectAnyAttr>())
      return true;
  return false;
}

std::string oddName(const clang::Attr *attribute) {
  if (const auto *note = dyn_cast<clang::AnnotateAttr>(attribute)) {
    llvm::StringRef name = note->getAnnotation();
    return name.consume_front(droppedMark) ? name.str() : "";
  }
  if (attribute->isImplicit())
    return "";
  switch (attribute->getKind()) {
#define HARMLESS(KIND) case clang::attr::KIND:
#define HARMLESS_NAME(NAME)
#include "regtt/Frontend/Attributes.def"
#undef HARMLESS
#undef HARMLESS_NAME
    return "";
  default:
    return attribute->getSpelling();
  }
}

std::optional<OddAttribute> oddAttribute(const clang::Decl *decl) {
  const auto *variable = dyn_cast<clang::VarDecl>(decl);
  for (const clang::Attr *attribute : decl->attrs()) {
    std::string name = oddName(attribute);
    if (variable && llvm::isa<clang::AsmLabelAttr>(attribute) &&
        variable->getStorageClass() == clang::SC_Register)
      name = "register asm";
    if (!name.empty()) {
      const clang::SourceLocation loc = attribute->getLocation();
      return OddAttribute{name, loc.isValid() ? loc : decl->getLocation()};
    }
  }
  return std::nullopt;
}

std::optional<OddAttribute>
oddAttributeOf(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *pattern =
      function->getTemplateInstantiationPattern();
  for (const clang::FunctionDecl *of : {function, pattern})
    if (of)
      for (const clang::FunctionDecl *decl : of->redecls())
        if (auto found = oddAttribute(decl))
          return found;
  for (const clang::ParmVarDecl *param : function->parameters())
    if (auto found = oddAttribute(param))
      return found;
  return std::nullopt;
}

std::string droppedAttribute(const clang::Decl *decl) {
  for (const auto *note : decl->specific_attrs<clang::AnnotateAttr>())
    if (note->getAnnotation().starts_with(droppedMark))
      return oddName(note);
  return "";
}

} // namespace regtt::toir
