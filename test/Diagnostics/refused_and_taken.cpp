// What a body may not do, each beside something near that is taken: a section
// has a refusal at its line and a traversal `taken...` without one.
// RUN: regtt-cc -std=c++20 --verify-diagnostics %s
#include <alloca.h>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <typeinfo>
#include <vector>

struct Query {
  float at, best;
  int count;
  long total;
};

struct Node {
  Node *left, *right;
  float x;
  int id, leaf;
};

static int cells[64];

//--- writes to the tree
#pragma regtt traversal
static void marks(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the traversal writes to the tree: 'n->leaf' [RTT2005]}}
  n->leaf = 1;
  marks(q, n->left);
}
#pragma regtt traversal
static void takenCopies(Query &q, const Node *n) {
  if (!n)
    return;
  int leaf = n->leaf;
  leaf = 1;
  q.count += leaf;
  takenCopies(q, n->left);
}

//--- writes to an array that the queries share
#pragma regtt traversal
static void histogram(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the traversal writes to 'cells[n->id & 63]', which the queries share [RTT2006]}}
  cells[n->id & 63]++;
  histogram(q, n->left);
}
#pragma regtt traversal
static void takenReads(Query &q, Node *n) {
  if (!n)
    return;
  q.count += cells[n->id & 63];
  takenReads(q, n->left);
}

//--- writes to a global
static int visited;
#pragma regtt traversal
static void counts(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the traversal writes to 'visited', which the queries share [RTT2006]}}
  visited++;
  counts(q, n->left);
}
#pragma regtt traversal
static void takenOwn(Query &q, Node *n) {
  if (!n)
    return;
  q.count++;
  q.total += visited;
  takenOwn(q, n->left);
}

//--- a call without a visible body
// expected-note@+1 {{declared here}}
float elsewhere(float x);
#pragma regtt traversal
static void external(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'elsewhere' is called, but its body is not visible [RTT2007]}}
  q.best += elsewhere(n->x);
  external(q, n->left);
}
static float here(float x) { return x * 2; }
#pragma regtt traversal
static void takenVisible(Query &q, Node *n) {
  if (!n)
    return;
  q.best += here(n->x);
  takenVisible(q, n->left);
}

//--- output
#pragma regtt traversal
static void prints(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'printf' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::printf("%d\n", n->id);
  prints(q, n->left);
}
#pragma regtt traversal
static void takenKeeps(Query &q, Node *n) {
  if (!n)
    return;
  q.total = q.total * 31 + n->id;
  takenKeeps(q, n->left);
}

//--- memory from the heap
#pragma regtt traversal
static void allocates(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'malloc' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  int *kept = static_cast<int *>(std::malloc(sizeof(int)));
  *kept = n->id;
  q.count += *kept;
  allocates(q, n->left);
}
#pragma regtt traversal
static void takenArray(Query &q, Node *n) {
  if (!n)
    return;
  int kept[1] = {n->id};
  q.count += kept[0];
  takenArray(q, n->left);
}

//--- new and delete
#pragma regtt traversal
static void renews(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{delete is not taken inside a traversal [RTT2004]}}
  delete new int(n->id);
  renews(q, n->left);
}
#pragma regtt traversal
static void takenLocal(Query &q, Node *n) {
  if (!n)
    return;
  int local(n->id);
  q.count += local;
  takenLocal(q, n->left);
}

//--- alloca
#pragma regtt traversal
static void onStack(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of '__builtin_alloca' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q.count += alloca(4) != nullptr;
  onStack(q, n->left);
}
#pragma regtt traversal
static void takenZeroed(Query &q, Node *n) {
  if (!n)
    return;
  char room[4] = {};
  q.count += room[n->id & 3];
  takenZeroed(q, n->left);
}

//--- an array of a length known at run time
#pragma regtt traversal
static void variable(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{data of type 'int[n->id + 1]' cannot be copied to a device: 'room' [RTT2011]}}
  int room[n->id + 1];
  room[n->id] = 1;
  q.count += room[n->id];
  variable(q, n->left);
}
#pragma regtt traversal
static void takenConstant(Query &q, Node *n) {
  constexpr int most = 4 * 2;
  if (!n)
    return;
  int room[most] = {};
  room[n->id % most] = 1;
  q.count += room[3];
  takenConstant(q, n->left);
}

