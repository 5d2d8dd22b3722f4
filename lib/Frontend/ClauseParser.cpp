// Names, numbers, members, elements, calls and + - * / % of them: by recursive
// descent. What each is Clang says, as if it stood in the function; what it
// would report stays unsaid.
#include "ClauseParser.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace clang;

namespace {

class ClauseParser {
public:
  ClauseParser(Sema &sema, const ClauseScope &scope, llvm::StringRef text)
      : sema(sema), context(sema.getASTContext()), scope(scope) {
    buffer = text.str();
    Lexer lexer(SourceLocation(), sema.getLangOpts(), buffer.data(),
                buffer.data(), buffer.data() + buffer.size());
    Token token;
    do {
      lexer.LexFromRawLexer(token);
      tokens.push_back(token);
    } while (token.isNot(tok::eof));
  }

  const Expr *run() {
    DiagnosticsEngine &diagnostics = sema.getDiagnostics();
    const bool said = diagnostics.getSuppressAllDiagnostics();
    diagnostics.setSuppressAllDiagnostics(true);
    auto *function = const_cast<FunctionDecl *>(scope.function);
    const Sema::ContextRAII inside(sema, function);
    const EnterExpressionEvaluationContext evaluated(
        sema, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    Expr *result = sum();
    diagnostics.setSuppressAllDiagnostics(said);
    return result && peek().is(tok::eof) && !result->isTypeDependent() &&
                   !result->containsErrors()
               ? result
               : nullptr;
  }

  std::string unknown; ///< the first name that means nothing

private:
  const Token &peek(size_t ahead = 0) const {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  }
  bool take(tok::TokenKind kind) {
    const bool is = peek().is(kind);
    at += is;
    return is;
  }

  static Expr *made(ExprResult result) {
    return result.isUsable() ? result.get() : nullptr;
  }

  Expr *sum() {
    Expr *left = product();
    while (left) {
      const tok::TokenKind kind = peek().getKind();
      if (kind != tok::plus && kind != tok::minus)
        break;
      ++at;
      left = binary(kind == tok::plus ? BO_Add : BO_Sub, left, product());
    }
    return left;
  }

  Expr *product() {
    Expr *left = prefixed();
    while (left) {
      const tok::TokenKind kind = peek().getKind();
      if (kind != tok::star && kind != tok::slash && kind != tok::percent)
        break;
      ++at;
      left = binary(kind == tok::star    ? BO_Mul
                    : kind == tok::slash ? BO_Div
                                         : BO_Rem,
                    left, prefixed());
    }
    return left;
  }

  Expr *binary(BinaryOperatorKind op, Expr *left, Expr *right) {
    return right ? made(sema.BuildBinOp(nullptr, scope.loc, op, left, right))
                 : nullptr;
  }

  Expr *prefixed() {
    const auto op = peek().is(tok::minus)  ? std::optional(UO_Minus)
                    : peek().is(tok::plus) ? std::optional(UO_Plus)
                    : peek().is(tok::star) ? std::optional(UO_Deref)
                    : peek().is(tok::amp)  ? std::optional(UO_AddrOf)
                                           : std::nullopt;
    if (!op)
      return postfixed();
    ++at;
    Expr *operand = prefixed();
    return operand ? made(sema.BuildUnaryOp(nullptr, scope.loc, *op, operand))
                   : nullptr;
  }

  Expr *postfixed() {
    Expr *e = primary();
    while (e) {
      if (peek().isOneOf(tok::period, tok::arrow)) {
        const bool isArrow = peek().is(tok::arrow);
        ++at;
        e = peek().is(tok::raw_identifier) ? member(e, isArrow, name())
                                           : nullptr;
      } else if (take(tok::l_square)) {
        Expr *index = sum();
        e = index && take(tok::r_square) ? element(e, index) : nullptr;
      } else if (take(tok::l_paren)) {
        e = take(tok::r_paren)
                ? made(sema.BuildCallExpr(nullptr, e, scope.loc, {}, scope.loc))
                : nullptr;
      } else {
        break;
      }
    }
    return e;
  }

  Expr *primary() {
    if (take(tok::l_paren)) {
      Expr *inner = sum();
      return inner && take(tok::r_paren)
                 ? made(sema.ActOnParenExpr(scope.loc, scope.loc, inner))
                 : nullptr;
    }
    if (peek().is(tok::numeric_constant))
      return number();
    // Of `::name`, the one of the file.
    const DeclContext *in =
        take(tok::coloncolon) ? context.getTranslationUnitDecl() : nullptr;
    if (peek().isNot(tok::raw_identifier))
      return nullptr;
    const IdentifierInfo *first = name();
    if (!in && first->isStr("this"))
      return thisObject();
    if (!in && peek().isNot(tok::coloncolon))
      return named(first);
    const NamedDecl *found = in ? only(in, first) : scopeNamed(first);
    while (found && take(tok::coloncolon)) {
      const DeclContext *inner = contextOf(found);
      found = inner && peek().is(tok::raw_identifier) ? only(inner, name())
                                                      : nullptr;
    }
    return found ? reference(found) : nullptr;
  }

  const IdentifierInfo *name() {
    return &context.Idents.get(tokens[at++].getRawIdentifier());
  }

  Expr *number() {
    const llvm::StringRef text(peek().getLiteralData(), peek().getLength());
    llvm::APInt value;
    ++at;
    if (text.getAsInteger(0, value))
      return nullptr;
    const QualType type =
        value.getActiveBits() < 32 ? context.IntTy : context.LongLongTy;
    if (value.getActiveBits() >= context.getIntWidth(type))
      return nullptr;
    return IntegerLiteral::Create(
        context, value.zextOrTrunc(context.getIntWidth(type)), type, scope.loc);
  }

  //===--- Names ----------------------------------------------------------===//

  static const NamedDecl *only(const DeclContext *in,
                               const IdentifierInfo *name) {
    const auto found = in->lookup(name);
    return found.isSingleResult() ? found.front() : nullptr;
  }

  static const DeclContext *contextOf(const NamedDecl *decl) {
    if (const auto *type = dyn_cast<TypedefNameDecl>(decl))
      return type->getUnderlyingType()->getAsTagDecl();
    return dyn_cast<DeclContext>(decl);
  }

  /// The argument of the template parameter of that name that `in` is made
  /// with.
  Expr *templateArgument(const DeclContext *in, const IdentifierInfo *name) {
    const TemplateParameterList *params = nullptr;
    const TemplateArgumentList *values = nullptr;
    if (const auto *function = dyn_cast<FunctionDecl>(in)) {
      if (const auto *primary = function->getPrimaryTemplate()) {
        params = primary->getTemplateParameters();
        values = function->getTemplateSpecializationArgs();
      }
    } else if (const auto *special =
                   dyn_cast<ClassTemplateSpecializationDecl>(in);
               special && !special->isExplicitSpecialization()) {
      params = special->getSpecializedTemplate()->getTemplateParameters();
      values = &special->getTemplateArgs();
    }
    for (unsigned k = 0; params && k < params->size() && k < values->size();
         ++k)
      if (params->getParam(k)->getIdentifier() == name &&
          (*values)[k].getKind() == TemplateArgument::Integral)
        return made(sema.BuildExpressionFromNonTypeTemplateArgument(
            (*values)[k], scope.loc));
    return nullptr;
  }

  Expr *named(const IdentifierInfo *name) {
    for (const VarDecl *variable : llvm::reverse(scope.variables))
      if (variable->getIdentifier() == name)
        return reference(variable);
    for (const DeclContext *in = scope.function; in; in = in->getParent()) {
      if (Expr *value = templateArgument(in, name))
        return value;
      if (isa<FunctionDecl>(in))
        continue;
      if (const auto *type = dyn_cast<CXXRecordDecl>(in);
          type && type->hasDefinition() &&
          type->hasMemberName(DeclarationName(name)))
        if (Expr *self = thisObject()) {
          const auto found = in->lookup(name);
          if (found.empty() || isa<FieldDecl>(found.front()) ||
              isa<CXXMethodDecl>(found.front()))
            return member(self, true, name);
        }
      const NamedDecl *found = only(in, name);
      // In C, structs and functions have names of their own kinds.
      for (const NamedDecl *each : in->lookup(name))
        if (!found && isa<ValueDecl>(each))
          found = each;
      if (found)
        return reference(found);
    }
    if (unknown.empty())
      unknown = name->getName().str();
    return nullptr;
  }

  /// What a name before `::` means.
  const NamedDecl *scopeNamed(const IdentifierInfo *name) const {
    for (const DeclContext *in = scope.function; in; in = in->getParent()) {
      const auto *type = dyn_cast<RecordDecl>(in);
      if (type && type->getIdentifier() == name)
        return type;
      if (!isa<FunctionDecl>(in))
        if (const NamedDecl *found = only(in, name))
          return found;
    }
    return nullptr;
  }

  Expr *reference(const NamedDecl *decl) {
    auto *value = const_cast<ValueDecl *>(dyn_cast<ValueDecl>(decl));
    if (!value || isa<FieldDecl>(value) || value->isInvalidDecl())
      return nullptr;
    const CXXScopeSpec none;
    return made(sema.BuildDeclarationNameExpr(
        none, DeclarationNameInfo(value->getDeclName(), scope.loc), value));
  }

  Expr *thisObject() {
    const auto *method = dyn_cast<CXXMethodDecl>(scope.function);
    return method && method->isInstance()
               ? sema.BuildCXXThisExpr(scope.loc, method->getThisType(), true)
               : nullptr;
  }

  //===--- Parts ----------------------------------------------------------===//

  Expr *member(Expr *base, bool isArrow, const IdentifierInfo *name) {
    CXXScopeSpec none;
    if (isArrow)
      base = base->getType()->isRecordType()
                 ? made(sema.BuildOverloadedArrowExpr(nullptr, base, scope.loc))
                 : made(sema.DefaultFunctionArrayLvalueConversion(base));
    return base ? made(sema.BuildMemberReferenceExpr(
                      base, base->getType(), scope.loc, isArrow, none,
                      SourceLocation(), nullptr,
                      DeclarationNameInfo(DeclarationName(name), scope.loc),
                      nullptr, nullptr))
                : nullptr;
  }

  Expr *element(Expr *base, Expr *index) {
    if (base->getType()->isRecordType()) {
      Expr *arguments[] = {index};
      return made(sema.CreateOverloadedArraySubscriptExpr(scope.loc, scope.loc,
                                                          base, arguments));
    }
    return made(sema.CreateBuiltinArraySubscriptExpr(base, scope.loc, index,
                                                     scope.loc));
  }

  Sema &sema;
  ASTContext &context;
  const ClauseScope &scope;
  std::string buffer;
  std::vector<Token> tokens;
  size_t at = 0;
};

} // namespace

const Expr *regtt::parseClauseExpr(Sema &sema, const ClauseScope &scope,
                                   llvm::StringRef text, std::string &unknown) {
  ClauseParser parser(sema, scope, text);
  const Expr *result = parser.run();
  if (!result)
    unknown = std::move(parser.unknown);
  return result;
}
