// Code that asks which compiler reads it gets the host compiler's answers, and
// system headers are read as Clang needs them.
// RUN: %serial -DGIVEN %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -DGIVEN -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes
#include "../Inputs/host_macros.h"
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#ifdef __clang__
const int ofCompiler = 1;
#elif __GNUC__ >= 7 && !defined(__llvm__)
const int ofCompiler = 2;
#else
const int ofCompiler = 3;
#endif

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if __has_feature(cxx_lambdas)
#define STEP 3
#else
#define STEP 4
#endif

// A macro of a system header asks in the user's words.
#if __GNUC_PREREQ(5, 0) && defined(GIVEN) // on two lines
#define WIDE 1
#endif

// What code defines anew is so everywhere.
#undef __VERSION__
#define __VERSION__ "11"
#include <algorithm>

struct Node {
  int k;
  Node *l, *r;
};
struct Query {
  double sum;
  std::int64_t count;
};

#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n || n->k > INT_MAX - 1)
    return;
  q.count += ofCompiler + 10 * inHeader + 100 * STEP + INT64_C(1000) * __GNUC__;
  q.count += sizeof(__VERSION__);
#ifdef WIDE
  q.sum += n->k < DBL_MAX ? FLT_EPSILON : 1;
#endif
#if __has_include("../Inputs/host_macros.h") && __cplusplus> 201402L
  q.sum += n->k;
#endif
  if (!std::isfinite(q.sum))
    return;
  visit(q, n->l);
  visit(q, n->r);
}

int main() {
  std::vector<Node> nodes(9);
  for (int i = 0; i < 9; ++i)
    nodes[i] = {i * 5 % 9, i < 4 ? &nodes[2 * i + 1] : nullptr,
                i < 4 ? &nodes[2 * i + 2] : nullptr};
  std::vector<Query> queries(20);
#pragma regtt parallel
  for (Query &q : queries)
    visit(q, &nodes[0]);
  for (const Query &q : queries)
    std::printf("%a %lld\n", q.sum, static_cast<long long>(q.count));
}