//--- virtual calls
struct Metric {
  float scale;
  virtual float measure(float x) const { return x; }
  float plain(float x) const { return x * scale; }
};
#pragma regtt traversal
static void virtually(Query &q, Node *n, const Metric &metric) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'Metric::measure' is not taken inside a traversal: it is virtual, and its object is not the node [RTT2008]}}
  q.best += metric.measure(n->x);
  virtually(q, n->left, metric);
}
#pragma regtt traversal
static void takenPlainly(Query &q, Node *n, const Metric &metric) {
  if (!n)
    return;
  q.best += metric.plain(n->x);
  takenPlainly(q, n->left, metric);
}

//--- function pointers
static float (*chosen)(float);
#pragma regtt traversal
static void pointers(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{a call through a pointer is not taken inside a traversal [RTT2004]}}
  q.best += chosen(n->x);
  pointers(q, n->left);
}
#pragma regtt traversal
static void takenLambda(Query &q, Node *n) {
  auto twice = [](float x) { return x * 2; };
  if (!n)
    return;
  q.best += twice(n->x);
  takenLambda(q, n->left);
}

//--- throw
#pragma regtt traversal
static void throws(Query &q, Node *n) {
  if (!n)
    return;
  if (n->id < 0)
    // expected-error@+1 {{a throw is not taken inside a traversal [RTT2004]}}
    throw n->id;
  throws(q, n->left);
}
#pragma regtt traversal
static void takenAborts(Query &q, Node *n) {
  if (!n)
    return;
  if (n->id < 0)
    std::abort();
  q.count++;
  takenAborts(q, n->left);
}

//--- try
#pragma regtt traversal
static void catches(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{a try block is not taken inside a traversal [RTT2004]}}
  try {
    q.count++;
  } catch (...) {
  }
  catches(q, n->left);
}
static int careful(int x) noexcept { return x + 1; }
#pragma regtt traversal
static void takenNoexcept(Query &q, Node *n) noexcept {
  if (!n)
    return;
  q.count = careful(q.count);
  takenNoexcept(q, n->left);
}

//--- goto
#pragma regtt traversal
static void jumps(Query &q, Node *n) {
  if (!n)
    return;
  for (int k = 0; k < 3; ++k)
    if (n->id == k)
      // expected-error@+1 {{a goto is not taken inside a traversal [RTT2004]}}
      goto found;
  q.count++;
// expected-error@+1 {{a label is not taken inside a traversal [RTT2004]}}
found:
  jumps(q, n->left);
}
#pragma regtt traversal
static void takenBreak(Query &q, Node *n) {
  if (!n)
    return;
  bool found = false;
  for (int k = 0; k < 3 && !found; ++k)
    found = n->id == k;
  q.count += !found;
  takenBreak(q, n->left);
}

//--- an extent that cannot be inferred
struct Box {
  Box *left, *right;
  float *low;
  int dim;
};
#pragma regtt traversal
static void unsized(Query &q, Box *b) {
  if (!b)
    return;
  // expected-error@+1 {{the extent of 'b->low' cannot be inferred; add 'extent(b->low : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q.count += b->low[q.count & 1] < q.at;
  unsized(q, b->left);
}
#pragma regtt traversal
static void takenWalked(Query &q, Box *b) {
  if (!b)
    return;
  for (int d = 0; d < b->dim; ++d)
    q.count += b->low[d] < q.at;
  takenWalked(q, b->left);
}

//--- strings
struct Named {
  Named *left, *right;
  std::string name;
  char tag[8];
};
#pragma regtt traversal
static void strings(Query &q, Named *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'find' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q.count += n->name.find("root") == 0;
  strings(q, n->left);
}
#pragma regtt traversal
static void takenChars(Query &q, Named *n) {
  if (!n)
    return;
  q.count += n->tag[0] == 'a' && n->name == "root";
  takenChars(q, n->left);
}

