// Pairs directives with code, lowers every annotated loop, runs the passes,
// chooses variants and prints everything.
#include "Pipeline.h"

#include "ChosenVariants.h"
#include "Consolidation.h"
#include "Format.h"
#include "LoopTexts.h"
#include "Report.h"
#include "regtt/Frontend/RecogniseSite.h"
#include "regtt/Frontend/Suggest.h"
#include "regtt/Frontend/TemplateSite.h"
#include "regtt/Frontend/ToIR.h"
#include "regtt/Host/Places.h"
#include "regtt/Host/Text.h"
#include "regtt/Host/Verifier.h"
#include "regtt/Kernel/HeldBytes.h"
#include "regtt/Rewrite/HostFile.h"
#include "regtt/Transform/Passes.h"

#include <clang/Sema/Sema.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/xxhash.h>

#include <map>
#include <optional>
#include <set>

using namespace regtt;

namespace {

/// Everything after parsing.
class Pipeline {
public:
  Pipeline(const TranslateRequest &request, Translation &result,
           clang::Sema &sema, Diagnostics &diagnostics)
      : request(request), result(result), sema(sema), ast(sema.getASTContext()),
        diagnostics(diagnostics) {
    unit.stem = result.stem;
    unit.hash = unitHash();
  }

  void run(const std::vector<Directive> &directives, OtherFiles::Parser parse) {
    Pairing pairing = pairDirectives(ast, directives, diagnostics);
    pairing.sema = &sema;
    OtherFiles others({request.source.path, &ast, &pairing}, std::move(parse),
                      diagnostics);
    llvm::erase_if(pairing.loops, [&](const PairedLoop &loop) {
      const bool isClear = others.follow(loop);
      if (!isClear)
        refused(loop);
      return !isClear;
    });
    if (request.options->Emit == "ir") {
      llvm::raw_string_ostream out(result.ir);
      printLowered(lowerToIR(ast, pairing), ast, out);
      return;
    }
    if (request.options->Emit == "loop") {
      llvm::raw_string_ostream out(result.ir);
      for (const PairedLoop &loop : pairing.loops)
        printLoop(lowerLoopToIR(ast, pairing, loop), loop, ast, out);
      return;
    }
    for (const Directive &directive : directives)
      checkClauses(directive);
    for (const PairedLoop &loop : pairing.loops) {
      if (loop.function->isTemplateInstantiation())
        diagnostics.beginInstantiation(loop.loop->getBeginLoc(),
                                       loop.function->getPointOfInstantiation(),
                                       nameOfInstantiation(loop.function));
      if (!lower(pairing, loop))
        serial.insert(loop.loop->getBeginLoc());
      diagnostics.endInstantiation();
    }
    dropSerial();
    warnUnused(pairing);
    use(others);
    if (unit.sites.empty())
      return;
    result.anySites = true;
    print();
  }

private:
  void checkClauses(const Directive &directive) {
    const auto oneOf = [&](const char *name,
                           llvm::ArrayRef<llvm::StringRef> values,
                           const char *meaning) {
      const Clause *clause = directive.find(name);
      if (!clause)
        return;
      for (const std::string &value : clause->arguments)
        if (!llvm::is_contained(values, llvm::StringRef(value)))
          diagnostics.report(clause->loc, Diag::RTT1008)
              << name << value << meaning;
    };
    oneOf("order", {"any", "program"}, "'any' or 'program'");
    oneOf("target", {"auto", "cuda", "lanes", "cpu", "serial"},
          "'auto', 'cuda', 'lanes', 'cpu' or 'serial'");
  }

  /// The loop's kernel and what is around it; nothing where it is refused.
  std::optional<LoweredSite> prepare(const Pairing &pairing,
                                     const PairedLoop &loop) {
    const std::map<llvm::StringRef, FpMode> modes = {
        {"strict", FpMode::Strict},
        {"libm", FpMode::Libm},
        {"contract", FpMode::Contract},
        {"fast", FpMode::Fast}};
    return recogniseSite(ast, pairing, loop, modes.at(request.options->Fp),
                         diagnostics);
  }

