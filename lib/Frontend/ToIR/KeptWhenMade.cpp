// An object's address may be put away by its constructor, and by the function
// that makes it: `Tree t; all.push_back(&t); return t;` may make the caller's
// variable itself.
#include "KeptAddresses.h"

#include "Unit.h"

#include <clang/AST/ExprCXX.h>

using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

bool KeptAddresses::isKeptWhenMade(const clang::VarDecl *variable) {
  const clang::QualType type = context.getBaseElementType(variable->getType());
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && !isLibraryType(type) &&
         (isKeptWhenMade(record) ||
          (variable->hasInit() && isKeptBy(variable->getInit())));
}

bool KeptAddresses::isKeptWhenMade(const clang::CXXRecordDecl *record) {
  record = record->getDefinition();
  if (!record || !makers.insert(record).second)
    return !record;
  const auto ofPart = [&](clang::QualType type) {
    type = context.getBaseElementType(type);
    const clang::CXXRecordDecl *part = type->getAsCXXRecordDecl();
    return part && !isLibraryType(type) && isKeptWhenMade(part);
  };
  const auto ofField = [&](const clang::FieldDecl *field) {
    const clang::Expr *value = field->getInClassInitializer();
    return ofPart(field->getType()) ||
           (value && fateOfThis(value) != Fate::Passes);
  };
  const auto ofMember = [&](const clang::Decl *member) {
    const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(member);
    return constructor && isKeptBy(constructor);
  };
  const auto ofTemplate = [&](const clang::Decl *member) {
    const auto *made = dyn_cast<clang::FunctionTemplateDecl>(member);
    return made && llvm::any_of(made->specializations(), ofMember);
  };
  return llvm::any_of(record->bases(),
                      [&](const clang::CXXBaseSpecifier &base) {
                        return ofPart(base.getType());
                      }) ||
         llvm::any_of(record->fields(), ofField) ||
         llvm::any_of(record->decls(), [&](const clang::Decl *member) {
           return ofMember(member) || ofTemplate(member);
         });
}

bool KeptAddresses::isKeptBy(const clang::CXXConstructorDecl *constructor) {
  const clang::FunctionDecl *body = nullptr;
  if (!constructor->isUserProvided() || constructor->isDeleted())
    return false;
  return constructor->hasBody(body)
             ? fateOf(body, nullptr, State::Pointer) != Fate::Passes
             : constructor->isUsed();
}

bool KeptAddresses::isKeptBy(const clang::Expr *init) {
  init = init->IgnoreImplicit()->IgnoreParenImpCasts();
  if (const auto *cast = dyn_cast<clang::CXXFunctionalCastExpr>(init))
    return isKeptBy(cast->getSubExpr());
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(init))
    return isKeptBy(choice->getTrueExpr()) || isKeptBy(choice->getFalseExpr());
  if (const auto *made = dyn_cast<clang::CXXConstructExpr>(init))
    return made->isElidable() && isKeptBy(made->getArg(0));
  if (const auto *call = dyn_cast<clang::CallExpr>(init)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    return !callee || isKeptBy(callee);
  }
  // What makes no object of its own is copied; parts have constructors, too.
  return !isa<clang::InitListExpr>(init) && !init->isGLValue();
}

/// What a function returns.
namespace {
class Returns : public clang::RecursiveASTVisitor<Returns> {
public:
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }
  bool VisitReturnStmt(clang::ReturnStmt *s) {
    found.push_back(s);
    return true;
  }
  std::vector<const clang::ReturnStmt *> found;
};
} // namespace

bool KeptAddresses::isKeptBy(const clang::FunctionDecl *maker) {
  const clang::FunctionDecl *body = nullptr;
  const auto *method = dyn_cast<clang::CXXMethodDecl>(maker);
  if (!maker->hasBody(body) || (method && method->isVirtual()) ||
      maker->hasAttr<clang::WeakAttr>())
    return true;
  if (!makers.insert(body).second)
    return false;
  Returns returns;
  returns.TraverseStmt(body->getBody());
  return llvm::any_of(returns.found, [&](const clang::ReturnStmt *s) {
    const clang::VarDecl *made = s->getNRVOCandidate();
    if (made && fateOf(body, made, State::Object) != Fate::Passes)
      return true;
    return isKeptBy(made && made->hasInit() ? made->getInit()
                                            : s->getRetValue());
  });
}
