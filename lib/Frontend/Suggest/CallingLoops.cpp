// The loops that run recursions over trees, directly or through functions, each
// time with something of its own.
#include "regtt/Frontend/Suggest.h"

#include "Reach.h"
#include "TreeRecursions.h"
#include "regtt/Frontend/Pairing.h"
#include "regtt/Frontend/WhileSteps.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SetVector.h>

#include <map>
#include <set>

using namespace regtt;
using namespace regtt::suggest;
using namespace clang;

namespace {

/// What a loop declares or sets.
class LoopVariables : public RecursiveASTVisitor<LoopVariables> {
public:
  explicit LoopVariables(const Stmt *loop) {
    TraverseStmt(const_cast<Stmt *>(loop));
  }
  bool VisitVarDecl(VarDecl *variable) {
    found.insert(variable);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *e) {
    if (e->isAssignmentOp())
      add(e->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *e) {
    if (e->isIncrementDecrementOp())
      add(e->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *e) {
    if (e->isAssignmentOp() || e->getOperator() == OO_PlusPlus)
      add(e->getArg(0));
    return true;
  }

  llvm::SmallPtrSet<const ValueDecl *, 16> found;

private:
  void add(const Expr *e) {
    if (const ValueDecl *holder = holderOf(e))
      found.insert(holder);
  }
};

/// Whether an expression names one of a loop's variables.
class Names : public RecursiveASTVisitor<Names> {
public:
  Names(const LoopVariables &variables, const Stmt *stmt)
      : variables(variables) {
    TraverseStmt(const_cast<Stmt *>(stmt));
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    const ValueDecl *decl = name->getDecl();
    if (const auto *part = dyn_cast<BindingDecl>(decl))
      decl = cast<VarDecl>(part->getDecomposedDecl());
    any |= variables.found.contains(decl);
    return !any;
  }
  bool any = false;

private:
  const LoopVariables &variables;
};

/// The calls of some functions in another one, with the loops around each.
class CallFinder : public RecursiveASTVisitor<CallFinder> {
public:
  using Loops = llvm::SmallVector<const Stmt *, 2>;
  explicit CallFinder(const llvm::SmallPtrSetImpl<const FunctionDecl *> &called)
      : called(called) {}

  bool TraverseForStmt(ForStmt *loop) {
    return inLoop(loop,
                  [&] { return RecursiveASTVisitor::TraverseForStmt(loop); });
  }
  // One that counts; others are work that is left, or steps of a method.
  bool TraverseWhileStmt(WhileStmt *loop) {
    const auto go = [&] {
      return RecursiveASTVisitor::TraverseWhileStmt(loop);
    };
    const auto isShared = [](const VarDecl *) { return false; };
    return stepsOf(loop, isShared).empty() && !counts(loop->getCond())
               ? go()
               : inLoop(loop, go);
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *loop) {
    return inLoop(loop, [&] {
      return RecursiveASTVisitor::TraverseCXXForRangeStmt(loop);
    });
  }
  // Its body is a function of its own.
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->hasBody(callee) && called.contains(callee))
      found.push_back({call, loops});
    return true;
  }

  std::vector<std::pair<const CallExpr *, Loops>> found;

private:
  /// `n-- > 0`
  static bool counts(const Stmt *s) {
    const auto *e = dyn_cast_or_null<UnaryOperator>(s);
    return (e && e->isIncrementDecrementOp()) ||
           (s && llvm::any_of(s->children(), counts));
  }
  template <class Go> bool inLoop(const Stmt *loop, Go go) {
    loops.push_back(loop);
    const bool result = go();
    loops.pop_back();
    return result;
  }

  const llvm::SmallPtrSetImpl<const FunctionDecl *> &called;
  Loops loops;
};

/// Who calls what, of the user's functions that have bodies.
class Callers {
public:
  Callers(const CallGraph &graph, const SourceManager &manager) {
    for (const auto &[decl, node] : graph) {
      const auto *caller = dyn_cast_or_null<FunctionDecl>(decl);
      if (!caller || !caller->hasBody(caller) ||
          manager.isInSystemHeader(caller->getLocation()))
        continue;
      for (const CallGraphNode::CallRecord &record : *node)
        if (const auto *callee =
                dyn_cast_or_null<FunctionDecl>(record.Callee->getDecl());
            callee && callee->hasBody(callee))
          of[callee].insert(caller);
    }
  }
  llvm::DenseMap<const FunctionDecl *,
                 llvm::SmallSetVector<const FunctionDecl *, 4>>
      of;
};

class LoopFinder {
public:
  LoopFinder(ASTContext &context, CallGraph &graph)
      : manager(context.getSourceManager()), callers(graph, manager) {}

