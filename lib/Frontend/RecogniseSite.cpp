// Lowers an annotated loop by itself, has it recognised, and adds what only
// Clang knows of where it stands.
#include "regtt/Frontend/RecogniseSite.h"

#include "ToIR/Around.h"
#include "regtt/Frontend/TemplateSite.h"
#include "regtt/Frontend/VirtualMethods.h"
#include "regtt/Host/Block.h"
#include "regtt/Host/Places.h"
#include "regtt/Recognise/Recognise.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>

#include <set>

using namespace regtt;

namespace {

class SiteMaker {
public:
  SiteMaker(clang::ASTContext &context, const Pairing &pairing,
            const PairedLoop &paired, FpMode fp, Diagnostics &diagnostics)
      : context(context), pairing(pairing), paired(paired), fp(fp),
        diagnostics(diagnostics), loop(paired.loop->getBeginLoc()),
        lowered(lowerLoopToIR(context, pairing, paired)) {}

  std::optional<LoweredSite> run() {
    if (!isLowered())
      return std::nullopt;
    toir::declareAround(lowered.unit, paired, context);
    for (const auto &[statement, range] : lowered.unit.ranges)
      statement->loc = range;
    for (const auto &[decl, type] : lowered.unit.types)
      if (const auto *named = llvm::dyn_cast<ir::NamedType>(type))
        typesNamed[named->name] = decl;
    recognise::Site found =
        recognise::recognise(std::move(lowered.unit.module));
    if (!found.refusals.empty() &&
        llvm::any_of(lowered.unit.notLowered, isOfTraversal)) {
      sayWhatIsNotLowered();
      return std::nullopt;
    }
    for (const Message &message : found.refusals) {
      report(message);
      if (message.id == Diag::RTT1104)
        noteWhatIsNotFollowed();
    }
    if (!isExactMode())
      llvm::append_range(found.unsaid, found.unlessExact);
    for (const Message &message : found.unsaid)
      if (!llvm::is_contained(found.refusals, message))
        report(message);
    bool ok = found.refusals.empty() && found.unsaid.empty();
    for (const recognise::Inexact &call : found.inexact)
      ok &= isAllowed(call);
    found.kernel.sameOnHost &= isExactMode();
    const auto site = templateSite(context, paired, diagnostics, ok);
    if (!ok)
      return std::nullopt;
    result.kernel = std::move(found.kernel);
    result.loop = std::move(found.loop);
    result.host = std::move(found.host);
    stand(site);
    return std::move(result);
  }

private:
  static bool isOfTraversal(const NotLowered &fault) {
    return fault.isOfTraversal;
  }

  /// Where functions of the traversal were not lowered, what is wrong with the
  /// rest of them is of interest, too.
  void sayWhatIsNotLowered() {
    lowered = lowerRestOfLoop(context, pairing, paired);
    toir::declareAround(lowered.unit, paired, context);
    for (const auto &[statement, range] : lowered.unit.ranges)
      statement->loc = range;
    std::set<unsigned> lines; // what is on them follows from what is said
    for (const NotLowered &fault : lowered.unit.notLowered) {
      if (!fault.isOfTraversal)
        continue;
      say(fault);
      lines.insert(lineOf(fault.loc));
    }
    for (const Message &message :
         recognise::refusalsOfRest(*lowered.unit.module))
      if (!lines.count(lineOf(locate(message.loc))))
        report(message);
  }

  /// A traversal may be called behind what the language has no words for.
  void noteWhatIsNotFollowed() {
    for (const NotLowered &fault : lowered.unit.notLowered)
      if (fault.loc.isValid() && !fault.what.empty())
        diagnostics.note(fault.loc, "what is called from here is not known: " +
                                        fault.what);
  }

  void say(const NotLowered &fault) {
    {
      auto made = diagnostics.report(
          fault.loc.isValid() ? fault.loc : fault.function->getLocation(),
          fault.id);
      if (fault.arguments.empty())
        made << fault.what;
      for (const std::string &argument : fault.arguments)
        made << argument;
    }
    if (fault.declared.isValid())
      diagnostics.note(fault.declared, "declared here");
  }

  unsigned lineOf(clang::SourceLocation loc) const {
    return context.getSourceManager().getExpansionLineNumber(loc);
  }

  /// Says what the language has no words for.
  bool isLowered() {
    clang::SourceLocation open;
    for (const OpenOrder &order : lowered.unit.openOrders) {
      if (toir::isOfCalls(order, pairing)) {
        // One message an expression, however many calls are in it.
        if (order.first->getBeginLoc() != open)
          diagnostics.report(order.first->getBeginLoc(), Diag::RTT2049);
        open = order.first->getBeginLoc();
        continue;
      }
      diagnostics.report(order.second->getBeginLoc(), Diag::RTT2060)
          << textOf(order.first) << textOf(order.second);
      diagnostics.note(order.first->getBeginLoc(), "the other one is here");
    }
    for (const NotLowered &fault : lowered.unit.clauseFaults)
      say(fault);
    // One name for two things: nothing of either is known.
    bool isClear = true;
    for (const NotLowered &fault : lowered.unit.notLowered)
      if (fault.id == Diag::RTT1142) {
        say(fault);
        isClear = false;
      }
    if (!isClear)
      return false;
    if (!lowered.loop) {
      bool isSaid = false;
      for (const NotLowered &fault : lowered.unit.notLowered) {
        const bool isHere = fault.loc.isValid() && isInLoop(fault.loc);
        if (isSaid && !isHere)
          continue;
        isSaid = true;
        if (isHere && fault.id == Diag::RTT2059) {
          say(fault); // of the traversal that is called
          continue;
        }
        diagnostics.report(isHere ? fault.loc : loop, Diag::RTT1103)
            << "code" << fault.what;
        if (!isHere && fault.loc.isValid())
          diagnostics.note(fault.loc, "here");
      }
    }
    return lowered.loop && lowered.unit.openOrders.empty() &&
           lowered.unit.clauseFaults.empty();
  }

