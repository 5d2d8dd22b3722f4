// Goes through a region's statements. Those without an annotated loop in them
// are the host's as a whole; of the others their heads are.
//
//     while (residual > limit) {        while (regtt_read(...), residual >
//     limit)
//       prepare(x);                       regtt_sync(&regtt_region);
//       prepare(x);
//     #pragma regtt parallel
//       for (...) ...
//     }
#include "regtt/Frontend/Regions.h"

#include "regtt/Frontend/HostAccesses.h"
#include "regtt/Frontend/KnownCalls.h"
#include "regtt/Frontend/StatementEnd.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace clang;

namespace {

class RegionReader {
public:
  RegionReader(ASTContext &context, HostRegion &region,
               llvm::ArrayRef<SourceLocation> loops,
               llvm::ArrayRef<SourceLocation> others, Diagnostics &diagnostics)
      : context(context), manager(context.getSourceManager()), region(region),
        loops(loops), others(others), diagnostics(diagnostics),
        accesses(context, region.function) {}

  bool run() {
    statement(region.statement, /*isInBlock=*/true);
    return !isRefused;
  }

private:
  void refuse(SourceLocation at, const char *what) {
    if (!isRefused)
      diagnostics.report(manager.getExpansionLoc(at), Diag::RTT1026) << what;
    isRefused = true;
  }

  bool beginsIn(llvm::ArrayRef<SourceLocation> places,
                const clang::Stmt *s) const {
    return llvm::any_of(places, [&](SourceLocation at) {
      return at == s->getBeginLoc() ||
             (manager.isBeforeInTranslationUnit(s->getBeginLoc(), at) &&
              manager.isBeforeInTranslationUnit(at, s->getEndLoc()));
    });
  }

  bool isLoop(const clang::Stmt *s) const {
    return isa<ForStmt, WhileStmt, CXXForRangeStmt>(s) &&
           llvm::is_contained(loops, s->getBeginLoc());
  }

  //===--- What is put in -------------------------------------------------===//

  /// `regtt_read(&regtt_region, &(x), sizeof(x))`, for each, `between` them.
  static std::string ahead(const HostAccess &access, const char *between) {
    if (access.isOpen)
      return std::string("regtt_sync(&regtt_region)") + between;
    std::string text;
    if (access.readsAny)
      text += std::string("regtt_fetch(&regtt_region)") + between;
    for (const HostAccess::Bytes &bytes : access.bytes) {
      if (access.readsAny && !bytes.isWritten)
        continue;
      text +=
          std::string(bytes.isWritten ? "regtt_write" : "regtt_read") +
          "(&regtt_region, " +
          (bytes.isVector ? bytes.text + ".data(), " + bytes.text +
                                ".size() * sizeof(*" + bytes.text + ".data()"
                          : "&(" + bytes.text + "), sizeof(" + bytes.text) +
          "))" + between;
    }
    return text;
  }

  /// Where the text of something begins, which a macro may have begun; invalid:
  /// within one.
  SourceLocation textBegin(SourceLocation at) const {
    SourceLocation begin = at;
    if (at.isMacroID() && !Lexer::isAtStartOfMacroExpansion(
                              at, manager, context.getLangOpts(), &begin))
      return {};
    return begin;
  }

  /// Where the lines begin that tell a compiler about what follows, as
  /// `#pragma GCC ivdep`.
  SourceLocation aheadOfPragmas(SourceLocation at) const {
    if (at.isInvalid())
      return at;
    const auto [file, offset] = manager.getDecomposedLoc(at);
    const llvm::StringRef text = manager.getBufferData(file).take_front(offset);
    size_t begin = text.rfind('\n');
    if (begin == llvm::StringRef::npos ||
        !text.drop_front(begin).trim().empty())
      return at;
    SourceLocation result = at;
    while (begin != llvm::StringRef::npos && begin > 0) {
      const size_t last = text.take_front(begin).rfind('\n');
      const size_t first = last == llvm::StringRef::npos ? 0 : last + 1;
      const llvm::StringRef line = text.slice(first, begin).trim();
      if (!line.starts_with("#") ||
          !line.drop_front().ltrim().starts_with("pragma") ||
          line.contains("regtt"))
        break;
      result = manager.getComposedLoc(file, unsigned(first));
      begin = last;
    }
    return result;
  }