//--- maps
static std::map<int, float> weights;
static std::vector<float> table;
#pragma regtt traversal
static void maps(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'at' is not taken inside a traversal: it throws where no element is [RTT2008]}}
  q.best += weights.at(n->id);
  maps(q, n->left);
}
#pragma regtt traversal
static void takenTable(Query &q, Node *n) {
  if (!n)
    return;
  q.best += table[n->id];
  takenTable(q, n->left);
}

//--- containers that grow
#pragma regtt traversal
static void grows(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'table' is not taken: it is not the query's own, or lies behind a pointer [RTT2057]}}
  table.push_back(n->x);
  grows(q, n->left);
}
#pragma regtt traversal
static void takenSize(Query &q, Node *n) {
  if (!n)
    return;
  q.count += n->id < static_cast<int>(table.size());
  takenSize(q, n->left);
}

//--- long double
#pragma regtt traversal
static void extended(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{data of type 'long double' cannot be copied to a device: 'wide' [RTT2011]}}
  long double wide = n->x;
  q.best += static_cast<float>(wide);
  extended(q, n->left);
}
#pragma regtt traversal
static void takenDouble(Query &q, Node *n) {
  if (!n)
    return;
  double wide = n->x;
  q.best += static_cast<float>(wide);
  takenDouble(q, n->left);
}

//--- static locals
#pragma regtt traversal
static void remembers(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{a static local variable is not taken inside a traversal [RTT2004]}}
  static int calls = 0;
  q.count += ++calls;
  remembers(q, n->left);
}
#pragma regtt traversal
static void takenStaticConstant(Query &q, Node *n) {
  if (!n)
    return;
  static const int calls = 3;
  q.count += calls;
  takenStaticConstant(q, n->left);
}

//--- assembly
#pragma regtt traversal
static void assembly(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{assembly is not taken inside a traversal [RTT2004]}}
  asm("nop");
  assembly(q, n->left);
}
#pragma regtt traversal
static void takenBuiltin(Query &q, Node *n) {
  if (!n)
    return;
  q.count += __builtin_popcount(static_cast<unsigned>(n->id));
  takenBuiltin(q, n->left);
}

//--- a variable number of arguments
static int sumOf(int count, ...) {
  va_list list;
  va_start(list, count);
  const int first = va_arg(list, int);
  va_end(list);
  return first;
}
#pragma regtt traversal
static void variadic(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'sumOf' is not taken inside a traversal: it takes a variable number of arguments [RTT2008]}}
  q.count += sumOf(2, n->id, 3);
  variadic(q, n->left);
}
template <class... T> static int packOf(T... of) { return (of + ...); }
#pragma regtt traversal
static void takenPack(Query &q, Node *n) {
  if (!n)
    return;
  q.count += packOf(n->id, 3);
  takenPack(q, n->left);
}

//--- a helper that calls itself
// expected-error@+1 {{recursion through 'factorial' is not carried by this version [RTT2023]}}
static int factorial(int x) { return x < 2 ? 1 : x * factorial(x - 1); }
#pragma regtt traversal
static void recursive(Query &q, Node *n) {
  if (!n)
    return;
  q.count += factorial(n->leaf);
  recursive(q, n->left);
}
static int product(int x) {
  int result = 1;
  for (int k = 2; k <= x; ++k)
    result *= k;
  return result;
}
#pragma regtt traversal
static void takenLoop(Query &q, Node *n) {
  if (!n)
    return;
  q.count += product(n->leaf);
  takenLoop(q, n->left);
}

//--- volatile
struct Sensor {
  volatile int reading;
  int last;
};
static Sensor sensor;
#pragma regtt traversal
static void senses(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'sensor.reading' is volatile or atomic; its accesses cannot be moved to a device [RTT2025]}}
  q.count += sensor.reading;
  senses(q, n->left);
}
#pragma regtt traversal
static void takenLast(Query &q, Node *n) {
  if (!n)
    return;
  q.count += sensor.last;
  takenLast(q, n->left);
}

