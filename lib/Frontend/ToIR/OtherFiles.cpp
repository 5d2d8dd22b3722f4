// Finds by their linkage names what source files define for each other.
#include "regtt/Frontend/OtherFiles.h"

#include "OddAttributes.h"
#include "Unit.h"

#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::toir;
using clang::FunctionDecl;
using clang::VarDecl;
using llvm::dyn_cast;

//===--- Names ------------------------------------------------------------===//

std::string OtherFiles::linkageName(const clang::NamedDecl *decl) {
  return clang::ASTNameGenerator(decl->getASTContext()).getName(decl);
}

std::string OtherFiles::nameOf(const clang::TagDecl *tag) {
  const clang::ASTContext &context = tag->getASTContext();
  const bool isNamed = tag->getIdentifier() || tag->getTypedefNameForAnonDecl();
  // In C no type has linkage: what is called alike has to be alike.
  const bool isShared =
      !context.getLangOpts().CPlusPlus || tag->isExternallyVisible();
  if (!isNamed || !isShared || tag->getParentFunctionOrMethod() ||
      tag->isDependentContext())
    return "";
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  return clang::QualType(tag->getTypeForDecl(), 0)
      .getCanonicalType()
      .getAsString(policy);
}

/// Whether other files may call it: its definition, too.
static bool isOffered(const FunctionDecl *function) {
  if (!function->isExternallyVisible() || function->isDependentContext())
    return false;
  if (!function->isInlined() || function->isTemplateInstantiation())
    return true;
  return !function->getASTContext().getLangOpts().CPlusPlus &&
         function->isInlineDefinitionExternallyVisible();
}

//===--- What a file declares ---------------------------------------------===//

/// Of one file, by names as they are written; bodies are not looked into.
class OtherFiles::Index : public clang::RecursiveASTVisitor<Index> {
public:
  explicit Index(clang::ASTContext &context) { TraverseAST(context); }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseStmt(clang::Stmt *) { return true; }

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->doesThisDeclarationHaveABody() && isOffered(function) &&
        !isLibrary(function) && replaceable(function).empty())
      functions[function->getNameAsString()].push_back(function);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    if (variable->hasGlobalStorage() && variable->isExternallyVisible() &&
        !variable->isStaticLocal() && !isLibrary(variable))
      variables[variable->getNameAsString()].push_back(variable);
    return true;
  }
  bool VisitTagDecl(clang::TagDecl *tag) {
    if (tag->isCompleteDefinition() && !isLibrary(tag))
      if (const std::string name = nameOf(tag); !name.empty())
        tags.insert({name, tag});
    return true;
  }

  llvm::StringMap<std::vector<const FunctionDecl *>> functions;
  llvm::StringMap<std::vector<const VarDecl *>> variables;
  llvm::StringMap<const clang::TagDecl *> tags;

  /// Those of the same linkage name.
  template <class D>
  static std::vector<const D *>
  named(const llvm::StringMap<std::vector<const D *>> &all,
        const clang::NamedDecl *decl) {
    std::vector<const D *> result;
    const auto found = all.find(decl->getNameAsString());
    if (found == all.end())
      return result;
    const std::string wanted = linkageName(decl);
    for (const D *each : found->second)
      if (linkageName(each) == wanted)
        result.push_back(each);
    return result;
  }
};

OtherFiles::OtherFiles(ParsedFile own, Parser parse, Diagnostics &diagnostics)
    : files{std::move(own)}, parse(std::move(parse)), diagnostics(diagnostics) {
  files[0].pairing->others = this;
  indices.emplace_back();
}

OtherFiles::~OtherFiles() = default;

static bool isCpp(const ParsedFile &file) {
  return file.context->getLangOpts().CPlusPlus;
}

void OtherFiles::add(ParsedFile file) {
  if (isCpp(file) != isCpp(files[0])) {
    auto index = std::make_unique<Index>(*file.context);
    ofOtherLanguage.emplace_back(std::move(file), std::move(index));
    return;
  }
  if (!indices[0])
    indices[0] = std::make_unique<Index>(*files[0].context);
  indices.push_back(std::make_unique<Index>(*file.context));
  file.pairing->others = this;
  for (const ParsedFile &known : files) {
    const auto own = known.pairing->traversals;
    known.pairing->traversals.insert(file.pairing->traversals.begin(),
                                     file.pairing->traversals.end());
    file.pairing->traversals.insert(own.begin(), own.end());
  }
  files.push_back(std::move(file));
}

/// A traversal is one by whichever declaration it is called.
void OtherFiles::annotate(const FunctionDecl *function,
                          const FunctionDecl *definition) {
  const Directive *directive = files[0].pairing->traversalOf(definition);
  for (const ParsedFile &file : files)
    if (directive)
      file.pairing->traversals.insert({writtenAs(function), directive});
}

const ParsedFile &OtherFiles::fileOf(const clang::Decl *decl) const {
  return *llvm::find_if(files, [&](const ParsedFile &file) {
    return file.context == &decl->getASTContext();
  });
}

std::vector<std::string> OtherFiles::used() const {
  std::vector<std::string> result;
  for (const size_t k : needed)
    if (k != 0)
      result.push_back(files[k].path);
  return result;
}

//===--- Definitions ------------------------------------------------------===//