  void insert(SourceLocation at, std::string text, bool isBehind = false) {
    if (at.isValid() && at.isFileID())
      region.insertions.push_back({at, std::move(text), isBehind});
  }

  HostAccess accessOf(const clang::Stmt *s) const {
    if (!beginsIn(others, s))
      return accesses.of(s);
    HostAccess all;
    all.isOpen = true;
    return all;
  }

  void aheadOf(const clang::Stmt *s, bool isInBlock) {
    if (hasCase(s))
      return refuse(s->getBeginLoc(), "has a label in it");
    const HostAccess access = accessOf(s);
    if (access.isNone())
      return;
    const SourceLocation begin = aheadOfPragmas(textBegin(s->getBeginLoc()));
    if (begin.isInvalid())
      return refuse(s->getBeginLoc(), inMacro);
    if (isInBlock)
      return insert(begin, ahead(access, "; "));
    const SourceLocation end =
        s->getEndLoc().isMacroID() ? SourceLocation() : endOf(s, context);
    if (end.isInvalid())
      return refuse(s->getBeginLoc(), inMacro);
    insert(begin, "{ " + ahead(access, "; "));
    insert(end, " }", /*isBehind=*/true);
  }

  void aheadOf(const Expr *e) {
    const HostAccess access = e ? accesses.of(e) : HostAccess();
    if (access.isNone())
      return;
    const SourceLocation begin = textBegin(e->getBeginLoc());
    if (begin.isInvalid())
      return refuse(e->getBeginLoc(), inMacro);
    insert(begin, ahead(access, ", "));
  }

  //===--- Statements -----------------------------------------------------===//

  /// Whether the end of the block in which it stands is the end of something
  /// that annotated loops may use.
  bool hasEnd(const clang::Stmt *s) const {
    s = unlabelled(s);
    if (s && !context.getLangOpts().CPlusPlus && hasLiteral(s))
      return true;
    const auto *declared = dyn_cast_or_null<DeclStmt>(s);
    return declared && llvm::any_of(declared->decls(), [&](const Decl *each) {
             const auto *variable = dyn_cast<VarDecl>(each);
             return variable && variable->hasLocalStorage() &&
                    hasEnd(*variable);
           });
  }
  /// `(double[100]){0}`: an object of the block's, in C.
  static bool hasLiteral(const clang::Stmt *s) {
    return isa<CompoundLiteralExpr>(s) ||
           (!isa<CompoundStmt>(s) &&
            llvm::any_of(s->children(), [](const auto *child) {
              return child && hasLiteral(child);
            }));
  }

  bool hasEnd(const VarDecl &variable) const {
    const QualType type = variable.getType();
    if (type->isDependentType() || variable.hasAttr<CleanupAttr>())
      return true;
    if (type->isReferenceType()) // to something that ends with it
      return variable.hasInit() && isa<ExprWithCleanups>(variable.getInit());
    return type->isScalarType()
               ? accesses.isAddressed(&variable)
               : !isOfChrono(classOf(type)) && !isIterator(classOf(type));
  }

  void block(const CompoundStmt &several) {
    bool isScoped = false;
    for (const clang::Stmt *each : several.body()) {
      if (isScoped && hasCase(each))
        return refuse(each->getBeginLoc(),
                      "has a label behind a declaration in the same block");
      statement(each, /*isInBlock=*/true);
      if (!hasEnd(each))
        continue;
      isScoped = true;
      const SourceLocation end = each->getEndLoc();
      if (end.isMacroID())
        return refuse(each->getBeginLoc(), inMacro);
      guard(endOf(unlabelled(each), context));
    }
  }

  static const clang::Stmt *unlabelled(const clang::Stmt *s) {
    while (const auto *label = dyn_cast_or_null<SwitchCase>(s))
      s = label->getSubStmt();
    return s;
  }