  /// Whether operations are what the serial program's are, bit for bit.
  bool isExactMode() const {
    return fp == FpMode::Strict || fp == FpMode::Libm;
  }

  /// Says which functions have other results on a device.
  bool isAllowed(const recognise::Inexact &call) {
    if (fp == FpMode::Libm)
      diagnostics.report(locate(call.loc), Diag::RTT3002) << call.name;
    else if (fp == FpMode::Strict)
      diagnostics.report(locate(call.loc), Diag::RTT3001)
          << call.name << call.error;
    return fp != FpMode::Libm;
  }

  /// The place may be one of another file.
  bool isInLoop(clang::SourceLocation loc) const {
    const auto &manager = context.getSourceManager();
    const auto at = manager.getDecomposedExpansionLoc(loc);
    const auto first = manager.getDecomposedExpansionLoc(this->loop);
    const auto last =
        manager.getDecomposedExpansionLoc(paired.loop->getEndLoc());
    return at.first == first.first && at.second >= first.second &&
           at.second <= last.second;
  }

  std::string textOf(const clang::Expr *e) const {
    return clang::Lexer::getSourceText(
               clang::CharSourceRange::getTokenRange(e->getSourceRange()),
               context.getSourceManager(), context.getLangOpts())
        .str();
  }

  clang::SourceLocation locate(ir::Location loc) const {
    const clang::SourceLocation found = sourceOf(lowered.unit.places, loc);
    return found.isValid() ? found : loop;
  }

  /// Where a loop calls what is declared and nothing more, no pragma helps.
  bool isDeclaredOnly(const Message &message) const {
    if (message.id != Diag::RTT1104 || message.notes.empty())
      return false;
    const clang::SourceLocation declared = locate(message.notes[0].loc);
    for (const auto &[decl, function] : lowered.unit.functions)
      if (decl->getLocation() == declared)
        return !toir::bodyOf(pairing, decl);
    return false;
  }

  void report(const Message &message) {
    {
      auto made = diagnostics.report(locate(message.loc),
                                     isDeclaredOnly(message) ? Diag::RTT1140
                                                             : message.id);
      for (const std::string &argument : message.arguments)
        made << argument;
    }
    for (const Message::Note &note : message.notes)
      diagnostics.note(locate(note.loc), note.text);
  }

  /// Where the loop stands, and in which instantiation.
  void stand(const std::optional<TemplateSite> &site) {
    const clang::PresumedLoc place =
        context.getSourceManager().getPresumedLoc(loop);
    result.loop.file = place.getFilename();
    result.loop.line = place.getLine();
    result.loop.isTemplate = site.has_value();
    if (site) {
      result.loop.instantiation = site->specialization;
      result.host.tag = site->tag;
      result.host.deduced = site->deduced;
      result.place.instantiatedAt = site->instantiatedAt;
      result.place.instantiation = nameOfInstantiation(paired.function);
      result.place.declarations = site->declarations;
      for (const std::string &name : result.host.named)
        if (const auto *decl = typesNamed.lookup(name))
          result.place.declarations.push_back(decl);
    }
    result.place.loop = paired.loop;
    result.place.rounds = paired.rounds;
    result.host.isOfRounds = paired.rounds.has_value();
    result.place.region = paired.region;
    result.host.isInRegion = paired.region != nullptr;
    if (paired.region)
      result.loop.staysInRegion =
          host::staysInRegion({result.kernel, result.loop, result.host});
    if (!paired.region)
      result.host.hostReads = {};
    for (const HostRegion::Loop &each :
         paired.region ? paired.region->loops : std::vector<HostRegion::Loop>())
      if (each.begin == loop) {
        result.host.aheadOfHead = each.aheadOfHead;
        result.host.aheadOfAll = each.aheadOfAll;
      }
    for (const auto &array : result.host.arrays)
      result.host.hostReads.isAny |= paired.region && !array.pointers.empty();
    for (const auto &uniform : result.host.uniforms)
      result.host.hostReads.isAny |= paired.region && !uniform.pointers.empty();
    host::findInMemory(result.host, result.loop.head);
    for (const auto &[decl, function] : lowered.unit.functions)
      if (pairing.traversalOf(decl))
        result.traversals.push_back(decl);
    // What is overridden is called with what overrides it.
    for (const auto &annotated : pairing.traversals)
      if (llvm::any_of(lowered.unit.functions, [&](const auto &known) {
            return areOverridden(annotated.first, known.first);
          }))
        result.traversals.push_back(annotated.first);
    result.loc = locate(result.kernel.loc);
    // It is called after the function that holds the loop.
    if (result.kernel.isNested() &&
        paired.function->getDeclName().isIdentifier())
      result.kernel.name = paired.function->getName();
    result.places = std::move(lowered.unit.places);
  }

  clang::ASTContext &context;
  const Pairing &pairing;
  const PairedLoop &paired;
  const FpMode fp;
  Diagnostics &diagnostics;
  const clang::SourceLocation loop;
  LoweredLoop lowered;
  llvm::StringMap<const clang::TagDecl *> typesNamed;
  LoweredSite result;
};

} // namespace

std::optional<LoweredSite> regtt::recogniseSite(clang::ASTContext &context,
                                                const Pairing &pairing,
                                                const PairedLoop &paired,
                                                FpMode fp,
                                                Diagnostics &diagnostics) {
  return SiteMaker(context, pairing, paired, fp, diagnostics).run();
}
