// Reads the user's files.
#include "UserTexts.h"

using namespace regtt;
using namespace regtt::recognise;

const llvm::MemoryBuffer *UserTexts::file(unsigned number) {
  if (number == 0 || number > module.files.size())
    return nullptr;
  const auto [known, isNew] = files.try_emplace(number);
  if (!isNew)
    return known->second.get();
  const std::string &name = module.files[number - 1];
  if (const auto text = module.texts.find(name); text != module.texts.end())
    known->second = llvm::MemoryBuffer::getMemBuffer(text->second);
  else if (auto read = llvm::MemoryBuffer::getFile(name))
    known->second = std::move(*read);
  return known->second.get();
}

std::optional<size_t> UserTexts::offset(ir::Location range) {
  const llvm::MemoryBuffer *whole = file(range.file);
  if (!whole || range.line == 0 || range.column == 0)
    return std::nullopt;
  const llvm::StringRef text = whole->getBuffer();
  size_t at = 0;
  for (unsigned line = 1; line < range.line; ++line) {
    at = text.find('\n', at);
    if (at == llvm::StringRef::npos)
      return std::nullopt;
    ++at;
  }
  return at + range.column - 1;
}

std::optional<llvm::StringRef> UserTexts::of(ir::Location range) {
  const std::optional<size_t> from = offset(range);
  if (!from || range.length == 0)
    return std::nullopt;
  const llvm::StringRef text = file(range.file)->getBuffer();
  if (*from + range.length > text.size())
    return std::nullopt;
  return text.substr(*from, range.length);
}

bool UserTexts::isWithin(ir::Location inner, ir::Location outer) {
  if (inner.file != outer.file || inner.length == 0 || outer.length == 0)
    return false;
  const std::optional<size_t> a = offset(inner), b = offset(outer);
  return a && b && *a >= *b && *a + inner.length <= *b + outer.length;
}

std::optional<llvm::StringRef> UserTexts::before(ir::Location range,
                                                 ir::Location inner) {
  const auto text = of(range);
  const auto start = offset(range), end = offset(inner);
  if (!text || !start || !end || range.file != inner.file || *end < *start ||
      *end - *start > text->size())
    return std::nullopt;
  return text->take_front(*end - *start);
}

bool recognise::hasWord(llvm::StringRef text, llvm::StringRef word) {
  const auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (!text.empty()) {
    const llvm::StringRef next = text.take_while(isPart);
    if (!word.empty() && next == word)
      return true;
    text = text.drop_front(std::max<size_t>(next.size(), 1));
  }
  return false;
}
