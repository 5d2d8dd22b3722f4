// The function that several become, while it is made: copies of their bodies,
// and what stands for calls among them. FunctionMerging.cpp makes the whole,
// FunctionCopy.cpp the copies, CallMerging.cpp what stands for calls.
#pragma once

#include "BodyCopy.h"
#include "CallGroup.h"

#include <map>
#include <set>

namespace regtt {

/// The names that a body mentions.
struct MentionedNames {
  std::set<std::string> own;   ///< of variables that it declares
  std::set<std::string> other; ///< of functions, and variables outside
};

class Merger;

/// One function's body as it stands in the merged one.
class FunctionCopy : public BodyCopy {
public:
  FunctionCopy(Merger &merger, const clang::FunctionDecl *function,
               const FunctionCopy *caller);

  /// The node itself, in this function's words.
  void isNode(const clang::VarDecl *var) { nodes.insert(var); }
  bool isNode(const clang::Expr *argument) const;
  /// What `var` of this function is called in the copy.
  clang::VarDecl *nameHere(const clang::VarDecl *var) const;
  void bind(const clang::VarDecl *param, clang::VarDecl *as) {
    bound[param] = as;
    rename(param, as);
  }

  const clang::FunctionDecl *const function;
  const unsigned number; ///< of the copy
  bool nodeIsThis = false;
  llvm::SmallVector<clang::Stmt *, 2> declared; ///< parameters of its own
  const clang::Expr *object = nullptr; ///< what stands for `this`; null: itself
  bool objectIsPointer = false;

protected:
  bool isReplaced(const clang::Stmt *s) const override;
  clang::Expr *call(clang::CallExpr *e) override;
  bool expand(clang::Stmt *s, bool last, Statements &out) override;
  void prepare(clang::Expr *e, Statements &out) override;
  clang::VarDecl *local(clang::VarDecl *var) override;

private:
  const clang::CallExpr *inlinedCall(const clang::Expr *e) const;

  Merger &merger;
  const FunctionCopy *outer; ///< of a lambda, the function around it
  llvm::SmallPtrSet<const clang::VarDecl *, 2> nodes;
  llvm::DenseMap<const clang::VarDecl *, clang::VarDecl *>
      bound; ///< for look-ups
  llvm::DenseMap<const clang::CallExpr *, clang::VarDecl *>
      results; ///< for look-ups
};

class Merger {
public:
  Merger(Builder &builder, const CallGroup &group);

  /// Finds the functions that calls enter at another node: `targets`.
  bool discover();
  /// The one function for `of`; null after a message.
  clang::FunctionDecl *merge(llvm::ArrayRef<const clang::FunctionDecl *> of);
  /// Fills in what a call of the query program hands the merged function.
  void enter(ProgramCall &call) const;

  std::vector<const clang::FunctionDecl *> targets;
  clang::ParmVarDecl *which = nullptr; ///< says which of them is run

  // For the copies.
  bool isInlined(const FunctionCopy &caller,
                 const clang::CallExpr *call) const {
    const clang::FunctionDecl *callee = group.called(call);
    if (isLambda(callee))
      return true;
    const clang::Expr *node = group.handedNode(call, callee);
    return !node || caller.isNode(node) || group.onlyHandsOn(callee);
  }
  void inlineCall(FunctionCopy &caller, const clang::CallExpr *call, bool last,
                  clang::VarDecl *result, Statements &out);
  clang::Expr *enter(FunctionCopy &caller, clang::CallExpr *call);
  bool returnsAs(const clang::FunctionDecl *function) const {
    return context.hasSameType(function->getReturnType(),
                               entered->getReturnType());
  }
  clang::VarDecl *variable(const clang::VarDecl *like, clang::QualType type,
                           unsigned copy, const clang::FunctionDecl *of);
  clang::VarDecl *result(const clang::CallExpr *call, Statements &out);
  void report(clang::SourceLocation loc, Diag id,
              const clang::FunctionDecl *function) {
    builder.report(loc, id) << function->getNameAsString();
    ok = false;
  }

  Builder &builder;
  clang::ASTContext &context;
  const CallGroup &group;
  unsigned numCopies = 0;
  clang::FunctionDecl *made;

private:
  clang::FunctionDecl *declare();
  bool mergeable();
  void parameters();
  clang::Stmt *body(const clang::FunctionDecl *target);
  void check(const FunctionCopy &copy);
  std::string freeName(const std::string &name, unsigned copy,
                       const clang::FunctionDecl *of);
  void bindArguments(FunctionCopy &inner, FunctionCopy &caller,
                     const clang::CallExpr *call);
  bool isSameVariable(const clang::ParmVarDecl *param,
                      const clang::Expr *argument,
                      const FunctionCopy &caller) const;
  bool sharesCaptures(const clang::FunctionDecl *lambda,
                      const clang::CallExpr *call);
  bool bindObject(FunctionCopy &inner, const FunctionCopy &caller,
                  const clang::CallExpr *call);
  clang::Expr *number(size_t value, clang::QualType type,
                      clang::SourceLocation loc) const;
  clang::Expr *isFunction(size_t k) const;
  clang::Expr *value(clang::VarDecl *var, clang::SourceLocation loc) const;
  void refuse(const clang::FunctionDecl *function, llvm::StringRef why) {
    const auto entries =
        llvm::ArrayRef(group.functions).take_front(group.numEntered);
    builder.report(function->getLocation(),
                   llvm::is_contained(entries, function) ? Diag::RTT1127
                                                         : Diag::RTT2052)
        << entered->getNameAsString() << function->getNameAsString() << why;
    ok = false;
  }

  const clang::FunctionDecl *entered;
  bool discovering = false, ok = true;
  std::map<const clang::FunctionDecl *, MentionedNames>
      mentioned; // for look-ups
  /// Names given to variables around the place, and the copies that they are
  /// in.
  std::vector<std::pair<std::string, unsigned>> names;
  /// Blocks of what is copied may come into one scope, as its returns go.
  bool joinsScopes = false;
  llvm::SmallVector<const clang::FunctionDecl *, 4> active;
  /// The merged function's, by meaning; null where no target has it.
  std::vector<clang::ParmVarDecl *> params;
};

} // namespace regtt
