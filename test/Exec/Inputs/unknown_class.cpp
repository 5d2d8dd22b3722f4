// Classes that the file with the loop does not show, one of which has the name
// of one that it has itself.
#include "unknown_class.h"

namespace {
struct Leaf : Node {
  int value() const override { return 99; }
};
} // namespace

Node *fromElsewhere(char which) {
  struct Local : Node {
    void visit(Query &q) const override { q.sum = -5; }
  };
  if (which == 'a')
    return new Leaf;
  if (which == 'l')
    return new Local;
  return new Node;
}