/// The body that its own file shows, if that is the one that runs.
static const FunctionDecl *shown(const FunctionDecl *function) {
  const FunctionDecl *body = nullptr;
  return function->hasBody(body) ? body : nullptr;
}

const FunctionDecl *
OtherFiles::definitionOf(const FunctionDecl *function) const {
  if (!any() || shown(function) || !function->isExternallyVisible() ||
      isLibrary(function) || function->isDependentContext())
    return nullptr;
  for (size_t k = 0; k < files.size(); ++k)
    if (files[k].context != &function->getASTContext())
      if (const auto found = Index::named(indices[k]->functions, function);
          !found.empty()) {
        needed.insert(k);
        return found.front();
      }
  return nullptr;
}

const VarDecl *OtherFiles::definitionOf(const VarDecl *variable) const {
  if (!any() || !variable->isExternallyVisible() || variable->isStaticLocal() ||
      isLibrary(variable) || variable->getDefinition())
    return nullptr;
  for (size_t k = 0; k < files.size(); ++k)
    if (files[k].context != &variable->getASTContext())
      for (const VarDecl *each : Index::named(indices[k]->variables, variable))
        if (const VarDecl *definition = each->getDefinition()) {
          needed.insert(k);
          return definition;
        }
  return nullptr;
}

const clang::TagDecl *
OtherFiles::definitionOf(const clang::TagDecl *tag) const {
  if (!any())
    return nullptr;
  const std::string name = nameOf(tag);
  // A file to which no loop comes may have another one for itself.
  for (size_t k = 0; k < files.size(); ++k)
    if (const clang::TagDecl *found = indices[k]->tags.lookup(name);
        found && (k == 0 || needed.count(k)))
      return found;
  return nullptr;
}

const clang::NamedDecl *
OtherFiles::ownDeclaration(const clang::NamedDecl *decl) const {
  if (const auto *variable = dyn_cast<VarDecl>(decl)) {
    const auto found = Index::named(indices[0]->variables, variable);
    return found.empty() ? nullptr : found.front();
  }
  return nullptr;
}

//===--- What is come to --------------------------------------------------===//

namespace {

/// Functions that code calls, with the first call of each.
class Callees : public clang::RecursiveASTVisitor<Callees> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitCallExpr(clang::CallExpr *e) {
    return add(e->getDirectCallee(), e->getBeginLoc());
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) {
    return add(e->getConstructor(), e->getBeginLoc());
  }

  struct Callee {
    const FunctionDecl *function;
    clang::SourceLocation loc;
  };
  std::vector<Callee> found;

private:
  bool add(const FunctionDecl *function, clang::SourceLocation loc) {
    if (function && !isLibrary(function) &&
        seen.insert(function->getCanonicalDecl()).second)
      found.push_back({function, loc});
    return true;
  }
  llvm::SmallPtrSet<const FunctionDecl *, 16> seen;
};

} // namespace

/// What fields of bits, characters and orders of evaluation are differs.
bool OtherFiles::refuseOtherLanguage(const FunctionDecl *function,
                                     clang::SourceLocation loc) {
  const auto language = [](const ParsedFile &file) {
    return isCpp(file) ? "C++" : "C";
  };
  for (const auto &[file, index] : ofOtherLanguage)
    if (const auto found = Index::named(index->functions, function);
        !found.empty()) {
      diagnostics.report(loc, Diag::RTT1146)
          << function->getNameAsString() << file.path << language(file)
          << language(files[0]);
      diagnostics.note(found.front()->getLocation(), "defined here");
      return true;
    }
  return false;
}

bool OtherFiles::find(const FunctionDecl *function, clang::SourceLocation loc) {
  if (!parse)
    return true;
  const unsigned errors = diagnostics.errors();
  for (ParsedFile &file : parse(function, loc))
    add(std::move(file));
  if (diagnostics.errors() != errors || refuseOtherLanguage(function, loc))
    return false;
  std::vector<const FunctionDecl *> all;
  for (size_t k = 0; any() && k < files.size(); ++k)
    for (const FunctionDecl *each :
         Index::named(indices[k]->functions, function))
      if (!llvm::any_of(all, [&](const FunctionDecl *known) {
            return known->getCanonicalDecl() == each->getCanonicalDecl();
          }))
        all.push_back(each);
  const auto isWeak = [](const FunctionDecl *each) {
    return each->isTemplateInstantiation();
  };
  if (all.size() < 2 || llvm::all_of(all, isWeak))
    return true;
  diagnostics.report(loc, Diag::RTT1141)
      << function->getNameAsString() << fileOf(all[0]).path
      << fileOf(all[1]).path;
  diagnostics.note(all[0]->getLocation(), "defined here");
  diagnostics.note(all[1]->getLocation(), "and here");
  return false;
}

bool OtherFiles::follow(const PairedLoop &loop) {
  Callees callees;
  callees.TraverseStmt(const_cast<clang::Stmt *>(loop.loop));
  bool isClear = true;
  for (size_t k = 0; k < callees.found.size(); ++k) {
    const auto [function, loc] = callees.found[k];
    const FunctionDecl *body = shown(function);
    if (!body && function->isExternallyVisible()) {
      isClear &= find(function, loc);
      body = definitionOf(function);
      if (body)
        annotate(function, body);
    }
    if (body)
      callees.TraverseDecl(const_cast<FunctionDecl *>(body));
  }
  return isClear;
}
