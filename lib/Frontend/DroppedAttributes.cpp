// Attributes that the host compiler may know and Clang does not, such as
// `optimize("fast-math")`. The parser drops them, so they are read out of its
// tokens, where macros are expanded, and noted at the declarations that they
// stand before, in or after; pragmas, at those that follow.
#include "ToIR/OddAttributes.h"
#include "regtt/Frontend/Attributes.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/AttributeCommonInfo.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Pragma.h>

using namespace regtt;
using namespace clang;

static bool isHarmless(llvm::StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
#define HARMLESS(KIND)
#define HARMLESS_NAME(NAME) NAME,
#include "regtt/Frontend/HarmlessAttributes.def"
#undef HARMLESS
#undef HARMLESS_NAME
  };
  return llvm::is_contained(names, name);
}

namespace {

/// Reads `__attribute__((a, b(c)))` and `[[n::a, b(c)]]`.
class AttributeTokens {
public:
  AttributeTokens(Preprocessor &preprocessor,
                  std::vector<DroppedAttribute> &found)
      : manager(preprocessor.getSourceManager()), found(found) {}

  void read(const Token &token) {
    if (token.isAnnotation())
      return;
    const SourceLocation loc = manager.getExpansionLoc(token.getLocation());
    if (token.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
      for (; open < found.size(); ++open)
        found[open].after = loc;
      before = loc;
    }
    step(token, loc);
    wasBracket = token.is(tok::l_square);
  }

private:
  enum State { Outside, Keyword, Opened, InParens, InBrackets, Closing };
  struct Written {
    const IdentifierInfo *name, *scope;
    SourceLocation loc;
  };

  void step(const Token &token, SourceLocation loc) {
    switch (state) {
    case Outside:
      if (token.is(tok::kw___attribute))
        state = Keyword;
      else if (wasBracket && token.is(tok::l_square))
        begin(InBrackets);
      return;
    case Keyword:
      state = token.is(tok::l_paren) ? Opened : Outside;
      return;
    case Opened:
      if (token.is(tok::l_paren))
        begin(InParens);
      else
        state = Outside;
      return;
    case InParens:
    case InBrackets:
      return inList(token, loc);
    case Closing: // `a[[x] { ... }()]` is a lambda's call in a subscript
      if (token.is(tok::r_square))
        note(AttributeCommonInfo::AS_CXX11);
      state = Outside;
      return;
    }
  }

  void begin(State list) {
    state = list;
    depth = 0;
    atName = true;
    scope = allScope = nullptr;
    written.clear();
  }

  void inList(const Token &token, SourceLocation loc) {
    if (depth == 0 && state == InParens && token.is(tok::r_paren)) {
      note(AttributeCommonInfo::AS_GNU);
      state = Outside;
    } else if (depth == 0 && token.is(tok::r_square)) {
      state = Closing;
    } else if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      ++depth;
    } else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      --depth;
    } else if (depth == 0 && token.is(tok::comma)) {
      atName = true;
    } else if (depth == 0 && token.isOneOf(tok::coloncolon, tok::colon) &&
               !written.empty()) {
      (token.is(tok::colon) ? allScope : scope) = written.back().name;
      written.pop_back();
      atName = true;
    } else if (depth == 0 && atName && token.isNot(tok::kw_using) &&
               token.getIdentifierInfo()) {
      written.push_back(
          {token.getIdentifierInfo(), scope ? scope : allScope, loc});
      scope = nullptr;
      atName = false;
    }
  }

  void note(AttributeCommonInfo::Syntax syntax) {
    for (const Written &each : written) {
      llvm::StringRef name = each.name->getName();
      if (name.size() > 4 && name.starts_with("__") && name.ends_with("__"))
        name = name.drop_front(2).drop_back(2);
      const auto kind =
          AttributeCommonInfo::getParsedKind(each.name, each.scope, syntax);
      if (kind == AttributeCommonInfo::UnknownAttribute && !isHarmless(name) &&
          !manager.isInSystemHeader(each.loc))
        found.push_back({name.str(), each.loc, before, {}});
    }
  }

  const SourceManager &manager;
  std::vector<DroppedAttribute> &found;
  State state = Outside;
  bool wasBracket = false, atName = false;
  int depth = 0;
  std::vector<Written> written;
  const IdentifierInfo *scope = nullptr, *allScope = nullptr;
  SourceLocation before;
  size_t open = 0; ///< of those found, where it is not known what follows
};

/// Options that leave alone what functions compute: `"O3"`, `"unroll-loops"`.
bool isHarmlessOption(llvm::StringRef option) {
  option.consume_front("-");
  static constexpr llvm::StringLiteral names[] = {"0",
                                                  "1",
                                                  "2",
                                                  "3",
                                                  "g",
                                                  "s",
                                                  "z",
                                                  "O",
                                                  "O0",
                                                  "O1",
                                                  "O2",
                                                  "O3",
                                                  "Og",
                                                  "Os",
                                                  "Oz",
                                                  "inline",
                                                  "inline-functions",
                                                  "omit-frame-pointer",
                                                  "tree-vectorize",
                                                  "unroll-all-loops",
                                                  "unroll-loops"};
  return llvm::is_contained(names, option.trim());
}

