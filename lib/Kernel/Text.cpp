// The two documents of a kernel's text. What each table's row is made of is in
// TextRows.h.
#include "regtt/Kernel/Text.h"

#include "TextRows.h"

#include "regtt/IR/Reader.h"

#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

using namespace regtt;
using namespace regtt::kernel;

bool regtt::kernel::isKernelText(llvm::StringRef text) {
  while (text.consume_front("#") || text.starts_with("\n"))
    text = text.split('\n').second;
  return text.starts_with("---");
}

/// What the numbers of data are, for who reads the functions.
static void printNames(const Kernel &kernel, llvm::raw_ostream &out) {
  static constexpr llvm::StringLiteral roots[] = {"node", "own", "element"};
  out << "# @" << (kernel.enter ? kernel.enter->name : kernel.name) << ":\n";
  for (size_t k = 0; k < kernel.data.size(); ++k)
    out << "#   " << roots[unsigned(kernel.data[k].owner)] << "(" << k
        << "): " << kernel.data[k].text << "\n";
  for (size_t k = 0; k < kernel.uniforms.size(); ++k)
    out << "#   shared(" << k << "): " << kernel.uniforms[k].name << "\n";
}

void regtt::kernel::print(const Kernel &kernel, llvm::raw_ostream &out,
                          ir::PrintOptions options) {
  std::string functions;
  llvm::raw_string_ostream stream(functions);
  ir::print(*kernel.module, stream, options);
  printNames(kernel, out);
  out << "--- |\n";
  llvm::StringRef rest = functions;
  while (!rest.empty()) {
    const auto [line, others] = rest.split('\n');
    out << (line.empty() ? "" : "  ") << line << "\n";
    rest = others;
  }
  TextContext context{*kernel.module, options.sources};
  llvm::yaml::Output yaml(out, &context, /*WrapColumn=*/0);
  // What is printed is not changed; the mapping is one for both ways.
  yaml << const_cast<Kernel &>(kernel);
}

namespace {

/// What YAML's parser has to say, as one message.
struct Faults {
  std::string text;

  static void note(const llvm::SMDiagnostic &fault, void *context) {
    std::string &text = static_cast<Faults *>(context)->text;
    if (text.empty())
      text = std::to_string(fault.getLineNo()) + ":" +
             std::to_string(fault.getColumnNo() + 1) + ": " +
             fault.getMessage().str();
  }
  llvm::Error error() const { return llvm::createStringError(text); }
};

} // namespace

/// The functions: a scalar of several lines.
static llvm::Expected<std::unique_ptr<ir::Module>>
readFunctions(llvm::yaml::Input &yaml) {
  const auto *block = llvm::dyn_cast_or_null<llvm::yaml::BlockScalarNode>(
      yaml.getCurrentNode());
  if (!block)
    return llvm::createStringError(
        "the first document is the functions' text, after '--- |'");
  return ir::read(block->getValue());
}

/// What is there by other means where the text leaves it out.
static void complete(Kernel &kernel) {
  if (!kernel.whole)
    kernel.whole = kernel.enter;
  if (kernel.numSlots == 0)
    for (const SlotGroup &group : kernel.slots)
      kernel.numSlots += group.isList() ? 0 : group.count;
}

llvm::Expected<std::vector<Kernel>> regtt::kernel::read(llvm::StringRef text) {
  Faults faults;
  llvm::yaml::Input yaml(text, nullptr, Faults::note, &faults);
  std::vector<Kernel> result;
  while (yaml.setCurrentDocument()) {
    auto module = readFunctions(yaml);
    if (!module)
      return module.takeError();
    Kernel kernel;
    kernel.module = std::move(*module);
    TextContext context{*kernel.module};
    yaml.setContext(&context);
    if (!yaml.nextDocument() || !yaml.setCurrentDocument())
      return llvm::createStringError("there is no document of tables");
    llvm::yaml::EmptyContext none;
    llvm::yaml::yamlize(yaml, kernel, true, none);
    if (yaml.error())
      return faults.error();
    complete(kernel);
    result.push_back(std::move(kernel));
    if (!yaml.nextDocument())
      break;
  }
  if (!faults.text.empty())
    return faults.error();
  return result;
}
