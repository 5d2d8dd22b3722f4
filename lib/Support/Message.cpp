// The table of messages, and their texts.
#include "regtt/Support/Message.h"

#include <llvm/ADT/StringExtras.h>

#include <cassert>

using namespace regtt;

const MessageRow &regtt::rowOf(Diag id) {
  static constexpr auto Error = MessageRow::Error;
  static constexpr auto Warning = MessageRow::Warning;
  static constexpr MessageRow rows[] = {
#define X(ID, SEVERITY, TEXT) {#ID, SEVERITY, TEXT},
#include "regtt/Support/Diagnostics.def"
#undef X
  };
  return rows[static_cast<unsigned>(id)];
}

std::string regtt::textOf(const Message &message) {
  std::string result;
  llvm::StringRef rest = rowOf(message.id).text;
  while (!rest.empty()) {
    const size_t at = rest.find('%');
    result += rest.take_front(at);
    rest = rest.drop_front(std::min(at, rest.size()));
    if (rest.size() < 2 || !llvm::isDigit(rest[1])) {
      result += rest.take_front(1);
      rest = rest.drop_front(std::min<size_t>(1, rest.size()));
      continue;
    }
    const size_t number = rest[1] - '0';
    assert(number < message.arguments.size() && "the text asks for more");
    result += message.arguments[number];
    rest = rest.drop_front(2);
  }
  return result;
}
