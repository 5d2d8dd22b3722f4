// Where glvalues lie.
#include "Body.h"

#include <clang/AST/StmtVisitor.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Places : public clang::ConstStmtVisitor<Places, const ir::Place *> {
public:
  explicit Places(Body &body) : body(body), m(body.unit.module) {}

  const ir::Place *VisitStmt(const clang::Stmt *s) {
    return body.refuse(s, llvm::Twine("a place: ") + s->getStmtClassName());
  }

  const ir::Place *VisitCXXTypeidExpr(const clang::CXXTypeidExpr *e) {
    return body.refuse(e, "typeid");
  }

  //===--- What holds another ---------------------------------------------===//

  const ir::Place *VisitParenExpr(const clang::ParenExpr *e) {
    return body.place(e->getSubExpr());
  }
  const ir::Place *VisitConstantExpr(const clang::ConstantExpr *e) {
    return body.place(e->getSubExpr());
  }
  const ir::Place *VisitExprWithCleanups(const clang::ExprWithCleanups *e) {
    return body.place(e->getSubExpr());
  }
  const ir::Place *
  VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *e) {
    return body.place(e->getSubExpr());
  }
  const ir::Place *VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *e) {
    return body.place(e->getExpr());
  }
  const ir::Place *VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *e) {
    return body.place(e->getExpr());
  }
  const ir::Place *VisitSubstNonTypeTemplateParmExpr(
      const clang::SubstNonTypeTemplateParmExpr *e) {
    return body.place(e->getReplacement());
  }
  const ir::Place *VisitChooseExpr(const clang::ChooseExpr *e) {
    return Visit(e->getChosenSubExpr());
  }
  const ir::Place *
  VisitGenericSelectionExpr(const clang::GenericSelectionExpr *e) {
    return body.place(e->getResultExpr());
  }
  const ir::Place *VisitOpaqueValueExpr(const clang::OpaqueValueExpr *e) {
    if (const ir::Expr *known = body.opaque.lookup(e))
      return body.make.pointee(known);
    return e->getSourceExpr() ? body.place(e->getSourceExpr()) : VisitStmt(e);
  }
  /// `{x}` for a reference.
  const ir::Place *VisitInitListExpr(const clang::InitListExpr *e) {
    return e->isGLValue() && e->getNumInits() == 1 ? body.place(e->getInit(0))
                                                   : VisitStmt(e);
  }

  //===--- Names and members ----------------------------------------------===//

  const ir::Place *VisitDeclRefExpr(const clang::DeclRefExpr *e) {
    if (const auto *variable = dyn_cast<clang::VarDecl>(e->getDecl()))
      return body.placeOf(variable);
    if (const auto *binding = dyn_cast<clang::BindingDecl>(e->getDecl()))
      return body.placeOf(binding);
    if (const auto *param =
            dyn_cast<clang::TemplateParamObjectDecl>(e->getDecl()))
      return body.refuse(e, "the template's object '" +
                                param->getNameAsString() + "'");
    return VisitStmt(e);
  }

  const ir::Place *VisitMemberExpr(const clang::MemberExpr *e) {
    if (const auto *variable = dyn_cast<clang::VarDecl>(e->getMemberDecl())) {
      if (!isa<clang::CXXThisExpr>(e->getBase()->IgnoreParenImpCasts()))
        body.discard(e->getBase());
      return body.placeOf(variable);
    }
    const auto *member = dyn_cast<clang::FieldDecl>(e->getMemberDecl());
    if (!member)
      return VisitStmt(e);
    const ir::Place *base =
        e->isArrow() ? pointeeOf(e->getBase()) : objectOf(e->getBase());
    if (!base)
      return nullptr;
    if (isa<ir::LibraryType>(base->type))
      return body.make.member(base, member->getName());
    const ir::Place *found =
        body.make.field(base, body.unit.types.field(member));
    return found && found->type->isReference() ? body.make.deref(found) : found;
  }

  /// What a pointer leads to; one to a base, to that part of the object.
  const ir::Place *pointeeOf(const clang::Expr *pointer) {
    const auto *cast =
        dyn_cast<clang::ImplicitCastExpr>(pointer->IgnoreParens());
    if (!cast || (cast->getCastKind() != clang::CK_DerivedToBase &&
                  cast->getCastKind() != clang::CK_UncheckedDerivedToBase))
      return body.make.pointee(body.value(pointer));
    return basePart(pointeeOf(cast->getSubExpr()), cast);
  }

  /// The object of a base in the one at `place`.
  const ir::Place *basePart(const ir::Place *place,
                            const clang::CastExpr *cast) {
    for (const clang::CXXBaseSpecifier *base : cast->path()) {
      if (!place)
        return nullptr;
      if (isa<ir::LibraryType>(place->type))
        return body.make.pointee(body.make.cast(
            ir::CastOp::PtrToPtr,
            m.referenceTo(body.type(cast->getType()->isPointerType()
                                        ? cast->getType()->getPointeeType()
                                        : cast->getType())),
            body.make.reference(place)));
      place = body.make.field(
          place, body.unit.types.base(place->type, base->getType()));
    }
    return place;
  }

  const ir::Place *objectOf(const clang::Expr *e) {
    return e->isGLValue() ? body.place(e) : held(e);
  }

  /// A value that is given a place.
  const ir::Place *held(const clang::Expr *e) {
    if (hasOwnDestructor(e->getType()))
      return body.refuse(e, "a destructor");
    const ir::Type *type = body.type(e->getType());
    if (!type || type->isVoid())
      return nullptr;
    auto *variable =
        m.variable(ir::Variable::Local, "t", type, body.at(e->getBeginLoc()));
    auto *declared = m.var(variable, nullptr, body.at(e->getBeginLoc()));
    body.emit(declared);
    const ir::Place *place = m.place(variable);
    body.initialize(place, e);
    return place;
  }

  const ir::Place *
  VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *e) {
    return held(e->getSubExpr());
  }
  const ir::Place *
  VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *e) {
    return held(e->getInitializer());
  }

  //===--- Steps ----------------------------------------------------------===//

  const ir::Place *VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *e) {
    const clang::Expr *base = e->getBase(), *index = e->getIdx();
    const auto *decay = dyn_cast<clang::ImplicitCastExpr>(base->IgnoreParens());
    if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay ||
        !decay->getSubExpr()->isLValue()) {
      const auto parts =
          body.sequence({{base, [&] { return body.value(base); }},
                         {index, [&] { return body.value(index); }}},
                        body.isC() ? Order::Open : Order::Given);
      return parts[0] && parts[1] ? body.make.pointee(parts[0], parts[1])
                                  : nullptr;
    }
    const ir::Place *array = body.place(decay->getSubExpr());
    const ir::Expr *at = nullptr;
    const ir::BlockStatement *effects =
        body.capture([&] { at = body.value(index); });
    if (!effects->statements.empty())
      array = body.pin(array);
    body.splice(effects);
    return body.make.element(array, at);
  }

  const ir::Place *VisitUnaryOperator(const clang::UnaryOperator *e) {
    switch (e->getOpcode()) {
    case clang::UO_Deref:
      return body.make.pointee(body.value(e->getSubExpr()));
    case clang::UO_PreInc:
    case clang::UO_PreDec:
      return body.step(e, nullptr, true);
    case clang::UO_Extension:
      return body.place(e->getSubExpr());
    default:
      return VisitStmt(e);
    }
  }

  const ir::Place *VisitBinaryOperator(const clang::BinaryOperator *e) {
    if (e->isAssignmentOp())
      return body.assign(e, true);
    if (e->getOpcode() == clang::BO_Comma) {
      body.discard(e->getLHS());
      return body.place(e->getRHS());
    }
    if (e->isPtrMemOp())
      return member(e);
    return VisitStmt(e);
  }

  /// `x.*f`, where Clang knows f.
  const ir::Place *member(const clang::BinaryOperator *e) {
    clang::Expr::EvalResult result;
    const clang::Expr *which = e->getRHS();
    if (!which->EvaluateAsRValue(result, body.unit.context) ||
        !result.Val.isMemberPointer())
      return body.refuse(e, "a pointer to a member that is not known");
    const auto *field = llvm::dyn_cast_or_null<clang::FieldDecl>(
        result.Val.getMemberPointerDecl());
    if (!field)
      return body.refuse(e, "a pointer to a function of a class");
    const ir::Place *base = e->getOpcode() == clang::BO_PtrMemI
                                ? body.make.pointee(body.value(e->getLHS()))
                                : objectOf(e->getLHS());
    return body.make.field(base, body.unit.types.field(field));
  }

  const ir::Place *
  VisitConditionalOperator(const clang::ConditionalOperator *e) {
    return body.placeOfChoice(e);
  }

  //===--- Casts, calls and texts -----------------------------------------===//

  const ir::Place *VisitCastExpr(const clang::CastExpr *e) {
    const clang::Expr *from = e->getSubExpr();
    switch (e->getCastKind()) {
    case clang::CK_NoOp:
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion:
      return body.place(from);
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      return basePart(objectOf(from), e);
    case clang::CK_BaseToDerived:
    case clang::CK_LValueBitCast: {
      const ir::Type *to = body.type(e->getType());
      const bool isBits = e->getCastKind() == clang::CK_LValueBitCast;
      const ir::Expr *reference = body.reference(from);
      return to ? body.make.pointee(body.make.cast(
                      isBits ? ir::CastOp::PtrToPtr : ir::CastOp::ToDerived,
                      m.referenceTo(to), reference, true))
                : nullptr;
    }
    default:
      return body.refuse(e, llvm::Twine("a cast: ") + e->getCastKindName());
    }
  }

  const ir::Place *VisitCallExpr(const clang::CallExpr *e) {
    const clang::FunctionDecl *callee = e->getDirectCallee();
    if (callee && isLibrary(callee)) {
      if (const ir::Place *place = body.libraryPlace(e, callee))
        return place;
      if (const ir::Place *place = body.chosenPlace(e, callee))
        return place;
    }
    const ir::Expr *found = body.call(e);
    if (!found || found->type->isReference())
      return body.make.pointee(found);
    return body.refuse(e, "which of two objects it is");
  }

  const ir::Place *VisitStringLiteral(const clang::StringLiteral *e) {
    const auto *array =
        llvm::dyn_cast_or_null<ir::ArrayType>(body.type(e->getType()));
    const auto *character =
        array ? dyn_cast<ir::IntType>(array->element) : nullptr;
    if (!character || character->bits != 8)
      return body.refuse(e, "a string of wide characters");
    return m.place(m.string(character, e->getString(),
                            body.at(e->getBeginLoc()), array->count));
  }
  const ir::Place *VisitPredefinedExpr(const clang::PredefinedExpr *e) {
    return VisitStringLiteral(e->getFunctionName());
  }

private:
  Body &body;
  ir::Module &m;
};

} // namespace

const ir::Place *Body::place(const clang::Expr *e) {
  const llvm::SaveAndRestore here(make.loc, e->getExprLoc());
  if (meanings)
    if (const auto known = meanings->place(e))
      return *known;
  if (e->isPRValue())
    return Places(*this).held(e);
  return Places(*this).Visit(e);
}

const ir::Place *Body::memberPlace(const clang::MemberExpr *e) {
  return Places(*this).VisitMemberExpr(e);
}
