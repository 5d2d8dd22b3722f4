// Offsets in the user's objects.
#include "regtt/Frontend/Model/Layout.h"

#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace clang;

/// Bytes from the start of `record` to its base `owner`.
static uint64_t baseOffset(const CXXRecordDecl *record,
                           const CXXRecordDecl *owner, const ASTContext &ast) {
  CXXBasePaths paths;
  if (!record->isDerivedFrom(owner, paths))
    return 0;
  uint64_t result = 0;
  const CXXRecordDecl *at = record;
  for (const CXXBasePathElement &element : paths.front()) {
    const auto *base = element.Base->getType()->getAsCXXRecordDecl();
    result += ast.getASTRecordLayout(at).getBaseClassOffset(base).getQuantity();
    at = base;
  }
  return result;
}

uint64_t regtt::offsetOf(QualType from, const PathSteps &steps,
                         const ASTContext &ast) {
  uint64_t result = 0;
  for (const PathStep &step : steps) {
    if (step.kind == PathStep::Deref) {
      result = 0;
      from = anyPointee(from, ast);
      continue;
    }
    const auto *owner = dyn_cast<CXXRecordDecl>(step.field->getParent());
    if (const auto *record = from->getAsCXXRecordDecl();
        record && owner && !declaresSameEntity(record, owner))
      result += baseOffset(record, owner, ast);
    result += ast.getFieldOffset(step.field) / 8;
    from = step.field->getType();
  }
  return result;
}

DatumBits regtt::datumBits(const Path &path, const ASTContext &ast) {
  const FieldDecl *field = path.bitField();
  if (!field)
    return {uint64_t(ast.getTypeSizeInChars(path.type).getQuantity())};
  const uint64_t shift = ast.getFieldOffset(field) % 8,
                 width = field->getBitWidthValue(ast);
  return {(shift + width + 7) / 8, shift, width};
}

static void addPointers(const RecordDecl *record, PathSteps &steps,
                        std::vector<PathSteps> &found) {
  if (const auto *cxx = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : cxx->bases())
      if (const RecordDecl *parent = base.getType()->getAsRecordDecl())
        addPointers(parent, steps, found);
  for (const FieldDecl *field : record->fields()) {
    steps.push_back({PathStep::Field, field});
    if (field->getType()->isPointerType())
      found.push_back(steps);
    else if (const RecordDecl *inner = field->getType()->getAsRecordDecl())
      addPointers(inner, steps, found);
    steps.pop_back();
  }
}

std::vector<PathSteps> regtt::pointersOf(const RecordDecl *container,
                                         const PathSteps &to) {
  PathSteps steps = to;
  std::vector<PathSteps> found;
  addPointers(container, steps, found);
  return found;
}

bool regtt::isQueue(const Path &container) {
  return container.type->getAsRecordDecl()->getName() == "priority_queue";
}

QualType regtt::elementType(const Path &container) {
  const auto *record = cast<ClassTemplateSpecializationDecl>(
      container.type->getAsCXXRecordDecl());
  return record->getTemplateArgs()[0].getAsType();
}

uint64_t regtt::elementsAt(const Path &container, const ASTContext &ast) {
  return offsetOf(container.type,
                  pointersOf(container.type->getAsRecordDecl()).front(), ast);
}

static void append(std::vector<Bytes> &result, uint64_t offset, uint64_t size) {
  if (!result.empty() && result.back().offset + result.back().size >= offset)
    result.back().size =
        std::max(result.back().size, offset + size - result.back().offset);
  else
    result.push_back({offset, size});
}

static void collect(QualType type, uint64_t at, const ASTContext &ast,
                    std::vector<Bytes> &result) {
  if (const auto *array = ast.getAsConstantArrayType(type)) {
    const QualType element = array->getElementType();
    const uint64_t stride = ast.getTypeSizeInChars(element).getQuantity();
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      collect(element, at + i * stride, ast, result);
    return;
  }
  const RecordDecl *record = type->getAsRecordDecl();
  if (!record || record->isUnion())
    return append(result, at, ast.getTypeSizeInChars(type).getQuantity());
  const ASTRecordLayout &layout = ast.getASTRecordLayout(record);
  if (const auto *cxx = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : cxx->bases())
      collect(
          base.getType(),
          at + layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl())
                   .getQuantity(),
          ast, result);
  for (const FieldDecl *field : record->fields()) {
    const uint64_t bits = layout.getFieldOffset(field->getFieldIndex());
    if (!field->isBitField())
      collect(field->getType(), at + bits / 8, ast, result);
    else if (const uint64_t width = field->getBitWidthValue(ast))
      append(result, at + bits / 8, (bits % 8 + width + 7) / 8);
  }
}

std::vector<Bytes> regtt::valueBytes(QualType type, const ASTContext &ast) {
  std::vector<Bytes> result;
  collect(type, 0, ast, result);
  return result;
}