  /// From there on the block has something that ends with it.
  void guard(SourceLocation at) {
    insert(at,
           " struct regtt_region *regtt_scope" + std::to_string(numScopes++) +
               " REGTT_SCOPE = &regtt_region;",
           /*isBehind=*/true);
  }

  void statement(const clang::Stmt *s, bool isInBlock) {
    if (isRefused || !s)
      return;
    if (isLoop(s)) {
      // A counter from around the loop ends with a value.
      const auto *counted = dyn_cast<ForStmt>(s);
      HostAccess head;
      if (counted && counted->getInit() && !isa<DeclStmt>(counted->getInit()))
        head = accesses.of(counted->getInit());
      region.loops.push_back({s->getBeginLoc(), endOf(s, context),
                              ahead(head, ";\n"),
                              ahead(accesses.of(s), ";\n")});
      return;
    }
    if (const clang::Stmt *label = labelIn(s))
      return refuse(label->getBeginLoc(), "has a label in it");
    if (const auto *label = dyn_cast<SwitchCase>(s))
      return statement(label->getSubStmt(), isInBlock);
    if (!beginsIn(loops, s)) {
      // What is not come to needs nothing.
      const auto *choice = dyn_cast<IfStmt>(s);
      const bool isWhole = !choice || hasCase(s) || accessOf(s).isNone() ||
                           s->getBeginLoc().isMacroID() ||
                           s->getEndLoc().isMacroID() || choice->getInit() ||
                           choice->getConditionVariable() ||
                           choice->isConstexpr() || choice->isConsteval();
      return isWhole ? aheadOf(s, isInBlock) : this->choice(*choice);
    }
    if (s->getBeginLoc().isMacroID())
      return refuse(s->getBeginLoc(), inMacro);
    if (const auto *several = dyn_cast<CompoundStmt>(s))
      return block(*several);
    if (const auto *choice = dyn_cast<IfStmt>(s))
      return this->choice(*choice);
    if (const auto *loop = dyn_cast<ForStmt>(s))
      return this->loop(*loop, isInBlock);
    if (const auto *loop = dyn_cast<WhileStmt>(s)) {
      if (loop->getConditionVariable())
        return refuse(s->getBeginLoc(), declares);
      aheadOf(loop->getCond());
      return statement(loop->getBody(), false);
    }
    if (const auto *loop = dyn_cast<DoStmt>(s)) {
      statement(loop->getBody(), false);
      return aheadOf(loop->getCond());
    }
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(s))
      return range(*loop, isInBlock);
    if (const auto *choice = dyn_cast<SwitchStmt>(s)) {
      if (choice->getInit() || choice->getConditionVariable())
        return refuse(s->getBeginLoc(), declares);
      aheadOf(choice->getCond());
      return statement(choice->getBody(), false);
    }
    if (const auto *attributed = dyn_cast<AttributedStmt>(s))
      return statement(attributed->getSubStmt(), false);
    if (const auto *tried = dyn_cast<CXXTryStmt>(s)) {
      block(*tried->getTryBlock());
      for (unsigned k = 0; k < tried->getNumHandlers(); ++k) {
        const auto &handler =
            *cast<CompoundStmt>(tried->getHandler(k)->getHandlerBlock());
        // What has been thrown ends with it.
        if (beginsIn(loops, &handler))
          guard(handler.getLBracLoc().getLocWithOffset(1));
        block(handler);
      }
      return;
    }
    // A lambda, perhaps, in which the loops are another function's.
    refuse(s->getBeginLoc(), "has an annotated loop in something else than "
                             "blocks, loops and conditions");
  }

  /// Null: there is none.
  static const clang::Stmt *labelIn(const clang::Stmt *s) {
    if (!s || isa<LabelStmt, IndirectGotoStmt>(s) || isa<Expr>(s))
      return s && !isa<Expr>(s) ? s : nullptr;
    for (const clang::Stmt *child : s->children())
      if (const clang::Stmt *label = labelIn(child))
        return label;
    return nullptr;
  }

