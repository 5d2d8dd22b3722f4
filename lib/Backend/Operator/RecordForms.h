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
      : site(site), unit(unit), kernel(site.kernel), values(*unit.values),
        types(kernel, values) {}

protected:
  /// Whether an array's elements are held as they are, in no record.
  bool isWhole(unsigned array) const {
    return llvm::any_of(fieldsOf(array), [](const kernel::Datum *datum) {
      return datum->name.empty();
    });
  }

  std::vector<const kernel::Datum *> fieldsOf(unsigned array) const {
    std::vector<const kernel::Datum *> result;
    for (const kernel::Datum &datum : kernel.data)
      if (datum.owner == kernel::Owner::Element && datum.number == array)
        result.push_back(&datum);
    return result;
  }

  /// What one element of an array is held in.
  std::string elementType(unsigned array) const {
    const auto fields = fieldsOf(array);
    if (fields.empty())
      return "char"; // its elements are counted, never read
    return isWhole(array) ? values.spell(fields[0]->type)
                          : types.elements[array];
  }

  const Site &site;
  const Unit &unit;
  const kernel::Kernel &kernel;
  const ValueTypes &values;
  TypeNames types;
};

} // namespace regtt
