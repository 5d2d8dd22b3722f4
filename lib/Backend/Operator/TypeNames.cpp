// Types as the slices spell them: canonical, so that no typedef of the user's
// has to cross; enums as the integers they are stored as.
#include "Names.h"

#include <clang/AST/ASTContext.h>

using namespace regtt;
using namespace clang;

static QualType carried(QualType type, const ASTContext &ast) {
  type = type.getCanonicalType();
  const Qualifiers qualifiers = type.getQualifiers();
  if (const auto *enumeration = type->getAs<EnumType>())
    return ast.getQualifiedType(
        enumeration->getDecl()->getIntegerType().getCanonicalType(),
        qualifiers);
  if (const auto *pointer = type->getAs<PointerType>())
    return ast.getQualifiedType(
        ast.getPointerType(carried(pointer->getPointeeType(), ast)),
        qualifiers);
  if (const auto *reference = type->getAs<LValueReferenceType>())
    return ast.getLValueReferenceType(
        carried(reference->getPointeeType(), ast));
  return type;
}

static PrintingPolicy policy() {
  LangOptions options;
  options.CPlusPlus = options.Bool = true;
  PrintingPolicy result(options);
  result.Bool = true;
  return result;
}

std::string regtt::spellType(QualType type, const ASTContext &ast) {
  return carried(type, ast).getAsString(policy());
}

std::string regtt::declare(QualType type, llvm::StringRef name,
                           const ASTContext &ast) {
  std::string dimensions;
  type = type.getCanonicalType();
  while (const auto *array = ast.getAsConstantArrayType(type)) {
    dimensions += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
    type = array->getElementType().getCanonicalType();
  }
  std::string result = name.str();
  carried(type, ast).getAsStringInternal(result, policy());
  return result + dimensions;
}
