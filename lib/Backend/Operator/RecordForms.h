// What the structs of records and the tables about them have in common.
#pragma once

#include "Names.h"
#include "OperatorPrinter.h"
#include "ValueTypes.h"

namespace regtt {

/// One site's records.
class RecordForms {
public:
  RecordForms(const Site &site, const Unit &unit)
      : site(site), unit(unit), loop(site.model->loop),
        traversal(site.model->traversal), ast(*unit.ast), values(*unit.values),
        types(traversal, values) {}

protected:
  /// Whether an array's elements are held as they are, in no record.
  bool isWhole(unsigned array) const {
    return llvm::any_of(traversal.paths, [&](const Path &path) {
      return path.base == Base::Element && path.number == array &&
             path.name.empty();
    });
  }

  std::vector<const Path *> fieldsOf(unsigned array) const {
    std::vector<const Path *> result;
    for (const Path &path : traversal.paths)
      if (path.base == Base::Element && path.number == array)
        result.push_back(&path);
    return result;
  }

  /// What one element of an array is held in.
  std::string elementType(unsigned array) const {
    const auto fields = fieldsOf(array);
    if (fields.empty())
      return "char"; // its elements are counted, never read
    return isWhole(array) ? values.declareHeld(fields[0]->type, "")
                          : types.elements[array];
  }

  const Site &site;
  const Unit &unit;
  const QueryLoop &loop;
  const Traversal &traversal;
  const clang::ASTContext &ast;
  const ValueTypes &values;
  TypeNames types;
};

} // namespace regtt
