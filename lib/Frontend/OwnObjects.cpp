// Which object of an iteration's own a parameter of the traversal is bound to:
// one that an array holds at the loop variable, or what the host file finds or
// computes for each iteration.
#include "OwnObjects.h"

#include "BodyScan.h"
#include "Identity.h"
#include "LoopBody.h"
#include "SharedArrays.h"

using namespace regtt;
using namespace clang;

const Expr *regtt::pointedAt(const Expr *object) {
  const auto *address = dyn_cast<UnaryOperator>(plain(object));
  return address && address->getOpcode() == UO_AddrOf
             ? address->getSubExpr()->IgnoreParens()
             : object;
}

bool regtt::fits(const ASTContext &context, QualType type, QualType object) {
  const auto same = [&](QualType a, QualType b) {
    return context.hasSameUnqualifiedType(a, b);
  };
  if (const auto *array = context.getAsArrayType(object);
      array && type->isPointerType() && isScalar(array->getElementType()))
    object = array->getElementType();
  return same(type->isPointerType() ? type->getPointeeType()
                                    : type.getNonReferenceType(),
              object);
}

bool regtt::isOwnLocal(const Builder &builder, const Expr *object) {
  object = plain(object);
  if (const VarDecl *var = namedVariable(object)) {
    const auto local = builder.body.locals.find(var);
    if (local != builder.body.locals.end() &&
        local->second.kind == LoopLocal::Alias)
      return boundTo(builder.body, var) &&
             isOwnLocal(builder, boundTo(builder.body, var));
    return !var->getType()->isReferenceType() &&
           !var->getType()->isPointerType() &&
           (local != builder.body.locals.end() ||
            var == builder.model.loop.var);
  }
  if (const auto *address = dyn_cast<UnaryOperator>(object);
      address && address->getOpcode() == UO_AddrOf)
    return isOwnLocal(builder, address->getSubExpr());
  if (const auto *member = dyn_cast<MemberExpr>(object))
    return !member->isArrow() && isOwnLocal(builder, member->getBase());
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(object)) {
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    return base->getType()->isArrayType() && isOwnLocal(builder, base);
  }
  return false;
}

bool regtt::isLoopNumber(const Builder &builder, const ParmVarDecl *param,
                         const Expr *first) {
  return builder.model.loop.form == QueryLoop::Counted &&
         namedVariable(standsFor(builder, first)) == builder.model.loop.var &&
         param->getType()->isIntegerType();
}

/// Whether the traversal itself changes the size of the vector that its
/// parameter `name` is.
static bool changesSize(const FunctionDecl *fn, llvm::StringRef name) {
  bool result = false;
  walkExpr(fn->getBody(), [&](const Expr *e) {
    const auto *call = dyn_cast<CXXMemberCallExpr>(e);
    const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
    const VarDecl *of =
        method ? namedVariable(call->getImplicitObjectArgument()) : nullptr;
    result |= of && isa<ParmVarDecl>(of) && of->getName() == name &&
              method->getIdentifier() &&
              llvm::is_contained(
                  {"push_back", "emplace_back", "pop_back", "clear", "resize"},
                  method->getName());
  });
  return result;
}

/// Whether `var` is a container of the body's own that the traversal, whose
/// parameter is `name`, changes the size of.
static bool growsIn(const Builder &builder, const VarDecl *var,
                    llvm::StringRef name) {
  return isOwnContainer(builder, var) &&
         (var->getType()->getAsRecordDecl()->getName() != "vector" ||
          changesSize(builder.traversal, name) ||
          llvm::any_of(
              builder.containerBounds,
              [&](const Builder::Bound &bound) { return bound.text == name; }));
}

bool regtt::isOwnResult(const Builder &builder, const ParmVarDecl *param,
                        const Expr *first) {
  const QualType type = param->getType();
  if ((!type->isPointerType() && !type->isReferenceType()) ||
      type->getPointeeType().isConstQualified())
    return false;
  const VarDecl *var = namedVariable(pointedAt(first));
  return var &&
         (canKeep(builder, var) || growsIn(builder, var, param->getName()));
}

/// It is kept, and its address is in the iteration's record.
static std::optional<unsigned>
ownContainer(Builder &builder, const Expr *object, llvm::StringRef name) {
  const VarDecl *var = namedVariable(object);
  if (!var || !growsIn(builder, var, name))
    return std::nullopt;
  return containerOperand(builder, var, name);
}

/// A variable of the body's own that the traversal writes its result into;
/// each iteration has one in its record.
static std::optional<unsigned> ownResult(Builder &builder, const Expr *object,
                                         llvm::StringRef name) {
  const VarDecl *var = namedVariable(object);
  if (!var || !canKeep(builder, var) || var->getType().isConstQualified())
    return std::nullopt;
  return keptOperand(builder, var, name);
}

