// Questions about a traversal's tables.
#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/ErrorHandling.h>

using namespace regtt::kernel;

bool regtt::kernel::isThroughPointer(const DataSteps &steps) {
  return llvm::any_of(steps, [](const DataStep &step) { return step.isDeref; });
}

bool regtt::kernel::isHere(const DataSteps &steps) {
  return !steps.empty() && steps.back().isHere;
}

const ListForm *regtt::kernel::listAt(const DataSteps &steps) {
  return !steps.empty() && steps.back().list ? &*steps.back().list : nullptr;
}

bool regtt::kernel::tellsClass(const DataSteps &steps) {
  return !steps.empty() && steps.back().isClass;
}

llvm::StringRef regtt::kernel::derivedClass(const DataSteps &steps) {
  return steps.empty() ? llvm::StringRef() : llvm::StringRef(steps[0].as);
}

bool regtt::kernel::leadsElsewhere(const DataSteps &steps) {
  for (size_t k = 0; k < steps.size(); ++k)
    if (steps[k].isDeref && (k == 0 || steps[k - 1].as.empty()))
      return true;
  return false;
}

uint64_t regtt::kernel::offsetOf(const DataSteps &steps) {
  uint64_t result = 0;
  for (const DataStep &step : steps)
    result = step.isDeref ? 0 : result + step.offset;
  return result;
}

llvm::StringRef regtt::kernel::textOf(TraversalClass classification) {
  switch (classification) {
  case TraversalClass::StmdStatic:
    return "STMD-static";
  case TraversalClass::StmdDynamic:
    return "STMD-dynamic";
  case TraversalClass::StmdTopDown:
    return "STMD-top-down";
  case TraversalClass::NestedLoop:
    return "irregular nested loop";
  }
  llvm_unreachable("covered switch");
}

const SlotGroup *Kernel::groupOf(int slot) const {
  for (const SlotGroup &group : slots)
    if (slot >= group.first &&
        (group.isList() || slot < group.first + group.count))
      return &group;
  return nullptr;
}

const Datum *Kernel::classDatum() const {
  const auto found = llvm::find_if(
      data, [](const Datum &datum) { return tellsClass(datum.steps); });
  return found == data.end() ? nullptr : &*found;
}

bool Kernel::writesArray(unsigned number) const {
  return llvm::any_of(data, [&](const Datum &datum) {
    return datum.owner == Owner::Element && datum.number == number &&
           datum.isWritten;
  });
}

std::vector<unsigned> Kernel::containers() const {
  std::vector<unsigned> result;
  for (unsigned k = 0; k < data.size(); ++k)
    if (data[k].isContainer() && !data[k].isScratch())
      result.push_back(k);
  return result;
}

const Helper *Kernel::helperOf(const ir::Function *function) const {
  for (const Helper &helper : helpers)
    if (function && helper.function == function)
      return &helper;
  return nullptr;
}

std::vector<const regtt::ir::Function *> Kernel::bodies() const {
  std::vector<const ir::Function *> result;
  const auto add = [&](const ir::Function *function) {
    if (function && function->body && !llvm::is_contained(result, function))
      result.push_back(function);
  };
  add(whole);
  add(enter);
  for (const ResumePoint &point : resumes)
    add(point.function);
  for (const Guard &guard : guards)
    add(guard.function);
  for (const Helper &helper : helpers)
    add(helper.function);
  add(program);
  add(reach);
  return result;
}