//--- atomics
static std::atomic<int> shared;
#pragma regtt traversal
static void adds(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'fetch_add' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  shared.fetch_add(1);
  adds(q, n->left);
}
#pragma regtt traversal
static void takenSum(Query &q, Node *n) {
  if (!n)
    return;
  q.total += 1;
  takenSum(q, n->left);
}

//--- locks
static std::mutex lock;
#pragma regtt traversal
static void locks(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'lock' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  lock.lock();
  locks(q, n->left);
}
struct Scope {
  int depth;
};
#pragma regtt traversal
static void takenScope(Query &q, Node *n) {
  if (!n)
    return;
  Scope scope = {n->id};
  q.count += scope.depth;
  takenScope(q, n->left);
}

//--- a traversal in another's helper
#pragma regtt traversal
static void inner(Query &q, Node *n) {
  if (!n)
    return;
  q.count++;
  // expected-error@+1 {{recursion through 'inner' is not carried by this version [RTT2023]}}
  inner(q, n->left);
}
static void calls(Query &q, Node *n) { inner(q, n); }
#pragma regtt traversal
static void outer(Query &q, Node *n) {
  if (!n)
    return;
  calls(q, n->right);
  outer(q, n->left);
}
static void meets(Query &q, const Node *n) { q.count += n->id; }
#pragma regtt traversal
static void takenHelper(Query &q, Node *n) {
  if (!n)
    return;
  meets(q, n);
  takenHelper(q, n->left);
}

//--- a look into another node
static bool lies(const Node &n, float at) { return n.x > at; }
#pragma regtt traversal
static void looksAhead(Query &q, Node *n) {
  if (!n)
    return;
  const Node *near = q.at < n->x ? n->left : n->right;
  // expected-error@+1 {{'near->left->x' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
  if (near && near->left->x > q.at)
    q.count++;
  looksAhead(q, n->left);
  looksAhead(q, n->right);
}
#pragma regtt traversal
static void asksAhead(Query &q, Node *n) {
  if (!n)
    return;
  const Node *near = q.at < n->x ? n->left : n->right;
  // expected-error@+1 {{'*near->left' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
  if (near && lies(*near->left, q.at))
    q.count++;
  asksAhead(q, n->left);
  asksAhead(q, n->right);
}
#pragma regtt traversal
static void copiesAhead(Query &q, Node *n) {
  if (!n)
    return;
  const Node *near = q.at < n->x ? n->left : n->right;
  // expected-error@+1 {{data of type 'Node' cannot be copied to a device: '*near' [RTT2011]}}
  const Node copy = *near;
  q.count += copy.x > q.at;
  copiesAhead(q, n->left);
  copiesAhead(q, n->right);
}
#pragma regtt traversal
// expected-error@+1 {{node pointer 'n->right' is used for more than its children and null tests [RTT2018]}}
static void looksBeside(Query &q, Node *n) {
  if (!n)
    return;
  const Node *near = q.at < n->x ? n->left : n->right;
  // expected-note@-1 {{no call follows it}}
  if (near && near->x > q.at)
    q.count++;
  looksBeside(q, n->left);
}
#pragma regtt traversal
static void takenNear(Query &q, Node *n) {
  if (!n)
    return;
  const Node *near = q.at < n->x ? n->left : n->right;
  if (near && near->x > q.at && lies(*near, q.at))
    q.count++;
  takenNear(q, n->left);
  takenNear(q, n->right);
}
#pragma regtt traversal
static void takenLookAhead(Query &q, Node *n) {
  if (!n)
    return;
  const Node *left = n->left;
  if (left && left->x > q.at && n->right && !n->right->left)
    q.count++;
  takenLookAhead(q, n->left);
}
#pragma regtt traversal
static void takenNullTest(Query &q, Node *n) {
  if (!n)
    return;
  if (n->left && n->x > q.at)
    q.count++;
  takenNullTest(q, n->left);
}

