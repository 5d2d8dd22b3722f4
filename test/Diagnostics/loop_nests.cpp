// Nests that are no one loop: their heads or what stands around inner loops depend
// on the iteration, end it, or have effects. What is stored stays among the calls.
// RUN: regtt-cc --verify-diagnostics %s
#include <cstdio>
#include <vector>

struct Node {
  float x;
  const Node *left, *right;
};
#pragma regtt traversal
static int count(const Node *n, float at) {
  if (!n)
    return 0;
  int sum = n->x < at;
  sum += count(n->left, at);
  sum += count(n->right, at);
  return sum;
}

void triangle(const Node *root, std::vector<int> &out, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y)
    for (int x = 0; x <= y; ++x)
      out[y * height + x] = count(root, x); // expected-error {{it writes 'out[y * height + x]', which all iterations share; move it behind the last call [RTT1124]}}
}

void ends(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      out[y * width + x] = count(root, x); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
      if (x == 3)
        break;
    }
}

void leftOut(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y) {
    if (y == 1)
      continue;
    for (int x = 0; x < width; ++x)
      out[y * width + x] = count(root, x); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
  }
}

void carried(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y) {
    float at = 0;
    for (int x = 0; x < width; ++x) {
      out[y * width + x] = count(root, at); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
      at += 0.5f;
    }
  }
}

// What is declared ahead of the inner loop changes in it.
void overtaken(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y) {
    const int first = out[y];
    for (int x = 0; x < width; ++x)
      out[x * height + y] = count(root, first); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
  }
}

// The inner end may be an element.
void end(const Node *root, int *out, int &width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out[y * 8 + 2 * x] = count(root, x);
}

// A name that means another thing in the inner loop, by itself or by a macro.
void hidden(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int x = 0; x < height; ++x) {
    const int y = x;
    for (int x = 0; x < width; ++x)
      out[y * width + x] = count(root, x + y); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
  }
}
constexpr int i = 3;
#define FROM i
void hiddenByMacro(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y) {
    const int from = FROM;
    for (int i = 0; i < width; ++i)
      out[y * width + i] = count(root, i + from); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
  }
}

// The name of an end, too.
int z = 4;
void hiddenEnd(const Node *root, std::vector<int> &out, int height) {
#pragma regtt parallel
  for (int z = 0; z < height; ++z)
    for (int x = 0; x < ::z; ++x)
      out[z * ::z + x] = count(root, x); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
}

void said(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y) {
    std::printf("line %d\n", y);
    for (int x = 0; x < width; ++x)
      out[y * width + x] = count(root, x); // expected-error {{which all iterations share; move it behind the last call [RTT1124]}}
  }
}

// One loop, of which a later iteration's call reads what an earlier one stores.
void read(const Node *root, std::vector<int> &out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      // expected-note@+2 {{read here}}
      // expected-error@+1 {{'out[y * width + x]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
      out[y * width + x] = count(root, out[y * width + x - 1]);
}

// A value is stored behind the calls, but not what has an effect beside it.
static int twice(const Node *root, float at) {
  return 2 * count(root, at);
}
void besides(const Node *root, std::vector<int> &out, const std::vector<float> &at) {
  int next = 0;
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i)
    out[next++] = twice(root, at[i]); // expected-error 1+ {{which all iterations share; move it behind the last call [RTT1124]}}
}
