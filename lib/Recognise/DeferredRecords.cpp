// What records hold of statements that are left to the host.
#include "DeferredRecords.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <set>

using namespace regtt;
using namespace regtt::recognise;

static const ir::Expr *valueOf(ir::Module &module, const DeferredText &of,
                               const kernel::Deferred::Field &field,
                               const ir::Type *number) {
  if (field.name.empty())
    return module.integer(number, of.statement->number);
  if (of.term && field.name == ".term" && of.term->type == field.type)
    return of.term;
  for (const ir::Place *place : of.captured)
    if (deferredText(place) == field.name && place->type == field.type)
      return module.load(place, of.statement->loc);
  // Of another statement's.
  if (const auto *number = llvm::dyn_cast<ir::FloatType>(field.type))
    return module.real(number, llvm::APFloat::getZero(number->format));
  return field.type->isBool() ? module.boolean(false)
                              : module.integer(field.type, 0);
}

/// Where several statements need a value of one name and type, it has one
/// place. The largest come first, so that nothing is between them.
void recognise::makeDeferredRecords(ir::Module &module,
                                    llvm::ArrayRef<DeferredText> made,
                                    kernel::Deferred &record) {
  std::vector<kernel::Deferred::Field> &fields = record.fields;
  const auto fieldOf = [&](const std::string &name, const ir::Type *type) {
    return llvm::find_if(fields, [&](const kernel::Deferred::Field &field) {
      return field.name == name && field.type == type;
    });
  };
  const ir::Type *number = module.intType(ir::IntType::U32);
  if (llvm::any_of(made, [](const DeferredText &each) {
        return each.statement->number > 0;
      }))
    fields.push_back({"", number}); // which statement
  for (const DeferredText &each : made)
    for (const ir::Place *place : each.captured)
      if (fieldOf(deferredText(place), place->type) == fields.end())
        fields.push_back({deferredText(place), place->type});
  for (const DeferredText &each : made)
    if (each.term && fieldOf(".term", each.term->type) == fields.end())
      fields.push_back({".term", each.term->type});
  llvm::stable_sort(fields, [](const auto &a, const auto &b) {
    return *ir::sizeOf(a.type) > *ir::sizeOf(b.type);
  });
  for (const DeferredText &each : made)
    for (const kernel::Deferred::Field &field : fields)
      each.statement->values.push_back(valueOf(module, each, field, number));
  // `e.to` becomes e_to. Words of ours, and names that there are already, get
  // another one.
  std::set<std::string> taken = {"iteration", "statement", "padding"};
  for (kernel::Deferred::Field &field : fields) {
    if (field.name.empty()) {
      field.name = "statement";
      continue;
    }
    if (field.name.front() == '.')
      field.name.erase(0, 1);
    std::replace(field.name.begin(), field.name.end(), '.', '_');
    while (!taken.insert(field.name).second)
      field.name += "_";
  }
}
