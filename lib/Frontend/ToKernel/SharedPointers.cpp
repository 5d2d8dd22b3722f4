// A shared object's text is a name, or parentheses around what the user handed
// over, with fields behind it: every `->` outside of parentheses and brackets
// follows the pointer before it.
#include "SharedPointers.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;

/// The end of the parentheses that `text` begins with; npos: it does not.
static size_t endOfParens(llvm::StringRef text) {
  int depth = 0;
  for (size_t k = 0; k < text.size(); ++k) {
    depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
    if (depth == 0)
      return k == 0 ? llvm::StringRef::npos : k;
  }
  return llvm::StringRef::npos;
}

/// Whether `text` is made of names, fields and elements alone.
static bool isPath(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("_:.->[]").contains(c);
  });
}

static void find(llvm::StringRef text, std::vector<std::string> &pointers) {
  // `(p->items).size()`
  if (const size_t end = endOfParens(text); end != llvm::StringRef::npos)
    if (const llvm::StringRef inner = text.slice(1, end); isPath(inner))
      find(inner, pointers);
  int depth = 0;
  for (size_t k = 0; k + 1 < text.size(); ++k) {
    const char c = text[k];
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    const llvm::StringRef before = text.take_front(k);
    if (depth == 0 && text.substr(k).starts_with("->") && before != "this" &&
        !before.starts_with("(&"))
      pointers.push_back(before.str());
  }
}

std::vector<std::string> tokernel::followedPointers(llvm::StringRef text) {
  std::vector<std::string> pointers;
  find(text, pointers);
  return pointers;
}
