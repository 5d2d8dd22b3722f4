// What lanes leave by themselves: iterations, loops of every form, switches
// over each query's own number with cases that fall through, functions from
// deep inside; with statements that follow at every level for those that stay,
// and loops and switches in between that all lanes run together.
//
//   lanes_ways_out QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes "5 1" "0 2" "33 3" "1500 4"
#include <cstdio>
#include <cstdlib>

struct Node {
  int id, kind, count;
  float at[4];
  Node *kid[2];
};
struct Query {
  float at[4];
  int kind, stop, skip, steps;
  long trace;
  double sum;
};

static long mixed(long trace, int with) { return (trace * 31 + with) & 0xffff; }

// Statements follow conditions that some have left from deeper inside.
static int deep(Query &q, const Node *n) {
  if (q.kind > 1) {
    q.trace = mixed(q.trace, 1);
    if (n->kind & 1) {
      if (q.skip == n->kind)
        return 1;
      q.trace = mixed(q.trace, 2);
      for (int i = 0; i < n->count; ++i) {
        if (q.stop == i)
          return 100 + i;
        q.sum += n->at[i & 3];
        switch (n->kind) {
        case 1:
          if (q.at[i & 3] < n->at[0])
            return 200 + i;
          q.trace = mixed(q.trace, 3);
          break;
        case 3:
          if (q.skip > i)
            break;
          q.trace = mixed(q.trace, 4);
          [[fallthrough]];
        default:
          q.sum -= 1;
        }
        q.trace = mixed(q.trace, 5);
      }
      q.trace = mixed(q.trace, 6);
    } else {
      if (q.at[1] > 0) {
        q.sum *= 0.5;
        if (q.at[2] > 0)
          return 7;
        q.trace = mixed(q.trace, 8);
      } else if (q.skip == 2) {
        return 9;
      }
      q.trace = mixed(q.trace, 10);
    }
    q.trace = mixed(q.trace, 11);
  }
  q.trace = mixed(q.trace, 12);
  return q.kind ? 13 : 14;
}

// Cases of each query's own; the one for all others in the middle.
static int cases(Query &q, const Node *n) {
  int turn = 0;
  switch (q.kind) {
  case 0:
    if (q.skip == 1)
      break;
    turn = 1;
    [[fallthrough]];
  case 2:
  case 5:
    q.trace = mixed(q.trace, 20);
    if (q.skip == 3)
      return -1;
    turn += 2;
    [[fallthrough]];
  default:
    turn += 4;
    if (n->kind == 2)
      break;
    q.kind ^= 1; // what is asked stays what it was
    turn += 8;
    break;
  case 1:
    for (int i = 0; i < 3; ++i) {
      if (q.stop == i)
        break;
      if (q.skip == i)
        continue;
      turn += 16 << i;
    }
    break;
  case 3:
    turn = 100;
  }
  q.trace = mixed(q.trace, turn);
  return turn;
}

// Loops of every form.
static void loops(Query &q, const Node *n) {
  for (int i = 0; i < n->count; ++i) {
    if ((i ^ q.skip) & 1)
      continue;
    q.trace = mixed(q.trace, i);
    if (i == q.stop)
      break;
    for (int k = i; k < 4; ++k) {
      if (q.at[k] < n->at[k])
        continue;
      if (q.at[k] > 1.5f)
        return;
      q.sum += q.at[k];
      if (n->kind == 1)
        break;
    }
    if (q.sum > 100) {
      if (q.skip == 2)
        continue;
      q.sum -= 50;
    }
    ++q.steps;
  }
  int left = q.stop;
  do {
    q.trace = mixed(q.trace, left);
    if (left == 2)
      continue;
    if (left == n->kind)
      break;
    q.sum += 0.25;
  } while (--left > 0);
  int inside = q.skip;
  while (true) {
    if (++inside > 6)
      break;
    if (inside == n->count) {
      if (q.kind == 4)
        return;
      continue;
    }
    q.trace = mixed(q.trace, inside + 40);
  }
  int next;
  while ((next = (inside * 7 + n->id) % 11) > q.stop) {
    q.trace = mixed(q.trace, next);
    inside = next + 1;
    if (next == q.skip)
      continue;
    if (++left > 5)
      break;
  }
  for (;;) {
    if (n->kind == 0) {
      for (int i = 0; i < 2; ++i) {
        if (q.at[i] < 0)
          break;
        q.sum += i;
      }
      break;
    }
    if (q.sum < left)
      return;
    left += 3;
  }
  q.trace = mixed(q.trace, left);
}

// Cases of all lanes alike that are a block.
static void joined(Query &q, const Node *n) {
  switch (n->kind) {
  case 0: {
    for (int i = 0; i < q.stop; ++i)
      q.sum += n->at[i & 3];
  } break;
  case 1: {
    if (q.at[0] < 0)
      q.trace = mixed(q.trace, 50);
    else
      q.trace = mixed(q.trace, 51);
  } break;
  case 2: {
    switch (q.kind) {
    case 1:
      q.trace = mixed(q.trace, 52);
      break;
    case 2: {
      if (q.skip == 1)
        return;
      q.trace = mixed(q.trace, 53);
    } break;
    }
  } break;
  default: {
    if (q.at[1] < 0) {
      if (q.skip == 2)
        return;
      q.sum -= 1;
    } else {
      q.sum += 1;
    }
  }
  }
  q.trace = mixed(q.trace, 54);
}

#pragma regtt traversal
static void walk(Query &q, const Node *n) {
  if (!n)
    return;
  ++q.steps;
  const int found = deep(q, n);
  switch (found & 3) {
  case 1:
    q.sum += found;
    if (found > 150)
      return;
    break;
  case 2:
    if (q.at[3] < 0)
      break;
    q.sum -= found;
    [[fallthrough]];
  case 3:
    q.trace = mixed(q.trace, found);
  }
  if (n->kind == 2) {
    if (q.at[0] < n->at[0]) {
      if (q.stop == 3)
        return;
      const int which = cases(q, n);
      q.trace = mixed(q.trace, which);
    }
    loops(q, n);
  } else if (cases(q, n) > 20) {
    for (int i = 0; i < n->count; ++i) {
      if (q.at[i & 3] > n->at[3]) {
        if (i == q.skip)
          return;
        q.sum += 2;
      }
      if (n->at[i & 3] > 1)
        break;
    }
    q.trace = mixed(q.trace, 77);
  }
  joined(q, n);
  if (q.steps > 60) {
    if (q.kind == 3)
      return;
    q.steps -= n->kind;
  }
  walk(q, n->kid[0]);
  walk(q, n->kid[1]);
}

static float uniform() { return float(std::rand() % 512) / 128 - 2; }

static Node *build(int depth) {
  static int id = 0;
  if (depth == 0)
    return nullptr;
  Node *n = new Node;
  n->id = id++;
  n->kind = std::rand() % 4;
  n->count = std::rand() % 6;
  for (float &x : n->at)
    x = uniform();
  n->kid[0] = build(depth - 1);
  n->kid[1] = std::rand() % 5 == 0 ? nullptr : build(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::srand(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  Node *root = build(8);
  Query *queries = new Query[count + 1]();
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    for (float &x : q.at)
      x = uniform();
    q.kind = std::rand() % 7;
    q.stop = std::rand() % 6;
    q.skip = std::rand() % 4;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    walk(queries[i], root);
  for (int i = 0; i < count; ++i)
    std::printf("%ld %d %d %a\n", queries[i].trace, queries[i].steps,
                queries[i].kind, queries[i].sum);
}
