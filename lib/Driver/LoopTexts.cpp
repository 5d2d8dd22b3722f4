// Which text around a loop an instantiation of its template has.
#include "LoopTexts.h"

#include "regtt/Host/Places.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

using namespace regtt;

host::Block regtt::blockOf(const Site &site, const HostPart &host,
                           bool isOfSeveral) {
  return host::printBlock({site.kernel, site.loop, host.loop},
                          isOfSeveral ? static_cast<int>(host.text) : -1);
}

void regtt::chooseText(const SameLoop &added, llvm::ArrayRef<SameLoop> others) {
  unsigned numTexts = 0;
  for (const SameLoop &other : others)
    numTexts = std::max(numTexts, other.host.text + 1);
  for (unsigned text = 0; text < numTexts; ++text) {
    std::vector<SameLoop> group;
    for (const SameLoop &other : others)
      if (other.host.text == text)
        group.push_back(other);
    group.push_back(added);
    // Tried on copies.
    std::vector<host::Loop> loops;
    for (const SameLoop &each : group)
      loops.push_back(each.host.loop);
    for (int round = 0; round < 2; ++round)
      for (host::Loop &loop : llvm::drop_end(loops))
        host::sharePlaces(loop, loops.back());
    const auto block = [&](size_t k) {
      const Site &site = group[k].site;
      return host::printBlock({site.kernel, site.loop, loops[k]});
    };
    const host::Block own = block(group.size() - 1);
    bool isSame = true;
    for (size_t k = 0; k + 1 < group.size(); ++k) {
      const host::Block other = block(k);
      isSame &= other.open == own.open && other.close == own.close;
    }
    if (!isSame)
      continue;
    for (size_t k = 0; k < group.size(); ++k)
      group[k].host.loop = std::move(loops[k]);
    added.host.text = text;
    return;
  }
  added.host.text = numTexts;
}

namespace {

class LabelFinder : public clang::RecursiveASTVisitor<LabelFinder> {
public:
  bool VisitLabelStmt(clang::LabelStmt *) {
    isFound = true;
    return false;
  }
  bool isFound = false;
};

} // namespace

bool regtt::isRepeatable(const clang::ASTContext &context,
                         const clang::Stmt *loop) {
  LabelFinder labels;
  labels.TraverseStmt(const_cast<clang::Stmt *>(loop));
  if (labels.isFound)
    return false;
  const clang::SourceManager &manager = context.getSourceManager();
  const auto [file, first] = manager.getDecomposedLoc(loop->getBeginLoc());
  const unsigned last = manager.getFileOffset(loop->getEndLoc());
  const llvm::StringRef text = manager.getBufferData(file);
  clang::Lexer lexer(manager.getLocForStartOfFile(file), context.getLangOpts(),
                     text.begin(), text.begin() + first, text.end());
  clang::Token token;
  for (bool isDirective = false;
       !lexer.LexFromRawLexer(token) &&
       manager.getFileOffset(token.getLocation()) <= last;) {
    const llvm::StringRef word = token.is(clang::tok::raw_identifier)
                                     ? token.getRawIdentifier()
                                     : llvm::StringRef();
    if (isDirective && word != "if" && word != "ifdef" && word != "ifndef" &&
        word != "elif" && word != "else" && word != "endif" && word != "error")
      return false;
    isDirective = token.is(clang::tok::hash) && token.isAtStartOfLine();
  }
  return true;
}
