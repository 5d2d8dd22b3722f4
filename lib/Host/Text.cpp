// The documents of a kernel and its loop. What each row is made of is in
// TextRows.h.
#include "regtt/Host/Text.h"

#include "../Kernel/TextReader.h"
#include "TextRows.h"

#include "regtt/Kernel/Text.h"

using namespace regtt;
using namespace regtt::host;

void regtt::host::print(const Tables &tables, llvm::raw_ostream &out,
                        ir::PrintOptions options) {
  kernel::print(tables.kernel, out, options);
  kernel::TextContext context{*tables.kernel.module, options.sources};
  llvm::yaml::Output yaml(out, &context, /*WrapColumn=*/0);
  // What is printed is not changed; the mapping is one for both ways.
  LoopText text{const_cast<kernel::SiteLoop &>(tables.site),
                const_cast<Loop &>(tables.loop)};
  yaml << text;
}

llvm::Expected<std::vector<Document>> regtt::host::read(llvm::StringRef text) {
  kernel::TextReader reader(text);
  std::vector<Document> result;
  while (!reader.isDone()) {
    auto kernel = reader.kernel();
    if (!kernel)
      return kernel.takeError();
    Document &made = result.emplace_back();
    made.kernel = std::move(*kernel);
    if (reader.isDone() || reader.isAtFunctions())
      continue;
    made.hasLoop = true;
    LoopText rows{made.site, made.loop};
    if (llvm::Error error = reader.rows(*made.kernel.module, rows))
      return std::move(error);
  }
  if (llvm::Error error = reader.error())
    return std::move(error);
  return result;
}