/// `#pragma GCC optimize`, `push_options`, `pop_options`, `reset_options`.
class OptionsPragma : public PragmaHandler {
public:
  /// What several of these share.
  struct State {
    std::vector<PragmaAttribute> &found;
    std::vector<std::string> pushed;
    std::string now;
  };
  OptionsPragma(llvm::StringRef name, std::shared_ptr<State> state)
      : PragmaHandler(name), state(std::move(state)) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
                    Token &token) override {
    if (getName() == "push_options") {
      state->pushed.push_back(state->now);
      return;
    }
    std::string next;
    if (getName() == "pop_options" && !state->pushed.empty()) {
      next = state->pushed.back();
      state->pushed.pop_back();
    } else if (getName() == "optimize") {
      next = state->now;
      for (preprocessor.Lex(token); token.isNot(tok::eod);
           preprocessor.Lex(token))
        if (tok::isStringLiteral(token.getKind()) ||
            token.is(tok::numeric_constant))
          note(preprocessor.getSpelling(token), next);
    }
    if (next != state->now)
      state->found.push_back({next, introducer.Loc});
    state->now = next;
  }

private:
  static void note(llvm::StringRef options, std::string &next) {
    llvm::SmallVector<llvm::StringRef, 4> all;
    options.trim('"').split(all, ',');
    for (const llvm::StringRef option : all)
      if (!isHarmlessOption(option))
        next = ("#pragma GCC optimize: " + option.trim()).str();
  }

  std::shared_ptr<State> state;
};

/// Finds the declarations that attributes belong to.
class AttributeNoter : public RecursiveASTVisitor<AttributeNoter> {
public:
  AttributeNoter(ASTContext &context, const DroppedAttributes &dropped)
      : context(context), manager(context.getSourceManager()),
        dropped(dropped) {}

  bool VisitDecl(Decl *decl) {
    if (!isa<FunctionDecl, VarDecl, FieldDecl, TagDecl, TypedefNameDecl>(decl))
      return true;
    for (const DroppedAttribute &attribute : dropped.written)
      if (belongs(attribute, decl))
        note(decl, attribute.name, attribute.loc);
    const auto *function = dyn_cast<FunctionDecl>(decl);
    if (!function || !function->doesThisDeclarationHaveABody())
      return true;
    const PragmaAttribute *last = nullptr;
    for (const PragmaAttribute &pragma : dropped.pragmas)
      if (isBefore(manager.getExpansionLoc(pragma.loc),
                   manager.getExpansionLoc(decl->getLocation())))
        last = &pragma;
    if (last && !last->name.empty())
      note(decl, last->name, last->loc);
    return true;
  }

private:
  void note(Decl *decl, const std::string &name, SourceLocation loc) {
    decl->addAttr(AnnotateAttr::CreateImplicit(
        context, (droppedMark + name).str(), nullptr, 0, loc));
  }

  bool isBefore(SourceLocation a, SourceLocation b) const {
    return a != b && manager.isBeforeInTranslationUnit(a, b);
  }

  bool belongs(const DroppedAttribute &attribute, const Decl *decl) const {
    const SourceLocation begin = manager.getExpansionLoc(decl->getBeginLoc());
    SourceLocation end = manager.getExpansionLoc(decl->getEndLoc());
    if (begin.isInvalid() || end.isInvalid())
      return false;
    if (const auto *tag = dyn_cast<TagDecl>(decl)) {
      // Not what stands among its members.
      if (attribute.before == end)
        return true;
      end = manager.getExpansionLoc(tag->getBraceRange().getBegin());
      return end.isValid() && !isBefore(attribute.loc, begin) &&
             isBefore(attribute.loc, end);
    }
    if (!isBefore(attribute.loc, begin))
      return !isBefore(end, attribute.loc);
    // Ahead of its first word, and of no other declaration's.
    return !isa<ParmVarDecl>(decl) &&
           (attribute.after.isInvalid() || isBefore(begin, attribute.after));
  }

  ASTContext &context;
  const SourceManager &manager;
  const DroppedAttributes &dropped;
};

} // namespace

void regtt::collectDroppedAttributes(Preprocessor &preprocessor,
                                     DroppedAttributes &found) {
  const auto state = std::make_shared<OptionsPragma::State>(
      OptionsPragma::State{found.pragmas, {}, {}});
  for (const llvm::StringRef name :
       {"optimize", "push_options", "pop_options", "reset_options"})
    preprocessor.AddPragmaHandler("GCC", new OptionsPragma(name, state));
  preprocessor.setTokenWatcher(
      [tokens = AttributeTokens(preprocessor, found.written)](
          const Token &token) mutable { tokens.read(token); });
}

void regtt::noteDroppedAttributes(ASTContext &context,
                                  const DroppedAttributes &dropped) {
  if (!dropped.written.empty() || !dropped.pragmas.empty())
    AttributeNoter(context, dropped)
        .TraverseDecl(context.getTranslationUnitDecl());
}
