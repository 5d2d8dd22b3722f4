// Rewrites the user's file.
//
//     for (int i = 0; i < n; ++i) correlate(&points[i], root);
//  -> { const int regtt_first = 0; const auto regtt_last = n; ...
//       const int regtt_serial = regtt_begin(&regtt_call);
//       if (regtt_serial) {
//     for (int i = 0; i < n; ++i) correlate(&points[i], root);
//       }
//       regtt_end(&regtt_call); }
#include "regtt/Rewrite/HostFile.h"

#include "LineNumbers.h"

#include "regtt/Frontend/StatementEnd.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Rewrite/Core/Rewriter.h>

#include <llvm/ADT/STLExtras.h>

#include <functional>
#include <map>
#include <set>

using namespace regtt;
using namespace clang;

namespace {

class HostRewriter {
public:
  HostRewriter(ASTContext &ast, llvm::ArrayRef<HostSite> sites,
               const HostNaming &naming)
      : ast(ast), manager(ast.getSourceManager()), sites(sites), naming(naming),
        rewriter(manager, ast.getLangOpts()) {}

  llvm::Expected<std::string> run() {
    includeHeader();
    std::set<SourceLocation> done;
    for (const HostSite &site : sites) {
      if (const auto &rounds = site.place.rounds;
          rounds && done.insert(rounds->loop->getBeginLoc()).second)
        rewriteRounds(*rounds);
      if (done.insert(site.place.loop->getBeginLoc()).second)
        rewriteLoop(textsOf(site));
      if (!site.block.specialization.empty())
        specialize(site);
      if (!site.block.members.empty())
        reach(site);
    }
    // What stands around a loop and begins where it does comes ahead of it.
    std::map<SourceLocation, const HostRegion *, std::greater<>> regions;
    for (const HostSite &site : sites)
      if (const HostRegion *region = site.place.region.get())
        regions[region->statement->getBeginLoc()] = region;
    for (const auto &[begin, region] : regions)
      rewriteRegion(*region);
    const auto *buffer = rewriter.getRewriteBufferFor(manager.getMainFileID());
    if (!buffer)
      return llvm::createStringError("nothing was rewritten");
    std::string text;
    llvm::raw_string_ostream stream(text);
    buffer->write(stream);
    return numberLines(text, nameOfInput(), naming.ownName);
  }

private:
  std::string nameOfInput() const {
    const SourceLocation begin =
        manager.getLocForStartOfFile(manager.getMainFileID());
    return manager.getPresumedLoc(begin).getFilename();
  }

  void insert(SourceLocation loc, const std::string &text,
              bool isBehind = true) {
    const PresumedLoc place = manager.getPresumedLoc(loc);
    const std::string there =
        host::lineDirective(place.getFilename(), place.getLine());
    // What follows stays in its column.
    const std::string indent(place.getColumn() - 1, ' ');
    rewriter.InsertText(loc, generatedFrom(there) + text + there + indent,
                        isBehind, /*indentNewLines=*/false);
  }

  /// The outermost declaration in the main file around `loc`, and the
  /// namespaces on the way to the innermost one that is not a namespace.
  struct Around {
    const Decl *outermost = nullptr;
    const Decl *inNamespace = nullptr;
    std::vector<const NamespaceDecl *> namespaces;
    /// `extern "C"`, the outermost, in which no template may stand.
    const LinkageSpecDecl *linkage = nullptr;
  };

  /// Where `decl` begins, with the template heads of the classes around it.
  SourceLocation startOf(const Decl *decl) const {
    if (const auto *pattern = dyn_cast<TemplateDecl>(decl))
      if (const auto *declarator =
              dyn_cast_or_null<DeclaratorDecl>(pattern->getTemplatedDecl());
          declarator && declarator->getNumTemplateParameterLists() > 0)
        return manager.getExpansionLoc(declarator->getOuterLocStart());
    // `void all(const auto &tree)` has no word that says that it is one.
    const auto *made = dyn_cast<TemplateDecl>(decl);
    return manager.getExpansionLoc(made && decl->getBeginLoc().isInvalid() &&
                                           made->getTemplatedDecl()
                                       ? made->getTemplatedDecl()->getBeginLoc()
                                       : decl->getBeginLoc());
  }

  bool contains(const Decl *decl, SourceLocation loc) const {
    const SourceLocation begin = startOf(decl);
    const SourceLocation end = manager.getExpansionLoc(decl->getEndLoc());
    return begin.isValid() && manager.isInMainFile(begin) &&
           !manager.isBeforeInTranslationUnit(loc, begin) &&
           !manager.isBeforeInTranslationUnit(end, loc);
  }

