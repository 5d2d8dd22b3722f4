// Pointers to nodes, raw and smart.
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

using namespace regtt;
using namespace clang;

QualType regtt::smartPointee(QualType type, const ASTContext &ast) {
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->isInStdNamespace() || !record->getIdentifier())
    return {};
  const bool unique = record->getName() == "unique_ptr";
  if (!unique && record->getName() != "shared_ptr")
    return {};
  const TemplateArgument &held = record->getTemplateArgs()[0];
  if (held.getKind() != TemplateArgument::Type ||
      held.getAsType()->isArrayType())
    return {};
  if (unique && ast.getTypeSize(ast.getRecordType(record)) !=
                    ast.getTypeSize(ast.VoidPtrTy))
    return {};
  return held.getAsType();
}

QualType regtt::anyPointee(QualType type, const ASTContext &ast) {
  type = type.getNonReferenceType();
  return type->isPointerType() ? type->getPointeeType()
                               : smartPointee(type, ast);
}

/// Whether a member is called on a smart pointer; through `it->` the object is
/// what a pointer leads to. Members of std::shared_ptr are its bases': the
/// object is cast to one.
static bool isSmartPointer(const Expr *e) {
  QualType type = e->IgnoreParenImpCasts()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         (record->getName() == "unique_ptr" ||
          record->getName() == "shared_ptr");
}

/// The operand of one step that linkExpr takes back; null where there is none.
static const Expr *inner(const Expr *e) {
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(e))
    return cleanups->getSubExpr();
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e))
    return temporary->getSubExpr();
  // Of a number.
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
    return cast->getType()->isIntegerType() &&
                   cast->getSubExpr()->getType()->isIntegerType()
               ? cast->getSubExpr()
               : nullptr;
  if (const auto *unary = dyn_cast<UnaryOperator>(e))
    return unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf
               ? unary->getSubExpr()
               : nullptr;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e))
    return op->getNumArgs() == 1 && (op->getOperator() == OO_Star ||
                                     op->getOperator() == OO_Arrow)
               ? op->getArg(0)
               : nullptr;
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(e)) {
    const CXXMethodDecl *method = call->getMethodDecl();
    const Expr *object = call->getImplicitObjectArgument();
    return method && method->getIdentifier() && method->getName() == "get" &&
                   isSmartPointer(object)
               ? object
               : nullptr;
  }
  return nullptr;
}

const Expr *regtt::linkExpr(const Expr *e) {
  while (true) {
    e = e->IgnoreParenImpCasts();
    const Expr *held = inner(e);
    if (!held)
      return e;
    e = held;
  }
}

namespace {
class LinkReader {
public:
  LinkReader(const Function &function,
             llvm::function_ref<void(const Expr *)> visit)
      : function(function), visit(visit) {}

  void read(const Expr *e) {
    e = linkExpr(e);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      read(choice->getTrueExpr());
      return read(choice->getFalseExpr());
    }
    if (const auto *assign = dyn_cast<BinaryOperator>(e);
        assign && assign->getOpcode() == BO_Assign)
      return read(assign->getRHS());
    const VarDecl *var = variableOf(e);
    if (const LinkElement element = linkElement(function, e); element.array)
      var = element.array; // any of them
    if (!var || function.children.count(e) || function.eachChild.count(var))
      return visit(e);
    if (const auto values = function.linkValues.find(var);
        values != function.linkValues.end()) {
      if (seen.insert(var).second) // locals may be set to each other
        for (const Expr *value : values->second)
          read(value);
      return;
    }
    if (function.roles.lookup(var).kind == Role::Link && var->getInit())
      return read(var->getInit());
    visit(e);
  }

private:
  const Function &function;
  llvm::function_ref<void(const Expr *)> visit;
  llvm::SmallPtrSet<const VarDecl *, 4> seen;
};
} // namespace

const Expr *regtt::heldBy(const Function &function, const Expr *link) {
  while (true) {
    link = linkExpr(link);
    const VarDecl *var = variableOf(link);
    if (!var || function.roles.lookup(var).kind != Role::Link ||
        function.eachChild.count(var) || function.linkValues.count(var) ||
        !var->getInit())
      return link;
    link = var->getInit();
  }
}

LinkElement regtt::linkElement(const Function &function, const Expr *e) {
  LinkElement result;
  const VarDecl *var = arrayOf(linkExpr(e), &result.index);
  if (var && function.roles.lookup(var).kind == Role::Link &&
      pointerArray(var->getType(), var->getASTContext()))
    result.array = var;
  return result;
}

std::optional<std::pair<int64_t, QualType>>
regtt::pointerArray(QualType type, const ASTContext &ast) {
  std::optional<std::pair<int64_t, QualType>> result;
  if (const auto *array = ast.getAsConstantArrayType(type)) {
    result = {array->getSize().getSExtValue(), array->getElementType()};
  } else if (const auto *record =
                 dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                     type->getAsCXXRecordDecl());
             record && record->isInStdNamespace() && record->getIdentifier() &&
             record->getName() == "array") {
    result = {record->getTemplateArgs()[1].getAsIntegral().getExtValue(),
              record->getTemplateArgs()[0].getAsType()};
  }
  if (!result || !result->second->isPointerType() || result->first == 0)
    return std::nullopt;
  result->second = result->second->getPointeeType();
  return result;
}

llvm::SmallVector<const Expr *, 4> regtt::firstElements(const VarDecl *array,
                                                        const ASTContext &ast) {
  llvm::SmallVector<const Expr *, 4> result;
  const auto *list =
      array->getInit()
          ? dyn_cast<InitListExpr>(array->getInit()->IgnoreParenImpCasts())
          : nullptr;
  // A std::array holds a plain one.
  while (list && list->getNumInits() == 1 &&
         isa<InitListExpr>(list->getInit(0)))
    list = cast<InitListExpr>(list->getInit(0));
  if (list)
    for (const Expr *value : list->inits())
      result.push_back(isa<ImplicitValueInitExpr>(value) ? nullptr : value);
  const auto type = pointerArray(array->getType(), ast);
  result.resize(type ? type->first : 0, nullptr);
  return result;
}

void regtt::eachLink(const Function &function, const Expr *e,
                     llvm::function_ref<void(const Expr *)> visit) {
  LinkReader(function, visit).read(e);
}

const Expr *regtt::testedSmartPointer(const Expr *e) {
  const auto *call = dyn_cast<CXXMemberCallExpr>(e->IgnoreParenImpCasts());
  if (!call || !isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl()) ||
      !call->getType()->isBooleanType())
    return nullptr;
  const Expr *object = call->getImplicitObjectArgument();
  return isSmartPointer(object) ? linkExpr(object) : nullptr;
}