std::optional<OperandPart> regtt::foundAhead(Builder &builder,
                                             const ParmVarDecl *param,
                                             const Expr *first, bool changes) {
  const QualType type = param->getType();
  const Expr *object = first->IgnoreParens();
  const bool pointer = type->isPointerType();
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(object)) {
    if (cast->getCastKind() != CK_NoOp &&
        cast->getCastKind() != CK_ArrayToPointerDecay)
      break;
    object = cast->getSubExpr()->IgnoreParens();
  }
  // A base may lie elsewhere in the object than the object begins.
  const auto *cast = dyn_cast<ImplicitCastExpr>(object);
  const bool converted = cast && cast->getCastKind() != CK_LValueToRValue;
  QualType found = object->getType();
  if (pointer && found->isPointerType())
    found = found->getPointeeType();
  bool copied = false;
  standsFor(builder, object, &copied);
  const bool exists =
      !converted &&
      (pointer ||
       (type->isReferenceType() && object->isLValue() &&
        !isa<MaterializeTemporaryExpr>(object) && !object->refersToBitField()));
  std::optional<unsigned> operand;
  // What the query program declares nobody else sees.
  if (const VarDecl *var = namedVariable(pointedAt(object));
      var && builder.body.ofProgram.count(var) &&
      !builder.body.locals.count(var))
    return !converted && fits(builder.context, type, found) &&
                   !var->getType()->isReferenceType() &&
                   (!pointer || found->isArrayType() ||
                    !var->getType()->isPointerType())
               ? std::optional(
                     OperandPart{scratchOf(builder, var), {}, found, false})
               : std::nullopt;
  if (changes && !converted && fits(builder.context, type, found))
    if (const auto own =
            ownResult(builder, pointedAt(object), param->getName()))
      return OperandPart{*own, {}, found, false};
  if (changes && !converted && fits(builder.context, type, found))
    if (const auto own =
            ownContainer(builder, pointedAt(object), param->getName()))
      return OperandPart{*own, {}, found, false};
  if (exists && !(changes && copied) && !isOwnLocal(builder, object) &&
      fits(builder.context, type, found) && !found.isVolatileQualified())
    operand = addInput(builder, object, found, true, param->getName());
  else if (pointer && !changes && !converted && isOwnLocal(builder, object) &&
           isCopyable(type->getPointeeType(), builder.context) &&
           fits(builder.context, type, found))
    operand =
        addInput(builder, pointedAt(object), found, false, param->getName());
  else if (!pointer && !changes &&
           isCopyable(found = type.getNonReferenceType().getUnqualifiedType(),
                      builder.context))
    operand = addInput(builder, first, found, false, param->getName());
  if (!operand)
    return std::nullopt;
  return OperandPart{*operand, {}, found, !exists};
}

/// Whether the traversal may reach `part` in another way than by `param`, and
/// so change it: by another parameter, by `this`, by the loop variable.
static bool mayChange(Builder &builder, const OperandPart &part,
                      const ParmVarDecl *param) {
  const FunctionDecl *fn = builder.traversal;
  const Traversal &traversal = builder.model.traversal;
  const QueryOperand &object = builder.model.loop.operands[part.number];
  const auto leads = [&](const std::optional<LocatedPart> &other) {
    return other && other->operand.elementText == object.elementText &&
           isSameExpr(builder.context, other->operand.container,
                      object.container);
  };
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(builder.firstCall);
      member && traversal.nodeParam) {
    const Expr *of = member->getImplicitObjectArgument();
    if (leads(of->getType()->isPointerType() ? locatePointee(builder, of)
                                             : locateOperand(builder, of)))
      return true;
  }
  for (unsigned k = 0; k < fn->getNumParams(); ++k) {
    const ParmVarDecl *other = fn->getParamDecl(k);
    const Expr *first = builder.firstArgs[k];
    const QualType type = other->getType();
    if (other == param || other == traversal.nodeParam)
      continue;
    if (isLoopNumber(builder, other, first) ||
        (type->isPointerType() && leads(locatePointee(builder, first))) ||
        (type->isReferenceType() && leads(locateOperand(builder, first))))
      return true;
  }
  return false;
}

std::optional<OperandPart> regtt::findOwnObject(Builder &builder,
                                                const ParmVarDecl *param,
                                                const Expr *first) {
  const QualType type = param->getType();
  auto part = findOperand(builder, first, type->isPointerType());
  const bool through = type->isPointerType() || type->isReferenceType();
  const bool changes = through && !type->getPointeeType().isConstQualified();
  if (part &&
      (!fits(builder.context, type, part->type) || (part->copied && changes)))
    part = std::nullopt;
  if (part && !through && mayChange(builder, *part, param))
    part = std::nullopt; // a copy stays as it is
  return part ? part : foundAhead(builder, param, first, changes);
}
