// Planar subdivision as a BSP tree: polygons of a floor plan are inserted edge by edge,
// leaves carry the id of the room. Point location and segment visibility go front to
// back through the tree and return as soon as the answer is known.

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

struct Vec2 {
  double x, y;
};

inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2 lerp(Vec2 a, Vec2 b, double t) { return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}; }

struct Line {
  double a, b, c; // a x + b y = c

  static Line through(Vec2 p, Vec2 q) {
    const double len = std::hypot(q.x - p.x, q.y - p.y);
    const double a = (p.y - q.y) / len, b = (q.x - p.x) / len;
    return {a, b, a * p.x + b * p.y};
  }
  double side(Vec2 p) const { return a * p.x + b * p.y - c; }
};

struct Edge {
  Vec2 from, to;
  int front, back; // rooms on both sides; WALL if closed
};

class BspTree {
public:
  static const int OUTSIDE = 0;
  static const int WALL = -1;

  BspTree() : root(NULL), nodes(0) {}
  ~BspTree() { destroy(root); }
  BspTree(const BspTree &) = delete;
  BspTree &operator=(const BspTree &) = delete;

  void build(const std::vector<Edge> &edges) {
    destroy(root);
    nodes = 0;
    root = split(edges, OUTSIDE);
  }

  int nodeCount() const { return nodes; }

  /// The room that a point is in.
  int locate(Vec2 p) const { return root ? locate(root, p) : OUTSIDE; }

  /// Whether the straight way between two points meets no wall.
  bool visible(Vec2 from, Vec2 to) const { return visible(root, from, to); }

private:
  struct Node {
    Line line;
    bool leaf;
    int room;
    std::vector<Edge> walls; // closed edges that lie in the line
    Node *front, *back;
  };

#pragma regtt traversal
  int locate(const Node *node, Vec2 p) const {
    if (node->leaf)
      return node->room;
    if (node->line.side(p) >= 0)
      return locate(node->front, p);
    return locate(node->back, p);
  }

#pragma regtt traversal
  bool visible(const Node *node, Vec2 from, Vec2 to) const {
    if (!node || node->leaf)
      return true;
    const double s = node->line.side(from), t = node->line.side(to);
    if (s >= 0 && t >= 0)
      return visible(node->front, from, to);
    if (s < 0 && t < 0)
      return visible(node->back, from, to);

    const Vec2 hit = lerp(from, to, s / (s - t));
    if (s >= 0) {
      if (!visible(node->front, from, hit))
        return false;
      if (blocked(node, hit))
        return false;
      return visible(node->back, hit, to);
    }
    if (!visible(node->back, from, hit))
      return false;
    if (blocked(node, hit))
      return false;
    return visible(node->front, hit, to);
  }

  static bool blocked(const Node *node, Vec2 p) {
    for (const Edge &e : node->walls) {
      const Vec2 d = e.to - e.from, r = p - e.from;
      const double t = d.x * r.x + d.y * r.y;
      if (t >= 0 && t <= d.x * d.x + d.y * d.y)
        return true;
    }
    return false;
  }

  Node *split(const std::vector<Edge> &edges, int room) {
    const double eps = 1e-9;
    Node *n = new Node;
    nodes++;
    n->leaf = edges.empty();
    n->room = room;
    n->front = n->back = NULL;
    n->line = Line{0, 0, 0};
    if (n->leaf)
      return n;
    const Edge pick = edges[edges.size() / 2];
    n->line = Line::through(pick.from, pick.to);
    std::vector<Edge> front, back;
    for (const Edge &e : edges) {
      const double s = n->line.side(e.from), t = n->line.side(e.to);
      if (std::fabs(s) < eps && std::fabs(t) < eps) {
        if (e.front == WALL || e.back == WALL || e.front == e.back)
          n->walls.push_back(e);
      } else if (s >= -eps && t >= -eps) {
        front.push_back(e);
      } else if (s <= eps && t <= eps) {
        back.push_back(e);
      } else {
        const Vec2 m = lerp(e.from, e.to, s / (s - t));
        const Edge first = {e.from, m, e.front, e.back}, second = {m, e.to, e.front, e.back};
        (s > 0 ? front : back).push_back(first);
        (s > 0 ? back : front).push_back(second);
      }
    }
    n->front = split(front, pick.front == WALL ? room : pick.front);
    n->back = split(back, pick.back == WALL ? room : pick.back);
    return n;
  }

