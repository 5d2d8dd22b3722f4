// Casts: those of Clang are the language's, one by one; what only says how
// something is looked at is none.
#include "Body.h"

using namespace regtt;
using namespace regtt::toir;
using ir::CastOp;
using llvm::dyn_cast;

/// Whether the user wrote the conversion.
static bool isWritten(const clang::CastExpr *e) {
  const auto *implicit = dyn_cast<clang::ImplicitCastExpr>(e);
  return !implicit || implicit->isPartOfExplicitCast();
}

/// The language's cast of the same meaning.
static std::optional<CastOp> castOf(clang::CastKind kind) {
  switch (kind) {
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
    return CastOp::IntToInt;
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
  case clang::CK_PointerToBoolean:
    return CastOp::ToBool;
  case clang::CK_IntegralToFloating:
    return CastOp::IntToFloat;
  case clang::CK_FloatingToIntegral:
    return CastOp::FloatToInt;
  case clang::CK_FloatingCast:
    return CastOp::FloatToFloat;
  case clang::CK_BitCast:
    return CastOp::PtrToPtr;
  case clang::CK_PointerToIntegral:
    return CastOp::PtrToInt;
  case clang::CK_IntegralToPointer:
    return CastOp::IntToPtr;
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
    return CastOp::ToBase;
  case clang::CK_BaseToDerived:
    return CastOp::ToDerived;
  case clang::CK_LValueToRValueBitCast:
    return CastOp::Bits;
  default:
    return std::nullopt;
  }
}

const ir::Expr *Body::read(const clang::Expr *e) {
  const clang::Expr *plain = e->IgnoreParens();
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(plain))
    if (const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl()))
      if (const ir::Expr *constant = this->variable(variable, name))
        return constant;
  // Nothing else gets at what `(struct Hit){2, 0}` makes.
  if (const auto *literal = dyn_cast<clang::CompoundLiteralExpr>(plain);
      literal && !literal->getType()->isArrayType())
    return value(literal->getInitializer());
  // Of two places, the value of the one that is chosen, as C has it.
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(plain);
      choice && choice->isGLValue() && choice->getType()->isScalarType())
    return this->choice(choice, true);
  // std::min and the like answer with a reference to what they are given; who
  // reads that needs the value alone.
  if (const auto *call = dyn_cast<clang::CallExpr>(plain)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee && isLibrary(callee) && callee->getIdentifier() &&
        llvm::is_contained<llvm::StringRef>({"min", "max", "clamp"},
                                            callee->getName()))
      return libraryCall(call, callee, true);
  }
  const ir::Place *where = place(e);
  const ir::Expr *found = make.load(where);
  // A read of what is volatile happens once, here.
  return where && where->isVolatile ? pin(found) : found;
}

const ir::Expr *Body::cast(const clang::CastExpr *e) {
  const clang::Expr *from = e->getSubExpr();
  const ir::Type *to = type(e->getType());
  if (!to)
    return nullptr;
  switch (e->getCastKind()) {
  case clang::CK_LValueToRValue: {
    const auto *assignment =
        llvm::dyn_cast<clang::BinaryOperator>(from->IgnoreParens());
    const ir::Expr *found =
        assignment && assignment->getOpcode() == clang::BO_Assign
            ? assignedValue(assignment)
            : read(from);
    return found && found->type != to ? make.cast(CastOp::PtrToPtr, to, found)
                                      : found;
  }
  case clang::CK_NoOp:
  case clang::CK_UserDefinedConversion:
  case clang::CK_ConstructorConversion: {
    const ir::Expr *same = value(from);
    return same && same->type != to
               ? make.cast(CastOp::PtrToPtr, to, same, isWritten(e))
               : same;
  }
  case clang::CK_NullToPointer:
    discard(from);
    return to->isNullable() ? unit.module.null(to, at(e->getBeginLoc()))
                            : refuse(e, "a null of that type");
  case clang::CK_ToVoid:
    discard(from);
    return nullptr;
  case clang::CK_ArrayToPointerDecay: {
    const ir::Place *array = place(from);
    return make.address(make.element(
        array, make.integer(unit.module.intType(ir::IntType::I64), 0)));
  }
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr: {
    const auto *name = dyn_cast<clang::DeclRefExpr>(from->IgnoreParens());
    const auto *callee =
        name ? dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
    const ir::Function *made = callee ? unit.function(callee) : nullptr;
    return made ? make.cast(CastOp::PtrToPtr, to,
                            unit.module.addressOf(made, at(e->getBeginLoc())))
                : refuse(e, "the address of a function that has no name");
  }
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral: {
    // Of C's comparisons, which are ints.
    const ir::Expr *number = value(from);
    return make.cast(to->isBool() ? CastOp::ToBool : CastOp::IntToInt, to,
                     number, isWritten(e));
  }
  case clang::CK_IntegralToBoolean:
    return condition(from);
  case clang::CK_PointerToBoolean:
    // A function is somewhere, unless it may be left out.
    if (const auto *name =
            dyn_cast<clang::DeclRefExpr>(from->IgnoreParenCasts()))
      if (llvm::isa<clang::FunctionDecl>(name->getDecl()) &&
          !name->getDecl()->isWeakImported() && !name->getDecl()->isWeak())
        return unit.module.boolean(true);
    break;
  case clang::CK_LValueToRValueBitCast:
    return make.cast(CastOp::Bits, to, make.load(place(from)), isWritten(e));
  default:
    break;
  }
  const auto op = castOf(e->getCastKind());
  if (!op)
    return refuse(e, llvm::Twine("a cast: ") + e->getCastKindName());
  return make.cast(*op, to, value(from), isWritten(e));
}
