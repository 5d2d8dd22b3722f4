// Which attributes there are that change what code does.
#include "OddAttributes.h"

using namespace regtt;
using namespace clang;

llvm::StringRef regtt::replaceable(const FunctionDecl *function) {
  for (const FunctionDecl *decl : function->redecls())
    for (const Attr *attribute : decl->attrs())
      switch (attribute->getKind()) {
      case attr::Weak:
      case attr::WeakImport:
      case attr::SelectAny:
        return "weak";
      case attr::WeakRef:
      case attr::Alias:
      case attr::IFunc:
        return "another name of a function";
      case attr::TargetClones:
      case attr::TargetVersion:
      case attr::CPUDispatch:
      case attr::CPUSpecific:
        return "one of several versions";
      default:
        break;
      }
  return function->isMultiVersion() ? "one of several versions" : "";
}

std::string regtt::oddName(const Attr *attribute) {
  if (const auto *note = dyn_cast<AnnotateAttr>(attribute)) {
    llvm::StringRef name = note->getAnnotation();
    return name.consume_front(droppedMark) ? name.str() : "";
  }
  if (attribute->isImplicit())
    return "";
  switch (attribute->getKind()) {
#define HARMLESS(KIND) case attr::KIND:
#define HARMLESS_NAME(NAME)
#include "regtt/Frontend/HarmlessAttributes.def"
#undef HARMLESS
#undef HARMLESS_NAME
    return "";
  default:
    return attribute->getSpelling();
  }
}

std::string regtt::oddAttribute(const Decl *decl, SourceLocation *loc) {
  for (const Attr *attribute : decl->attrs()) {
    std::string name = oddName(attribute);
    const bool isRegister =
        isa<AsmLabelAttr>(attribute) && isa<VarDecl>(decl) &&
        cast<VarDecl>(decl)->getStorageClass() == SC_Register;
    if (isRegister)
      name = "register asm";
    if (name.empty())
      continue;
    if (loc)
      *loc = attribute->getLocation();
    return name;
  }
  return "";
}

std::string regtt::oddAttributeOf(const FunctionDecl *function,
                                  SourceLocation &loc) {
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  for (const FunctionDecl *of : {function, pattern})
    if (of)
      for (const FunctionDecl *decl : of->redecls()) // they are inherited
        if (std::string name = oddAttribute(decl, &loc); !name.empty())
          return name;
  for (const ParmVarDecl *param : function->parameters())
    if (std::string name = oddAttribute(param, &loc); !name.empty())
      return name;
  return "";
}

std::string regtt::droppedAttribute(const Decl *decl) {
  for (const auto *note : decl->specific_attrs<AnnotateAttr>())
    if (note->getAnnotation().starts_with(droppedMark))
      return oddName(note);
  return "";
}

bool regtt::isReplaceable(const VarDecl *variable) {
  return llvm::any_of(variable->redecls(), [](const VarDecl *decl) {
    return decl->hasAttr<WeakAttr>() || decl->hasAttr<WeakImportAttr>() ||
           decl->hasAttr<SelectAnyAttr>();
  });
}
