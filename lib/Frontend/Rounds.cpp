// Looks at the loop around an annotated one. Its state, as of whatever is to be
// proved of it, is the flag and what the annotated loop changes: so there is
// nothing else in it.
#include "regtt/Frontend/Rounds.h"

#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

using namespace regtt;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {

class Reader {
public:
  Reader(clang::ASTContext &context, const clang::Stmt *annotated,
         Diagnostics &diagnostics)
      : context(context), annotated(annotated), diagnostics(diagnostics) {}

  std::optional<Rounds> read(const Directive &directive,
                             const clang::Stmt *loop) {
    rounds.directive = &directive;
    rounds.loop = loop;
    const bool isTaken = head(loop) && list(bodyOf(loop));
    if (!isTaken)
      return std::nullopt;
    if (!rounds.flag)
      return refuse(loop->getBeginLoc(),
                    "has no end that is understood; let it end by a flag, as "
                    "in 'while (changed)'");
    if (!isLoopSeen)
      return refuse(loop->getBeginLoc(),
                    "does not come to its annotated loop in every round");
    rounds.startsAsked = isAskedFirst && !isOfLoop(flag());
    return rounds;
  }

private:
  struct Asked {
    const clang::DeclRefExpr *flag = nullptr;
    bool isNegated = false;
  };

  std::nullopt_t refuse(clang::SourceLocation at, const char *what) {
    if (!isRefused)
      diagnostics.report(at, Diag::RTT1024) << what;
    isRefused = true;
    return std::nullopt;
  }
  bool isNone(clang::SourceLocation at, const char *what) {
    refuse(at, what);
    return false;
  }

  static const clang::Stmt *bodyOf(const clang::Stmt *loop) {
    if (const auto *counted = dyn_cast<clang::ForStmt>(loop))
      return counted->getBody();
    if (const auto *last = dyn_cast<clang::DoStmt>(loop))
      return last->getBody();
    return llvm::cast<clang::WhileStmt>(loop)->getBody();
  }

  const clang::VarDecl *flag() const {
    return llvm::cast<clang::VarDecl>(rounds.flag->getDecl());
  }

  /// Whether the loop itself declares it.
  bool isOfLoop(const clang::VarDecl *variable) const {
    const auto &manager = context.getSourceManager();
    return !manager.isBeforeInTranslationUnit(variable->getLocation(),
                                              rounds.loop->getBeginLoc());
  }

  std::optional<bool> constant(const clang::Expr *e) const {
    bool value = false;
    if (e->isValueDependent() || e->getType()->isDependentType() ||
        !e->getType()->isScalarType() ||
        !e->EvaluateAsBooleanCondition(value, context) ||
        e->HasSideEffects(context))
      return std::nullopt;
    return value;
  }

  //===--- The flag -------------------------------------------------------===//

  /// `changed`, `!changed`, `changed == false`, `changed != 0`
  std::optional<Asked> asked(const clang::Expr *e) const {
    e = e->IgnoreParenImpCasts();
    if (const auto *unary = dyn_cast<clang::UnaryOperator>(e);
        unary && unary->getOpcode() == clang::UO_LNot) {
      auto inner = asked(unary->getSubExpr());
      if (inner)
        inner->isNegated = !inner->isNegated;
      return inner;
    }
    if (const auto *compared = dyn_cast<clang::BinaryOperator>(e);
        compared && compared->isEqualityOp())
      return comparedWith(*compared);
    const auto *name = dyn_cast<clang::DeclRefExpr>(e);
    const auto *variable =
        name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    const bool isFlag = variable && variable->hasLocalStorage() &&
                        (variable->getType()->isBooleanType() ||
                         variable->getType()->isIntegerType()) &&
                        !variable->getType().isVolatileQualified();
    return isFlag ? std::optional(Asked{name, false}) : std::nullopt;
  }

  /// With zero; a bool with any truth value.
  std::optional<Asked> comparedWith(const clang::BinaryOperator &e) const {
    const clang::Expr *of = e.getLHS(), *with = e.getRHS();
    if (constant(of))
      std::swap(of, with);
    auto inner = asked(of);
    const auto value = constant(with);
    if (!inner || !value ||
        (*value && (!of->IgnoreParenImpCasts()->getType()->isBooleanType() ||
                    !with->IgnoreParenImpCasts()->getType()->isBooleanType())))
      return std::nullopt;
    if (*value != (e.getOpcode() == clang::BO_EQ))
      inner->isNegated = !inner->isNegated;
    return inner;
  }

  bool take(const Asked &found, bool isToLeave, clang::SourceLocation at) {
    if (rounds.flag)
      return isNone(at, "asks for its end more than once");
    rounds.flag = found.flag;
    rounds.goesOn = found.isNegated == isToLeave;
    return true;
  }

  //===--- The head -------------------------------------------------------===//

  bool head(const clang::Stmt *loop) {
    const clang::Expr *condition = nullptr;
    if (const auto *counted = dyn_cast<clang::ForStmt>(loop)) {
      condition = counted->getCond();
      first = counted->getInit();
      if (counted->getInc())
        return isNone(counted->getInc()->getBeginLoc(), countsRounds);
      if (counted->getConditionVariable())
        return isNone(counted->getCond()->getBeginLoc(), declares);
    } else if (const auto *last = dyn_cast<clang::DoStmt>(loop)) {
      condition = last->getCond();
    } else {
      const auto *each = llvm::cast<clang::WhileStmt>(loop);
      condition = each->getCond();
      if (each->getConditionVariable())
        return isNone(each->getCond()->getBeginLoc(), declares);
    }
    const auto value = condition ? constant(condition) : std::optional(true);
    isAskedFirst = !isa<clang::DoStmt>(loop) && !value;
    if (value) {
      isEndless = *value;
      if (first)
        return isNone(first->getBeginLoc(), countsRounds);
      return *value || isNone(condition->getBeginLoc(), "has no second round");
    }
    const auto found = asked(condition);
    if (!found)
      return isNone(condition->getBeginLoc(),
                    "ends by more than a flag of its own; what else ends it "
                    "shows in the state that it leaves");
    return take(*found, false, condition->getBeginLoc()) &&
           (!first || setsFlag(first, std::nullopt) ||
            isNone(first->getBeginLoc(), countsRounds));
  }

  //===--- The body -------------------------------------------------------===//

  bool list(const clang::Stmt *s) {
    if (isEndless && !rounds.flag)
      findBreak(s);
    if (const auto *several = dyn_cast<clang::CompoundStmt>(s)) {
      for (const clang::Stmt *each : several->body())
        if (!list(each))
          return false;
      return true;
    }
    return statement(s);
  }

  /// Finds the flag of a loop that ends by a break.
  void findBreak(const clang::Stmt *s) {
    const auto *several = dyn_cast<clang::CompoundStmt>(s);
    const auto *last = several && !several->body_empty()
                           ? dyn_cast<clang::IfStmt>(several->body_back())
                           : nullptr;
    if (!last || last->getElse() || last->getInit() ||
        last->getConditionVariable())
      return;
    const clang::Stmt *then = last->getThen();
    if (const auto *inner = dyn_cast<clang::CompoundStmt>(then);
        inner && inner->size() == 1)
      then = inner->body_front();
    const auto found = asked(last->getCond());
    if (isa<clang::BreakStmt>(then) && found) {
      take(*found, true, last->getBeginLoc());
      end = last;
    }
  }

  bool statement(const clang::Stmt *s) {
    if (isa<clang::NullStmt>(s))
      return true;
    if (s == annotated) {
      isLoopSeen = true;
      return isReset || isNone(s->getBeginLoc(),
                               "does not take its flag back ahead of the "
                               "annotated loop in every round");
    }
    if (s == end)
      return true;
    if (!isLoopSeen && rounds.flag && setsFlag(s, !rounds.goesOn)) {
      isReset = true;
      return true;
    }
    return isNone(s->getBeginLoc(),
                  isLoopSeen
                      ? "does something besides its annotated loop; what "
                        "it does may depend on the way to its end"
                      : "does something besides its annotated loop, and "
                        "taking its flag back; what it does may depend "
                        "on the way to its end");
  }

  /// Whether it sets the flag, and nothing else, to a constant of that truth.
  bool setsFlag(const clang::Stmt *s, std::optional<bool> to) const {
    const clang::Expr *value = nullptr;
    if (const auto *declaration = dyn_cast<clang::DeclStmt>(s)) {
      const auto *variable =
          declaration->isSingleDecl()
              ? dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
              : nullptr;
      if (variable == flag())
        value = variable->getInit();
    } else if (const auto *e = dyn_cast<clang::Expr>(s)) {
      const auto *set = dyn_cast<clang::BinaryOperator>(e->IgnoreParens());
      const auto *name =
          set && set->getOpcode() == clang::BO_Assign
              ? dyn_cast<clang::DeclRefExpr>(set->getLHS()->IgnoreParens())
              : nullptr;
      if (name && name->getDecl() == flag())
        value = set->getRHS();
    }
    const auto known = value ? constant(value) : std::nullopt;
    return known && (!to || *known == *to);
  }

  static constexpr const char *countsRounds =
      "counts its rounds; how many there are depends on the way to its end";
  static constexpr const char *declares =
      "declares a variable in its condition";

  clang::ASTContext &context;
  const clang::Stmt *annotated;
  Diagnostics &diagnostics;
  Rounds rounds;
  const clang::Stmt *first = nullptr, *end = nullptr;
  bool isEndless = false, isAskedFirst = false;
  bool isReset = false, isLoopSeen = false, isRefused = false;
};

} // namespace

std::optional<Rounds> regtt::roundsOf(clang::ASTContext &context,
                                      const Directive &directive,
                                      const clang::Stmt *loop,
                                      const clang::Stmt *annotated,
                                      Diagnostics &diagnostics) {
  return Reader(context, annotated, diagnostics).read(directive, loop);
}
