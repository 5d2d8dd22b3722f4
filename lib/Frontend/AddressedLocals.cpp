// Finds where variables are named, and where only their values are meant.
#include "regtt/Frontend/AddressedLocals.h"

#include "regtt/Frontend/KnownCalls.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/ADT/StringSet.h>

#include <vector>

using namespace regtt;
using namespace clang;

namespace {

class AddressFinder : public RecursiveASTVisitor<AddressFinder> {
public:
  explicit AddressFinder(ASTContext &context) : context(context) {}

  bool VisitDeclRefExpr(DeclRefExpr *name) {
    if (isa<VarDecl>(name->getDecl()))
      mentions.push_back(name);
    return true;
  }
  bool VisitCastExpr(CastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue)
      isValue(cast->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *e) {
    if (e->isAssignmentOp() && isDropped(e))
      isValue(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *e) {
    if (e->isIncrementDecrementOp() && isDropped(e))
      isValue(e->getSubExpr());
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *e) {
    if (!e->isArgumentType())
      isValue(e->getArgumentExpr());
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *e) {
    if (isVector(e->getType()))
      for (const Expr *each : e->arguments())
        isGiven(each);
    return true;
  }
  bool VisitCallExpr(CallExpr *e) {
    const FunctionDecl *function = e->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
    const bool isKnown =
        function && (method ? isVectors(*method)
                            : isOfNumbers(function, context) && isDropped(e));
    for (const Expr *each : e->arguments())
      if (isKnown)
        isGiven(each);
    return true;
  }

  llvm::DenseSet<const VarDecl *> addressed() const {
    llvm::DenseSet<const VarDecl *> result;
    for (const DeclRefExpr *each : mentions)
      if (!values.contains(each))
        result.insert(cast<VarDecl>(each->getDecl()));
    return result;
  }

private:
  /// Of std::vector's, that keep no address.
  static bool isVectors(const CXXMethodDecl &method) {
    static const llvm::StringSet<> names = {"push_back", "resize", "assign"};
    const CXXRecordDecl *record = method.getParent();
    return isInStd(record) && record->getIdentifier() &&
           record->getName() == "vector" && method.getIdentifier() &&
           names.contains(method.getName());
  }

  /// By a reference to what is constant.
  void isGiven(const Expr *e) {
    e = withoutQualification(e);
    if (e->isLValue() && isScalar(e->getType()))
      isValue(e);
  }

  void isValue(const Expr *e) {
    if (const auto *name = dyn_cast<DeclRefExpr>(e->IgnoreParens()))
      values.insert(name);
  }

  /// Whether nobody gets `e` as the variable: `&++i`, `int &r = (i = 3)`.
  bool isDropped(const Expr *e) const {
    if (!e->isLValue())
      return true;
    const DynTypedNodeList parents = context.getParents(*e);
    if (parents.size() != 1)
      return false;
    if (const auto *cast = parents[0].get<CastExpr>())
      return cast->getCastKind() == CK_LValueToRValue ||
             cast->getCastKind() == CK_ToVoid;
    if (const auto *inner = parents[0].get<Expr>()) {
      const auto *pair = dyn_cast<BinaryOperator>(inner);
      if (isa<ExprWithCleanups, ParenExpr>(inner))
        return isDropped(inner);
      return pair && pair->getOpcode() == BO_Comma &&
             (pair->getLHS() == e || isDropped(pair));
    }
    const auto *s = parents[0].get<clang::Stmt>();
    return s && !isa<ReturnStmt, DeclStmt>(s);
  }

  ASTContext &context;
  std::vector<const DeclRefExpr *> mentions;
  llvm::DenseSet<const DeclRefExpr *> values; ///< whose value alone is meant
};

} // namespace

llvm::DenseSet<const VarDecl *> regtt::addressedLocals(ASTContext &context,
                                                       clang::Stmt *body) {
  AddressFinder finder(context);
  finder.TraverseStmt(body);
  return finder.addressed();
}
