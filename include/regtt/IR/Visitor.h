/// One function a kind: a class that derives from these and leaves a kind out
/// does not compile. Where only a few kinds matter, use llvm::TypeSwitch.
#pragma once

#include "regtt/IR/Statement.h"

#include <llvm/Support/ErrorHandling.h>

namespace regtt::ir {

/// `Derived` has `Result visitLoad(const LoadExpr &)` and so on.
template <class Derived, class Result = void> struct ExprVisitor {
  Result visit(const Expr *e) {
    auto &self = static_cast<Derived &>(*this);
    switch (e->kind) {
#define EXPR(NAME)                                                             \
  case Expr::NAME:                                                             \
    return self.visit##NAME(static_cast<const NAME##Expr &>(*e));
#include "regtt/IR/Expr.def"
    }
    llvm_unreachable("a kind of expression that there is not");
  }
};

/// `Derived` has `Result visitIf(IfStatement &)` and so on; of a walk that only
/// reads, `Result visitIf(const IfStatement &)` will do.
template <class Derived, class Result = void> struct StatementVisitor {
  Result visit(Statement *s) {
    auto &self = static_cast<Derived &>(*this);
    switch (s->kind) {
#define STATEMENT(NAME)                                                        \
  case Statement::NAME:                                                        \
    return self.visit##NAME(static_cast<NAME##Statement &>(*s));
#include "regtt/IR/Statement.def"
    }
    llvm_unreachable("a kind of statement that there is not");
  }
};

} // namespace regtt::ir
