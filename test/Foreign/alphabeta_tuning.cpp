/* Weight tuning for a small board game engine: the game trees of a test suite are built
   once, their leaves keep the features of the position. For every vector of evaluation
   weights the trees are searched again by fail-hard alpha-beta. */

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

typedef int Value;
typedef uint16_t Move;

constexpr Value VALUE_INFINITE = 32001;
constexpr Value VALUE_MATE = 32000;
constexpr Value VALUE_DRAW = 0;

enum Feature { MATERIAL, MOBILITY, TEMPO, CENTER, THREATS, FEATURE_NB };
enum GameResult : uint8_t { ONGOING, MATED, DRAWN };

struct GameNode {
  Move move; // that led here
  GameResult result;
  int ply;
  int8_t feature[FEATURE_NB]; // as the side to move sees them
  GameNode *child;            // first legal move, best guess first
  GameNode *sibling;
};

struct Weights {
  Value w[FEATURE_NB];
};

struct SearchStats {
  Move best;
  uint64_t nodes;
  uint64_t cutoffs;
};

/* ---- a toy game: two rows of stones, a move takes 1-3 from one of one's own piles and
   may push one over to the other side */

struct Position {
  int8_t pile[2][3];
  int stm;

  bool operator==(const Position &o) const { return !memcmp(pile, o.pile, sizeof pile) && stm == o.stm; }
};

static int generate(const Position &pos, Move *list) {
  int n = 0;
  for (int p = 0; p < 3; p++)
    for (int k = 3; k >= 1; k--)
      if (pos.pile[pos.stm][p] >= k) {
        list[n++] = Move(p << 4 | k);
        if (k == 2)
          list[n++] = Move(p << 4 | k | 0x100); // push
      }
  return n;
}

static Position doMove(Position pos, Move m) {
  const int p = m >> 4 & 15, k = m & 15;
  pos.pile[pos.stm][p] -= k;
  if (m & 0x100)
    pos.pile[!pos.stm][2 - p] += 1;
  pos.stm = !pos.stm;
  return pos;
}

static void setFeatures(const Position &pos, int8_t *f) {
  const int8_t *us = pos.pile[pos.stm], *them = pos.pile[!pos.stm];
  f[MATERIAL] = us[0] + us[1] + us[2] - them[0] - them[1] - them[2];
  f[MOBILITY] = (us[0] > 0) + (us[1] > 0) + (us[2] > 0) - (them[0] > 0) - (them[1] > 0) - (them[2] > 0);
  f[TEMPO] = (us[0] ^ us[1] ^ us[2]) != 0;
  f[CENTER] = us[1] - them[1];
  f[THREATS] = (us[0] == them[2]) + (us[1] == them[1]) + (us[2] == them[0]);
}

static GameNode *buildTree(const Position &pos, Move move, int ply, int depth) {
  GameNode *n = new GameNode();
  n->move = move;
  n->ply = ply;
  n->result = ONGOING;
  setFeatures(pos, n->feature);
  Move list[16];
  const int moves = generate(pos, list);
  if (moves == 0)
    n->result = ply % 2 && pos.pile[!pos.stm][0] == 0 ? DRAWN : MATED;
  if (depth == 0 || moves == 0)
    return n;
  GameNode **tail = &n->child;
  for (int i = 0; i < moves; i++) {
    *tail = buildTree(doMove(pos, list[i]), list[i], ply + 1, depth - 1);
    tail = &(*tail)->sibling;
  }
  return n;
}

/* ---- search */

static Value evaluate(const GameNode *n, const Weights &w) {
  if (n->result == MATED)
    return -VALUE_MATE + n->ply;
  if (n->result == DRAWN)
    return VALUE_DRAW;
  Value v = 0;
  for (int f = 0; f < FEATURE_NB; f++)
    v += w.w[f] * n->feature[f];
  return std::clamp(v, -VALUE_MATE + 1000, VALUE_MATE - 1000);
}

