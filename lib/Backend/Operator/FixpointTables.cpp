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
      const std::string bound =
          state.bound ? std::to_string(*state.bound) + "LL" : state.realBound;
      if (!datum->type->isFloat() && bound.empty())
        continue;
      int given = int(kernel.nodeArrays.size());
      for (unsigned k = 0; k < i; ++k)
        given += kernel.arrays[k].isShared();
      asked +=
          "if (fault.empty())\nfault = rt::startFault<" +
          values.spell(datum->type) + ">(given, {" + std::to_string(given) +
          ", " + std::to_string(offsetOf(datum->steps)) + ", \"" +
          kernel.arrays[i].text + "\", " + (state.rises ? "true" : "false") +
          "}" + (bound.empty() ? "" : ", " + bound) + ");\n";
    }
  }
  if (!asked.empty())
    out += "// Why rounds may come to more than one state; empty: they do not.\n"
           "static std::string startFault(const regtt_array *given) {\n"
           "std::string fault;\n" +
           asked + "return fault;\n}\n";
}
