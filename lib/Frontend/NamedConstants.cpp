// Names in clauses that stand for constants: as the traversal sees them.
#include "Builder.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/CharInfo.h>

using namespace regtt;
using namespace clang;

/// The value of an enumerator or a constant; nothing of other declarations.
static std::optional<int64_t> valueOf(const NamedDecl *decl) {
  if (const auto *enumerator = dyn_cast<EnumConstantDecl>(decl))
    return enumerator->getInitVal().getExtValue();
  const auto *var = dyn_cast<VarDecl>(decl);
  if (!var || !var->getType()->isIntegerType() ||
      !var->getType().isConstQualified())
    return std::nullopt;
  const VarDecl *defining = nullptr;
  if (!var->getAnyInitializer(defining) ||
      defining->getAnyInitializer()->isValueDependent())
    return std::nullopt;
  const APValue *value = defining->evaluateValue();
  return value && value->isInt() ? std::optional(value->getInt().getExtValue())
                                 : std::nullopt;
}

/// The argument of the template parameter that `identifier` names.
static std::optional<int64_t> argumentNamed(const TemplateParameterList &params,
                                            const TemplateArgumentList &values,
                                            const IdentifierInfo &identifier) {
  for (unsigned i = 0; i < params.size() && i < values.size(); ++i)
    if (params.getParam(i)->getIdentifier() == &identifier &&
        values[i].getKind() == TemplateArgument::Integral)
      return values[i].getAsIntegral().getExtValue();
  return std::nullopt;
}

/// What the parameters of the template that `scope` is an instance of say.
static std::optional<int64_t> argumentNamed(const DeclContext *scope,
                                            const IdentifierInfo &identifier) {
  if (const auto *function = dyn_cast<FunctionDecl>(scope)) {
    const auto *primary = function->getPrimaryTemplate();
    return primary ? argumentNamed(*primary->getTemplateParameters(),
                                   *function->getTemplateSpecializationArgs(),
                                   identifier)
                   : std::nullopt;
  }
  const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(scope);
  if (!special || special->isExplicitSpecialization())
    return std::nullopt;
  return argumentNamed(
      *special->getSpecializedTemplate()->getTemplateParameters(),
      special->getTemplateArgs(), identifier);
}

/// What `name` is in `scope` itself; null where it is nothing, or several.
static const NamedDecl *memberNamed(const DeclContext *scope,
                                    const IdentifierInfo &identifier) {
  const auto found = scope->lookup(&identifier);
  return found.isSingleResult() ? found.front() : nullptr;
}

/// What comes before `::`.
static const DeclContext *scopeOf(const NamedDecl *decl) {
  if (const auto *type = dyn_cast<TypedefNameDecl>(decl))
    return type->getUnderlyingType()->getAsTagDecl();
  return dyn_cast<DeclContext>(decl);
}

std::optional<int64_t> regtt::constantNamed(const Builder &builder,
                                            llvm::StringRef name) {
  const auto [first, rest] = name.split("::");
  if (!isValidAsciiIdentifier(first))
    return std::nullopt;
  const IdentifierInfo &identifier = builder.context.Idents.get(first);
  for (const DeclContext *scope = builder.model.traversal.functions.front();
       scope; scope = scope->getParent()) {
    if (rest.empty())
      if (const auto value = argumentNamed(scope, identifier))
        return value;
    if (isa<FunctionDecl>(scope))
      continue;
    const auto *type = dyn_cast<RecordDecl>(scope);
    const NamedDecl *found = type && type->getIdentifier() == &identifier
                                 ? type
                                 : memberNamed(scope, identifier);
    if (!found)
      continue;
    llvm::StringRef path = rest;
    while (found && !path.empty()) {
      const auto [next, after] = path.split("::");
      const DeclContext *inner = scopeOf(found);
      found = inner && isValidAsciiIdentifier(next)
                  ? memberNamed(inner, builder.context.Idents.get(next))
                  : nullptr;
      path = after;
    }
    return found ? valueOf(found) : std::nullopt;
  }
  return std::nullopt;
}
