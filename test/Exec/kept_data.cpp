// Pointers to data that an iteration keeps in variables of a function between:
// materials that nodes, an array or a global have, by a record that visits set, by a
// class, by plain pointers; read through among the calls and behind them, while
// visits set them again.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700" "1" "0"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/kept_data.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/kept_data.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/kept_data.regtt.cu -o %t.o
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct Color {
  double r, g;
};
class Material {
public:
  Material(double r, double g, int kind) : color{r, g}, kind(kind) {}
  double shade(double by) const { return color.r * by + color.g; }
  const Color &paint() const { return color; }
  Color color;
  int kind;
  short lut[3] = {1, 5, 2};
};
struct Node {
  double x;
  const Material *front, *back;
  int number;
  const Node *left, *right;
};
struct Ray {
  double at, along;
};

static std::vector<Material> palette;
static Material sky(0.25, 0.5, 9);

static const Node *build(int begin, int end) {
  if (begin >= end)
    return nullptr;
  const int middle = begin + (end - begin) / 2;
  return new Node{std::floor(16 * std::sin(middle * 1.7)) / 4,
                  &palette[middle % 7],
                  middle % 3 ? &palette[middle % 5] : nullptr,
                  middle % 7,
                  build(begin, middle),
                  build(middle + 1, end)};
}

static double apart(const Node *n, double at) { return std::fabs(n->x - at); }

//===--- A record that is set by visits, of several rays ------------------===//

struct Hit {
  double distance;
  const Material *mat;
  int count;
};
#pragma regtt traversal
static bool hit(const Node *n, const Ray &ray, Hit &found) {
  if (!n)
    return false;
  bool any = false;
  if (const double d = apart(n, ray.at); d < found.distance) {
    found.distance = d;
    found.mat = d < ray.along ? n->front : n->number == 3 ? &sky : n->back;
    any = true;
  }
  // What the record has of the node that was met last.
  if (found.mat && found.mat->kind == 2)
    ++found.count;
  const bool isLeft = hit(n->left, ray, found);
  const bool isRight = hit(n->right, ray, found);
  return any || isLeft || isRight;
}
static double helper(const Material *mat, const Material &other) {
  return mat ? mat->color.g * other.lut[mat->kind % 3] : -1;
}
static double trace(const Node *root, Ray ray) {
  double light = 0, weight = 1;
  for (int bounce = 0; bounce < 4; ++bounce) {
    Hit found = {2, nullptr, bounce};
    if (!hit(root, ray, found) || !found.mat)
      break;
    const Material *mat = found.mat;
    const Color &color = found.mat->paint();
    found.distance = 1;
    found.mat = &sky;
    ray.at += weight + mat->color.r;
    hit(root, ray, found); // mat and color stay what they are
    light += weight * (color.r + 10 * mat->shade(0.5)) + found.count;
    light += found.mat ? found.mat->lut[mat->kind % 3] : 0.125;
    for (short each : mat->lut)
      light += each;
    light += helper(found.mat, *mat) + (found.mat == mat ? 100 : 0);
    weight *= 0.5;
  }
  return light;
}

//===--- The best of several, copied --------------------------------------===//

class Record {
public:
  explicit Record(double most) : distance(most), mat(nullptr) {}
  void set(double d, const Material *m) {
    distance = d;
    mat = m;
  }
  const Material &material() const { return *mat; }
  bool isSet() const { return mat != nullptr; }
  double distance;

private:
  const Material *mat;
};
#pragma regtt traversal
static void nearest(const Node *n, double at, Record *record) {
  if (!n)
    return;
  if (apart(n, at) < record->distance)
    record->set(apart(n, at), &palette[n->number]);
  nearest(at < n->x ? n->left : n->right, at, record);
  if (std::fabs(n->x - at) < record->distance)
    nearest(at < n->x ? n->right : n->left, at, record);
}
static double best(const Node *root, double at) {
  Record least(4);
  for (int k = 0; k < 3; ++k) {
    Record record(2.5 - k);
    nearest(root, at * k, &record);
    if (record.distance < least.distance)
      least = record;
  }
  const Record other = least;
  least.set(0, &sky);
  const Material &mat = least.material();
  return other.isSet() ? other.material().color.g + mat.color.r : -1;
}

//===--- Plain pointers ---------------------------------------------------===//

#pragma regtt traversal
static void ends(const Node *n, double from, const Material *&low,
                 const Material **high) {
  if (!n)
    return;
  if (n->x >= from && !low)
    low = n->front;
  if (n->x >= from)
    *high = n->back ? n->back : n->front;
  ends(n->left, from, low, high);
  ends(n->right, from, low, high);
}
static double both(const Node *root, double from) {
  const Material *low = nullptr, *high = &sky;
  ends(root, from, low, &high);
  if (!low)
    return high->color.r;
  std::swap(low, high);
  const Material *chosen = nullptr;
  if (low->kind < high->kind)
    chosen = low;
  return low->color.g * 10 + high->shade(3) + (chosen ? chosen->kind : 0.5);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  for (int k = 0; k < 7; ++k)
    palette.emplace_back(0.5 + k, 1.0 / (k + 1), k);
  const Node *root = build(0, count / 2);
  std::vector<Ray> rays(count);
  std::vector<double> out(count);
  for (int i = 0; i < count; ++i)
    rays[i] = {std::cos(i * 0.7) * 4, (i % 5) * 0.25};
  const auto print = [&](const char *what) {
    for (double each : out)
      std::printf("%s %a\n", what, each);
  };
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    out[i] = trace(root, rays[i]);
  print("trace");
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    out[i] = best(root, rays[i].at);
  print("best");
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    out[i] = both(root, rays[i].at);
  print("both");
}
