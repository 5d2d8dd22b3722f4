#include "SharedArrays.h"

#include <clang/Basic/CharInfo.h>

using namespace regtt;
using namespace clang;

std::string regtt::arrayName(llvm::StringRef text) {
  text = text.rtrim(')');
  if (text.consume_back(".data(") || text.consume_back("->data("))
    return arrayName(text);
  const auto part = [](char c) {
    return isAsciiIdentifierContinue(static_cast<unsigned char>(c));
  };
  size_t begin = text.size();
  while (begin > 0 && !part(text[begin - 1]))
    --begin;
  const size_t end = begin;
  while (begin > 0 && part(text[begin - 1]))
    --begin;
  const std::string name = text.slice(begin, end).str();
  return name.empty() || isDigit(name[0]) ? "array" : name;
}

/// An array's text for people: without what the host file needs besides.
static std::string shownText(llvm::StringRef text) {
  text.consume_front("::");
  // A parameter's is what the loop passes, in parentheses.
  const llvm::StringRef bare = text.ltrim('(').rtrim(')');
  return (bare.find_first_of("()") == bare.npos ? bare : text).str();
}

std::optional<DataArray> regtt::arrayAt(const Builder &builder, QualType type,
                                        const std::string &text,
                                        const NamedDecl *decl,
                                        SourceLocation loc) {
  DataArray result;
  QualType element;
  result.hostText = text;
  result.extentText = knownExtent(builder, text);
  if (type->isPointerType()) {
    element = type->getPointeeType();
  } else if (const auto *array = builder.context.getAsConstantArrayType(type)) {
    element = array->getElementType();
    if (result.extentText.empty())
      result.extentText = "sizeof(" + text + ") / sizeof(*(" + text + "))";
  } else if (isContiguous(type)) {
    const auto *record =
        cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    element = record->getTemplateArgs()[0].getAsType();
    result.hostText = "(" + text + ").data()";
    if (result.extentText.empty())
      result.extentText = "(" + text + ").size()";
  } else {
    return std::nullopt;
  }
  result.text = shownText(text);
  result.decl = decl;
  result.stored = element; // as declared
  result.firstUse = loc;
  return result;
}

unsigned regtt::addArray(Traversal &traversal, DataArray array) {
  const std::string name = arrayName(array.text);
  const std::string base =
      name == "at" ? "at_" : name; // a function beside them
  array.name = base;
  for (int suffix = 2; llvm::any_of(
           traversal.arrays,
           [&](const DataArray &other) { return other.name == array.name; });
       ++suffix)
    array.name = base + "_" + std::to_string(suffix);
  traversal.arrays.push_back(std::move(array));
  return static_cast<unsigned>(traversal.arrays.size()) - 1;
}

unsigned regtt::addSharedArray(Builder &builder, DataArray array) {
  if (array.extentText.empty()) {
    builder.report(array.firstUse, Diag::RTT2015)
        << array.text << clauseText(array.hostText) << "parallel";
    if (array.decl)
      builder.diagnostics.note(array.decl->getLocation(), "declared here");
    array.extentText = "0"; // said once
  }
  array.stored = array.element = array.stored.getUnqualifiedType();
  return addArray(builder.model.traversal, std::move(array));
}
