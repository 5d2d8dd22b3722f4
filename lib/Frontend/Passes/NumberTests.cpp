// Where nodes are numbers: finds out which tests of numbers ask whether there
// is a node, and makes null tests of them, as those of pointers are.
//
//     if (i < 0) return;                       on arrival: a number below 0 is
//                                              no node, of whatever child
//     if (n.left != -1) f(n.left);             before every call of n.left: -1
//                                              is no child there
//     if (n.left > 0) f(n.left); f(n.right);   data of n.right's
//
// What is not found stays data of the node, and its answer is the same.
#include "NumberTests.h"

using namespace regtt;

bool regtt::runNumberTests(PassContext &context) {
  Traversal &traversal = context.model.traversal;
  if (!traversal.nodesAreNumbers)
    return true;
  const NumberReader reader(context);
  if (!findArrivalTests(reader))
    return false;
  traversal.calleeTestsNull = !traversal.nodeTests.empty();
  for (unsigned group = 0; group < traversal.slots.size(); ++group)
    if (traversal.nodeTests.empty())
      findCallerTest(reader, group);
  return useChildTests(reader);
}