  /// False: the loop stays serial.
  bool lower(const Pairing &pairing, const PairedLoop &loop) {
    std::optional<LoweredSite> lowered = prepare(pairing, loop);
    if (!lowered)
      return refused(loop);
    for (const clang::FunctionDecl *function : lowered->traversals)
      called.insert(writtenAs(function));
    Site site;
    const Clause *targets = loop.directive->find("target");
    for (const Backend *backend : request.backends)
      if (!targets || llvm::is_contained(targets->arguments, "auto") ||
          llvm::is_contained(targets->arguments, backend->name.str()))
        site.backends.push_back(backend);
    if (site.backends.empty()) {
      if (!llvm::is_contained(targets->arguments, "serial"))
        diagnostics.report(targets->loc, Diag::RTT2104);
      return false;
    }
    site.showsSource = request.hostName.empty();
    site.kernel = std::move(lowered->kernel);
    site.loop = std::move(lowered->loop);
    HostPart host{std::move(lowered->host), std::move(lowered->place)};
    if (!runKernelPasses(site, *lowered))
      return refused(loop);
    if (!readConsolidation(loop, site, diagnostics) ||
        !chooseVariants(loop, request.options->Variant, site, diagnostics))
      return false;
    if (site.kernel.inner &&
        !checkConsolidated(loop, placeOf(*lowered, site.kernel.inner->loc),
                           diagnostics))
      return false;
    nameSite(site);
    if (!isSound(site, host) || !sharesLoop(site, host))
      return false;
    if (!hasRoom(loop, site) || !canPrint(site, *lowered))
      return refused(loop);
    unit.sites.push_back(std::move(site));
    hosts.push_back(std::move(host));
    return true;
  }

