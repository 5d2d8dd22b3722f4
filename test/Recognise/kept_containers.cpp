// A container that the body declares is copied where the call stands, and what
// follows refers to the copy; what is emplaced is pushed; a queue is ordered by
// the operator that the library's order calls.
// RUN: regtt-cc --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck %s
#include <queue>

struct Node {
  int id;
  const Node *left, *right;
};
struct Hit {
  int id;
  bool operator<(const Hit &other) const { return id % 7 < other.id % 7; }
};

// CHECK:      fn pure @visit::isLess(%self: ref @Hit, %other: ref @Hit) -> bool {
// CHECK:      push(own(1: {{.*}}), aggregate<@Hit>(load node(0: i32))) by @visit::isLess
// CHECK-NEXT: push(own(2: {{.*}}), inttoint<i16>(load node(0: i32)))
#pragma regtt traversal bound(best : 4, found : 9)
static void visit(std::priority_queue<Hit> &best, std::vector<short> &found,
                  const Node *n) {
  if (!n)
    return;
  best.emplace(Hit{n->id});
  found.emplace_back(n->id);
  visit(best, found, n->left);
  visit(best, found, n->right);
}

// CHECK:      { text: best, {{.*}} container: { bound: 4, queue: true, element: '@Hit', {{.*}}, orderHelper: 0 }
// CHECK:      operands:
// CHECK-NEXT:   - { indirect: true, input: 0, object: best }
// CHECK-NEXT:   - { indirect: true, input: 1, object: found }
// CHECK:      inputs:
// CHECK-NEXT:   - { text: best, kept: true, level: 0 }
// CHECK-NEXT:   - { text: found, kept: true, level: 0 }
// CHECK:      bindings:
// CHECK-NEXT:   - 'std::priority_queue<Hit> &best = *static_cast<std::priority_queue<Hit> *>(regtt_input->best);'
// CHECK-NEXT:   - 'std::vector<short> &found = *static_cast<std::vector<short> *>(regtt_input->found);'
// CHECK-NOT:  changed:
void run(int *out, int n, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    std::priority_queue<Hit> best;
    best.push({i});
    std::vector<short> found;
    visit(best, found, root);
    out[i] = best.top().id + int(found.size());
  }
}
