// Small questions about the AST that the lowering passes share.
#include "Builder.h"

#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/Lexer.h>

using namespace regtt;
using namespace clang;

std::string Builder::sourceText(SourceRange range) const {
  const auto &manager = context.getSourceManager();
  const auto &options = context.getLangOpts();
  const CharSourceRange characters = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(range), manager, options);
  if (characters.isInvalid())
    return "";
  return Lexer::getSourceText(characters, manager, options).str();
}

const Expr *regtt::plain(const Expr *expr) {
  while (true) {
    const Expr *inner = expr->IgnoreParenImpCasts();
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto *constant = dyn_cast<ConstantExpr>(inner))
      inner = constant->getSubExpr();
    else if (const auto *parameter =
                 dyn_cast<SubstNonTypeTemplateParmExpr>(inner))
      inner = parameter->getReplacement();
    if (inner == expr)
      return expr;
    expr = inner;
  }
}

const VarDecl *regtt::namedVariable(const Expr *expr) {
  if (const auto *name = dyn_cast<DeclRefExpr>(plain(expr)))
    return dyn_cast<VarDecl>(name->getDecl());
  return nullptr;
}

const RecordDecl *regtt::pointedRecord(QualType type) {
  if (type->isPointerType() || type->isReferenceType())
    if (const auto *record = type->getPointeeType()->getAsRecordDecl())
      return record->getDefinition();
  return nullptr;
}

llvm::StringRef regtt::constructName(const clang::Stmt *stmt) {
  switch (stmt->getStmtClass()) {
#define CONSTRUCT(CLASS, WORDS)                                                \
  case clang::Stmt::CLASS##Class:                                              \
    return WORDS;
#include "regtt/Frontend/Constructs.def"
#undef CONSTRUCT
  default:
    return stmt->getStmtClassName();
  }
}

bool regtt::mentions(const clang::Stmt *stmt, const VarDecl *var) {
  if (!stmt)
    return false;
  if (const auto *name = dyn_cast<DeclRefExpr>(stmt))
    if (name->getDecl() == var)
      return true;
  for (const clang::Stmt *child : stmt->children())
    if (mentions(child, var))
      return true;
  return false;
}

/// A member function of a library container that only looks: `size`, `[]`,
/// `data`, `begin`. The non-const overloads look, too.
static bool onlyLooks(const FunctionDecl *callee) {
  if (!callee)
    return false;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!(method ? method->getParent()->isInStdNamespace()
               : callee->isInStdNamespace()))
    return false;
  if (method && method->isConst())
    return true;
  if (callee->getOverloadedOperator() == OO_Subscript)
    return true;
  const auto *name = callee->getIdentifier();
  static const llvm::StringRef names[] = {
      "data", "begin", "end", "cbegin", "cend", "size", "front", "back", "get"};
  return name && llvm::is_contained(names, name->getName());
}

bool regtt::isInvariant(const Expr *expr, const VarDecl *loopVar) {
  expr = plain(expr);
  if (const auto *name = dyn_cast<DeclRefExpr>(expr)) {
    const auto *var = dyn_cast<VarDecl>(name->getDecl());
    return name->getDecl() != loopVar &&
           !(var && var->getType().isVolatileQualified());
  }
  if (const auto *copy = dyn_cast<CXXConstructExpr>(expr);
      copy && copy->getConstructor()->isCopyOrMoveConstructor() &&
      copy->getConstructor()->isTrivial())
    return isInvariant(copy->getArg(0), loopVar);
  if (const auto *unary = dyn_cast<UnaryOperator>(expr)) {
    if (unary->isIncrementDecrementOp())
      return false;
  } else if (const auto *binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isAssignmentOp())
      return false;
  } else if (const auto *call = dyn_cast<CallExpr>(expr)) {
    if (!onlyLooks(call->getDirectCallee()))
      return false;
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
      return isInvariant(member->getImplicitObjectArgument(), loopVar) &&
             llvm::all_of(member->arguments(), [&](const Expr *argument) {
               return isInvariant(argument, loopVar);
             });
    return llvm::all_of(call->arguments(), [&](const Expr *argument) {
      return isInvariant(argument, loopVar);
    });
  } else if (!isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
                  CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, CXXThisExpr,
                  MemberExpr, ArraySubscriptExpr, ConditionalOperator,
                  ExplicitCastExpr, UnaryExprOrTypeTraitExpr, GNUNullExpr>(
                 expr)) {
    return false;
  }
  for (const clang::Stmt *child : expr->children())
    if (const auto *operand = dyn_cast_or_null<Expr>(child))
      if (!isInvariant(operand, loopVar))
        return false;
  return true;
}

