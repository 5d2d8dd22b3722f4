// What the runtime is told of rounds that go on until nothing changes: which
// arrays have the state that they come to, and what it has to begin with.
#include "TablePrinter.h"

using namespace regtt;
using namespace regtt::kernel;

void TablePrinter::fixpointTables() {
  std::vector<std::string> arrays;
  std::string asked;
  for (unsigned i = 0; i < kernel.arrays.size(); ++i) {
    bool isState = false;
    for (const Datum *datum : fieldsOf(i)) {
      if (!datum->fixpoint)
        continue;
      isState = true;
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
    if (isState)
      arrays.push_back(std::to_string(i) + ", // " + kernel.arrays[i].text);
  }
  if (arrays.empty())
    return;
  out += "// What rounds come to: the state in which nothing changes any "
         "more.\n";
  table("int", "fixpointArrays", arrays);
  if (!asked.empty())
    out += "// Why they may come to more than one; empty: they do not.\n"
           "static std::string startFault(const regtt_array *given) {\n"
           "std::string fault;\n" +
           asked + "return fault;\n}\n";
}
