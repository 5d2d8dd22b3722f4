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

  /// Of a loop's directive: the variables from outside that the loop uses.
  std::optional<llvm::SmallPtrSet<const ValueDecl *, 8>> used;

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
    ClauseExpr made{kind,      "", nullptr,       nullptr,
                    scope.loc, {}, Diag::RTT1008, {}};
    const llvm::StringRef whole = argument;
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
    case ir::Clause::Copy:
    case ir::Clause::CopyOut:
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
    std::string unknown;
    const auto part = [&](ClauseForm::Part is, llvm::StringRef text,
                          const Expr *&made) {
      if (!text.empty())
        made = parseClauseExpr(sema, scope, text, unknown);
      return made ? is != ClauseForm::No
                  : text.empty() && is != ClauseForm::Has;
    };
    if (!part(form.place, place, made.place) ||
        !part(form.value, value, made.value) ||
        (form.word == ClauseForm::Has && made.word.empty()) ||
        (kind == ir::Clause::Resident && whole.ends_with(":")))
      refuse(made, whole, unknown);
    else if (used)
      checkVariable(made, place);
    result.push_back(std::move(made));
  }

  /// Says what the clause would have named.
  static void refuse(ClauseExpr &made, llvm::StringRef whole,
                     const std::string &unknown) {
    const auto isNot = [&](llvm::StringRef named, llvm::StringRef what) {
      made.fault = {ir::textOf(made.kind).str(), named.str(), what.str()};
    };
    switch (made.kind) {
    case ir::Clause::Node:
      return isNot(whole, "a parameter of the traversal that points or refers "
                          "to a struct, or the number of a node");
    case ir::Clause::Private:
    case ir::Clause::FirstPrivate:
      return isNot(whole, outsideVariable);
    case ir::Clause::Reduction:
      return made.word.empty()
                 ? isNot(whole, reductionForm)
                 : isNot(whole.substr(whole.find(':') + 1), outsideVariable);
    case ir::Clause::CopyIn:
    case ir::Clause::Copy:
    case ir::Clause::CopyOut:
      if (made.place ? !whole.contains("[0:") || !whole.ends_with("]")
                     : unknown.empty())
        return isNot(whole, "of the form 'array[0:count]'");
      break;
    case ir::Clause::Resident:
      if (whole.ends_with(":"))
        return isNot(whole, "a root and its version");
      break;
    case ir::Clause::Extent:
      if (!whole.contains(':'))
        return isNot(whole, "of the form 'array : count'");
      break;
    case ir::Clause::Bound:
      if (!whole.contains(':'))
        return isNot(whole, "of the form 'container : count'");
      break;
    default:
      break;
    }
    const bool isOfLoop =
        made.kind == ir::Clause::CopyIn || made.kind == ir::Clause::Copy ||
        made.kind == ir::Clause::CopyOut || made.kind == ir::Clause::Resident;
    if (unknown.empty())
      return isNot(whole, "of the clause's form");
    isNot(unknown, isOfLoop ? "the name of something visible at the loop"
                            : "the name of something visible in the traversal");
  }

  /// Of a clause that gives iterations variables of their own.
  void checkVariable(ClauseExpr &made, llvm::StringRef text) {
    const bool isReduction = made.kind == ir::Clause::Reduction;
    if (!isReduction && made.kind != ir::Clause::Private &&
        made.kind != ir::Clause::FirstPrivate)
      return;
    const std::string kind = ir::textOf(made.kind).str();
    const auto *name = dyn_cast<DeclRefExpr>(made.place->IgnoreParens());
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (isReduction && !isOperator(made.word)) {
      made.fault = {kind, made.word + ":" + text.str(), reductionForm.str()};
    } else if (!variable || !used->contains(variable)) {
      made.fault = {kind, text.str(), outsideVariable.str()};
    } else if (!named.insert(variable).second) {
      made.id = Diag::RTT1013;
      made.fault = {kind, text.str()};
    } else if (made.kind != ir::Clause::FirstPrivate &&
               variable->getType().isConstQualified()) {
      made.id = Diag::RTT1014;
      made.fault = {kind, text.str(), "which is const"};
      made.declared = variable->getLocation();
    }
  }

  static bool isOperator(llvm::StringRef word) {
    static constexpr llvm::StringLiteral operators[] = {
        "+", "*", "&", "|", "^", "&&", "||", "min", "max"};
    return llvm::is_contained(operators, word);
  }

  static constexpr llvm::StringLiteral outsideVariable =
      "a variable from outside of the loop that the loop uses";
  static constexpr llvm::StringLiteral reductionForm =
      "of the form 'operator : variable' with one of + * & | ^ && || min max";

  Sema &sema;
  ClauseScope scope;
  std::vector<ClauseExpr> result;
  llvm::SmallPtrSet<const ValueDecl *, 8> named; ///< by such clauses
};

/// The variables that are named in `s` and declared outside of it.
void collectUsed(const Stmt *s, llvm::SmallPtrSet<const ValueDecl *, 8> &used) {
  if (const auto *name = llvm::dyn_cast_or_null<DeclRefExpr>(s))
    used.insert(name->getDecl());
  if (s)
    for (const Stmt *child : s->children())
      collectUsed(child, used);
}

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
  ClauseReader reader(sema, {paired.function, std::move(visible.found), {}});
  collectUsed(paired.loop, reader.used.emplace());
  return reader.read(*paired.directive);
}

std::vector<ClauseExpr> regtt::clausesOf(Sema &sema, const Directive &directive,
                                         const FunctionDecl *function) {
  const FunctionDecl *body = function;
  function->hasBody(body);
  std::vector<const VarDecl *> params(body->parameters().begin(),
                                      body->parameters().end());
  return ClauseReader(sema, {body, std::move(params), {}}).read(directive);
}
