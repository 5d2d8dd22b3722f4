// Tries pragmas where recursions over trees and loops that run them are found,
// and says what would come of each:
//
//     tree.cpp:31:3: the calls of 'find' in this loop may run in parallel
//         STMD-dynamic (children are chosen by data)
//     tree.cpp:52:3: the calls of 'draw' in this loop would be refused
//         tree.cpp:19:5: ... [RTT2001]
#include "Suggest.h"

#include "Pipeline.h"
#include "regtt/Frontend/Pairing.h"
#include "regtt/Frontend/Suggest.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Path.h>

#include <functional>

using namespace regtt;
using clang::SourceLocation;

namespace {

/// Keeps messages instead of printing them.
class Listener : public clang::DiagnosticConsumer {
public:
  explicit Listener(const clang::SourceManager &manager) : manager(manager) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    const bool isNote = level == clang::DiagnosticsEngine::Note;
    if (!isNote)
      wasError = level >= clang::DiagnosticsEngine::Error;
    if (!wasError)
      return;
    const clang::PresumedLoc place =
        manager.getPresumedLoc(manager.getFileLoc(info.getLocation()));
    heard += isNote ? "      " : "    ";
    if (place.isValid())
      heard += (llvm::Twine(place.getFilename()) + ":" +
                llvm::Twine(place.getLine()) + ":" +
                llvm::Twine(place.getColumn()) + ": ")
                   .str();
    heard += (text.str() + "\n").str();
  }

  std::string heard;

private:
  const clang::SourceManager &manager;
  bool wasError = false;
};

/// What came of one loop.
struct Attempt {
  bool taken = false;
  unsigned errors = 0;
  std::string classes, messages;
};

class Suggester {
public:
  Suggester(const TranslateRequest &request, clang::Sema &sema,
            const std::vector<Directive> &directives)
      : request(request), sema(sema), ast(sema.getASTContext()),
        manager(ast.getSourceManager()) {
    Diagnostics quiet(ast.getDiagnostics());
    quiet.muted = true;
    known = pairDirectives(ast, directives, quiet);
    llvm::copy_if(directives, std::back_inserter(traversals),
                  [](const Directive &directive) {
                    return directive.kind == Directive::Traversal;
                  });
  }

  Suggestions run() {
    bool areAnnotated = false;
    for (const LoopNest &nest : findLoopsToAnnotate(ast)) {
      const auto known = llvm::find_if(nest, [&](const LoopToAnnotate &each) {
        return isAnnotated(each.loop);
      });
      areAnnotated |= known != nest.end() && isPaired(known->loop);
      if (known == nest.end())
        consider(nest);
      else if (isPaired(known->loop) &&
               !llvm::all_of(known->traversals, isKnown()))
        consider({*known});
    }
    if (areAnnotated && result.text.empty())
      result.text =
          request.source.name() +
          ": all loops that run recursions over trees are annotated\n";
    return std::move(result);
  }

private:
  std::function<bool(const clang::FunctionDecl *)> isKnown() const {
    return [this](const clang::FunctionDecl *function) {
      return known.traversalOf(function) != nullptr;
    };
  }

  bool isPaired(SourceLocation loop) const {
    return llvm::any_of(known.loops, [&](const PairedLoop &paired) {
      return loop == paired.loop->getBeginLoc();
    });
  }
  bool isAnnotated(SourceLocation loop) const {
    return done.count(loop) || isPaired(loop);
  }

