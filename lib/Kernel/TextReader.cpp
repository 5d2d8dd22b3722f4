// Where a kernel's documents are in a text, and what is wrong with them.
#include "TextReader.h"

#include "regtt/IR/Reader.h"

#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

using namespace regtt;
using namespace regtt::kernel;

TextReader::TextReader(llvm::StringRef text)
    : yaml(text, nullptr, note, this), isOpen(yaml.setCurrentDocument()) {}

/// The first fault, which others may follow from.
void TextReader::note(const llvm::SMDiagnostic &fault, void *reader) {
  std::string &text = static_cast<TextReader *>(reader)->fault;
  if (text.empty())
    text = std::to_string(fault.getLineNo()) + ":" +
           std::to_string(fault.getColumnNo() + 1) + ": " +
           fault.getMessage().str();
}

llvm::Error TextReader::error() const {
  return fault.empty() ? llvm::Error::success()
                       : llvm::createStringError(fault);
}

llvm::Error TextReader::advance() {
  if (llvm::Error wrong = error())
    return wrong;
  isOpen = yaml.nextDocument() && yaml.setCurrentDocument();
  return error();
}

bool TextReader::isAtFunctions() {
  return isOpen && llvm::isa_and_nonnull<llvm::yaml::BlockScalarNode>(
                       yaml.getCurrentNode());
}

/// The functions: a scalar of several lines.
llvm::Expected<std::unique_ptr<ir::Module>> TextReader::functions() {
  if (!isAtFunctions())
    return llvm::createStringError(
        "the first document is the functions' text, after '--- |'");
  auto module =
      ir::read(llvm::cast<llvm::yaml::BlockScalarNode>(yaml.getCurrentNode())
                   ->getValue());
  if (!module)
    return module.takeError();
  if (llvm::Error wrong = advance())
    return std::move(wrong);
  if (!isOpen)
    return llvm::createStringError("there is no document of tables");
  return module;
}

/// What is there by other means where the text leaves it out.
static void complete(Kernel &kernel) {
  if (!kernel.whole)
    kernel.whole = kernel.enter;
  if (kernel.numSlots == 0)
    for (const SlotGroup &group : kernel.slots)
      kernel.numSlots += group.isList() ? 0 : group.count;
}

llvm::Expected<Kernel> TextReader::kernel() {
  auto module = functions();
  if (!module)
    return module.takeError();
  Kernel result;
  result.module = std::move(*module);
  if (llvm::Error wrong = rows(*result.module, result))
    return std::move(wrong);
  complete(result);
  return result;
}