  Around around(SourceLocation loc) const {
    Around result;
    const DeclContext *scope = ast.getTranslationUnitDecl();
    while (scope) {
      const DeclContext *inner = nullptr;
      for (const Decl *decl : scope->decls()) {
        if (decl->isImplicit() || !contains(decl, loc))
          continue;
        if (!result.outermost)
          result.outermost = decl;
        result.inNamespace = decl;
        if (const auto *ns = dyn_cast<NamespaceDecl>(decl)) {
          result.namespaces.push_back(ns);
          inner = ns;
        } else if (const auto *linkage = dyn_cast<LinkageSpecDecl>(decl)) {
          inner = linkage;
          if (!result.linkage && result.namespaces.empty())
            result.linkage = linkage;
        }
        break;
      }
      scope = inner;
    }
    return result;
  }

  /// Before the first declaration that needs it, so that what the user defines
  /// for the system headers is defined before them.
  void includeHeader() {
    SourceLocation first;
    for (const HostSite &site : sites) {
      const Around place = around(site.place.loop->getBeginLoc());
      const SourceLocation loc = startOf(place.outermost);
      if (first.isInvalid() || manager.isBeforeInTranslationUnit(loc, first))
        first = loc;
    }
    insert(first, "#include \"" + naming.header + "\"\n");
  }

  /// The blocks of the loop, one of each text.
  std::vector<const HostSite *> textsOf(const HostSite &site) const {
    std::vector<const HostSite *> texts;
    std::set<int> known;
    for (const HostSite &each : sites)
      if (each.place.loop->getBeginLoc() == site.place.loop->getBeginLoc() &&
          known.insert(each.block.text).second)
        texts.push_back(&each);
    return texts;
  }

  /// The last text is the one around the user's own loop; ahead of it stand
  /// those of other instantiations, each with a copy:
  ///
  ///     { if constexpr (::regtt_...<void(T *)>::text == 1) { ... copy ... }
  ///     else { ... for (...) ... } }
  void rewriteLoop(llvm::ArrayRef<const HostSite *> texts) {
    const clang::Stmt *loop = texts.front()->place.loop;
    const SourceLocation begin = loop->getBeginLoc(), end = endOf(loop, ast);
    const host::Block &own = texts.front()->block;
    std::string open, close = own.close;
    for (const HostSite *other : texts.drop_front()) {
      const PresumedLoc place = manager.getPresumedLoc(begin);
      const std::string copy =
          host::lineDirective(place.getFilename(), place.getLine()) +
          std::string(place.getColumn() - 1, ' ') +
          Lexer::getSourceText(CharSourceRange::getCharRange(begin, end),
                               manager, ast.getLangOpts())
              .str() +
          "\n" + host::endOfUserText();
      open += "if constexpr (" + other->block.asked +
              " == " + std::to_string(other->block.text) + ") " +
              other->block.open + copy + other->block.close + " else ";
    }
    if (!open.empty()) {
      open = "{ " + open;
      close += "\n}";
    }
    insert(begin, open + own.open);
    insert(end, close);
  }

  void rewriteRounds(const Rounds &rounds) {
    const host::Block text = host::printRounds(
        !ast.getLangOpts().CPlusPlus,
        rounds.startsAsked ? rounds.flag->getDecl()->getNameAsString() : "",
        isInRegion(rounds.loop));
    const SourceLocation begin = rounds.loop->getBeginLoc();
    const SourceLocation end = endOf(rounds.loop, ast);
    insert(begin, text.open + "\n");
    insert(end, text.close);
  }

  /// Of the regions that loops stand in.
  bool isInRegion(const clang::Stmt *s) const {
    return llvm::any_of(sites, [&](const HostSite &site) {
      const HostRegion *region = site.place.region.get();
      return region && region->statement != s &&
             manager.isBeforeInTranslationUnit(region->statement->getBeginLoc(),
                                               s->getBeginLoc()) &&
             manager.isBeforeInTranslationUnit(s->getBeginLoc(),
                                               region->statement->getEndLoc());
    });
  }

  void rewriteRegion(const HostRegion &region) {
    for (const HostRegion::Insertion &each : region.insertions)
      insert(each.at, each.text + "\n", each.isBehind);
    for (const HostRegion::Loop &each : region.loops)
      if (llvm::none_of(sites, [&](const HostSite &site) {
            return site.place.loop->getBeginLoc() == each.begin;
          })) {
        insert(each.begin, "{ regtt_sync(&regtt_region);\n", false);
        insert(each.end, "}\n");
      }
    const host::Block text = host::printRegion(!ast.getLangOpts().CPlusPlus,
                                               isInRegion(region.statement));
    insert(region.statement->getBeginLoc(), text.open, false);
    insert(endOf(region.statement, ast), text.close);
  }