  void consider(const LoopNest &nest) {
    // The first that is taken, or else, of the innermost function's, the one
    // with the least in its way.
    Attempt attempt;
    const LoopToAnnotate *chosen = nullptr;
    for (const LoopToAnnotate &each : nest) {
      Attempt made = tryLoop(each);
      if (!made.taken && chosen && chosen->function == each.function &&
          made.errors >= attempt.errors)
        continue;
      attempt = std::move(made);
      chosen = &each;
      if (attempt.taken)
        break;
    }
    if (!attempt.taken && chosen->isDoubtful)
      return;
    for (const LoopToAnnotate *each = chosen; each != nest.data() + nest.size();
         ++each)
      done.insert(each->loop);
    const SourceLocation at = chosen->loop;
    std::string names;
    for (const clang::FunctionDecl *traversal : chosen->traversals)
      names +=
          (names.empty() ? "'" : ", '") + traversal->getNameAsString() + "'";
    const clang::PresumedLoc place = manager.getPresumedLoc(at);
    result.text +=
        (llvm::Twine(place.getFilename()) + ":" + llvm::Twine(place.getLine()) +
         ":" + llvm::Twine(place.getColumn()) + ": the calls of " + names +
         " in this loop " +
         (attempt.taken ? "may run in parallel\n" : "would be refused\n"))
            .str() +
        (attempt.taken ? attempt.classes : attempt.messages);
    if (!attempt.taken)
      return;
    if (!isPaired(at))
      addLine(at, Directive::Parallel);
    for (const clang::FunctionDecl *traversal : chosen->traversals)
      if (!known.traversalOf(traversal))
        addLine(beginOf(traversal), Directive::Traversal);
  }

  Attempt tryLoop(const LoopToAnnotate &loop) {
    std::vector<Directive> directives = traversals;
    for (const clang::FunctionDecl *function : loop.traversals)
      if (!known.traversalOf(function))
        directives.push_back(
            directiveAt(beginOf(function), Directive::Traversal));
    directives.push_back(directiveAt(loop.loop, Directive::Parallel));

    clang::DiagnosticsEngine &engine = ast.getDiagnostics();
    const bool isOwner = engine.ownsClient();
    clang::DiagnosticConsumer *client = engine.getClient();
    std::unique_ptr<clang::DiagnosticConsumer> kept = engine.takeClient();
    Listener listener(manager);
    engine.setClient(&listener, /*ShouldOwnClient=*/false);
    Diagnostics diagnostics(engine);
    Translation made;
    made.stem = request.stem;
    runPipeline(request, made, sema, diagnostics, directives, {});
    kept.release();
    engine.setClient(client, isOwner);
    engine.Reset(/*soft=*/true);
    Attempt attempt{made.anySites && diagnostics.errors() == 0,
                    diagnostics.errors(), "", std::move(listener.heard)};
    for (const std::string &text : made.classes)
      attempt.classes += "    " + text + "\n";
    return attempt;
  }

  static Directive directiveAt(SourceLocation loc, Directive::Kind kind) {
    Directive directive;
    directive.kind = kind;
    directive.loc = directive.end = loc;
    return directive;
  }

  void addLine(SourceLocation loc, Directive::Kind kind) {
    const SourceLocation at = manager.getFileLoc(loc);
    const auto [file, offset] = manager.getDecomposedLoc(at);
    const std::string name =
        llvm::sys::path::remove_leading_dotslash(manager.getFilename(at)).str();
    result.lines.insert(
        {name, offset, std::string("#pragma regtt ") + spelling(kind)});
    result.files[name] = {manager.getBufferData(file).str(), copyOf(name)};
  }

  /// The file's path from the source's folder on; empty where it is elsewhere.
  std::string copyOf(llvm::StringRef name) const {
    if (request.source.isStdin())
      return "";
    llvm::SmallString<128> path(name),
        base(llvm::sys::path::parent_path(request.source.path));
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    llvm::sys::path::remove_dots(base, /*remove_dot_dot=*/true);
    llvm::StringRef below = path;
    const bool isBelow =
        base.empty() || (below.consume_front(base) && below.consume_front("/"));
    return isBelow && !llvm::sys::path::is_absolute(below) &&
                   !below.starts_with("..")
               ? below.str()
               : "";
  }

  const TranslateRequest &request;
  clang::Sema &sema;
  clang::ASTContext &ast;
  const clang::SourceManager &manager;
  Pairing known;
  std::vector<Directive> traversals; ///< those that there are
  std::set<SourceLocation> done;     ///< loops, and those in them
  Suggestions result;
};

} // namespace

Suggestions regtt::suggest(const TranslateRequest &request, clang::Sema &sema,
                           const std::vector<Directive> &directives) {
  return Suggester(request, sema, directives).run();
}
