// Prints the two documents of a kernel's text. What each table's row is made of
// is in TextRows.h.
#include "regtt/Kernel/Text.h"

#include "TextRows.h"

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
