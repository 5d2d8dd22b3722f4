// The table of a query's numbers that no visit changes (rt/core/curve.h).
#include "Names.h"
#include "OperatorPrinter.h"
#include "regtt/Frontend/Passes/Coordinates.h"

using namespace regtt;

std::vector<std::string> regtt::coordinateRows(const Traversal &traversal,
                                               const clang::ASTContext &ast,
                                               const std::string &queryType) {
  std::vector<std::string> rows;
  for (const Coordinate &c : coordinates(traversal, ast))
    rows.push_back("{offsetof(" + queryType + ", " + safeName(c.path->name) +
                   ")" + (c.offset ? " + " + std::to_string(c.offset) : "") +
                   ", rt::Coordinate::" + c.kind + ", " +
                   std::to_string(c.count) + "}, // " + c.path->text);
  return rows;
}
