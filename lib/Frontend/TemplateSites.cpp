// How instantiations of a template that holds an annotated loop are named.
#include "regtt/Frontend/TemplateSite.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/raw_ostream.h>

using namespace regtt;
using namespace clang;

/// The structs and enums that `type` names, in arguments of templates, too, and
/// the functions and variables that stand there.
static void collectTypes(QualType type, std::vector<const NamedDecl *> &types) {
  type = type.getCanonicalType();
  if (type->isPointerType() || type->isReferenceType())
    return collectTypes(type->getPointeeType(), types);
  if (const auto *array = type->getAsArrayTypeUnsafe())
    return collectTypes(array->getElementType(), types);
  const TagDecl *tag = type->getAsTagDecl();
  if (!tag)
    return;
  types.push_back(tag);
  if (const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(tag)) {
    for (const TemplateArgument &argument :
         special->getTemplateArgs().asArray())
      if (argument.getKind() == TemplateArgument::Type)
        collectTypes(argument.getAsType(), types);
      else if (argument.getKind() == TemplateArgument::Declaration)
        types.push_back(argument.getAsDecl());
  }
}

/// `std::integral_constant<decltype(D), D>` for values, the type for types.
static bool tagArgument(const ASTContext &context, Diagnostics &diagnostics,
                        SourceLocation loop, const NamedDecl *param,
                        const TemplateArgument &argument, TemplateSite &site) {
  std::string &tag = site.tag, &specialization = site.specialization;
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.FullyQualifiedName = true;
  const std::string name = param->getNameAsString();
  const bool pack = param->isTemplateParameterPack();
  if (name.empty() || pack || isa<TemplateTemplateParmDecl>(param)) {
    diagnostics.report(param->getLocation(), Diag::RTT1111) << name;
    return false;
  }
  if (argument.getKind() == TemplateArgument::Type) {
    // Pointers, so that void, arrays and functions can be parameters.
    const QualType type = argument.getAsType().getCanonicalType();
    if (const auto *record = type->getAsTagDecl();
        record &&
        (record->getParentFunctionOrMethod() || !record->getIdentifier())) {
      diagnostics.report(loop, Diag::RTT1110) << type.getAsString(policy);
      return false;
    }
    collectTypes(type, site.declarations);
    tag += name + " *";
    specialization += context.getPointerType(type).getAsString(policy);
    return true;
  }
  if (argument.getKind() == TemplateArgument::Integral) {
    const std::string type =
        argument.getIntegralType().getCanonicalType().getAsString(policy);
    std::string value;
    llvm::raw_string_ostream(value) << argument.getAsIntegral();
    tag += "std::integral_constant<" + type + ", " + name + "> *";
    specialization += "std::integral_constant<" + type + ", " + value + "> *";
    return true;
  }
  if (argument.getKind() == TemplateArgument::Declaration) {
    // A function or a variable, by its address or by reference.
    const ValueDecl *named = argument.getAsDecl();
    const QualType type = argument.getParamTypeForDecl().getCanonicalType();
    std::string value = type->isReferenceType() ? "::" : "&::";
    llvm::raw_string_ostream stream(value);
    named->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
    collectTypes(type, site.declarations);
    site.declarations.push_back(named);
    tag += "std::integral_constant<decltype(" + name + "), " + name + "> *";
    specialization += "std::integral_constant<" + type.getAsString(policy) +
                      ", " + value + "> *";
    return true;
  }
  diagnostics.report(param->getLocation(), Diag::RTT1111) << name;
  return false;
}

std::optional<TemplateSite> regtt::templateSite(const ASTContext &context,
                                                const PairedLoop &paired,
                                                Diagnostics &diagnostics,
                                                bool &ok) {
  const FunctionDecl *function = paired.function;
  if (!function->isTemplateInstantiation())
    return std::nullopt;
  const SourceLocation loop = paired.loop->getBeginLoc();
  TemplateSite site;
  const auto &manager = context.getSourceManager();
  const auto append = [&](const TemplateParameterList *params,
                          const TemplateArgumentList &arguments) {
    for (unsigned i = 0; i < params->size(); ++i) {
      if (!site.tag.empty()) {
        site.tag += ", ";
        site.specialization += ", ";
      }
      if (!tagArgument(context, diagnostics, loop, params->getParam(i),
                       arguments[i], site))
        return false;
    }
    return true;
  };
  // Outermost first, as the names are in scope at the loop.
  llvm::SmallVector<const ClassTemplateSpecializationDecl *, 2> classes;
  for (const DeclContext *scope = function->getDeclContext(); scope;
       scope = scope->getParent())
    if (const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(scope))
      classes.insert(classes.begin(), special);
  for (const auto *special : classes)
    if (!append(special->getSpecializedTemplate()->getTemplateParameters(),
                special->getTemplateArgs())) {
      ok = false;
      return std::nullopt;
    }
  if (const auto *primary = function->getPrimaryTemplate())
    if (!append(primary->getTemplateParameters(),
                *function->getTemplateSpecializationArgs())) {
      ok = false;
      return std::nullopt;
    }
  site.tag = "void(" + site.tag + ")";
  site.specialization = "void(" + site.specialization + ")";
  site.instantiatedAt =
      manager.getExpansionLoc(function->getPointOfInstantiation());
  if (site.instantiatedAt.isInvalid() ||
      !manager.isInMainFile(site.instantiatedAt)) {
    diagnostics.report(loop, Diag::RTT1110) << site.specialization;
    ok = false;
    return std::nullopt;
  }
  return site;
}
