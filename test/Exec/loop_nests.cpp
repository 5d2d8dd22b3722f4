// Loops in the annotated one whose iterations have elements of their own, found by
// both counters: rows of a width known at run time, columns, upwards and downwards,
// with declarations ahead of the inner loop, iterations that are left out, rows that
// overlap. And what functions between come to, stored where iterations share.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "" "all"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 2>&1 | FileCheck %s
// CHECK-COUNT-14: verify=identical
//
// RUN: rm -rf %t.d && mkdir -p %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_nests.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_nests.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_nests.regtt.cu -o %t.o
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Node {
  float x;
  int id;
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
#pragma regtt traversal
static void add(const Node *n, float at, int *out) {
  if (!n)
    return;
  *out += n->x < at ? n->id : 1;
  add(n->left, at, out);
  add(n->right, at, out);
}
struct Color {
  float r, g;
};
static Color shade(const Node *n, float at) {
  Color c{0, at};
  const int found = count(n, at);
  if (found > 2)
    c.r = float(found);
  return c;
}
static float mean(const Node *n, float at, float to) {
  if (to < 0)
    return -1;
  return (count(n, at) + count(n, to)) / 2.0f;
}

static const Node nodes[] = {{4, 0, nodes + 1, nodes + 2}, {2, 1, nodes + 3, nodes + 4},
                             {6, 2, nodes + 5, nodes + 6}, {1, 3, nullptr, nullptr},
                             {3, 4, nullptr, nullptr},     {5, 5, nullptr, nullptr},
                             {7, 6, nullptr, nullptr}};
static const Node *const root = nodes;

static void rows(std::vector<Color> &image, int width, int height) {
#pragma regtt parallel
  for (int y = height - 1; y >= 0; --y) {
    const float v = float(y) / 2;
    for (int x = 0; x < width; ++x) {
      const float u = float(x) / 4;
      image[(height - 1 - y) * width + x] = shade(root, u + v);
    }
  }
}

// Where rows overlap, the last one stays.
static void pitch(std::vector<float> &out, int width, int height, int pitch) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if ((x + y) % 3 == 1)
        continue;
      out[y * pitch + x] += 0.3f * mean(root, float(y), float(x) - 1);
    }
}

static void pointers(float *out, long width, unsigned height, int from, int pitch) {
#pragma regtt parallel
  for (unsigned y = 0; y < height; ++y) {
    float *row = out + y * unsigned(pitch);
    for (int x = from; x < width; ++x)
      row[x] = mean(root, float(y), float(x));
  }
}

static int table[8][8];
static void columns(const std::vector<float> &a, const std::vector<float> &b) {
#pragma regtt parallel
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::size_t i = b.size(); i > 0; --i)
      table[i - 1][j] = count(root, a[j] + b[i - 1]);
}

static void objects(int *out, int width, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y)
    for (int x = 1; x <= width; ++x)
      add(root, float(x + y), &out[y * width + x - 1]);
}

static void samples(std::vector<float> &out, int width, int height, int number) {
#pragma regtt parallel
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int s = 0; s < number; ++s)
          sum += mean(root, float(x) + 0.1f * float(s), float(y + z));
        out[(z * height + y) * width + x] = sum / float(number);
      }
}

// Of one that counts outside, too.
static int outside(int *out, int width, int height) {
  int x = 5, y;
#pragma regtt parallel
  for (y = 0; y < height; ++y)
    for (x = 0; x < width; ++x)
      add(root, float(x + y), &out[y * width + x]);
  const int ends = 100 * x + y;
#pragma regtt parallel
  for (y = height; y > 0; --y)
    for (int k = 0; k < width; ++k)
      out[k * height + y - 1] += count(root, float(y));
  return ends + 10000 * y;
}

// Of no nest, nothing is asked: not the inner end either.
struct Image {
  int width, height;
  std::vector<float> pixels;
  float &at(int x, int y) { return pixels[y * width + x]; }
};
static void image(Image *of, int height) {
#pragma regtt parallel
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < of->width; ++x)
      of->at(x, y) = std::max(mean(root, float(x), float(y)), mean(root, 1, float(x)));
}

template <class T> static void instances(std::vector<T> &out, T width, T height) {
#pragma regtt parallel
  for (T y = 0; y < height; ++y)
    for (T x = 0; x < width; ++x)
      out[y * width + x] = T(2 * mean(root, float(x), float(y)));
}

// Loops of their own, of functions between whose values go anywhere.
static void gathered(std::vector<float> &out, const std::vector<int> &order, int width) {
#pragma regtt parallel
  for (int x = 0; x < width; ++x)
    out[width + order[x]] = 2 * mean(root, float(x), 2) - 1;
#pragma regtt parallel
  for (int x = 0; x < width; ++x)
    out[order[x] / 2] += mean(root, 1, float(x)) - mean(root, float(x), 2);
}

template <class V> static void show(const V &values) {
  for (const auto &value : values)
    std::printf("%g ", double(value));
  std::puts("");
}

int main(int argc, char **) {
  const int most = argc > 1 ? 7 : 4;
  for (int width = 0; width <= most; width += most == 7 ? 1 : 4)
    for (int height : {-1, 0, 1, 6}) {
      std::vector<Color> image(64);
      rows(image, width, height);
      for (const Color &c : image)
        std::printf("%g,%g ", double(c.r), double(c.g));
      std::vector<float> out(128, 0.1f);
      for (int step : {0, 1, 3, 9})
        pitch(out, width, height, step);
      show(out);
      samples(out, width, height, 3);
      show(out);
      for (int from : {-3, 0, 2})
        pointers(out.data() + 3, width, height < 0 ? 0u : unsigned(height), from, 10);
      show(out);
      std::vector<int> sums(64, 1);
      objects(sums.data(), width, height);
      const int ends = outside(sums.data(), width, height);
      std::printf("%d ", ends);
      show(sums);
      columns(std::vector<float>(std::size_t(height < 0 ? 0 : height), 2.5f),
              std::vector<float>(std::size_t(width), 1.5f));
      for (const auto &row : table)
        show(row);
      Image made{width, height, std::vector<float>(64)};
      ::image(height > 0 ? &made : nullptr, height);
      show(made.pixels);
      std::vector<int> numbers(64);
      instances(numbers, width, height);
      show(numbers);
      std::vector<long> longs(64);
      instances(longs, long(width), long(height));
      show(longs);
      std::vector<int> order;
      for (int x = 0; x < width; ++x)
        order.push_back((x * 3 + 1) % width);
      gathered(out, order, width);
      show(out);
    }
}
