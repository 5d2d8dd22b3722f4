// Looks through the loop's text, line by line.
#include "MacroLines.h"

#include "../UserTexts.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::recognise;

/// Whether a line, without what stands before its `#`, changes macros.
static bool changesMacros(llvm::StringRef directive) {
  directive = directive.ltrim(" \t");
  const llvm::StringRef name =
      directive.take_while([](char c) { return c >= 'a' && c <= 'z'; });
  const llvm::StringRef rest = directive.drop_front(name.size());
  return llvm::StringSwitch<bool>(name)
      .Cases("define", "undef", "include", "import", true)
      .Case("pragma", rest.contains("_macro"))
      .Default(false);
}

/// Whether a comment of several lines is open behind `line`.
static bool isOpenBehind(llvm::StringRef line, bool isOpen) {
  while (!line.empty()) {
    const size_t at = line.find(isOpen ? "*/" : "/*");
    const size_t rest = isOpen ? llvm::StringRef::npos : line.find("//");
    if (at == llvm::StringRef::npos || rest < at)
      return isOpen;
    line = line.drop_front(at + 2);
    isOpen = !isOpen;
  }
  return isOpen;
}

std::optional<ir::Location> recognise::macroLine(const ir::Module &module,
                                                 const ir::Statement &loop) {
  UserTexts texts(module);
  const auto head = texts.of(loop.loc);
  if (!head)
    return std::nullopt;
  const char *end = head->end();
  ir::walk(&loop, [&](const ir::Statement *s) {
    if (const auto text =
            s->loc.file == loop.loc.file ? texts.of(s->loc) : std::nullopt)
      end = std::max(end, text->end());
  });
  llvm::StringRef text(head->begin(), end - head->begin());
  ir::Location at = loop.loc;
  for (bool isComment = false; !text.empty(); ++at.line) {
    const auto [line, rest] = text.split('\n');
    llvm::StringRef words = line.ltrim(" \t");
    if (!isComment && (words.consume_front("#") || words.consume_front("%:")) &&
        changesMacros(words)) {
      at.column = line.size() - line.ltrim(" \t").size() + 1;
      at.length = 0;
      return at;
    }
    isComment = isOpenBehind(line, isComment);
    text = rest;
  }
  return std::nullopt;
}

bool recognise::repeatsStatements(const host::Loop &loop) {
  return loop.tail || !loop.constants.empty() || !loop.inputs.empty() ||
         llvm::any_of(loop.levels, [](const host::Level &level) {
           return !level.preparation.empty() || !level.condition.empty();
         });
}