bool regtt::isContiguous(QualType type) {
  const auto *record =
      type.getNonReferenceType()->getAs<RecordType>()
          ? dyn_cast<ClassTemplateSpecializationDecl>(
                type.getNonReferenceType()->getAsCXXRecordDecl())
          : nullptr;
  static const llvm::StringRef names[] = {"vector", "array", "span"};
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         llvm::is_contained(names, record->getName()) &&
         record->getTemplateArgs().size() > 0 &&
         record->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         !(record->getName() == "vector" &&
           record->getTemplateArgs()[0].getAsType()->isBooleanType());
}

/// Whether bases and fields come one after the other as in any struct of the
/// same fields: no packing, no use of a base's tail padding.
static bool isLaidOutPlainly(const RecordDecl *record, ASTContext &context) {
  if (record->hasAttr<PackedAttr>() || record->hasAttr<MaxFieldAlignmentAttr>())
    return false;
  const auto *cxx = dyn_cast<CXXRecordDecl>(record);
  if (!cxx || cxx->getNumBases() == 0)
    return true;
  const ASTRecordLayout &layout = context.getASTRecordLayout(record);
  CharUnits end = CharUnits::Zero();
  for (const CXXBaseSpecifier &base : cxx->bases()) {
    const auto *parent = base.getType()->getAsCXXRecordDecl();
    const CharUnits at = layout.getBaseClassOffset(parent);
    if (!parent->isEmpty() && at < end)
      return false;
    if (!parent->isEmpty())
      end = at + context.getASTRecordLayout(parent).getSize();
  }
  return record->field_empty() ||
         context.toCharUnitsFromBits(layout.getFieldOffset(0)) >= end;
}

bool regtt::isPairOrArray(const RecordDecl *record) {
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         (record->getName() == "pair" || record->getName() == "array");
}

bool regtt::isValueStruct(const RecordDecl *record, ASTContext &context) {
  record = record ? record->getDefinition() : nullptr;
  if (!record || record->isUnion() || record->isInvalidDecl() ||
      record->isLambda() || record->hasFlexibleArrayMember() ||
      !isLaidOutPlainly(record, context))
    return false;
  if (const auto *cxx = dyn_cast<CXXRecordDecl>(record)) {
    // A pair's assignment is its own, but no more than its parts'.
    if (cxx->isInStdNamespace() && !isPairOrArray(cxx))
      return false;
    if (cxx->isDynamicClass() ||
        !(cxx->isTriviallyCopyable() || isPairOrArray(cxx)))
      return false;
    for (const CXXBaseSpecifier &base : cxx->bases())
      if (!isPairOrArray(cxx) &&
          !isValueStruct(base.getType()->getAsRecordDecl(), context))
        return false;
  }
  return llvm::all_of(record->fields(), [&](const FieldDecl *field) {
    return isCopyable(field->getType(), context);
  });
}

bool regtt::isCopyable(QualType type, ASTContext &context) {
  type = type.getCanonicalType();
  while (const auto *array = dyn_cast<ConstantArrayType>(type))
    type = array->getElementType();
  if (const RecordDecl *record = type->getAsRecordDecl())
    return !type.isVolatileQualified() && isValueStruct(record, context);
  return (type->isArithmeticType() || type->isEnumeralType()) &&
         !type.isVolatileQualified() && !type->isAnyComplexType() &&
         !type->isAtomicType() &&
         !type->isSpecificBuiltinType(BuiltinType::LongDouble);
}

bool regtt::isScalar(QualType type) {
  return type->isArithmeticType() || type->isEnumeralType();
}
