// Finds reads by a walk over Clang's control flow graph.
#include "ReadBehind.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;

namespace {

const clang::VarDecl *namedBy(const clang::Expr *e) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParens());
  const auto *variable =
      name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable ? variable->getCanonicalDecl() : nullptr;
}

const clang::BinaryOperator *assignmentTo(const clang::Stmt *s,
                                          const clang::VarDecl *variable) {
  const auto *set = dyn_cast<clang::BinaryOperator>(s);
  return set && set->getOpcode() == clang::BO_Assign &&
                 namedBy(set->getLHS()) == variable
             ? set
             : nullptr;
}

/// Whether the control flow graph does not show all ways to what names the
/// variable: from a closure, or past what an exception leaves out.
class HiddenUses : public clang::RecursiveASTVisitor<HiddenUses> {
public:
  HiddenUses(const clang::VarDecl *variable, const clang::Stmt *loop)
      : variable(variable), loop(loop) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    if (namedBy(e) == variable) {
      isCaptured |= e->refersToEnclosingVariableOrCapture();
      isOutside |= !inLoop;
    }
    return true;
  }
  bool VisitCXXTryStmt(clang::CXXTryStmt *) {
    catches = true;
    return true;
  }
  bool dataTraverseStmtPre(clang::Stmt *s) {
    inLoop |= s == loop;
    return true;
  }
  bool dataTraverseStmtPost(clang::Stmt *s) {
    inLoop &= s != loop;
    return true;
  }

  bool found() const { return isCaptured || (catches && isOutside); }

private:
  const clang::VarDecl *variable;
  const clang::Stmt *loop;
  bool inLoop = false, isCaptured = false, isOutside = false, catches = false;
};

class Walk {
public:
  explicit Walk(const clang::VarDecl *variable) : variable(variable) {}

  bool reads(const clang::CFGBlock *block) {
    if (!block || !seen.insert(block).second)
      return false;
    for (const clang::CFGElement &element : *block) {
      const auto at = element.getAs<clang::CFGStmt>();
      if (!at)
        continue;
      const clang::Stmt *s = at->getStmt();
      if (assignmentTo(s, variable) || declares(s))
        return false;
      const auto *name = dyn_cast<clang::DeclRefExpr>(s);
      if (name && namedBy(name) == variable && !isSet(block, name))
        return true;
    }
    // Also the ways that a value of no enumerator takes past a switch.
    for (const clang::CFGBlock::AdjacentBlock &next : block->succs())
      if (reads(next.getReachableBlock()) ||
          reads(next.getPossiblyUnreachableBlock()))
        return true;
    return false;
  }

private:
  bool declares(const clang::Stmt *s) const {
    const auto *declaration = dyn_cast<clang::DeclStmt>(s);
    return declaration && llvm::any_of(declaration->decls(), [&](auto *each) {
             return each->getCanonicalDecl() == variable;
           });
  }

  /// Whether the name is what an assignment of the block sets.
  bool isSet(const clang::CFGBlock *block,
             const clang::DeclRefExpr *name) const {
    for (const clang::CFGElement &element : *block)
      if (const auto at = element.getAs<clang::CFGStmt>())
        if (const auto *set = assignmentTo(at->getStmt(), variable))
          if (set->getLHS()->IgnoreParens() == name)
            return true;
    return false;
  }

  const clang::VarDecl *variable;
  llvm::SmallPtrSet<const clang::CFGBlock *, 16> seen;
};

} // namespace

ReadBehind::ReadBehind(const clang::FunctionDecl *function,
                       const clang::Stmt *loop)
    : function(function), loop(loop) {
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  options.PruneTriviallyFalseEdges = false;
  flow = clang::CFG::buildCFG(function, function->getBody(),
                              &function->getASTContext(), options);
  if (!flow)
    return;
  for (const clang::CFGBlock *block : *flow)
    if (block && block->getTerminatorStmt() == loop && block->succ_size() == 2)
      behind = std::next(block->succ_begin())->getReachableBlock();
}

ReadBehind::~ReadBehind() = default;

bool ReadBehind::mayBe(const clang::VarDecl *variable) const {
  if (!behind || !variable->hasLocalStorage() ||
      variable->getDeclContext() != function ||
      variable->getType()->isReferenceType() ||
      variable->getType().isVolatileQualified() ||
      variable->hasAttr<clang::CleanupAttr>())
    return true;
  variable = variable->getCanonicalDecl();
  HiddenUses hidden(variable, loop);
  hidden.TraverseStmt(function->getBody());
  return hidden.found() || Walk(variable).reads(behind);
}
