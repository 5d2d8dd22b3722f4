// Prints the kernel's functions of one `return`.
#include "HostValues.h"

#include "regtt/Cpp/Printer.h"

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
