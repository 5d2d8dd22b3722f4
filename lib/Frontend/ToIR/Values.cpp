// What expressions give: literals, variables, and the way to what else there
// is. What has no line here is refused by the name of its class.
#include "Body.h"
#include "LibraryCalls.h"

#include <clang/AST/APValue.h>
#include <clang/AST/StmtVisitor.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

/// What a parenthesis and the like hold; null where `e` is none of them.
static const clang::Expr *inside(const clang::Expr *e) {
  if (const auto *x = dyn_cast<clang::ParenExpr>(e))
    return x->getSubExpr();
  if (const auto *x = dyn_cast<clang::FullExpr>(e))
    return x->getSubExpr();
  if (const auto *x = dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return x->getSubExpr();
  if (const auto *x = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return x->getReplacement();
  if (const auto *x = dyn_cast<clang::CXXDefaultArgExpr>(e))
    return x->getExpr();
  if (const auto *x = dyn_cast<clang::GenericSelectionExpr>(e))
    return x->getResultExpr();
  if (const auto *x = dyn_cast<clang::ChooseExpr>(e))
    return x->getChosenSubExpr();
  return nullptr;
}

namespace {

class Values : public clang::ConstStmtVisitor<Values, const ir::Expr *> {
public:
  explicit Values(Body &body) : body(body), m(body.unit.module) {}

  const ir::Expr *VisitStmt(const clang::Stmt *s) {
    return body.refuse(s, s->getStmtClassName());
  }

  //===--- Constants ------------------------------------------------------===//

  const ir::Expr *VisitIntegerLiteral(const clang::IntegerLiteral *e) {
    const ir::Type *type = body.type(e->getType());
    return type ? m.integer(type, e->getValue(), at(e)) : nullptr;
  }
  const ir::Expr *VisitCharacterLiteral(const clang::CharacterLiteral *e) {
    const ir::Type *type = body.type(e->getType());
    return type ? m.integer(type, int64_t(e->getValue()), at(e)) : nullptr;
  }
  const ir::Expr *VisitFloatingLiteral(const clang::FloatingLiteral *e) {
    const auto *type =
        llvm::dyn_cast_or_null<ir::FloatType>(body.type(e->getType()));
    return type ? m.real(type, e->getValue(), at(e)) : nullptr;
  }
  const ir::Expr *VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *e) {
    return m.boolean(e->getValue(), at(e));
  }
  const ir::Expr *
  VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *e) {
    return m.null(body.type(e->getType()), at(e));
  }
  const ir::Expr *VisitGNUNullExpr(const clang::GNUNullExpr *e) {
    return body.make.integer(body.type(e->getType()), 0);
  }
  const ir::Expr *
  VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *e) {
    return zero(e);
  }
  const ir::Expr *
  VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *e) {
    return e->getType()->isVoidType() ? nullptr : zero(e);
  }
  const ir::Expr *
  VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *e) {
    return computed(e);
  }
  const ir::Expr *VisitOffsetOfExpr(const clang::OffsetOfExpr *e) {
    return computed(e);
  }
  const ir::Expr *VisitTypeTraitExpr(const clang::TypeTraitExpr *e) {
    return computed(e);
  }
  const ir::Expr *VisitSizeOfPackExpr(const clang::SizeOfPackExpr *e) {
    return computed(e);
  }
  const ir::Expr *VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr *e) {
    return computed(e);
  }
  const ir::Expr *VisitRequiresExpr(const clang::RequiresExpr *e) {
    return computed(e);
  }
  const ir::Expr *
  VisitConceptSpecializationExpr(const clang::ConceptSpecializationExpr *e) {
    return computed(e);
  }
  const ir::Expr *VisitStringLiteral(const clang::StringLiteral *e) {
    const auto *array =
        llvm::dyn_cast_or_null<ir::ArrayType>(body.type(e->getType()));
    const auto *character =
        array ? dyn_cast<ir::IntType>(array->element) : nullptr;
    if (!character)
      return nullptr;
    if (character->bits == 8 && array->count > e->getLength())
      return m.string(character, e->getString(), at(e), array->count);
    std::vector<const ir::Expr *> parts;
    for (unsigned k = 0; k < array->count; ++k)
      parts.push_back(m.integer(
          character, llvm::APInt(character->bits,
                                 k < e->getLength() ? e->getCodeUnit(k) : 0)));
    return body.make.aggregate(array, parts);
  }

  //===--- Names ----------------------------------------------------------===//

  const ir::Expr *VisitDeclRefExpr(const clang::DeclRefExpr *e) {
    if (const auto *constant =
            dyn_cast<clang::EnumConstantDecl>(e->getDecl())) {
      const ir::Type *type = body.type(e->getType());
      const auto format = type ? ir::integerFormat(type) : std::nullopt;
      if (!format)
        return nullptr;
      if (format->bits == 1)
        return body.make.cast(ir::CastOp::IntToInt, type,
                              m.boolean(constant->getInitVal().getBoolValue()));
      return body.make.spelled(
          m.integer(type, constant->getInitVal().extOrTrunc(format->bits),
                    at(e)),
          constant->getName());
    }
    return VisitStmt(e);
  }
  const ir::Expr *VisitCXXThisExpr(const clang::CXXThisExpr *e) {
    const ir::Place *self = body.thisPlace();
    return self ? body.make.address(self) : body.refuse(e, "'this' here");
  }
  const ir::Expr *VisitOpaqueValueExpr(const clang::OpaqueValueExpr *e) {
    if (const ir::Expr *known = body.opaque.lookup(e))
      return known;
    return e->getSourceExpr() ? body.value(e->getSourceExpr()) : VisitStmt(e);
  }

  /// `f().x` in C, where it is a value.
  const ir::Expr *VisitMemberExpr(const clang::MemberExpr *e) {
    return body.make.load(body.memberPlace(e));
  }

  //===--- What has a file of its own -------------------------------------===//

  const ir::Expr *VisitCastExpr(const clang::CastExpr *e) {
    return body.cast(e);
  }
  const ir::Expr *VisitUnaryOperator(const clang::UnaryOperator *e) {
    return body.unary(e);
  }
  const ir::Expr *VisitBinaryOperator(const clang::BinaryOperator *e) {
    return body.binary(e);
  }
  const ir::Expr *
  VisitConditionalOperator(const clang::ConditionalOperator *e) {
    return body.choice(e);
  }
  const ir::Expr *
  VisitBinaryConditionalOperator(const clang::BinaryConditionalOperator *e) {
    body.opaque[e->getOpaqueValue()] = body.pin(body.value(e->getCommon()));
    return body.choice(e);
  }
  const ir::Expr *VisitCallExpr(const clang::CallExpr *e) {
    return body.call(e);
  }
  const ir::Expr *VisitCXXConstructExpr(const clang::CXXConstructExpr *e) {
    return body.construct(e);
  }
  const ir::Expr *VisitInitListExpr(const clang::InitListExpr *e) {
    return body.list(e);
  }
  const ir::Expr *VisitLambdaExpr(const clang::LambdaExpr *e) {
    return body.closure(e);
  }

  const ir::Expr *
  VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr *e) {
    // The array behind it is of no interest: its elements are its value.
    const auto *held = dyn_cast<clang::MaterializeTemporaryExpr>(
        e->getSubExpr()->IgnoreParens());
    const ir::Expr *array =
        body.value(held ? held->getSubExpr() : e->getSubExpr());
    return body.make.library("std::initializer_list", body.type(e->getType()),
                             {array});
  }
  /// `char s[4] = {"abc"}` apart, an array is copied as a whole.
  const ir::Expr *VisitArrayInitLoopExpr(const clang::ArrayInitLoopExpr *e) {
    if (copiesItself(e->getType()))
      return body.refuse(e, "an object with a copy constructor as a value");
    return body.make.load(body.place(e->getCommonExpr()->getSourceExpr()));
  }
  const ir::Expr *VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *e) {
    return body.value(e->getExpr());
  }
  const ir::Expr *
  VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *e) {
    return body.value(e->getInitializer());
  }
  const ir::Expr *
  VisitCXXParenListInitExpr(const clang::CXXParenListInitExpr *e) {
    std::vector<Operand> operands;
    for (const clang::Expr *part : e->getInitExprs())
      operands.push_back({part, [=] { return body.value(part); }});
    return body.make.aggregate(body.type(e->getType()),
                               body.sequence(operands, Order::Given));
  }

  /// `a < b` by `<=>`: of iterators that are pointers here, theirs.
  const ir::Expr *
  VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *e) {
    const auto form = e->getDecomposedForm();
    const clang::Expr *iterator = iteratorIn(form.LHS);
    const ir::Type *left = body.type(iterator->getType());
    if (left && left->isPointer() && iterator->getType()->isRecordType())
      return body.compare(form.Opcode, iterator, iteratorIn(form.RHS));
    if (const ir::Expr *compared = pairComparison(
            body, clang::BinaryOperator::getOverloadedOperator(form.Opcode),
            form.LHS, form.RHS))
      return compared;
    if (const ir::Expr *compared = textComparison(
            body, clang::BinaryOperator::getOverloadedOperator(form.Opcode),
            form.LHS, form.RHS))
      return compared;
    return body.value(e->getSemanticForm());
  }

  //===--- What the language leaves out -----------------------------------===//

  const ir::Expr *VisitCXXNewExpr(const clang::CXXNewExpr *e) {
    return body.refuse(e, "new");
  }
  const ir::Expr *VisitCXXDeleteExpr(const clang::CXXDeleteExpr *e) {
    return body.refuse(e, "delete");
  }
  const ir::Expr *VisitCXXThrowExpr(const clang::CXXThrowExpr *e) {
    return body.refuse(e, "a throw");
  }
  const ir::Expr *VisitStmtExpr(const clang::StmtExpr *e) {
    return body.refuse(e, "a statement in an expression");
  }
  const ir::Expr *VisitVAArgExpr(const clang::VAArgExpr *e) {
    return body.refuse(e, "va_arg");
  }
  const ir::Expr *VisitAtomicExpr(const clang::AtomicExpr *e) {
    return body.refuse(e, "an atomic operation");
  }

