// Prints the kernel's functions of one `return`.
#include "HostValues.h"

#include "regtt/Cpp/Printer.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

using namespace regtt;

cpp::Text HostValues::value(const ir::Function *function,
                            const std::string &number) const {
  const auto &statements = function->body->statements;
  const auto *returned =
      statements.size() == 1
          ? llvm::dyn_cast<ir::ReturnStatement>(statements.front())
          : nullptr;
  if (!returned) {
    values.notPrinted(
        "a number of a child that more than one expression makes");
    return {"0"};
  }
  SliceWords words(site, values, *function);
  words.onHost = true;
  words.numberName = number;
  auto text = cpp::printValue(*site.kernel.module, returned->value, words);
  if (text)
    return *text;
  values.notPrinted(llvm::toString(text.takeError()));
  return {"0"};
}

std::string HostValues::extent(const kernel::SlotGroup &slots) const {
  const cpp::Text length = value(slots.extent);
  if (slots.room == 0)
    return length.text;
  if (int constant; llvm::to_integer(length.text, constant))
    return std::to_string(std::min(constant, slots.room));
  const std::string room = std::to_string(slots.room);
  const std::string operand = length.atLeast(cpp::Precedence::Shift);
  return operand + " < " + room + " ? " + operand + " : " + room;
}