  void destroy(Node *n) {
    if (!n)
      return;
    destroy(n->front);
    destroy(n->back);
    delete n;
  }

  Node *root;
  int nodes;
};

static unsigned long long lcg = 99;
static double rnd(double lo, double hi) {
  lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
  return lo + (hi - lo) * (double)(lcg >> 33) / 2147483648.0;
}

static std::vector<Edge> floorPlan() {
  std::vector<Edge> edges;
  const int n = 9;
  int room = 1;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i, ++room) {
      const double x = i + rnd(0.05, 0.15), y = j + rnd(0.05, 0.15);
      const double w = rnd(0.5, 0.8), h = rnd(0.5, 0.8);
      const Vec2 c[5] = {{x, y}, {x + w, y}, {x + w, y + h * rnd(0.7, 1)}, {x + w / 2, y + h}, {x, y + h}};
      for (int k = 0; k < 5; ++k) // inside is in front; some sides are doors
        edges.push_back({c[k], c[(k + 1) % 5], room, rnd(0, 1) < 0.3 ? BspTree::OUTSIDE : BspTree::WALL});
    }
  return edges;
}

struct Walk {
  Vec2 from, to;
};

static void survey(const char *name, const BspTree &tree, const std::vector<Vec2> &points,
                   const std::vector<Walk> &walks) {
  std::vector<int> rooms(points.size());
  std::vector<char> seen(walks.size());
#pragma regtt parallel
  for (size_t i = 0; i < points.size(); ++i)
    rooms[i] = tree.locate(points[i]);

#pragma regtt parallel
  for (size_t i = 0; i < walks.size(); ++i) {
    if (tree.visible(walks[i].from, walks[i].to))
      seen[i] = 'y';
    else
      seen[i] = '.';
  }

  unsigned long hash = 7, inside = 0, open = 0;
  for (int r : rooms) {
    hash = hash * 131 + (unsigned long)(r + 1);
    inside += r > 0;
  }
  for (char s : seen) {
    hash = hash * 131 + (unsigned char)s;
    open += s == 'y';
  }
  std::printf("%s: %d nodes, %zu points (%lu in rooms), %zu walks (%lu open), hash %lu\n", name,
              tree.nodeCount(), points.size(), inside, walks.size(), open, hash);
  for (size_t i = 0; i < rooms.size(); i += 1 + rooms.size() / 20)
    std::printf(" %d", rooms[i]);
  std::printf("\n %s\n", std::string(seen.begin(), seen.begin() + (seen.size() < 72 ? seen.size() : 72)).c_str());
}

int main() {
  BspTree tree;
  const std::vector<Edge> plan = floorPlan();
  tree.build(plan);

  std::vector<Vec2> points;
  std::vector<Walk> walks;
  for (int i = 0; i < 3000; ++i)
    points.push_back({rnd(-0.5, 9.5), rnd(-0.5, 9.5)});
  for (int i = 0; i < 1000; ++i) // people crowd around the lift
    points.push_back({4.4 + rnd(-0.3, 0.3), 4.4 + rnd(-0.3, 0.3)});
  for (size_t i = 0; i < plan.size(); i += 3) // corners, exactly
    points.push_back(plan[i].from);
  for (int i = 0; i < 2500; ++i) {
    const Vec2 p = points[i];
    walks.push_back({p, {p.x + rnd(-1, 1), p.y + rnd(-1, 1)}});
  }
  for (int i = 0; i < 300; ++i)
    walks.push_back({points[i], points[3999 - i]});
  walks.push_back({points[0], points[0]});

  survey("floor", tree, points, walks);
  BspTree nothing;
  survey("no plan", nothing, {points[0], points[1]}, {walks[0], walks[1]});
  BspTree field;
  field.build({});
  survey("open field", field, {points[2]}, {walks[2]});
  survey("nobody", tree, {}, {});
  return 0;
}
// RUN: %as-written %s
