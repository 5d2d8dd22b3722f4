// Known are the language's own operators on numbers and pointers, and what of
// the library is listed (KnownCalls.cpp); all else may do anything.
#include "HostReader.h"

#include "regtt/Frontend/AddressedLocals.h"
#include "regtt/Frontend/KnownCalls.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

#include <utility>

using namespace regtt;
using namespace clang;

/// Without what changes nothing of when it is evaluated.
static const clang::Stmt *bare(const clang::Stmt *s) {
  while (true) {
    const auto *e = dyn_cast<Expr>(s);
    const auto *cleaned = dyn_cast<ExprWithCleanups>(s);
    const clang::Stmt *inner = cleaned ? cleaned->getSubExpr()
                               : e     ? e->IgnoreParens()
                                       : s;
    if (inner == s)
      return s;
    s = inner;
  }
}

HostAccess HostReader::read(const clang::Stmt *s) {
  begin = s->getBeginLoc();
  visit(s);
  // Lvalues are asked for ahead of it all. Of vectors only those matter that
  // change which elements they have.
  const bool hasLvalue = llvm::any_of(
      access.bytes, [](const auto &each) { return !each.isVector; });
  if ((hasLvalue && effects != llvm::ArrayRef<const clang::Stmt *>() &&
       effects != llvm::ArrayRef<const clang::Stmt *>(bare(s))) ||
      (!access.bytes.empty() && !hasLvalue && swaps))
    access.isOpen = true;
  return std::move(access);
}

void HostReader::open() { access.isOpen = true; }

void HostReader::visit(const clang::Stmt *s) {
  if (!s || access.isOpen)
    return;
  if (const auto *e = dyn_cast<Expr>(s))
    return expression(e->IgnoreParens());
  if (const auto *declared = dyn_cast<DeclStmt>(s)) {
    for (const Decl *each : declared->decls())
      declaration(each);
    // One may be named where another is set.
    if (!declared->isSingleDecl() && !access.bytes.empty())
      open();
    return;
  }
  if (isa<NullStmt, BreakStmt, ContinueStmt, GotoStmt>(s))
    return;
  if (const auto *result = dyn_cast<ReturnStmt>(s))
    return result->getRetValue() ? visit(result->getRetValue()) : void();
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(s))
    return range(*loop);
  if (!isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt>(s))
    return open();
  // Under conditions, or again.
  for (const clang::Stmt *child : s->children())
    visitSometimes(child);
}

void HostReader::visitSometimes(const clang::Stmt *s) {
  const bool wasSure = std::exchange(isSure, false);
  visit(s);
  isSure = wasSure;
}

void HostReader::range(const CXXForRangeStmt &s) {
  const Expr *over = s.getRangeInit();
  const QualType element = s.getLoopVariable()->getType();
  if (s.getInit() || over->isTypeDependent() || element->isDependentType() ||
      !isArrayClass(over->getType()) ||
      isa<DecompositionDecl>(s.getLoopVariable()))
    return open();
  visit(over);
  if (!isElementItself(*s.getLoopVariable()))
    return open();
  if (!element->isReferenceType())
    touchVector(over, /*isWritten=*/false);
  visitSometimes(s.getBody());
}

bool regtt::isElementItself(const VarDecl &variable) {
  const Expr *init = variable.getInit();
  if (!init || isa<DecompositionDecl>(variable))
    return false;
  if (variable.getType()->isReferenceType())
    return isa<UnaryOperator, CXXOperatorCallExpr>(init) && init->isLValue();
  const auto *value = dyn_cast<ImplicitCastExpr>(init);
  return value && value->getCastKind() == CK_LValueToRValue &&
         isScalar(variable.getType());
}

/// Whether its end is nothing but that, or that of numbers.
static bool endsQuietly(const VarDecl &variable, const ASTContext &context) {
  return !variable.hasAttr<CleanupAttr>() &&
         (variable.needsDestruction(context) == QualType::DK_none ||
          isVectorOfNumbers(variable.getType()));
}