private:
  Body &body;
  ir::Module &m;

  ir::Location at(const clang::Expr *e) { return body.at(e->getBeginLoc()); }

  const ir::Expr *zero(const clang::Expr *e) {
    const ir::Type *type = body.type(e->getType());
    const ir::Expr *made = body.unit.zero(type);
    return made || !type ? made : body.refuse(e, "a zero of that type");
  }

  /// What Clang can compute.
  const ir::Expr *computed(const clang::Expr *e) {
    clang::Expr::EvalResult result;
    if (!e->EvaluateAsRValue(result, body.unit.context))
      return VisitStmt(e);
    const ir::Expr *made = body.unit.constant(result.Val, e->getType());
    return body.make.spelled(
        made ? made : VisitStmt(e),
        clang::Lexer::getSourceText(
            clang::CharSourceRange::getTokenRange(e->getSourceRange()),
            body.unit.context.getSourceManager(),
            body.unit.context.getLangOpts()));
  }
};

} // namespace

const ir::Expr *Body::value(const clang::Expr *e) {
  if (!e)
    return nullptr;
  const llvm::SaveAndRestore here(make.loc, e->getExprLoc());
  if (meanings)
    if (const auto known = meanings->value(e))
      return *known;
  if (e->isGLValue() && !e->getType()->isFunctionType())
    return read(e);
  if (const auto *param = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return make.spelled(value(param->getReplacement()),
                        param->getParameter()->getName());
  if (const clang::Expr *held = inside(e))
    return value(held);
  return Values(*this).Visit(e);
}

/// A constant that has a name.
const ir::Expr *Body::variable(const clang::VarDecl *constant,
                               const clang::Expr *e) {
  const clang::QualType type = constant->getType();
  const bool isNumber = type->isArithmeticType() || type->isEnumeralType();
  const clang::VarDecl *with = nullptr;
  if (!isNumber || type.isVolatileQualified() ||
      !(constant->isConstexpr() ||
        (type.isConstQualified() && constant->hasGlobalStorage())) ||
      !constant->getAnyInitializer(with) || !with->hasConstantInitialization())
    return nullptr;
  const clang::APValue *value = with->evaluateValue();
  const ir::Expr *made = value ? unit.constant(*value, e->getType()) : nullptr;
  return make.spelled(made, constant->getName());
}

const ir::Expr *Body::reference(const clang::Expr *e) {
  const llvm::SaveAndRestore here(make.loc, e->getExprLoc());
  return make.reference(place(e));
}

const ir::Expr *Body::argument(const clang::Expr *e, clang::QualType type) {
  if (!type->isReferenceType())
    return value(e);
  if (type->getPointeeType()->isFunctionType())
    return refuse(e, "a reference to a function");
  const ir::Expr *given = reference(e);
  const ir::Type *wanted = this->type(type);
  // A reference to volatile may lead to what is not.
  if (given && wanted && given->type != wanted &&
      ir::pointeeOf(given->type) == ir::pointeeOf(wanted))
    return make.cast(ir::CastOp::PtrToPtr, wanted, given);
  return given;
}
