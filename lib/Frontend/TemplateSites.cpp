// How instantiations of a template that holds an annotated loop are told apart:
// by their arguments, as the loop's function calls them.
//
//     template <class T, int N, class... Rest> void run(T *tree);
//     tag: void(T *, std::integral_constant<decltype(N), N> *,
//               regtt_types<Rest...> *)
//
// A type without a name outside of functions is deduced, where that leaves one
// instantiation that is meant (`template <class Regtt0> ... void(Regtt0 *)`).
#include "regtt/Frontend/TemplateSite.h"

#include "regtt/Frontend/LocalTypes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

namespace {

/// The parameters that the text around the loop may name, outermost first, with
/// the arguments of this instantiation.
struct Level {
  const TemplateParameterList *params;
  llvm::ArrayRef<TemplateArgument> arguments;
  const FunctionDecl *function = nullptr; ///< whose they are, if one's
};

/// Whether a type names a template's parameter.
class ParameterFinder : public RecursiveASTVisitor<ParameterFinder> {
public:
  explicit ParameterFinder(const NamedDecl *param)
      : type(cast<TemplateTypeParmDecl>(param)) {}
  bool VisitTemplateTypeParmType(const TemplateTypeParmType *each) {
    isFound |= each->getDepth() == type->getDepth() &&
               each->getIndex() == type->getIndex();
    return !isFound;
  }
  bool isFound = false;

private:
  const TemplateTypeParmDecl *type;
};

class SiteNamer {
public:
  SiteNamer(const ASTContext &context, TemplateSite &site)
      : context(context), site(site), policy(context.getPrintingPolicy()) {
    policy.FullyQualifiedName = true;
    policy.SuppressUnwrittenScope = true; // of namespaces without a name
  }

  /// Null, or the parameter that cannot be carried.
  const NamedDecl *add(const Level &level) {
    for (unsigned k = 0; k < level.params->size(); ++k) {
      const NamedDecl *param = level.params->getParam(k);
      const bool isCarried = param->isImplicit()
                                 ? addDeduced(param, *level.function)
                                 : add(param, level.arguments[k]);
      if (!isCarried)
        return param;
    }
    return nullptr;
  }

  void finish() {
    site.tag = "void(" + llvm::join(tags, ", ") + ")";
    site.specialization = "void(" + llvm::join(texts, ", ") + ")";
  }

private:
  //===--- Parameters -----------------------------------------------------===//

  bool add(const NamedDecl *param, const TemplateArgument &argument) {
    const std::string name = param->getNameAsString();
    // Nothing in the function depends on it but by the others.
    if (name.empty())
      return true;
    const std::optional<std::string> tag = tagOf(param, name);
    if (!tag)
      return false;
    tags.push_back(*tag);
    if (argument.getKind() != TemplateArgument::Pack) {
      const auto text = textOf(argument);
      texts.push_back(text.value_or(""));
      return text.has_value();
    }
    std::vector<std::string> each;
    for (const TemplateArgument &element : argument.pack_elements()) {
      const auto text = textOf(element, /*isInPack=*/true);
      if (!text)
        return false;
      each.push_back(*text);
    }
    texts.push_back("regtt_types<" + llvm::join(each, ", ") + "> *");
    return true;
  }

  /// Of `const auto &tree`, which has no name: by the type of `tree`.
  bool addDeduced(const NamedDecl *param, const FunctionDecl &function) {
    const auto *primary = function.getPrimaryTemplate();
    const FunctionDecl *pattern = primary->getTemplatedDecl();
    for (unsigned k = 0; k < pattern->getNumParams(); ++k) {
      const ParmVarDecl *written = pattern->getParamDecl(k);
      ParameterFinder finder(param);
      finder.TraverseType(written->getType());
      if (!finder.isFound || written->isParameterPack())
        continue;
      const std::string name = written->getNameAsString();
      if (name.empty())
        return true;
      tags.push_back("typename std::remove_reference<decltype(" + name +
                     ")>::type *");
      const auto text = textOf(TemplateArgument(
          function.getParamDecl(k)->getType().getNonReferenceType()));
      texts.push_back(text.value_or(""));
      return text.has_value();
    }
    return false;
  }

  static std::optional<std::string> tagOf(const NamedDecl *param,
                                          const std::string &name) {
    const bool isPack = param->isTemplateParameterPack();
    if (isa<TemplateTypeParmDecl>(param))
      return isPack ? "regtt_types<" + name + "...> *" : name + " *";
    if (isa<NonTypeTemplateParmDecl>(param)) {
      const std::string value =
          "std::integral_constant<decltype(" + name + "), " + name + ">";
      return isPack ? "regtt_types<" + value + "...> *" : value + " *";
    }
    // Any template of types is one of any number of them.
    const auto *of = cast<TemplateTemplateParmDecl>(param);
    const bool isOfTypes =
        !isPack &&
        llvm::all_of(*of->getTemplateParameters(), [](const NamedDecl *each) {
          return isa<TemplateTypeParmDecl>(each);
        });
    return isOfTypes ? std::optional("regtt_template<" + name + "> *")
                     : std::nullopt;
  }

