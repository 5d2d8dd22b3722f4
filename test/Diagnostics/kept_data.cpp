// Pointers to data that an iteration keeps: what is not done with them, beside what
// is (Exec/kept_data.cpp).
// RUN: regtt-cc --verify-diagnostics %s
struct Material {
  double color, other[3];
  int seen;
};
struct Node {
  double x;
  Material *material;
  const Node *left, *right;
};
struct Hit {
  double distance;
  Material *mat;
};
struct Ray {
  double at, out;
  Material own;
};
static Material sky;

#pragma regtt traversal
static void hit(const Node *n, const Ray &ray, Hit &found) {
  if (!n)
    return;
  if (n->x - ray.at < found.distance) {
    found.distance = n->x - ray.at;
    found.mat = n->material;
  }
  hit(n->left, ray, found);
  hit(n->right, ray, found);
}

// What they lead to is not written.
static double writes(const Node *root, const Ray &ray) {
  Hit found = {1, nullptr};
  hit(root, ray, found);
  if (found.mat)
    found.mat->seen++; // expected-error {{the traversal writes to 'found.mat->seen', which the queries share [RTT2006]}}
  return found.distance;
}
void runWrites(const Node *root, Ray *rays, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    rays[i].out = writes(root, rays[i]);
}

// A helper has no other name for it while it sets the pointer.
static double change(const Material &mat, Hit &found) {
  found.mat = &sky;
  return mat.color;
}
static double look(const Material &mat, const Hit &found) {
  return mat.color + found.mat->other[1];
}
static double helped(const Node *root, const Ray &ray) {
  Hit found = {1, &sky};
  hit(root, ray, found);
  const double first = look(*found.mat, found);
  return first + change(*found.mat, found); // expected-error {{the pointer '*found.mat' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
}
void runHelped(const Node *root, Ray *rays, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    rays[i].out = helped(root, rays[i]);
}

// A reference that a function returns may lead to what it is handed.
static const double &most(const double &a, const double &b) {
  return a < b ? b : a;
}
static double returned(const Node *root, const Ray &ray) {
  Hit found = {1, &sky};
  hit(root, ray, found);
  const double &color = most(found.mat->color, found.distance); // expected-error {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  found.mat = &sky;
  return color;
}
void runReturned(const Node *root, Ray *rays, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    rays[i].out = returned(root, rays[i]);
}

// What the iteration may change is not kept.
#pragma regtt traversal
static void takesOwn(const Node *n, Ray &ray, Hit &found) {
  if (!n)
    return;
  ray.own.color += n->x;
  if (n->x < ray.at)
    found.mat = &ray.own; // expected-error {{the pointer '&ray.own' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
  takesOwn(n->left, ray, found);
  takesOwn(n->right, ray, found);
}
static double own(const Node *root, Ray &ray) {
  Hit found = {1, &sky};
  takesOwn(root, ray, found);
  return found.mat->color;
}
void runOwn(const Node *root, Ray *rays, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    rays[i].out = own(root, rays[i]);
}

// Nor is a local.
static double local(const Node *root, const Ray &ray) {
  Material mine = {ray.at, {0, 0, 0}, 0};
  Hit found = {1, &sky};
  found.mat = &mine; // expected-error {{an assignment to a pointer is not taken inside a traversal [RTT2004]}}
  hit(root, ray, found);
  return found.mat->color;
}
void runLocal(const Node *root, Ray *rays, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    rays[i].out = local(root, rays[i]);
}

// What the loop's function changes is no data to the calls.
static double changes(const Node *root, const Ray &ray) {
  Hit found = {1, &sky};
  hit(root, ray, found);
  sky.color = ray.at; // expected-error {{it writes 'sky.color', which all iterations share; move it behind the last call [RTT1124]}}
  return found.mat->color;
}
void runChanges(const Node *root, Ray *rays, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    rays[i].out = changes(root, rays[i]);
}

// And this is taken: a copy, and a name for what one led to.
static double taken(const Node *root, const Ray &ray) {
  Hit found = {1, &sky};
  hit(root, ray, found);
  const Hit first = found;
  const double &color = found.mat->color;
  double sum = 0;
  for (double each : found.mat->other)
    sum += each;
  found.mat = &sky;
  hit(root, ray, found);
  return first.mat->color + color + sum + look(*first.mat, found);
}
void runTaken(const Node *root, Ray *rays, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    rays[i].out = taken(root, rays[i]);
}
