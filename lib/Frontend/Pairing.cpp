// Pairs each directive with the next function or loop in its file.
#include "regtt/Frontend/Pairing.h"

#include "regtt/Frontend/VirtualMethods.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <map>
#include <set>

using namespace regtt;
using namespace clang;

const FunctionDecl *regtt::writtenAs(const FunctionDecl *function) {
  if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
    function = pattern;
  return function->getCanonicalDecl();
}

const Directive *Pairing::ownDirective(const FunctionDecl *function) const {
  return traversals.lookup(writtenAs(function));
}

const Directive *Pairing::traversalOf(const FunctionDecl *function) const {
  if (const Directive *own = ownDirective(function))
    return own;
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  const CXXMethodDecl *first =
      method && !overridden.empty() && method->isVirtual()
          ? firstOverridden(method)
          : nullptr;
  return first ? overridden.lookup(first->getCanonicalDecl()) : nullptr;
}

namespace {

/// Where something begins, comparable within one file.
struct Place {
  FileID file;
  unsigned offset;
};

/// What stands next after one directive, as far as the walk has seen.
struct Next {
  unsigned offset = ~0u;
  const FunctionDecl *function = nullptr; ///< null: another declaration
  const clang::Stmt *stmt = nullptr;
  const FunctionDecl *holder = nullptr;
};

/// Finds, for every directive, the declaration or statement that begins
/// nearest after it. Visits what is written, not what is instantiated.
class NextFinder : public RecursiveASTVisitor<NextFinder> {
public:
  NextFinder(ASTContext &context, const std::vector<Directive> &directives)
      : manager(context.getSourceManager()), next(directives.size()) {
    for (size_t i = 0; i < directives.size(); ++i) {
      const auto [file, offset] = manager.getDecomposedLoc(directives[i].loc);
      byFile[file].push_back({offset, i});
    }
    for (auto &[file, list] : byFile)
      std::sort(list.begin(), list.end());
  }

  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(Decl *decl) {
    if (!decl || isa<TranslationUnitDecl>(decl))
      return RecursiveASTVisitor::TraverseDecl(decl);
    // Neither a directive in it nor one before it: nothing to find there.
    auto *function = dyn_cast<FunctionDecl>(decl);
    if (auto *functionTemplate = dyn_cast<FunctionTemplateDecl>(decl))
      function = functionTemplate->getTemplatedDecl();
    if (!decl->isImplicit() &&
        !isa<ParmVarDecl, TemplateTypeParmDecl, NonTypeTemplateParmDecl,
             AccessSpecDecl>(decl))
      offer(decl->getBeginLoc(), function, nullptr);
    const FunctionDecl *outer = holder;
    if (auto *inner = dyn_cast<FunctionDecl>(decl))
      holder = inner;
    const bool result = RecursiveASTVisitor::TraverseDecl(decl);
    holder = outer;
    return result;
  }

  bool VisitStmt(clang::Stmt *stmt) {
    offer(stmt->getBeginLoc(), nullptr, stmt);
    return true;
  }

  std::vector<Next> take() { return std::move(next); }

private:
  void offer(SourceLocation loc, const FunctionDecl *function,
             const clang::Stmt *stmt) {
    if (loc.isInvalid())
      return;
    const auto [file, offset] =
        manager.getDecomposedLoc(manager.getExpansionLoc(loc));
    const auto found = byFile.find(file);
    if (found == byFile.end())
      return;
    // The last directive before `offset` is the only one this can follow.
    const auto &list = found->second;
    auto after = std::upper_bound(list.begin(), list.end(),
                                  std::make_pair(offset, size_t(-1)));
    if (after == list.begin())
      return;
    Next &candidate = next[std::prev(after)->second];
    // Of several that begin at one place the outermost comes first.
    if (offset < candidate.offset)
      candidate = {offset, function, stmt, holder};
    else if (offset == candidate.offset && !candidate.function && function)
      candidate.function = function;
  }