  //===--- Arguments ------------------------------------------------------===//

  /// Types by pointers, so that void, arrays and functions can be parameters.
  std::optional<std::string> textOf(const TemplateArgument &argument,
                                    bool isInPack = false) {
    const std::string sign = isInPack ? "" : " *";
    const auto constant = [&](QualType type, const std::string &value) {
      return "std::integral_constant<" +
             type.getCanonicalType().getAsString(policy) + ", " + value + ">" +
             sign;
    };
    switch (argument.getKind()) {
    case TemplateArgument::Type: {
      const QualType type = argument.getAsType().getCanonicalType();
      if (!isLocal(type)) {
        collectTypes(type);
        return isInPack ? type.getAsString(policy)
                        : context.getPointerType(type).getAsString(policy);
      }
      return shapeOf(type) + sign;
    }
    case TemplateArgument::Integral: {
      const QualType type = argument.getIntegralType();
      if (isLocal(type) || argument.getAsIntegral().getBitWidth() > 64)
        return std::nullopt;
      collectTypes(type);
      return constant(type, valueOf(type, argument.getAsIntegral()));
    }
    case TemplateArgument::NullPtr:
      if (isLocal(argument.getNullPtrType()))
        return std::nullopt;
      collectTypes(argument.getNullPtrType());
      return constant(argument.getNullPtrType(), "nullptr");
    case TemplateArgument::Declaration: {
      // A function or a variable, by its address or by reference.
      const ValueDecl *named = argument.getAsDecl();
      const QualType type = argument.getParamTypeForDecl().getCanonicalType();
      if (isLocal(type) || named->getParentFunctionOrMethod())
        return std::nullopt;
      std::string value = type->isReferenceType() ? "::" : "&::";
      llvm::raw_string_ostream stream(value);
      named->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
      collectTypes(type);
      site.declarations.push_back(named);
      return constant(type, value);
    }
    case TemplateArgument::Template: {
      const TemplateDecl *named = argument.getAsTemplate().getAsTemplateDecl();
      if (!named || !named->getDeclContext()->isFileContext())
        return std::nullopt;
      site.declarations.push_back(named);
      return "regtt_template< ::" + qualified(named) + "> *";
    }
    default:
      return std::nullopt;
    }
  }

  /// `3`, `static_cast<Axis>(1)`, `static_cast<long>(18446744073709551615ull)`
  std::string valueOf(QualType type, const llvm::APSInt &value) const {
    const bool isInt =
        value.isUnsigned() ? value.isIntN(31) : value.isSignedIntN(32);
    if (isInt && !type->isEnumeralType() && !value.isNegative())
      return llvm::toString(value, 10);
    return "static_cast<" + type.getCanonicalType().getAsString(policy) + ">(" +
           std::to_string(value.isUnsigned()
                              ? value.getZExtValue()
                              : static_cast<uint64_t>(value.getSExtValue())) +
           "ull)";
  }

  /// The structs and enums that `type` names, in arguments of templates, too,
  /// and the functions and variables that stand there.
  void collectTypes(QualType type) {
    type = type.getCanonicalType();
    if (const auto *function = type->getAs<FunctionProtoType>()) {
      collectTypes(function->getReturnType());
      for (const QualType param : function->param_types())
        collectTypes(param);
      return;
    }
    if (const auto *member = type->getAs<MemberPointerType>())
      collectTypes(QualType(member->getClass(), 0));
    if (const QualType to = type->getPointeeType(); !to.isNull())
      return collectTypes(to);
    if (const auto *array = type->getAsArrayTypeUnsafe())
      return collectTypes(array->getElementType());
    const TagDecl *tag = type->getAsTagDecl();
    if (!tag)
      return;
    site.declarations.push_back(tag);
    if (const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(tag))
      for (const TemplateArgument &argument :
           special->getTemplateArgs().asArray())
        collectTypes(argument);
  }

  void collectTypes(const TemplateArgument &argument) {
    if (argument.getKind() == TemplateArgument::Type)
      collectTypes(argument.getAsType());
    else if (argument.getKind() == TemplateArgument::Declaration)
      site.declarations.push_back(argument.getAsDecl());
    else if (argument.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &element : argument.pack_elements())
        collectTypes(element);
  }

  //===--- Types without a name -------------------------------------------===//