  /// Whether a switch around it may go on in it.
  static bool hasCase(const clang::Stmt *s) {
    return isa<SwitchCase>(s) ||
           (!isa<Expr, SwitchStmt>(s) &&
            llvm::any_of(s->children(), [](const auto *child) {
              return child && hasCase(child);
            }));
  }

  /// What a head declares is set behind what stands ahead of the statement.
  void head(const clang::Stmt *s, const clang::Stmt *declared, bool isInBlock) {
    if (!declared)
      return;
    HostAccess access = accesses.of(declared);
    if (access.isNone())
      return;
    const SourceLocation end = endOf(s, context);
    if (end.isInvalid())
      return refuse(s->getBeginLoc(), inMacro);
    insert(s->getBeginLoc(), (isInBlock ? "" : "{ ") + ahead(access, "; "));
    if (!isInBlock)
      insert(end, " }", /*isBehind=*/true);
  }

  void choice(const IfStmt &s) {
    if (s.getInit() || s.getConditionVariable())
      return refuse(s.getBeginLoc(), declares);
    if (!s.isConstexpr() && !s.isConsteval())
      aheadOf(s.getCond());
    statement(s.getThen(), false);
    statement(s.getElse(), false);
  }

  void loop(const ForStmt &s, bool isInBlock) {
    if (s.getConditionVariable())
      return refuse(s.getBeginLoc(), declares);
    if (hasEnd(s.getInit()))
      return refuse(s.getBeginLoc(),
                    "has a loop in it whose head declares more "
                    "than numbers; declare it ahead of that");
    head(&s, s.getInit(), isInBlock);
    aheadOf(s.getCond());
    statement(s.getBody(), false);
    // Ahead of the body in the text.
    aheadOf(s.getInc());
  }

  static bool isIterator(const CXXRecordDecl *record) {
    return record && record->getIdentifier() &&
           record->getName() == "__normal_iterator";
  }

  static bool isKnownRange(const Expr &over) {
    const QualType type = over.getType();
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    static const llvm::StringSet<> names = {
        "vector", "array", "deque", "list",
        "set",    "map",   "span",  "initializer_list"};
    return type->isArrayType() ||
           (record && record->getIdentifier() && record->isInStdNamespace() &&
            names.contains(record->getName()));
  }

  /// `for (auto &level : levels)`: the elements themselves are not looked at.
  void range(const CXXForRangeStmt &s, bool isInBlock) {
    const Expr *over = s.getRangeInit();
    const bool isList =
        isa<CXXStdInitializerListExpr, InitListExpr>(over->IgnoreImplicit());
    const VarDecl &variable = *s.getLoopVariable();
    const bool isKnown =
        !s.getInit() && !over->isTypeDependent() &&
        !variable.getType()->isDependentType() && isKnownRange(*over) &&
        (isList ? isScalar(variable.getType())
                : over->isLValue() && variable.getType()->isReferenceType()) &&
        isElementItself(variable);
    if (!isKnown)
      return refuse(s.getBeginLoc(),
                    "has a range-based loop in it that copies elements, or "
                    "goes over something else than an array or a container of "
                    "the library that is a variable; have references to "
                    "elements, or count");
    head(&s, over, isInBlock);
    statement(s.getBody(), false);
  }

  static constexpr const char *inMacro =
      "has a statement of a macro in it, ahead of which nothing can be put";
  static constexpr const char *declares =
      "has a condition in it that declares something; declare it ahead of that";

  ASTContext &context;
  const SourceManager &manager;
  HostRegion &region;
  llvm::ArrayRef<SourceLocation> loops, others;
  Diagnostics &diagnostics;
  const HostAccesses accesses;
  unsigned numScopes = 0;
  bool isRefused = false;
};

} // namespace

bool regtt::readRegion(ASTContext &context, HostRegion &region,
                       llvm::ArrayRef<SourceLocation> loops,
                       llvm::ArrayRef<SourceLocation> others,
                       Diagnostics &diagnostics) {
  return RegionReader(context, region, loops, others, diagnostics).run();
}
