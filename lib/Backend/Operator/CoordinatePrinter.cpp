// The table of a query's numbers that no visit changes: they say where it lies,
// as far as any do (rt/core/curve.h). Whatever they mean, nothing but the order
// of queries depends on them.
#include "Names.h"
#include "OperatorPrinter.h"
#include "ValueTypes.h"

#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace clang;

namespace {

class Coordinates {
public:
  Coordinates(const Traversal &traversal, const ASTContext &ast,
              std::string query)
      : traversal(traversal), ast(ast), query(std::move(query)) {}

  /// Floating-point numbers, or, where there are none, integers.
  std::vector<std::string> rows() {
    collect(true);
    if (result.empty())
      collect(false);
    return std::move(result);
  }

private:
  void collect(bool floating) {
    for (unsigned p = 0; p < traversal.paths.size(); ++p) {
      const Path &path = traversal.paths[p];
      if (path.hasOperand() && !path.written() && !path.address &&
          !path.isContainer() && !path.bitField() && !isPlace(int(p)))
        add(path, path.type, 0, floating);
    }
  }

  /// Whether it tells where an array is, or how long.
  bool isPlace(int path) const {
    return llvm::any_of(traversal.arrays, [&](const DataArray &array) {
      return array.start == path || array.size == path || array.row == path;
    });
  }

  void add(const Path &path, QualType type, uint64_t at, bool floating) {
    uint64_t count = 1;
    while (const auto *array = ast.getAsConstantArrayType(type)) {
      count *= array->getZExtSize();
      type = array->getElementType();
    }
    const uint64_t bytes = ast.getTypeSizeInChars(type).getQuantity();
    if (const RecordDecl *record = type->getAsRecordDecl()) {
      const auto *object = dyn_cast<CXXRecordDecl>(record);
      if (record->isUnion() || (object && object->getNumBases() != 0))
        return;
      const ASTRecordLayout &layout = ast.getASTRecordLayout(record);
      // The curve goes through the first of many alone.
      for (uint64_t i = 0; i < std::min<uint64_t>(count, 16); ++i)
        for (const FieldDecl *field : record->fields())
          if (!field->isBitField())
            add(path, field->getType(),
                at + i * bytes +
                    layout.getFieldOffset(field->getFieldIndex()) / 8,
                floating);
      return;
    }
    const std::string kind = kindOf(type, bytes, floating);
    if (kind.empty())
      return;
    result.push_back("{offsetof(" + query + ", " + safeName(path.name) + ")" +
                     (at ? " + " + std::to_string(at) : "") +
                     ", rt::Coordinate::" + kind + ", " +
                     std::to_string(count) + "}, // " + path.text);
  }

  static std::string kindOf(QualType type, uint64_t bytes, bool floating) {
    if (type->isRealFloatingType())
      return !floating || bytes > 8 ? "" : bytes == 8 ? "Double" : "Float";
    if (floating || !type->isIntegerType() || type->isBooleanType() ||
        (bytes != 4 && bytes != 8))
      return "";
    return std::string(type->isUnsignedIntegerType() ? "Unsigned" : "") +
           (bytes == 4 ? "Int" : "Long");
  }

  const Traversal &traversal;
  const ASTContext &ast;
  const std::string query;
  std::vector<std::string> result;
};

} // namespace

std::vector<std::string> regtt::coordinateRows(const Traversal &traversal,
                                               const ASTContext &ast,
                                               const std::string &queryType) {
  return Coordinates(traversal, ast, queryType).rows();
}
