// Lists of neighbours that are not known to stay what they are while they are
// gone along, each beside one that is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include <list>
#include <vector>

struct Edge {
  int to;
  double w;
  Edge *next;
};
using Heads = std::vector<Edge *>;

static void bump(int &u) { u += 1; }
static int same(const int &u) { return u; }

void index(const Heads &head, std::vector<double> &out) {
#pragma regtt parallel
  for (std::size_t v = 0; v < head.size(); ++v) {
    double s = 0;
    int u = int(v);
    for (const Edge *e = head[u]; e; e = e->next) { // expected-error 1+ {{[RTT2004]}}
      s = s * 0.5 + e->w;
      bump(u);
    }
    out[v] = s;
  }
#pragma regtt parallel
  for (std::size_t v = 0; v < head.size(); ++v) {
    double s = 0;
    int u = int(v);
    for (const Edge *e = head[u]; e; e = e->next)
      s = s * 0.5 + e->w + same(u);
    out[v] = s;
  }
}

struct Query {
  int at;
  double sum;
};
void field(const Heads &head, std::vector<Query> &queries) {
#pragma regtt parallel
  for (Query &q : queries)
    for (const Edge *e = head[q.at]; e; e = e->next) { // expected-error 1+ {{[RTT2004]}}
      q.sum += e->w;
      q.at = e->to;
    }
#pragma regtt parallel
  for (Query &q : queries)
    for (const Edge *e = head[q.at]; e; e = e->next)
      q.sum += e->w;
}

struct Kept {
  std::list<int> l;
  std::list<int>::const_iterator at;
};
void iterators(const std::vector<Kept> &all, std::vector<int> &out) {
#pragma regtt parallel
  for (std::size_t v = 0; v < all.size(); ++v) {
    int s = 0;
    for (auto it = all[v].at; it != all[v].l.end(); ++it) // expected-error 1+ {{[RTT2030]}}
      s += *it;
    out[v] = s;
  }
#pragma regtt parallel
  for (std::size_t v = 0; v < all.size(); ++v) {
    int s = 0;
    for (auto it = all[v].l.begin(); it != all[v].l.end(); ++it)
      s += *it;
    out[v] = s;
  }
}

void changed(Heads &head, std::vector<double> &out) {
#pragma regtt parallel
  for (std::size_t v = 0; v < head.size(); ++v) {
    double s = 0;
    for (Edge *e = head[v]; e; e = e->next) { // expected-error 1+ {{RTT}}
      s += e->w;
      head[v] = e; // expected-error 0+ {{RTT}}
    }
    out[v] = s;
  }
}

// What an element says of itself may be that it is the last one.
void last(const Heads &head, std::vector<double> &out, int most) {
#pragma regtt parallel
  for (std::size_t v = 0; v < head.size(); ++v) {
    double s = 0;
    for (const Edge *e = head[v]; e; e = e->next) { // expected-error 1+ {{[RTT2004]}}
      s += e->w;
      if (e->to < 0)
        break;
    }
    out[v] = s;
  }
#pragma regtt parallel
  for (std::size_t v = 0; v < head.size(); ++v) {
    double s = 0;
    for (const Edge *e = head[v]; e; e = e->next) {
      s += e->w;
      if (e->to > most)
        break;
    }
    out[v] = s;
  }
}
