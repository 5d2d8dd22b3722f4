// Reads `#pragma regtt ...` lines into Directives. The clauses' own meaning is
// left to whoever uses them; here only their names and shape are checked.
#include "regtt/Frontend/Directives.h"

#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

using namespace regtt;
using clang::Token;

const Clause *Directive::find(llvm::StringRef name) const {
  for (const Clause &clause : clauses)
    if (clause.name == name)
      return &clause;
  return nullptr;
}

std::vector<const Clause *> Directive::all(llvm::StringRef name) const {
  std::vector<const Clause *> found;
  for (const Clause &clause : clauses)
    if (clause.name == name)
      found.push_back(&clause);
  return found;
}

namespace {

struct ClauseEntry {
  llvm::StringLiteral name;
  Directive::Kind kind;
  bool carried, repeats;
  unsigned minimum, maximum;
};

constexpr ClauseEntry clauseTable[] = {
#define CLAUSE(NAME, KIND, CARRIED, REPEATS, MIN, MAX)                         \
  {#NAME, Directive::KIND, CARRIED, REPEATS, MIN, MAX},
#include "regtt/Frontend/Clauses.def"
#undef CLAUSE
};

const ClauseEntry *findClause(llvm::StringRef name, Directive::Kind kind) {
  for (const ClauseEntry &entry : clauseTable)
    if (entry.name == name && entry.kind == kind)
      return &entry;
  return nullptr;
}

/// Handles everything after `#pragma regtt`.
class RegttPragma : public clang::PragmaHandler {
public:
  RegttPragma(std::vector<Directive> &directives, Diagnostics &diagnostics)
      : PragmaHandler("regtt"), directives(directives),
        diagnostics(diagnostics) {}

  void HandlePragma(clang::Preprocessor &preprocessor,
                    clang::PragmaIntroducer introducer, Token &first) override {
    pp = &preprocessor;
    pp->LexUnexpandedToken(token);
    Directive directive;
    directive.loc = token.getLocation();
    const std::string name =
        token.is(clang::tok::eod) ? "" : pp->getSpelling(token);
    const std::optional<Directive::Kind> kind = kindOf(name);
    if (kind) {
      directive.kind = *kind;
    } else {
      diagnostics.report(token.is(clang::tok::eod) ? first.getLocation()
                                                   : directive.loc,
                         Diag::RTT1001)
          << name;
      return skipLine();
    }
    if (introducer.Loc.isMacroID() || directive.loc.isMacroID()) {
      diagnostics.report(introducer.Loc, Diag::RTT1004)
          << name << (kind == Directive::Traversal ? "function" : "loop");
      return skipLine();
    }
    // Its argument stands as a clause's of its name.
    if (kind != Directive::Consolidate)
      next();
    while (token.isNot(clang::tok::eod))
      if (!parseClause(directive))
        return skipLine();
    directive.end = token.getLocation();
    directives.push_back(std::move(directive));
  }

private:
  static std::optional<Directive::Kind> kindOf(llvm::StringRef name) {
    for (const Directive::Kind kind :
         {Directive::Traversal, Directive::Parallel, Directive::Consolidate,
          Directive::Fixpoint, Directive::Region})
      if (name == spelling(kind))
        return kind;
    return std::nullopt;
  }

  void next() { pp->LexUnexpandedToken(token); }

  /// What the code itself spells in macros is a constant of a bound as well.
  void nextIn(const Clause &clause, Directive::Kind kind) {
    if (clause.name == "bound" || kind == Directive::Consolidate)
      pp->Lex(token);
    else
      next();
  }

  void skipLine() {
    while (token.isNot(clang::tok::eod))
      next();
  }

  bool expected(const char *what, Directive::Kind kind) {
    diagnostics.report(token.getLocation(), Diag::RTT1003)
        << what << spelling(kind);
    return false;
  }

  bool parseClause(Directive &directive) {
    if (token.is(clang::tok::comma)) { // as OpenMP allows
      next();
      return true;
    }
    Clause clause;
    clause.loc = token.getLocation();
    if (!token.isAnyIdentifier() && !token.is(clang::tok::kw_if) &&
        !token.is(clang::tok::kw_private))
      return expected("a clause's name", directive.kind);
    clause.name = pp->getSpelling(token);
    const ClauseEntry *entry = findClause(clause.name, directive.kind);
    if (!entry) {
      diagnostics.report(clause.loc, Diag::RTT1002)
          << clause.name << spelling(directive.kind);
      return false;
    }
    if (!entry->repeats && directive.find(clause.name)) {
      diagnostics.report(clause.loc, Diag::RTT1007)
          << clause.name << spelling(directive.kind);
      return false;
    }
    next();
    if (!parseArguments(clause, directive.kind))
      return false;
    if (clause.arguments.size() < entry->minimum ||
        clause.arguments.size() > entry->maximum)
      return expected(entry->maximum == 1
                          ? "one argument in parentheses"
                          : "a list of arguments in parentheses",
                      directive.kind);
    if (!entry->carried) {
      diagnostics.report(clause.loc, Diag::RTT1009) << clause.name;
      return false;
    }
    directive.clauses.push_back(std::move(clause));
    return true;
  }

  /// `( a , b )`, nested brackets balanced. Leaves the token after it.
  bool parseArguments(Clause &clause, Directive::Kind kind) {
    if (token.isNot(clang::tok::l_paren))
      return expected("'('", kind);
    nextIn(clause, kind);
    std::string argument;
    for (int depth = 0;; nextIn(clause, kind)) {
      if (token.is(clang::tok::eod))
        return expected("')'", kind);
      const bool opens =
          token.isOneOf(clang::tok::l_paren, clang::tok::l_square);
      const bool closes =
          token.isOneOf(clang::tok::r_paren, clang::tok::r_square);
      if (depth == 0 && (token.is(clang::tok::comma) || closes)) {
        if (argument.empty())
          return expected("an argument", kind);
        clause.arguments.push_back(argument);
        argument.clear();
        if (closes)
          break;
        continue;
      }
      depth += opens - closes;
      argument += pp->getSpelling(token);
    }
    next();
    return true;
  }

  clang::Preprocessor *pp = nullptr;
  Token token;
  std::vector<Directive> &directives;
  Diagnostics &diagnostics;
};

} // namespace

void regtt::collectDirectives(clang::Preprocessor &preprocessor,
                              std::vector<Directive> &directives,
                              Diagnostics &diagnostics) {
  // The preprocessor owns its handlers.
  preprocessor.AddPragmaHandler(new RegttPragma(directives, diagnostics));
}