  /// The place right after `decl` and its semicolon.
  SourceLocation after(const Decl *decl) const {
    const SourceLocation end = manager.getExpansionLoc(decl->getEndLoc());
    const SourceLocation semicolon = Lexer::findLocationAfterToken(
        end, tok::semi, manager, ast.getLangOpts(), false);
    return semicolon.isValid()
               ? semicolon
               : Lexer::getLocForEndOfToken(end, 0, manager, ast.getLangOpts());
  }

  /// The last declaration of `scope` that ends before `loc`.
  const Decl *lastBefore(const DeclContext *scope, SourceLocation loc) const {
    const Decl *last = nullptr;
    for (const Decl *decl : scope->decls()) {
      const SourceLocation end = manager.getExpansionLoc(decl->getEndLoc());
      if (!decl->isImplicit() && end.isValid() && manager.isInMainFile(end) &&
          manager.isBeforeInTranslationUnit(end, loc))
        last = decl;
    }
    return last;
  }

  /// A place between declarations, and the namespaces around it.
  struct Gap {
    SourceLocation loc;
    std::vector<const NamespaceDecl *> namespaces;
    const LinkageSpecDecl *linkage = nullptr; ///< whose braces are around it
  };

  Gap gapBefore(SourceLocation loc) const {
    const Around place = around(loc);
    if (place.linkage && !place.linkage->hasBraces())
      return {startOf(place.linkage), {}};
    const auto *innermost = dyn_cast_or_null<NamespaceDecl>(place.inNamespace);
    if (place.inNamespace && !innermost)
      return {startOf(place.inNamespace), place.namespaces, place.linkage};
    // An explicit instantiation is no declaration of its own.
    const DeclContext *scope = ast.getTranslationUnitDecl();
    if (innermost)
      scope = innermost;
    const Decl *last = lastBefore(scope, loc);
    return {last ? after(last) : SourceLocation(), place.namespaces};
  }

  Gap gapAfter(const NamedDecl *decl) const {
    const Around place = around(manager.getExpansionLoc(decl->getLocation()));
    if (!place.inNamespace)
      return {};
    return {after(place.inNamespace), place.namespaces};
  }

  /// Declares which operator an instantiation runs, before the place that
  /// instantiates it, or after the last of the declarations that it names.
  void specialize(const HostSite &site) {
    Gap gap = gapBefore(site.place.instantiatedAt);
    for (const NamedDecl *decl : site.place.declarations)
      if (const Gap later = gapAfter(decl);
          later.loc.isValid() &&
          (gap.loc.isInvalid() ||
           manager.isBeforeInTranslationUnit(gap.loc, later.loc)))
        gap = later;
    insertOutside(gap, site.block.specialization);
  }

  /// Declares, ahead of the function that holds the loop, by what it reaches
  /// members that it may not name.
  void reach(const HostSite &site) {
    std::string text;
    for (const std::string &member : site.block.members)
      text += member;
    insertOutside(gapBefore(site.place.loop->getBeginLoc()), text);
  }

  /// What is around the gap is closed and opened again.
  void insertOutside(const Gap &gap, const std::string &text) {
    std::string open, close;
    if (gap.linkage) {
      close = "} ";
      open = gap.linkage->getLanguage() == LinkageSpecLanguageIDs::C
                 ? "extern \"C\" { "
                 : "extern \"C++\" { ";
    }
    for (const NamespaceDecl *ns : gap.namespaces) {
      const std::string name = ns->getNameAsString();
      if (ns->isNested()) { // namespace a::b { has one brace
        open.resize(open.size() - 2);
        open += std::string("::") + (ns->isInline() ? "inline " : "") + name +
                " { ";
        continue;
      }
      close += "} ";
      open += std::string(ns->isInline() ? "inline " : "") + "namespace " +
              name + (name.empty() ? "{ " : " { ");
    }
    insert(gap.loc, close + text + open);
  }

  ASTContext &ast;
  SourceManager &manager;
  llvm::ArrayRef<HostSite> sites;
  const HostNaming &naming;
  Rewriter rewriter;
};

} // namespace

llvm::Expected<std::string>
regtt::rewriteHostFile(ASTContext &ast, llvm::ArrayRef<HostSite> sites,
                       const HostNaming &naming) {
  return HostRewriter(ast, sites, naming).run();
}
