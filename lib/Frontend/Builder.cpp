// Small questions about the AST that the lowering passes share.
#include "Builder.h"

#include "Attributes.h"

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

/// Before C++17, a lambda that initialises a variable is moved there.
static bool movesLambda(const CXXConstructExpr *e) {
  return e->isElidable() && e->getConstructor()->getParent()->isLambda();
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
    else if (const auto *moved = dyn_cast<CXXConstructExpr>(inner);
             moved && movesLambda(moved))
      inner = moved->getArg(0);
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

/// Whether `decl` is the standard library's, in a namespace that its
/// implementation keeps its iterators in, too.
static bool isStandard(const Decl *decl) {
  const NamespaceDecl *outermost = nullptr;
  for (const DeclContext *at = decl->getDeclContext(); at; at = at->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(at))
      outermost = space;
  return outermost &&
         (outermost->isStdNamespace() || outermost->getName() == "__gnu_cxx");
}

bool regtt::onlyLooks(const FunctionDecl *callee) {
  if (!callee)
    return false;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!isStandard(callee))
    return false;
  // What a std::function holds is not known.
  if (callee->getOverloadedOperator() == OO_Call)
    return false;
  if (method && method->isConst())
    return true;
  switch (callee->getOverloadedOperator()) {
  case OO_Subscript: { // of a map, it inserts
    const auto *name = method ? method->getParent()->getIdentifier() : nullptr;
    return name && !name->getName().ends_with("map");
  }
  case OO_Star:
  case OO_Arrow:
  case OO_Plus:
  case OO_Minus:
  case OO_EqualEqual:
  case OO_ExclaimEqual:
  case OO_Less:
  case OO_LessEqual:
  case OO_Greater:
  case OO_GreaterEqual:
  case OO_Spaceship:
    return true;
  default:
    break;
  }
  const auto *name = callee->getIdentifier();
  static const llvm::StringRef names[] = {
      "data",     "begin",    "end",   "cbegin",    "cend",      "size",
      "front",    "back",     "get",   "min",       "max",       "clamp",
      "next",     "prev",     "ssize", "empty",     "move",      "forward",
      "as_const", "distance", "at",    "addressof", "make_pair", "make_tuple",
      "rbegin",   "rend"};
  return name && llvm::is_contained(names, name->getName());
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

/// Whether a field lies where a field of its type does in any struct, or later
/// by an alignment of its own, which its mirror has, too.
static bool isPlainField(const FieldDecl *field, ASTContext &context) {
  if (field->hasAttr<PackedAttr>() || field->hasAttr<NoUniqueAddressAttr>() ||
      field->isAnonymousStructOrUnion() || field->isMutable() ||
      !droppedAttribute(field).empty())
    return false;
  return field->isBitField() ||
         context.getDeclAlign(field) >=
             context.getTypeAlignInChars(field->getType().getCanonicalType());
}

/// Whether memory that is kept for records is not aligned as the struct is.
static bool isWidelyAligned(const RecordDecl *record, ASTContext &context) {
  static constexpr int64_t mostAlignment = 256; // as the runtime's buffers
  return context.getASTRecordLayout(record).getAlignment().getQuantity() >
         mostAlignment;
}

/// Whether bases and fields come one after the other as in any struct of the
/// same fields: no packing, no use of a base's tail padding.
static bool isLaidOutPlainly(const RecordDecl *record, ASTContext &context) {
  if (record->hasAttr<PackedAttr>() ||
      record->hasAttr<MaxFieldAlignmentAttr>() ||
      record->hasAttr<MSStructAttr>() || isWidelyAligned(record, context) ||
      !droppedAttribute(record).empty() ||
      !llvm::all_of(record->fields(), [&](const FieldDecl *field) {
        return isPlainField(field, context);
      }))
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
         (!type->isRealFloatingType() ||
          type->isSpecificBuiltinType(BuiltinType::Float) ||
          type->isSpecificBuiltinType(BuiltinType::Double));
}

bool regtt::isLarge(QualType container, const ASTContext &context) {
  static constexpr int64_t mostBytes = 256;
  const QualType type = container.getNonReferenceType();
  return context.getTypeSizeInChars(type).getQuantity() > mostBytes;
}

bool regtt::isScalar(QualType type) {
  return type->isArithmeticType() || type->isEnumeralType();
}
