// Numbers the pointers in nodes that the traversal reads data through, those
// first through which others are reached. When each is followed is found on the
// kernel (ToKernel/Follows.cpp). Runs after RecordLayout, since paths are known
// then.
#include "regtt/Frontend/Passes/Passes.h"

using namespace regtt;

namespace {

class PointerFinder {
public:
  explicit PointerFinder(Traversal &traversal) : traversal(traversal) {}

  void run() {
    for (const Path &path : traversal.paths)
      if (path.base == Base::Node)
        lastPointer(path.number, path.steps);
    for (DataArray &array : traversal.arrays)
      if (array.ofNodes())
        array.pointer = pointer(traversal.paths[array.start].number,
                                traversal.paths[array.start].steps);
  }

private:
  /// Number of the pointer that `steps` goes through last; -1: none.
  int lastPointer(unsigned array, const PathSteps &steps) {
    for (size_t end = steps.size(); end-- > 0;)
      if (steps[end].kind == PathStep::Deref)
        return pointer(array, PathSteps(steps.begin(), steps.begin() + end));
    return -1;
  }

  int pointer(unsigned array, const PathSteps &steps) {
    for (size_t i = 0; i < traversal.pointers.size(); ++i)
      if (traversal.pointers[i].array == array &&
          traversal.pointers[i].steps == steps)
        return i;
    // First, so that it has a lower number.
    const int via = lastPointer(array, steps);
    NodePointer result;
    result.array = array;
    result.steps = steps;
    result.via = via;
    traversal.pointers.push_back(result);
    return traversal.pointers.size() - 1;
  }

  Traversal &traversal;
};

} // namespace

bool regtt::runFollowPointers(PassContext &context) {
  PointerFinder(context.model.traversal).run();
  return true;
}
