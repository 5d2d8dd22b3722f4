// A virtual call is one of a function that asks for the object's class, which
// is a datum of the node.
// RUN: regtt-cc --emit=loop %s -o %t.ir
// RUN: FileCheck --check-prefix=LOOP %s < %t.ir
// RUN: regtt-opt --passes=recognise %t.ir | FileCheck %s
struct Query {
  int at, count;
};
class Node {
public:
  virtual ~Node() {}
  // LOOP: struct @Node size 8 align 8 nontrivial polymorphic classes @Leaf, @Inner, @Wide { }
  // LOOP: fn traversal virtual @Node::look(%this: ref @Node, %q: ref @Query{{.*}}) -> void {
  // LOOP-NEXT: if {{.*}}eq({{.*}}load %this->class, {{.*}}0:i32) {
  // LOOP-NEXT: call @Leaf::look({{.*}}refof (*{{.*}}toderived<ptr @Leaf>({{.*}}addressof (*%this))), {{.*}}%q)
  // LOOP-NEXT: return
  // LOOP-NEXT: }
  // LOOP-NEXT: if {{.*}}orelse({{.*}}eq({{.*}}load %this->class, {{.*}}1:i32), {{.*}}eq({{.*}}load %this->class, {{.*}}2:i32)) {
  virtual void look(Query &q) const = 0;
};
class Leaf : public Node {
public:
  int x;
  void look(Query &q) const override { q.count += x; }
};
class Inner : public Node {
public:
  Node *left, *right;
  void look(Query &q) const override;
};
class Wide : public Inner {};
#pragma regtt traversal
void Inner::look(Query &q) const {
  if (left)
    left->look(q);
  if (right)
    right->look(q);
}
void all(Query *queries, int n, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    root->look(queries[i]);
}
// CHECK: eq(load node(0: i32), 0:i32)
// CHECK: steps: 'class@0#'
// CHECK: steps: 'as:Inner@0& -> left@8*^'
// CHECK: classes:
// CHECK-NEXT: base: '::Node'
// CHECK-NEXT: names:
// CHECK-NEXT: - '::Leaf'
// CHECK-NEXT: - '::Inner'
// CHECK-NEXT: - '::Wide'