  /// Instantiations of a loop have one text: all are transformed, or none.
  void dropSerial() {
    for (size_t k = hosts.size(); k-- > 0;) {
      if (!serial.count(hosts[k].place.loop->getBeginLoc()))
        continue;
      hosts.erase(hosts.begin() + static_cast<std::ptrdiff_t>(k));
      unit.sites.erase(unit.sites.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }

  /// Whether each target's threads can hold what an iteration does.
  bool hasRoom(const PairedLoop &loop, const Site &site) {
    const kernel::HeldBytes held = kernel::heldBytes(site.kernel);
    for (const Backend *backend : site.backends) {
      if (backend->room == 0 || held.bytes <= backend->room)
        continue;
      diagnostics.report(loop.loop->getBeginLoc(), Diag::RTT2106)
          << std::to_string(held.bytes) << held.text << backend->name
          << std::to_string(backend->room);
      return false;
    }
    return true;
  }

  /// The loop stays serial: a message says why.
  bool refused(const PairedLoop &loop) {
    if (diagnostics.allowSerial)
      diagnostics.report(loop.loop->getBeginLoc(), Diag::RTT2103);
    return false;
  }

  static clang::SourceLocation placeOf(const LoweredSite &lowered,
                                       ir::Location loc) {
    const clang::SourceLocation found = sourceOf(lowered.places, loc);
    return found.isValid() ? found : lowered.loc;
  }

  bool runKernelPasses(Site &site, const LoweredSite &lowered) {
    kernel::PassContext passes{site.kernel, request.options->Layout != "plain"};
    passes.regroupsFloats = request.options->Fp == "fast";
    const bool passed = kernel::runPasses(passes);
    for (const Message &message : passes.messages) {
      {
        auto made =
            diagnostics.report(placeOf(lowered, message.loc), message.id);
        for (const std::string &argument : message.arguments)
          made << argument;
      }
      for (const Message::Note &note : message.notes)
        diagnostics.note(placeOf(lowered, note.loc), note.text);
    }
    return passed;
  }

  /// Refuses by name what no printer knows.
  bool canPrint(const Site &site, const LoweredSite &lowered) {
    std::set<clang::SourceLocation> said;
    for (const Unprinted &left : tryPrint(unit, site)) {
      const clang::SourceLocation loc = placeOf(lowered, left.loc);
      if (said.insert(loc).second)
        diagnostics.report(loc, Diag::RTT2004) << left.what;
    }
    return said.empty();
  }

  /// Whether what was lowered of the loop fits its kernel.
  bool isSound(const Site &site, const HostPart &host) {
    llvm::Error fault = host::verify({site.kernel, site.loop, host.loop});
    if (!fault)
      return true;
    diagnostics.report(host.place.loop->getBeginLoc(), Diag::RTT2099)
        << llvm::toString(std::move(fault));
    return false;
  }

  /// Whether the file may have a text around the loop for this instantiation.
  bool sharesLoop(const Site &site, HostPart &host) {
    const clang::Stmt *loop = host.place.loop;
    std::vector<SameLoop> others;
    for (size_t k = 0; k < hosts.size(); ++k)
      if (hosts[k].place.loop->getBeginLoc() == loop->getBeginLoc())
        others.push_back({unit.sites[k], hosts[k]});
    for (const SameLoop &other : others)
      if (other.site.loop.instantiation == site.loop.instantiation) {
        diagnostics.report(loop->getBeginLoc(), Diag::RTT1110)
            << host.place.instantiation
            << "'" + other.host.place.instantiation + "'";
        return false;
      }
    chooseText({site, host}, others);
    const bool isNew =
        !others.empty() && llvm::none_of(others, [&](const SameLoop &other) {
          return other.host.text == host.text;
        });
    if (isNew && (!ast.getLangOpts().CPlusPlus17 || !isRepeatable(ast, loop))) {
      diagnostics.report(loop->getBeginLoc(), Diag::RTT1115)
          << host.place.instantiation << others[0].host.place.instantiation;
      return false;
    }
    return true;
  }

  /// `point_correlation_correlate_79`, with a number for instantiations.
  void nameSite(Site &site) {
    std::string base = unit.stem + "_" + site.kernel.name + "_" +
                       std::to_string(site.loop.line);
    for (char &c : base)
      if (!llvm::isAlnum(c))
        c = '_';
    if (llvm::isDigit(base[0]))
      base = "_" + base;
    // Named by functions of the host file, which other files must not share.
    site.loop.baseName = base + "_" + unit.hash;
    const unsigned number = ++sitesNamed[base];
    site.kernel.siteName = site.loop.isTemplate || number > 1
                               ? base + "_" + std::to_string(number)
                               : base;
  }

  /// Every traversal that no annotated loop calls is said.
  void warnUnused(const Pairing &pairing) {
    for (const auto &[function, directive] : sorted(pairing)) {
      const bool refused = diagnostics.errors() != 0;
      if (!called.count(function) && !refused)
        diagnostics.report(directive->loc, Diag::RTT1010)
            << function->getNameAsString();
    }
  }

  /// Files whose definitions are in what is emitted.
  void use(const OtherFiles &others) {
    for (const OtherSource &other : request.others) {
      if (!llvm::is_contained(others.used(), other.source.path))
        continue;
      result.used.push_back(other.source);
      if (!other.isTied || unit.sites.empty())
        continue;
      const std::string tie = other.tie();
      if (tie.empty())
        diagnostics.report(hosts[0].place.loop->getBeginLoc(), Diag::RTT1145)
            << other.source.path;
      else
        unit.ties.push_back(tie);
    }
    for (HostPart &host : hosts)
      host.loop.ties = unit.ties;
  }

  bool hasMain() const {
    return llvm::any_of(
        ast.getTranslationUnitDecl()->decls(), [](const clang::Decl *decl) {
          const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
          return function && function->isMain();
        });
  }

  /// What loops call that could be annotated.
  std::set<const clang::FunctionDecl *> calledInLoops() const {
    std::set<const clang::FunctionDecl *> result;
    for (const LoopNest &nest : findLoopsToAnnotate(ast))
      for (const LoopToAnnotate &loop : nest)
        for (const clang::FunctionDecl *function : loop.traversals)
          result.insert(writtenAs(function));
    return result;
  }

  /// The file's own, without those that another file's loops may call: where
  /// the command has other files, and those of a file without loops for them.
  std::vector<std::pair<const clang::FunctionDecl *, const Directive *>>
  sorted(const Pairing &pairing) const {
    std::vector<std::pair<const clang::FunctionDecl *, const Directive *>> all(
        pairing.traversals.begin(), pairing.traversals.end());
    const bool hasOthers = !request.others.empty();
    const bool isPart = hasOthers || (pairing.loops.empty() && !hasMain());
    const auto own = isPart ? calledInLoops() : decltype(called)();
    llvm::erase_if(all, [&](const auto &each) {
      const auto &[function, directive] = each;
      return &function->getASTContext() != &ast ||
             (isPart && !own.count(function) &&
              (hasOthers ||
               ast.getSourceManager().isInMainFile(directive->loc)));
    });
    llvm::sort(all, [](const auto &a, const auto &b) {
      return a.second->loc < b.second->loc;
    });
    return all;
  }

  void print() {
    unit.input = request.source.name();
    unit.version = toolVersion().str();
    unit.options = "--fp=" + request.options->Fp +
                   " --variant=" + request.options->Variant +
                   " --layout=" + request.options->Layout;
    // What is compared by address is known when all sites are.
    for (size_t k = 0; k < hosts.size(); ++k)
      host::findInMemory(hosts[k].loop, unit.sites[k].loop.head);
    unit.values = valueTypes(unit);
    const bool isRead = !request.options->NoFormat && !request.hostName.empty();
    unit.format = isRead ? formatted : nullptr;
    if (request.options->Emit == "kernel") {
      llvm::raw_string_ostream out(result.ir);
      for (size_t k = 0; k < hosts.size(); ++k)
        host::print({unit.sites[k].kernel, unit.sites[k].loop, hosts[k].loop},
                    out);
    }
    result.explanation = explain(unit);
    for (const Site &site : unit.sites)
      result.classes.push_back(classOf(site));
    result.report = jsonReport(unit);
    result.header = printSiteHeader(unit, request.options->AllowSerial);
    printScalarOperators(unit);
    for (const Backend *backend : request.backends) {
      Unit part = unit;
      llvm::erase_if(part.sites, [&](const Site &site) {
        return !llvm::is_contained(site.backends, backend);
      });
      if (!part.sites.empty())
        result.slices.push_back(
            {backend, backend->print(part), launchesGrids(part, *backend)});
    }
    printHostFile();
  }

  /// Whether instantiations of the loop have different texts.
  bool hasTexts(size_t site) const {
    return llvm::any_of(hosts, [&](const HostPart &other) {
      return other.text != 0 && other.place.loop->getBeginLoc() ==
                                    hosts[site].place.loop->getBeginLoc();
    });
  }

  void printHostFile() {
    std::vector<HostSite> sites;
    for (size_t k = 0; k < hosts.size(); ++k)
      sites.push_back(
          {hosts[k].place, blockOf(unit.sites[k], hosts[k], hasTexts(k))});
    auto host =
        rewriteHostFile(ast, sites, {unit.stem + ".regtt.h", request.hostName});
    if (!host) {
      diagnostics.report(hosts[0].place.loop->getBeginLoc(), Diag::RTT2099)
          << llvm::toString(host.takeError());
      return;
    }
    result.host = *host;
  }

  /// Eight digits that depend on the path as given, the text and the macros:
  /// two files of one name, or one file compiled twice, can be linked together.
  std::string unitHash() const {
    const auto &manager = ast.getSourceManager();
    std::string text = request.source.path;
    text += '\0';
    text += manager.getBufferData(manager.getMainFileID());
    bool macro = false;
    for (llvm::StringRef arg : request.compileArgs) {
      const bool defines = arg.starts_with("-D") || arg.starts_with("-U");
      if (defines || macro)
        text += '\0' + arg.str();
      macro = arg == "-D" || arg == "-U";
    }
    return llvm::utohexstr(llvm::xxh3_64bits(text) >> 32, /*LowerCase=*/true,
                           8);
  }

  Unit unit;
  const TranslateRequest &request;
  Translation &result;
  clang::Sema &sema;
  clang::ASTContext &ast;
  Diagnostics &diagnostics;
  std::vector<HostPart> hosts; ///< of each of unit.sites
  std::map<std::string, unsigned> sitesNamed;
  std::set<const clang::FunctionDecl *> called; ///< for look-ups only
  std::set<clang::SourceLocation> serial;       ///< loops that stay so
};

} // namespace

void regtt::runPipeline(const TranslateRequest &request, Translation &result,
                        clang::Sema &sema, Diagnostics &diagnostics,
                        const std::vector<Directive> &directives,
                        OtherFiles::Parser parse) {
  Pipeline(request, result, sema, diagnostics)
      .run(directives, std::move(parse));
}