  SourceManager &manager;
  std::map<FileID, std::vector<std::pair<unsigned, size_t>>> byFile;
  std::vector<Next> next;
  const FunctionDecl *holder = nullptr;
};

/// Finds the loop of a pattern in one of its instantiations: instantiated
/// statements keep their locations.
class LoopFinder : public RecursiveASTVisitor<LoopFinder> {
public:
  explicit LoopFinder(SourceLocation loc) : loc(loc) {}
  bool VisitForStmt(ForStmt *loop) { return visit(loop); }
  bool VisitWhileStmt(WhileStmt *loop) { return visit(loop); }
  bool VisitDoStmt(DoStmt *loop) { return visit(loop); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) { return visit(loop); }
  const clang::Stmt *found = nullptr;

private:
  bool visit(const clang::Stmt *loop) {
    if (loop->getBeginLoc() == loc)
      found = loop;
    return !found;
  }

  SourceLocation loc;
};

/// Every function in `context` that instantiates one of the patterns.
class InstantiationFinder : public RecursiveASTVisitor<InstantiationFinder> {
public:
  explicit InstantiationFinder(const FunctionDecl *pattern)
      : pattern(pattern->getCanonicalDecl()) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(FunctionDecl *function) {
    const FunctionDecl *from = function->getTemplateInstantiationPattern();
    if (from && from->getCanonicalDecl() == pattern &&
        function->doesThisDeclarationHaveABody())
      found.push_back(function);
    return true;
  }
  std::vector<const FunctionDecl *> found;

private:
  const FunctionDecl *pattern;
};

class Pairer {
public:
  Pairer(ASTContext &context, Diagnostics &diagnostics, Pairing &pairing)
      : context(context), diagnostics(diagnostics), pairing(pairing) {}

  void traversal(const Directive &directive, const Next &next) {
    if (!next.function) {
      diagnostics.report(directive.loc, Diag::RTT1005);
      return;
    }
    pairing.traversals[next.function->getCanonicalDecl()] = &directive;
    if (!isa<CXXMethodDecl>(next.function))
      return;
    if (!next.function->isDependentContext())
      return overrides(next.function, directive);
    InstantiationFinder instantiations(next.function);
    instantiations.TraverseDecl(context.getTranslationUnitDecl());
    for (const FunctionDecl *function : instantiations.found)
      overrides(function, directive);
  }

  void overrides(const FunctionDecl *function, const Directive &directive) {
    const auto *method = cast<CXXMethodDecl>(function);
    const CXXMethodDecl *first =
        method->isVirtual() ? firstOverridden(method) : nullptr;
    if (first)
      pairing.overridden[first->getCanonicalDecl()] = &directive;
  }

  void parallel(const Directive &directive, const Next &next) {
    const clang::Stmt *loop = next.stmt;
    if (!loop || !isa<ForStmt, WhileStmt, CXXForRangeStmt>(loop) ||
        !next.holder) {
      diagnostics.report(directive.loc, Diag::RTT1006);
      return;
    }
    SourceManager &manager = context.getSourceManager();
    if (loop->getBeginLoc().isMacroID() || loop->getEndLoc().isMacroID()) {
      diagnostics.report(loop->getBeginLoc(), Diag::RTT1108);
      return;
    }
    if (!manager.isInMainFile(loop->getBeginLoc())) {
      diagnostics.report(directive.loc, Diag::RTT1012);
      return;
    }
    if (!next.holder->isDependentContext()) {
      pairing.loops.push_back({&directive, loop, next.holder});
      return;
    }
    InstantiationFinder instantiations(next.holder);
    instantiations.TraverseDecl(context.getTranslationUnitDecl());
    for (const FunctionDecl *function : instantiations.found) {
      LoopFinder finder(loop->getBeginLoc());
      finder.TraverseStmt(function->getBody());
      if (finder.found)
        pairing.loops.push_back({&directive, finder.found, function});
    }
    if (instantiations.found.empty())
      diagnostics.report(loop->getBeginLoc(), Diag::RTT1011);
  }

