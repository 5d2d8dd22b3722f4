// Clauses taken apart, each as its form in regtt/IR/Clause.def wants it.
#include "regtt/Frontend/ClauseExprs.h"

#include "ClauseParser.h"

#include <clang/AST/ASTContext.h>
#include <clang/Sema/Sema.h>

using namespace regtt;
using namespace clang;
using ir::ClauseForm;

/// Null of clauses that say how to translate, not what the code means.
static std::optional<ir::Clause::Kind> kindOf(llvm::StringRef name) {
  static constexpr llvm::StringLiteral texts[] = {
#define CLAUSE(NAME, TEXT, WORD, PLACE, VALUE) TEXT,
#include "regtt/IR/Clause.def"
  };
  const auto *found = llvm::find(texts, name);
  return found == std::end(texts) ? std::nullopt
                                  : std::optional(static_cast<ir::Clause::Kind>(
                                        found - std::begin(texts)));
}

/// `a` and `b` of `a:b`, whose names may have `::` in them; b is empty where
/// there is no colon.
static std::pair<llvm::StringRef, llvm::StringRef>
splitAtColon(llvm::StringRef text) {
  for (size_t at = text.find(':'); at != llvm::StringRef::npos;
       at = text.find(':', at)) {
    if (!text.substr(at).starts_with("::"))
      return {text.take_front(at), text.drop_front(at + 1)};
    at += 2;
  }
  return {text, ""};
}

namespace {

class ClauseReader {
public:
  ClauseReader(Sema &sema, ClauseScope scope)
      : sema(sema), scope(std::move(scope)) {}

  std::vector<ClauseExpr> read(const Directive &directive) {
    for (const regtt::Clause &clause : directive.clauses)
      if (const auto kind = kindOf(clause.name)) {
        scope.loc = clause.loc;
        std::string word; // of a reduction: it stands before the first variable
        for (llvm::StringRef argument : clause.arguments)
          read(*kind, argument, word);
      }
    return std::move(result);
  }

private:
  void read(ir::Clause::Kind kind, llvm::StringRef argument,
            std::string &word) {
    ClauseExpr made{kind, "", nullptr, nullptr, scope.loc, ""};
    auto [place, value] = splitAtColon(argument);
    switch (kind) {
    case ir::Clause::Order:
    case ir::Clause::Reorder:
      made.word = argument.str();
      place = value = "";
      break;
    case ir::Clause::Reduction:
      if (!value.empty()) {
        word = place.str();
        place = value;
      }
      value = "";
      made.word = word;
      break;
    case ir::Clause::CopyIn:
      // `keys[0:count]`
      place = argument.substr(0, argument.rfind("[0:"));
      value = argument.substr(std::min(place.size() + 3, argument.size()));
      if (!value.consume_back("]"))
        value = "";
      break;
    default:
      break;
    }
    const ClauseForm form = ir::formOf(kind);
    const auto part = [&](ClauseForm::Part is, llvm::StringRef text,
                          const Expr *&made) {
      if (!text.empty())
        made = parseClauseExpr(sema, scope, text);
      return made ? is != ClauseForm::No
                  : text.empty() && is != ClauseForm::Has;
    };
    if (!part(form.place, place, made.place) ||
        !part(form.value, value, made.value) ||
        (form.word == ClauseForm::Has && made.word.empty()))
      made.fault = argument.str();
    result.push_back(std::move(made));
  }

  Sema &sema;
  ClauseScope scope;
  std::vector<ClauseExpr> result;
};

/// Variables that can be named where a loop stands.
class Visible {
public:
  explicit Visible(const Stmt *loop) : loop(loop) {}

  std::vector<const VarDecl *> found;

  /// Whether the loop is in `s`; then what is declared on the way to it stays.
  bool find(const Stmt *s) {
    if (!s || s == loop)
      return s != nullptr;
    const size_t outside = found.size();
    if (const auto *declaration = dyn_cast<DeclStmt>(s))
      for (const Decl *decl : declaration->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl))
          found.push_back(variable);
    for (const Stmt *child : s->children())
      if (find(child))
        return true;
    // What a statement declares is seen behind it, within what is around.
    if (!isa<DeclStmt>(s))
      found.resize(outside);
    return false;
  }

private:
  const Stmt *loop;
};

} // namespace

std::vector<ClauseExpr> regtt::clausesOf(Sema &sema, const PairedLoop &paired) {
  Visible visible(paired.loop);
  for (const ParmVarDecl *param : paired.function->parameters())
    visible.found.push_back(param);
  visible.find(paired.function->getBody());
  return ClauseReader(sema, {paired.function, std::move(visible.found), {}})
      .read(*paired.directive);
}

std::vector<ClauseExpr> regtt::clausesOf(Sema &sema, const Directive &directive,
                                         const FunctionDecl *function) {
  const FunctionDecl *body = function;
  function->hasBody(body);
  std::vector<const VarDecl *> params(body->parameters().begin(),
                                      body->parameters().end());
  return ClauseReader(sema, {body, std::move(params), {}}).read(directive);
}
