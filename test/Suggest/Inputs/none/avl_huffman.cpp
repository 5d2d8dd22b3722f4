#include <algorithm>
#include <cstdio>
#include <memory>
#include <queue>
#include <string>
#include <vector>
struct Avl {
  int key, h = 1;
  std::unique_ptr<Avl> l, r;
};
static int h(const std::unique_ptr<Avl> &n) { return n ? n->h : 0; }
static void fix(Avl &n) { n.h = 1 + std::max(h(n.l), h(n.r)); }
static std::unique_ptr<Avl> rotate(std::unique_ptr<Avl> n, std::unique_ptr<Avl> Avl::*a, std::unique_ptr<Avl> Avl::*b) {
  auto top = std::move((*n).*a);
  (*n).*a = std::move((*top).*b);
  fix(*n);
  (*top).*b = std::move(n);
  fix(*top);
  return top;
}
static void insert(std::unique_ptr<Avl> &n, int k) {
  if (!n) {
    n = std::make_unique<Avl>();
    n->key = k;
    return;
  }
  insert(k < n->key ? n->l : n->r, k);
  fix(*n);
  if (h(n->l) > h(n->r) + 1)
    n = rotate(std::move(n), &Avl::l, &Avl::r);
  else if (h(n->r) > h(n->l) + 1)
    n = rotate(std::move(n), &Avl::r, &Avl::l);
}
struct Sym {
  long w;
  int ch, l, r;
};
static std::vector<Sym> pool;
static void codes(int at, const std::string &prefix, std::vector<std::string> &out) {
  if (pool[at].ch >= 0) {
    out[pool[at].ch] = prefix;
    return;
  }
  codes(pool[at].l, prefix + '0', out);
  codes(pool[at].r, prefix + '1', out);
}
int main() {
  std::unique_ptr<Avl> root;
  for (int i = 0; i < 100; ++i)
    insert(root, i * 31 % 101);
  std::priority_queue<std::pair<long, int>> q;
  for (int c = 0; c < 26; ++c) {
    pool.push_back({c * c % 17 + 1, c, -1, -1});
    q.push({-pool[c].w, c});
  }
  while (q.size() > 1) {
    auto a = q.top(); q.pop();
    auto b = q.top(); q.pop();
    pool.push_back({-a.first - b.first, -1, a.second, b.second});
    q.push({a.first + b.first, (int)pool.size() - 1});
  }
  std::vector<std::string> out(26);
  codes(q.top().second, "", out);
  std::printf("%d %zu\n", root->h, out[4].size());
}