  /// The directive of a loop in one that is annotated.
  void consolidate(const Directive &directive, const Next &next) {
    bool found = false;
    for (PairedLoop &outer : pairing.loops) {
      if (!next.stmt || !isa<ForStmt, CXXForRangeStmt>(next.stmt) ||
          !isIn(next.stmt->getBeginLoc(), outer.loop))
        continue;
      LoopFinder finder(next.stmt->getBeginLoc());
      finder.TraverseStmt(const_cast<clang::Stmt *>(outer.loop));
      if (!finder.found)
        continue;
      found = true;
      if (outer.consolidation) {
        diagnostics.report(directive.loc, Diag::RTT1022);
        return;
      }
      outer.consolidation = &directive;
      outer.inner = finder.found;
    }
    if (!found)
      diagnostics.report(directive.loc, Diag::RTT1021);
  }

  /// The directive of a loop around one that is annotated.
  void fixpoint(const Directive &directive, const Next &next,
                const std::vector<Directive> &all) {
    if (!next.stmt || !isa<ForStmt, WhileStmt, DoStmt>(next.stmt)) {
      diagnostics.report(directive.loc, Diag::RTT1023);
      return;
    }
    const SourceLocation begin = next.stmt->getBeginLoc();
    if (begin.isMacroID() || next.stmt->getEndLoc().isMacroID()) {
      diagnostics.report(begin, Diag::RTT1108);
      return;
    }
    std::map<PairedLoop *, const clang::Stmt *> around; // of instantiations
    std::set<const Directive *> inner;
    bool isNested = false;
    for (PairedLoop &each : pairing.loops) {
      LoopFinder finder(begin);
      finder.TraverseStmt(each.function->getBody());
      if (!finder.found || !isIn(each.loop->getBeginLoc(), finder.found))
        continue;
      around[&each] = finder.found;
      inner.insert(each.directive);
      isNested |= each.rounds.has_value();
    }
    if (inner.empty()) {
      // What is wrong with one that is there has been said.
      const bool isSaid = llvm::any_of(all, [&](const Directive &each) {
        return each.kind == Directive::Parallel && isIn(each.loc, next.stmt);
      });
      if (!isSaid)
        diagnostics.report(directive.loc, Diag::RTT1023);
      return;
    }
    const bool isOne = inner.size() == 1 && !isNested;
    if (!isOne)
      diagnostics.report(directive.loc, Diag::RTT1024)
          << (isNested ? "stands around another one"
                       : "has more than one annotated loop in it");
    for (const auto &[each, loop] : around)
      if (isOne)
        each->rounds =
            roundsOf(context, directive, loop, each->loop, diagnostics);
    std::set<const PairedLoop *> refused;
    for (const auto &[each, loop] : around)
      if (!isOne || !each->rounds)
        refused.insert(each);
    llvm::erase_if(pairing.loops, [&](const PairedLoop &loop) {
      return refused.count(&loop);
    });
  }

  /// The directives of code around annotated loops; `regions` in the order of
  /// the text, so that inner ones follow those around them.
  void regions(llvm::ArrayRef<std::pair<const Directive *, const Next *>> found,
               const std::vector<Directive> &all) {
    std::vector<std::shared_ptr<HostRegion>> made;
    for (const auto &[directive, next] : found)
      if (auto region = regionOf(*directive, *next, all))
        made.push_back(std::move(region));
    for (const auto &region : made)
      for (PairedLoop &each : pairing.loops)
        if (!each.rounds && isOf(each, *region))
          each.region = region;
    for (const auto &region : made) {
      std::vector<SourceLocation> loops, others;
      for (const PairedLoop &each : pairing.loops) {
        if (each.region == region)
          loops.push_back(each.loop->getBeginLoc());
        if (each.rounds && isOf(each, *region))
          others.push_back(each.rounds->loop->getBeginLoc());
      }
      for (const auto &other : made)
        if (other != region)
          others.push_back(other->statement->getBeginLoc());
      if (readRegion(context, *region, loops, others, diagnostics))
        continue;
      llvm::erase_if(pairing.loops, [&](const PairedLoop &each) {
        return each.region == region;
      });
    }
  }

