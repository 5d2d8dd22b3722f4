// Where a node's children are held: from the Model to tables of the kernel.
// What linearising evaluates is there.
#include "Tables.h"

#include "regtt/Frontend/Model/Layout.h"

using namespace regtt;
using namespace regtt::tokernel;
using clang::QualType;

namespace {

class ChildTables {
public:
  explicit ChildTables(Kernels &kernels)
      : traversal(kernels.traversal), unit(kernels.unit), ast(unit.context),
        kernel(kernels.kernel) {}

  void fill() {
    kernel.numSlots = traversal.numSlots;
    for (size_t k = 0; k < traversal.slots.size(); ++k)
      slotGroup(traversal.slots[k], kernel.slots[k]);
    kernel.asksListLength =
        !traversal.function.listSizes.empty() ||
        llvm::any_of(traversal.helpers, [](const auto &helper) {
          return !helper->listSizes.empty();
        });
  }

private:
  kernel::DataSteps stepsOf(unsigned array, const PathSteps &steps) const {
    return steps.empty()
               ? kernel::DataSteps()
               : dataSteps(traversal.nodeObject(array), steps, traversal, ast);
  }

  void slotGroup(const SlotGroup &group, kernel::SlotGroup &made) {
    static_assert(int(SlotGroup::Consecutive) ==
                  int(kernel::SlotGroup::Consecutive));
    made.form = kernel::SlotGroup::Form(int(group.form));
    made.steps = stepsOf(group.array, group.steps);
    made.array = group.array;
    made.text = group.text;
    made.name = group.name;
    made.first = group.first;
    made.count = group.count;
    made.isInPlace = group.inPlace;
    made.isInclusive = group.inclusive;
    if (group.next)
      made.next =
          offsetOf(traversal.nodeType, {{PathStep::Field, group.next}}, ast);
    made.loc = unit.locate(group.loc);
    if (traversal.nodesAreNumbers)
      numbers(group, made);
  }

  void numbers(const SlotGroup &group, kernel::SlotGroup &made) {
    if (!group.type.isNull()) {
      made.type = unit.types.of(group.type, group.loc);
      made.bytes = bytesOf(group.type, ast);
    }
    made.tested = unit.types.of(group.test ? group.test->number->getType()
                                           : traversal.nodeType,
                                group.loc);
    if (group.form != SlotGroup::Fields && group.form != SlotGroup::Array)
      return;
    const QualType held = group.steps.empty()
                              ? traversal.nodeArrays[group.array].element
                              : group.steps.back().field->getType();
    made.held = unit.types.of(held, group.loc);
    made.heldBytes = bytesOf(held, ast);
  }

  const Traversal &traversal;
  toir::Unit &unit;
  const clang::ASTContext &ast;
  kernel::Kernel &kernel;
};

} // namespace

void tokernel::fillChildren(Kernels &kernels) { ChildTables(kernels).fill(); }