void HostReader::declaration(const Decl *decl) {
  const auto *variable = dyn_cast<VarDecl>(decl);
  if (!variable)
    return isa<TypedefNameDecl, TagDecl, UsingDecl, UsingDirectiveDecl>(decl)
               ? void()
               : open();
  if (!variable->hasLocalStorage() || !variable->getInit())
    return variable->hasLocalStorage() && !variable->hasInit() &&
                   endsQuietly(*variable, context)
               ? void()
               : open();
  if (variable->getType()->isDependentType() ||
      isa<DecompositionDecl>(variable) || !endsQuietly(*variable, context))
    return open();
  if (variable->getType()->isReferenceType())
    return lvalue(variable->getInit());
  visit(variable->getInit());
}

void HostReader::lvalue(const Expr *e) {
  e = e->IgnoreParens();
  if (isa<DeclRefExpr, CXXThisExpr, StringLiteral>(e))
    return;
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return isa<FieldDecl>(member->getMemberDecl())
               ? (member->isArrow() ? visit(member->getBase())
                                    : lvalue(member->getBase()))
               : open();
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(e);
      cast && cast->getCastKind() == CK_NoOp)
    return lvalue(cast->getSubExpr());
  if (isa<ArraySubscriptExpr, UnaryOperator, CallExpr>(e))
    return visit(e);
  open();
}

/// What is repeated stands in one line, and has no remark in it.
static bool isOneLine(llvm::StringRef text) {
  return text.find_first_of("\n\\") == llvm::StringRef::npos &&
         !text.contains("//") && !text.contains("/*");
}

/// A variable that nobody else reaches, or that never changes.
bool HostReader::isOwn(const Expr *place) const {
  const Expr *root = place;
  while (const auto *member = dyn_cast<MemberExpr>(root)) {
    if (member->isArrow())
      break;
    root = member->getBase()->IgnoreParenImpCasts();
  }
  if (const VarDecl *variable = namedVariable(root);
      variable && variable->getStorageClass() == SC_Register)
    return true;
  const auto *name = dyn_cast<DeclRefExpr>(place);
  const VarDecl *variable = namedVariable(place);
  if (!variable || variable->getType()->isReferenceType() ||
      !isScalar(variable->getType()))
    return false;
  return variable->getType().isConstQualified() ||
         (variable->hasLocalStorage() && !addressed.count(variable) &&
          !name->refersToEnclosingVariableOrCapture());
}

void HostReader::touch(const Expr *place, bool isWritten) {
  place = place->IgnoreParens();
  if (isOwn(place))
    return;
  if (!isSure)
    return touchElement(place, isWritten);
  const SourceRange range = place->getSourceRange();
  const auto *member = dyn_cast<MemberExpr>(place);
  const auto *field =
      member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (range.getBegin().isMacroID() || range.getEnd().isMacroID() ||
      (field && field->isBitField()))
    return open();
  const std::string text = textOf(range);
  if (!isOneLine(text))
    return open();
  access.bytes.push_back({text, isWritten});
}

std::string HostReader::textOf(SourceRange range) const {
  return Lexer::getSourceText(CharSourceRange::getTokenRange(range),
                              context.getSourceManager(), context.getLangOpts())
      .str();
}

void HostReader::touchElement(const Expr *place, bool isWritten) {
  const auto *element = dyn_cast<CXXOperatorCallExpr>(place);
  touchVector(element && element->getOperator() == OO_Subscript
                  ? element->getArg(0)
                  : nullptr,
              isWritten);
}

bool HostReader::isThereAhead(const Expr *e) const {
  e = e->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(e))
    return true;
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return isa<FieldDecl>(member->getMemberDecl()) &&
           (!member->isArrow() ||
            isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) &&
           isThereAhead(member->getBase());
  const VarDecl *variable = namedVariable(e);
  return variable && begin.isFileID() &&
         context.getSourceManager().isBeforeInTranslationUnit(
             variable->getLocation(), begin);
}

void HostReader::touchVector(const Expr *vector, bool isWritten) {
  if (!vector || !isVector(vector->getType()) || !isThereAhead(vector) ||
      vector->getBeginLoc().isMacroID() || vector->getEndLoc().isMacroID()) {
    access.readsAny = true;
    access.isOpen |= isWritten;
    return;
  }
  const std::string name = textOf(vector->getSourceRange());
  if (!isOneLine(name))
    return open();
  for (HostAccess::Bytes &each : access.bytes)
    if (each.isVector && each.text == name) {
      each.isWritten |= isWritten;
      return;
    }
  access.bytes.push_back({name, isWritten, /*isVector=*/true});
}

