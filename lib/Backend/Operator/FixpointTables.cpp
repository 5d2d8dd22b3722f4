// What the runtime is told of rounds that go on until nothing changes: what
// the state that they come to has to begin with.
#include "TablePrinter.h"

using namespace regtt;
using namespace regtt::kernel;

void TablePrinter::fixpointTables() {
  std::string asked;
  for (unsigned i = 0; i < kernel.arrays.size(); ++i) {
    for (const Datum *datum : fieldsOf(i)) {
      if (!datum->fixpoint)
        continue;
      const FixpointDatum &state = *datum->fixpoint;
      std::vector<std::string> bounds;
      if (state.bound)
        bounds.push_back(", " + std::to_string(*state.bound) + "LL");
      if (!state.realBound.empty())
        bounds.push_back(", " + state.realBound);
      if (datum->type->isFloat() && bounds.empty())
        bounds.push_back("");
      int given = int(kernel.nodeArrays.size());
      for (unsigned k = 0; k < i; ++k)
        given += kernel.arrays[k].isShared();
      for (const std::string &bound : bounds)
        asked += "if (fault.empty())\nfault = rt::startFault<" +
                 values.spell(datum->type) + ">(given, {" +
                 std::to_string(given) + ", " +
                 std::to_string(offsetOf(datum->steps)) + ", \"" +
                 kernel.arrays[i].text + "\", " +
                 (state.rises ? "true" : "false") + "}" + bound + ");\n";
    }
  }
  if (!asked.empty())
    out +=
        "// Why rounds may come to more than one state; empty: they do not.\n"
        "static std::string startFault(const regtt_array *given) {\n"
        "std::string fault;\n" +
        asked + "return fault;\n}\n";
}
