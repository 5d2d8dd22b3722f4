// Which numbers say where a query lies.
#include "KernelPasses.h"

#include "regtt/Analysis/Coordinates.h"

using namespace regtt;

llvm::Error opt::coordinatesPass(host::Document &document, ir::PrintOptions) {
  const kernel::Kernel &kernel = document.kernel;
  for (const kernel::Coordinate &each : kernel::coordinates(kernel))
    llvm::outs() << kernel.data[each.datum].text << " + " << each.offset << ": "
                 << each.count << " " << each.kind << "\n";
  return llvm::Error::success();
}