void HostReader::assignment(const Expr &e, const Expr *to) {
  if (!isScalar(to->getType()))
    return open();
  lvalue(to);
  touch(to, true);
  effects.push_back(&e);
}

void HostReader::expression(const Expr *e) {
  if (e->isTypeDependent() || e->isValueDependent() ||
      e->getType().isVolatileQualified())
    return open();
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          CXXNullPtrLiteralExpr, GNUNullExpr, StringLiteral, DeclRefExpr,
          CXXThisExpr, UnaryExprOrTypeTraitExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr>(e))
    return;
  if (const auto *inner = dyn_cast<ExprWithCleanups>(e))
    return visit(inner->getSubExpr());
  if (const auto *constant = dyn_cast<ConstantExpr>(e))
    return visit(constant->getSubExpr());
  if (const auto *made = dyn_cast<MaterializeTemporaryExpr>(e))
    return visit(made->getSubExpr());
  if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(e))
    return isVectorOfNumbers(e->getType()) ? visit(bound->getSubExpr())
                                           : open();
  if (const auto *given = dyn_cast<CXXDefaultArgExpr>(e))
    return visit(given->getExpr());
  if (const auto *list = dyn_cast<InitListExpr>(e)) {
    for (const Expr *each : list->inits())
      visit(each);
    return;
  }
  if (const auto *cast = dyn_cast<CastExpr>(e))
    return conversion(*cast);
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return lvalue(member);
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
    visit(element->getBase());
    return visit(element->getIdx());
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(e))
    return this->unary(*unary);
  if (const auto *binary = dyn_cast<BinaryOperator>(e))
    return this->binary(*binary);
  if (const auto *chosen = dyn_cast<ConditionalOperator>(e)) {
    visit(chosen->getCond());
    visitSometimes(chosen->getTrueExpr());
    return visitSometimes(chosen->getFalseExpr());
  }
  if (const auto *made = dyn_cast<CXXConstructExpr>(e))
    return construction(*made);
  if (const auto *call = dyn_cast<CallExpr>(e))
    return this->call(*call);
  open();
}

void HostReader::conversion(const CastExpr &e) {
  const Expr *from = e.getSubExpr();
  switch (e.getCastKind()) {
  case CK_LValueToRValue:
    if (!isScalar(from->getType()))
      return open();
    lvalue(from);
    // Pointers are written by nobody but the host. What a function returns
    // is one of its arguments.
    if (!from->getType()->isAnyPointerType() && !isResult(from))
      touch(from, false);
    return;
  case CK_ArrayToPointerDecay:
    return lvalue(from);
  case CK_NoOp:
  case CK_ToVoid:
  case CK_FunctionToPointerDecay:
  case CK_NullToPointer:
  case CK_BitCast:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
  case CK_FloatingCast:
  case CK_PointerToBoolean:
    return visit(from);
  case CK_ConstructorConversion:
    return visit(from);
  default:
    return open();
  }
}

void HostReader::unary(const UnaryOperator &e) {
  if (e.isIncrementDecrementOp())
    return assignment(e, e.getSubExpr());
  if (e.getOpcode() == UO_AddrOf)
    return lvalue(e.getSubExpr());
  visit(e.getSubExpr());
}

void HostReader::binary(const BinaryOperator &e) {
  if (e.isAssignmentOp()) {
    visit(e.getRHS());
    return assignment(e, e.getLHS());
  }
  visit(e.getLHS());
  if (e.isLogicalOp())
    visitSometimes(e.getRHS());
  else
    visit(e.getRHS());
}

HostAccesses::HostAccesses(ASTContext &context, const FunctionDecl *function)
    : context(context),
      addressed(addressedLocals(context, function->getBody())) {}

HostAccess HostAccesses::of(const clang::Stmt *s) const {
  return HostReader(context, addressed).read(s);
}
