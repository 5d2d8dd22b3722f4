// Which classes a file shows, and what overrides what.
#include "regtt/Frontend/VirtualMethods.h"

#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt;

const clang::CXXMethodDecl *
regtt::firstOverridden(const clang::CXXMethodDecl *method) {
  const clang::CXXMethodDecl *result = nullptr;
  for (const clang::CXXMethodDecl *each : method->overridden_methods()) {
    const clang::CXXMethodDecl *first = firstOverridden(each);
    if (!first || (result && result != first))
      return nullptr;
    result = first;
  }
  return result ? result : method->getCanonicalDecl();
}

bool regtt::areOverridden(const clang::FunctionDecl *a,
                          const clang::FunctionDecl *b) {
  const auto *one = llvm::dyn_cast<clang::CXXMethodDecl>(a);
  const auto *other = llvm::dyn_cast<clang::CXXMethodDecl>(b);
  const clang::CXXMethodDecl *first =
      one && other && one->isVirtual() && other->isVirtual()
          ? firstOverridden(one)
          : nullptr;
  return first && first == firstOverridden(other);
}

namespace {

class DerivedClasses : public clang::RecursiveASTVisitor<DerivedClasses> {
public:
  explicit DerivedClasses(const clang::CXXRecordDecl *base)
      : base(base->getCanonicalDecl()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }
  bool VisitCXXRecordDecl(clang::CXXRecordDecl *record) {
    if (record->isThisDeclarationADefinition() &&
        !record->isDependentContext() && !record->isInvalidDecl() &&
        !record->isAbstract() &&
        (record->getCanonicalDecl() == base || record->isDerivedFrom(base)))
      found.push_back(record);
    return true;
  }

  std::vector<const clang::CXXRecordDecl *> found;

private:
  const clang::CXXRecordDecl *base;
};

} // namespace

std::vector<const clang::CXXRecordDecl *>
regtt::classesFrom(const clang::CXXRecordDecl *base,
                   clang::ASTContext &context) {
  DerivedClasses classes(base);
  classes.TraverseAST(context);
  return std::move(classes.found);
}
