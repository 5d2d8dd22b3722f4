// A hierarchy that two files derive from.
#pragma once

struct Query {
  long sum = 0;
};
struct Node {
  virtual ~Node() {}
  virtual int value() const { return 1; }
  virtual void visit(Query &q) const { q.sum = q.sum * 7 + value(); }
};
Node *fromElsewhere(char which);