//--- a child of a child
#pragma regtt traversal
static void skips(Query &q, Node *n) {
  if (!n)
    return;
  q.count++;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->left->left' [RTT2010]}}
  skips(q, n->left->left);
}
#pragma regtt traversal
static void takenChosen(Query &q, Node *n) {
  if (!n)
    return;
  q.count++;
  takenChosen(q, n->x < q.at ? n->left : n->right);
}

//--- an effect on a null node
#pragma regtt traversal
// expected-error@+1 {{the traversal has an effect on a null node [RTT2014]}}
static void countsNull(Query &q, Node *n) {
  q.count++;
  // expected-note@+1 {{null is tested only here; test it first, or test the child before the call}}
  if (!n)
    return;
  countsNull(q, n->left);
}
#pragma regtt traversal
static void takenTestFirst(Query &q, Node *n) {
  if (!n)
    return;
  q.count++;
  takenTestFirst(q, n->left);
}

//--- unions
struct Word {
  Word *left, *right;
  union {
    int whole;
    float real;
    Word *next;
  } bits;
  unsigned raw;
};
#pragma regtt traversal
static void unites(Query &q, Word *n) {
  if (!n)
    return;
  q.best += n->bits.real;
  // expected-error@+1 {{'n->bits.next' shares its bytes with other data in a union, and nothing that the node holds says where it is a pointer; test that, by the node alone, before it is followed [RTT2062]}}
  unites(q, n->bits.next);
}
#pragma regtt traversal
static void takenCast(Query &q, Word *n) {
  if (!n)
    return;
  q.best += __builtin_bit_cast(float, n->raw) + n->bits.real;
  takenCast(q, n->left);
}

//--- types at run time
#pragma regtt traversal
static void typed(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 2 {{typeid is not taken inside a traversal [RTT2004]}}
  q.count += typeid(*n) == typeid(Node);
  typed(q, n->left);
}
#pragma regtt traversal
static void takenSizeof(Query &q, Node *n) {
  if (!n)
    return;
  q.count += static_cast<int>(sizeof(*n));
  takenSizeof(q, n->left);
}

//--- the query's address
static Query *lastSeen[4];
#pragma regtt traversal
static void publishes(Query *q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment to a pointer is not taken inside a traversal [RTT2004]}}
  lastSeen[0] = q;
  publishes(q, n->left);
}
#pragma regtt traversal
static void comparesElement(Query *q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the array 'lastSeen[0]' is reached through an array of pointers, which is not carried by this version [RTT2030]}}
  q->count += lastSeen[0] == q;
  comparesElement(q, n->left);
}
static Query *lastOne;
#pragma regtt traversal
static void takenCompares(Query *q, Node *n) {
  if (!n)
    return;
  q->count += lastOne == q;
  takenCompares(q, n->left);
}

void run(Query *queries, Node *root, Box *box, Named *named, Word *word,
         const Metric &metric) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    marks(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenCopies(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    histogram(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenReads(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    counts(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenOwn(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    external(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenVisible(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    prints(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenKeeps(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    allocates(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenArray(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    renews(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenLocal(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    onStack(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenZeroed(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    variable(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenConstant(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    virtually(queries[i], root, metric);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenPlainly(queries[i], root, metric);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    pointers(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenLambda(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    throws(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenAborts(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    catches(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenNoexcept(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    jumps(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenBreak(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unsized(queries[i], box);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenWalked(queries[i], box);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    strings(queries[i], named);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenChars(queries[i], named);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    maps(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenTable(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    grows(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenSize(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    extended(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenDouble(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    remembers(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenStaticConstant(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    assembly(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenBuiltin(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    variadic(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenPack(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    recursive(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenLoop(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    senses(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenLast(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    adds(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenSum(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    locks(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenScope(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    inner(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    outer(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenHelper(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    looksAhead(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    copiesAhead(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    asksAhead(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    looksBeside(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenNear(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenNullTest(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    skips(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenChosen(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    countsNull(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenTestFirst(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unites(queries[i], word);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenCast(queries[i], word);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    typed(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenSizeof(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    publishes(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    comparesElement(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenCompares(&queries[i], root);
}
