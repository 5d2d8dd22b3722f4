// Which types nothing at namespace scope names.
#include "regtt/Frontend/LocalTypes.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace clang;
using llvm::dyn_cast;

bool regtt::isLocal(QualType type) {
  type = type.getCanonicalType();
  if (const auto *member = type->getAs<MemberPointerType>())
    if (isLocal(QualType(member->getClass(), 0)))
      return true;
  if (const auto *function = type->getAs<FunctionProtoType>())
    return isLocal(function->getReturnType()) ||
           llvm::any_of(function->param_types(),
                        [](QualType param) { return isLocal(param); });
  if (type->isArrayType())
    return isLocal(QualType(type->getArrayElementTypeNoTypeQual(), 0));
  if (const QualType to = type->getPointeeType(); !to.isNull())
    return isLocal(to);
  const TagDecl *tag = type->getAsTagDecl();
  return tag ? isLocal(tag) : !type->isBuiltinType();
}

bool regtt::isLocal(const TemplateArgument &argument) {
  switch (argument.getKind()) {
  case TemplateArgument::Type:
    return isLocal(argument.getAsType());
  case TemplateArgument::Pack:
    return llvm::any_of(argument.pack_elements(),
                        [](const auto &each) { return isLocal(each); });
  case TemplateArgument::Integral:
  case TemplateArgument::Template:
  case TemplateArgument::NullPtr:
    return false;
  case TemplateArgument::Declaration:
    return argument.getAsDecl()->getParentFunctionOrMethod() ||
           isLocal(argument.getParamTypeForDecl());
  default: // a value of a class, or a part of an object
    return true;
  }
}

bool regtt::isLocal(const TagDecl *tag) {
  if (tag->getParentFunctionOrMethod() ||
      (!tag->getIdentifier() && !tag->getTypedefNameForAnonDecl()))
    return true;
  if (const auto *outer = dyn_cast<TagDecl>(tag->getDeclContext());
      outer && isLocal(outer))
    return true;
  const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(tag);
  return special &&
         llvm::any_of(special->getTemplateArgs().asArray(),
                      [](const auto &each) { return isLocal(each); });
}