  /// `::Tree<Regtt0>` of a tree of a closure; any other is deduced as a whole.
  std::string shapeOf(QualType type) {
    if (!isLocal(type)) {
      collectTypes(type);
      return type.getAsString(policy);
    }
    const auto *special = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        type->getAsCXXRecordDecl());
    const bool isOfTypes =
        special && !type.hasLocalQualifiers() &&
        special->getSpecializedTemplate()->getDeclContext()->isFileContext() &&
        llvm::all_of(special->getTemplateArgs().asArray(),
                     [](const TemplateArgument &argument) {
                       return argument.getKind() == TemplateArgument::Type;
                     });
    if (!isOfTypes)
      return deduced(type);
    std::vector<std::string> parts;
    for (const TemplateArgument &part : special->getTemplateArgs().asArray())
      parts.push_back(shapeOf(part.getAsType().getCanonicalType()));
    site.declarations.push_back(special);
    return "::" + qualified(special->getSpecializedTemplate()) + "<" +
           llvm::join(parts, ", ") + ">";
  }

  std::string qualified(const NamedDecl *named) const {
    std::string name;
    llvm::raw_string_ostream stream(name);
    named->printQualifiedName(stream, policy);
    return name;
  }

  std::string deduced(QualType type) {
    const auto [known, isNew] =
        shapes.insert({type.getAsOpaquePtr(), site.deduced.size()});
    if (isNew)
      site.deduced.push_back("Regtt" + std::to_string(known->second));
    return site.deduced[known->second];
  }

  const ASTContext &context;
  TemplateSite &site;
  PrintingPolicy policy;
  std::vector<std::string> tags, texts;
  llvm::DenseMap<const void *, size_t> shapes;
};

} // namespace

static std::vector<Level> levelsAround(const FunctionDecl *function) {
  std::vector<Level> levels;
  for (const DeclContext *scope = function; scope; scope = scope->getParent()) {
    const auto *inner = dyn_cast<FunctionDecl>(scope);
    const auto *primary = inner ? inner->getPrimaryTemplate() : nullptr;
    if (primary &&
        inner->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
      levels.push_back({primary->getTemplateParameters(),
                        inner->getTemplateSpecializationArgs()->asArray(),
                        inner});
    const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(scope);
    if (!special || special->isExplicitSpecialization())
      continue;
    // Of a partial specialisation its own.
    const auto from = special->getSpecializedTemplateOrPartial();
    const auto *partial =
        from.dyn_cast<ClassTemplatePartialSpecializationDecl *>();
    levels.push_back(
        {partial ? partial->getTemplateParameters()
                 : special->getSpecializedTemplate()->getTemplateParameters(),
         special->getTemplateInstantiationArgs().asArray()});
  }
  std::reverse(levels.begin(), levels.end());
  return levels;
}

/// Whether an instantiation is left to another file, whose code the compiler
/// may yet make here, to inline it.
static bool isExternElsewhere(const FunctionDecl *function) {
  const auto isExtern = [](const auto *each) {
    return each->getTemplateSpecializationKind() ==
           TSK_ExplicitInstantiationDeclaration;
  };
  if (const FunctionTemplateDecl *primary = function->getPrimaryTemplate())
    if (llvm::any_of(primary->getCanonicalDecl()->specializations(), isExtern))
      return true;
  for (const DeclContext *scope = function; scope; scope = scope->getParent())
    if (const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(scope))
      if (llvm::any_of(special->getSpecializedTemplate()
                           ->getCanonicalDecl()
                           ->specializations(),
                       isExtern))
        return true;
  return false;
}

std::string regtt::nameOfInstantiation(const FunctionDecl *function) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  function->getNameForDiagnostic(stream,
                                 function->getASTContext().getPrintingPolicy(),
                                 /*Qualified=*/true);
  return name;
}

std::optional<TemplateSite> regtt::templateSite(const ASTContext &context,
                                                const PairedLoop &paired,
                                                Diagnostics &diagnostics,
                                                bool &ok) {
  const FunctionDecl *function = paired.function;
  if (!function->isTemplateInstantiation())
    return std::nullopt;
  TemplateSite site;
  SiteNamer namer(context, site);
  for (const Level &level : levelsAround(function))
    if (const NamedDecl *param = namer.add(level)) {
      diagnostics.report(param->getLocation(), Diag::RTT1111)
          << param->getNameAsString();
      ok = false;
      return std::nullopt;
    }
  namer.finish();
  // What is deduced would be theirs as well.
  if (!site.deduced.empty() && isExternElsewhere(function)) {
    diagnostics.report(paired.loop->getBeginLoc(), Diag::RTT1110)
        << nameOfInstantiation(function)
        << "those that are declared 'extern template'";
    ok = false;
    return std::nullopt;
  }
  const auto &manager = context.getSourceManager();
  site.instantiatedAt =
      manager.getExpansionLoc(function->getPointOfInstantiation());
  // A header's code calls it: what it calls is there ahead of that.
  if (site.instantiatedAt.isInvalid() ||
      !manager.isInMainFile(site.instantiatedAt)) {
    site.instantiatedAt = manager.getExpansionLoc(paired.loop->getBeginLoc());
    site.declarations.push_back(writtenAs(function));
  }
  return site;
}
