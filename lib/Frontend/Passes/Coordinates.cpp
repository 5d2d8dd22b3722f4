// Which numbers of a query no visit changes: they say where it lies, as far as
// any do (rt/core/curve.h). Whatever they mean, nothing but the order of
// queries depends on them.
#include "regtt/Frontend/Passes/Coordinates.h"

#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace clang;

namespace {

class Finder {
public:
  Finder(const Traversal &traversal, const ASTContext &ast)
      : traversal(traversal), ast(ast) {}

  std::vector<Coordinate> find() {
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
    if (std::string kind = kindOf(type, bytes, floating); !kind.empty())
      result.push_back({&path, at, count, std::move(kind)});
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
  std::vector<Coordinate> result;
};

} // namespace

std::vector<Coordinate> regtt::coordinates(const Traversal &traversal,
                                           const ASTContext &ast) {
  return Finder(traversal, ast).find();
}
