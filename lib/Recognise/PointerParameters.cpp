// Parameters of the traversal that are pointers, as what else they are.
#include "CarriedPointers.h"
#include "HandedVectors.h"
#include "MovedPointers.h"
#include "Recogniser.h"

using namespace regtt;
using namespace regtt::recognise;

/// Pointers that calls move on through an array, or hand on as values, become
/// numbers.
void Recogniser::numberPointers() {
  std::vector<const ir::CallStatement *> calls;
  for (const ProgramCall &each : programCalls)
    calls.push_back(each.entered);
  NumberedPointers numbered{module, const_cast<ir::Function *>(traversal),
                            which};
  numbered.run(calls);
  const auto isOwn = [&](const ir::Variable *vector) {
    return iteration.isOfProgram(vector);
  };
  HandedVectors handed{module, numbered.traversal, numbered.which, isOwn};
  handed.run(calls);
  CarriedPointers carried{module, handed.traversal, handed.which};
  carried.run(calls);
  traversal = carried.traversal;
  which = carried.which;
  for (size_t k = 0; k < calls.size(); ++k)
    programCalls[k].entered = calls[k];
  call = calls.front();
}