  void look(const Recursion &recursion) {
    isDoubtful = recursion.isDoubtful;
    for (const FunctionDecl *function : recursion.functions) {
      open = {recursion.functions.begin(), recursion.functions.end()};
      traversal = writtenAs(function);
      upwards(function, {});
    }
  }

  std::vector<LoopNest> take() {
    std::vector<LoopNest> result;
    for (const Locations &loops : nests) {
      LoopNest &nest = result.emplace_back();
      for (const SourceLocation loop : loops)
        nest.push_back(toAnnotate(loop));
    }
    llvm::sort(result, [](const LoopNest &a, const LoopNest &b) {
      return std::pair(a.back().loop, b.size()) <
             std::pair(b.back().loop, a.size());
    });
    return result;
  }

private:
  using Locations = std::vector<SourceLocation>;

  LoopToAnnotate toAnnotate(SourceLocation loop) {
    const bool isDoubtful = sure[loop].empty();
    const auto &functions = (isDoubtful ? doubtful : sure)[loop];
    return {
        loop, holders[loop], {functions.begin(), functions.end()}, isDoubtful};
  }

  /// The loops around calls of `called`, which leads to the traversal through
  /// the loops `inner`, and those around its callers' calls.
  void upwards(const FunctionDecl *called, const Locations &inner) {
    const auto who = callers.of.find(called);
    if (who == callers.of.end())
      return;
    llvm::SmallPtrSet<const FunctionDecl *, 1> one = {called};
    for (const FunctionDecl *caller : who->second) {
      if (!open.insert(caller).second)
        continue;
      CallFinder finder(one);
      finder.TraverseStmt(caller->getBody());
      std::set<Locations> ways;
      for (const auto &[call, loops] : finder.found) {
        Locations nest = withQueries(call, loops);
        for (const SourceLocation loop : nest)
          holders[loop] = caller;
        nest.insert(nest.end(), inner.begin(), inner.end());
        if (ways.insert(nest).second)
          add(nest);
      }
      for (const Locations &nest : ways)
        upwards(caller, nest);
      open.erase(caller);
    }
  }

  /// The loops that make a call for something of their own each time.
  Locations withQueries(const CallExpr *call,
                        const CallFinder::Loops &loops) const {
    Locations nest;
    for (const Stmt *loop : loops) {
      const SourceLocation begin = loop->getBeginLoc();
      if (!begin.isMacroID() && !loop->getEndLoc().isMacroID() &&
          manager.isInMainFile(begin) && Names(LoopVariables(loop), call).any)
        nest.push_back(begin);
    }
    return nest;
  }

  void add(const Locations &nest) {
    if (nest.empty())
      return;
    nests.insert(nest);
    for (const SourceLocation loop : nest)
      (isDoubtful ? doubtful : sure)[loop].insert(traversal);
  }

  const SourceManager &manager;
  Callers callers;
  /// Locations in one file are in its order.
  std::set<Locations> nests;
  std::map<SourceLocation, llvm::SetVector<const FunctionDecl *>> sure,
      doubtful;
  std::map<SourceLocation, const FunctionDecl *> holders;
  // Of the recursion that is looked at.
  bool isDoubtful = false;
  const FunctionDecl *traversal = nullptr;
  std::set<const FunctionDecl *> open;
};

} // namespace

SourceLocation regtt::beginOf(const FunctionDecl *function) {
  if (const FunctionDecl *body = nullptr; function->hasBody(body))
    function = body;
  if (const FunctionTemplateDecl *whole =
          function->getDescribedFunctionTemplate())
    return whole->getBeginLoc();
  return function->getOuterLocStart();
}

std::vector<LoopNest> regtt::findLoopsToAnnotate(ASTContext &context) {
  CallGraph graph;
  graph.addToCallGraph(context.getTranslationUnitDecl());
  LoopFinder finder(context, graph);
  for (const Recursion &recursion : findTreeRecursions(graph, context))
    finder.look(recursion);
  return finder.take();
}