  /// Which of two loops is meant, one of which is in the other, nobody knows:
  /// neither is taken.
  void refuseNested() {
    std::set<const Directive *> nested, reported;
    for (const PairedLoop &outer : pairing.loops)
      for (const PairedLoop &inner : pairing.loops)
        if (outer.directive != inner.directive &&
            isIn(inner.loop->getBeginLoc(), outer.loop)) {
          nested.insert({outer.directive, inner.directive});
          if (reported.insert(inner.directive).second)
            diagnostics.report(inner.loop->getBeginLoc(), Diag::RTT1130);
        }
    llvm::erase_if(pairing.loops, [&](const PairedLoop &loop) {
      return nested.count(loop.directive);
    });
  }

private:
  /// Null: it is no region.
  std::shared_ptr<HostRegion> regionOf(const Directive &directive,
                                       const Next &next,
                                       const std::vector<Directive> &all) {
    const bool isStatement =
        next.stmt && next.holder &&
        isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(
            next.stmt);
    if (isStatement && (next.stmt->getBeginLoc().isMacroID() ||
                        next.stmt->getEndLoc().isMacroID())) {
      diagnostics.report(next.stmt->getBeginLoc(), Diag::RTT1108);
      return nullptr;
    }
    const bool hasLoop =
        isStatement && llvm::any_of(all, [&](const Directive &each) {
          return each.kind == Directive::Parallel && isIn(each.loc, next.stmt);
        });
    if (!hasLoop) {
      diagnostics.report(directive.loc, Diag::RTT1025);
      return nullptr;
    }
    auto region = std::make_shared<HostRegion>();
    region->directive = &directive;
    region->statement = next.stmt;
    region->function = next.holder;
    return region;
  }

  /// Not of a lambda in it.
  bool isOf(const PairedLoop &loop, const HostRegion &region) const {
    return writtenAs(loop.function) == writtenAs(region.function) &&
           isIn(loop.loop->getBeginLoc(), region.statement);
  }

  bool isIn(clang::SourceLocation at, const clang::Stmt *outer) const {
    const SourceManager &manager = context.getSourceManager();
    return manager.isBeforeInTranslationUnit(outer->getBeginLoc(), at) &&
           manager.isBeforeInTranslationUnit(at, outer->getEndLoc());
  }

  ASTContext &context;
  Diagnostics &diagnostics;
  Pairing &pairing;
};

} // namespace

Pairing regtt::pairDirectives(ASTContext &context,
                              const std::vector<Directive> &directives,
                              Diagnostics &diagnostics) {
  Pairing pairing;
  if (directives.empty())
    return pairing;
  NextFinder finder(context, directives);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  const std::vector<Next> next = finder.take();
  Pairer pairer(context, diagnostics, pairing);
  for (size_t i = 0; i < directives.size(); ++i) {
    if (directives[i].kind == Directive::Traversal)
      pairer.traversal(directives[i], next[i]);
    else if (directives[i].kind == Directive::Parallel)
      pairer.parallel(directives[i], next[i]);
  }
  for (size_t i = 0; i < directives.size(); ++i)
    if (directives[i].kind == Directive::Consolidate)
      pairer.consolidate(directives[i], next[i]);
  pairer.refuseNested();
  for (size_t i = 0; i < directives.size(); ++i)
    if (directives[i].kind == Directive::Fixpoint)
      pairer.fixpoint(directives[i], next[i], directives);
  std::vector<std::pair<const Directive *, const Next *>> regions;
  for (size_t i = 0; i < directives.size(); ++i)
    if (directives[i].kind == Directive::Region)
      regions.push_back({&directives[i], &next[i]});
  pairer.regions(regions, directives);
  return pairing;
}
