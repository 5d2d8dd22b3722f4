// The table of a query's numbers that no visit changes (rt/core/curve.h).
#include "Names.h"
#include "OperatorPrinter.h"
#include "regtt/Analysis/Coordinates.h"

using namespace regtt;

std::vector<std::string> regtt::coordinateRows(const kernel::Kernel &kernel,
                                               const std::string &queryType) {
  std::vector<std::string> rows;
  if (kernel.isNested()) // whose iterations go no way that another goes, too
    return rows;
  for (const kernel::Coordinate &c : kernel::coordinates(kernel)) {
    const kernel::Datum &datum = kernel.data[c.datum];
    rows.push_back("{offsetof(" + queryType + ", " + safeName(datum.name) +
                   ")" + (c.offset ? " + " + std::to_string(c.offset) : "") +
                   ", rt::Coordinate::" + c.kind + ", " +
                   std::to_string(c.count) + "}, // " + datum.text);
  }
  return rows;
}
