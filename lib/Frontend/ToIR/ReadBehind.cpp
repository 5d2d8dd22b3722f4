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

/// Whether code that the control flow graph does not show, or of which it does
/// not show when it runs, names the variable.
class HiddenUses : public clang::RecursiveASTVisitor<HiddenUses> {
public:
  explicit HiddenUses(const clang::VarDecl *variable) : variable(variable) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    found |= namedBy(e) == variable &&
             (numHandlers != 0 || e->refersToEnclosingVariableOrCapture());
    return !found;
  }
  bool TraverseCXXCatchStmt(clang::CXXCatchStmt *s) {
    ++numHandlers;
    const bool result = RecursiveASTVisitor::TraverseCXXCatchStmt(s);
    --numHandlers;
    return result;
  }

  bool found = false;

private:
  const clang::VarDecl *variable;
  unsigned numHandlers = 0;
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
    for (const clang::CFGBlock::AdjacentBlock &next : block->succs())
      if (reads(next.getReachableBlock()))
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
    : function(function) {
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
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
  HiddenUses hidden(variable);
  hidden.TraverseStmt(function->getBody());
  return hidden.found || Walk(variable).reads(behind);
}