#pragma regtt traversal
static Value alphaBeta(const GameNode *n, const Weights &w, Value alpha, Value beta, SearchStats *ss) {
  ss->nodes++;
  if (!n->child)
    return evaluate(n, w);

  for (const GameNode *c = n->child; c; c = c->sibling) {
    Value v = -alphaBeta(c, w, -beta, -alpha, ss);
    if (v > alpha) {
      alpha = v;
      if (n->ply == 0)
        ss->best = c->move;
    }
    if (alpha >= beta) {
      ss->cutoffs++;
      break;
    }
  }
  return alpha;
}

struct TestPosition {
  GameNode *root;
  Move expected;
};

struct Score {
  Value value;
  Move best;
  bool solved;
  SearchStats stats;
};

static void runSuite(const TestPosition &test, const std::vector<Weights> &weights, std::vector<Score> &scores) {
  scores.assign(weights.size(), Score());
  if (!test.root)
    return;
#pragma regtt parallel
  for (size_t i = 0; i < weights.size(); i++) {
    SearchStats ss = {0, 0, 0};
    Value v = alphaBeta(test.root, weights[i], -VALUE_INFINITE, VALUE_INFINITE, &ss);
    scores[i].value = v;
    scores[i].best = ss.best;
    scores[i].solved = ss.best == test.expected;
    scores[i].stats = ss;
  }
}

static uint64_t prngState = 1070372;
static uint64_t prng() {
  prngState ^= prngState >> 12, prngState ^= prngState << 25, prngState ^= prngState >> 27;
  return prngState * 2685821657736338717ull;
}

static size_t treeSize(const GameNode *n) {
  size_t s = 1;
  for (const GameNode *c = n->child; c; c = c->sibling)
    s += treeSize(c);
  return s;
}

static void report(const char *name, const TestPosition &test, const std::vector<Weights> &weights) {
  std::vector<Score> scores;
  runSuite(test, weights, scores);
  uint64_t nodes = 0, cutoffs = 0, solved = 0, key = 0;
  long long sum = 0;
  for (const Score &s : scores) {
    nodes += s.stats.nodes;
    cutoffs += s.stats.cutoffs;
    solved += s.solved;
    sum += s.value;
    key = (key ^ (uint64_t)(s.value + 40000) ^ (uint64_t)s.best << 20) * 0x9E3779B97F4A7C15ull;
  }
  printf("%s: tree %zu, %zu weights, nodes %llu cutoffs %llu solved %llu sum %lld key %016llx\n", name,
         test.root ? treeSize(test.root) : 0, scores.size(), (unsigned long long)nodes,
         (unsigned long long)cutoffs, (unsigned long long)solved, sum, (unsigned long long)key);
  for (size_t i = 0; i < scores.size(); i += 1 + scores.size() / 12)
    printf("  %3zu: value %6d best %03x nodes %llu\n", i, scores[i].value, scores[i].best,
           (unsigned long long)scores[i].stats.nodes);
}

int main() {
  std::vector<Weights> weights;
  for (int i = 0; i < 200; i++) {
    Weights w;
    if (i % 5 == 4)
      w = weights[i - 3];
    else
      for (Value &x : w.w)
        x = Value(prng() % 201) - 60;
    if (i >= 100) // fine tuning around the default
      for (int f = 0; f < FEATURE_NB; f++)
        w.w[f] = 100 - 15 * f + Value(prng() % 7) - 3;
    weights.push_back(w);
  }

  const Position start = {{{3, 3, 2}, {2, 3, 3}}, 0};
  const Position ending = {{{1, 2, 0}, {0, 2, 2}}, 1};
  const Position lost = {{{0, 0, 0}, {1, 0, 2}}, 0};
  report("start", {buildTree(start, 0, 0, 5), 0x11}, weights);
  report("ending", {buildTree(ending, 0, 0, 6), 0x11}, weights);
  report("lost", {buildTree(lost, 0, 0, 3), 0}, {weights[0], weights[1]});
  report("missing", {nullptr, 0}, {weights[0]});
  report("untuned", {buildTree(start, 0, 0, 2), 0}, {});
  return 0;
}
// RUN: %as-written %s
