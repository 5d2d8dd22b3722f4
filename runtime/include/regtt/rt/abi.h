/* The boundary between a rewritten host file and the runtime: plain data, C89.
 *
 * A host file fills one regtt_call at the annotated loop, asks regtt_begin
 * whether the loop still has to run, and ends with regtt_end. Everything that
 * depends on the traversal itself (records, operators, engines) lies behind
 * the launchers of the regtt_site, in the device slices.
 */
#ifndef REGTT_RT_ABI_H
#define REGTT_RT_ABI_H

#include <stddef.h>
#include <string.h>

#if defined(__cplusplus) && __cplusplus >= 201103L
/* Types that name an instantiation by its arguments: of a pack, of a template.
 */
template <class... Each> struct regtt_types;
template <template <class...> class Template> struct regtt_template;
#endif

#if defined(__cplusplus) && __cplusplus >= 201402L
/** Defines what a tag's friend returns: a pointer to a member of the user's,
 * which an explicit instantiation may name wherever it stands. Each file has
 * its own.
 *
 *     namespace {
 *     struct root_of { friend constexpr auto regtt_member(root_of); };
 *     template struct regtt_reach<root_of, decltype(&Tree::root), &Tree::root>;
 *     }
 *     ... tree.*regtt_member(root_of()) ...
 */
namespace {
template <class Tag, class Member, Member at> struct regtt_reach {
  friend constexpr auto regtt_member(Tag) { return at; }
};

/** Defines what a tag's friend returns for a type that must not be named where
 * it is used: `typename decltype(regtt_member(tag()))::type`. */
template <class Type> struct regtt_named {
  typedef Type type;
};
template <class Tag, class Type> struct regtt_reach_type {
  friend constexpr auto regtt_member(Tag) { return regtt_named<Type>(); }
};

/** What a member that is a reference refers to. There is no pointer to such a
 * member; the user's compiler says where in the object it lies, and has a
 * pointer there. */
template <class Whole, class Referred, size_t at> struct regtt_referred {
  struct Reference {
    Referred &to;
  };
  static_assert(sizeof(Reference) == sizeof(Referred *) &&
                    alignof(Reference) == alignof(Referred *),
                "a reference has to be kept as a pointer is");
  static_assert(at % alignof(Referred *) == 0 &&
                    at + sizeof(Referred *) <= sizeof(Whole),
                "a reference has to lie in its object");
  /* An object's own operator& is not asked. */
  Referred &operator()(const Whole &whole) const {
    Referred *to;
    memcpy(&to, &reinterpret_cast<const char &>(whole) + at, sizeof(to));
    return *to;
  }
};

/** Defines what a tag's friend returns of a member that is a reference:
 *
 *     template struct regtt_reach_reference<points_of, Tree,
 *         decltype(Tree::points), __builtin_offsetof(Tree, points)>;
 *     ... regtt_member(points_of())(tree) ...
 */
template <class Tag, class Whole, class Member, size_t at>
struct regtt_reach_reference;
template <class Tag, class Whole, class Referred, size_t at>
struct regtt_reach_reference<Tag, Whole, Referred &, at> {
  friend constexpr auto regtt_member(Tag) {
    return regtt_referred<Whole, Referred, at>();
  }
};
template <class Tag, class Whole, class Referred, size_t at>
struct regtt_reach_reference<Tag, Whole, Referred &&, at> {
  friend constexpr auto regtt_member(Tag) {
    return regtt_referred<Whole, Referred, at>();
  }
};
} // namespace
#endif

/** A pointer to what `pointer` leads to as a TYPE: a struct of the host file's
 * that has the fields of the user's where they are, and may alias it. */
#ifdef __cplusplus
namespace {
template <class View> inline View *regtt_view_of(const volatile void *pointer) {
  return static_cast<View *>(const_cast<void *>(pointer));
}

/** In such a struct: what libstdc++ has in its pointers and in a vector. */
template <class T> struct regtt_unique_ptr_view {
  T *held;
  T *get() const { return held; }
  T *operator->() const { return held; }
  template <class U = T> U &operator*() const { return *held; }
};
template <class T> struct regtt_shared_ptr_view : regtt_unique_ptr_view<T> {
  void *owners;
};
template <class T> struct regtt_vector_view {
  T *first, *last, *room;
  T *data() const { return first; }
  size_t size() const { return static_cast<size_t>(last - first); }
  bool empty() const { return first == last; }
  T &operator[](size_t k) const { return first[k]; }
};
} // namespace
#define regtt_view(TYPE, POINTER) regtt_view_of<TYPE>(POINTER)
#else
#define regtt_view(TYPE, POINTER) ((TYPE *)(size_t)(POINTER))
#endif

/** Has the linker look for what an object that belongs to this one defines. */
static __inline__ void regtt_tie(const char *symbol) {
  __asm__ volatile("" : : "r"(symbol));
}

#ifdef __cplusplus
extern "C" {
#endif

/** Where the object of iteration i lies.
 *
 * Direct: at `base + i * stride`. Indirect: `base + i * stride` holds a pointer
 * to it. The runtime reads and writes only the fields the traversal uses. */
struct regtt_operand {
  void *base;
  ptrdiff_t stride; /**< bytes from iteration i to i + 1 */
  int indirect;
  size_t bytes; /**< of an object, as the host file's compiler has it */
};

/** Memory of the user's that iterations only read: `count` elements, `stride`
 * bytes from one to the next. A count of REGTT_UNKNOWN_COUNT: the host file
 * cannot say how many there are; nothing is checked then. */
struct regtt_array {
  const void *base;
  size_t stride;
  size_t count;
  /** The number that the element at `base` has in the loop: the runtime sets
   * it, with `base` and `count`, where the slice finds out how far iterations
   * come (reach.h); else 0. */
  ptrdiff_t first;
};

#define REGTT_UNKNOWN_COUNT ((size_t)-1)

/** The root of one tree; `number` where nodes are numbers of elements of
 * arrays, else `node`, which may be null. */
struct regtt_root {
  const void *node;
#ifdef __GNUC__
  __extension__ /* C89 has no such type */
#endif
      long long number;
};

/** The roots that one expression of a loop's body names: `root`, `trees[t]`.
 * Two that are the same node are one tree. Of a forest whose trees have node
 * arrays of their own, `arrays` has those of each root's tree. */
struct regtt_roots {
  struct regtt_root *at; /**< [count], of regtt_make_roots or -forest */
  size_t count;
  struct regtt_array *arrays; /**< [count][node arrays], of regtt_make_forest */
};

struct regtt_call;
struct regtt_head;

/** Calls between which what they use stays on a device; lives on the host
 * file's stack, around the user's code:
 *
 *     struct regtt_region regtt_region REGTT_REGION = {0, 0};
 *     for (...) {
 *       ... regtt_call.region = &regtt_region; ...
 *       regtt_sync(&regtt_region);
 *       report(rank);
 *     }
 *
 * The host's memory is as the serial program has it where regtt_sync or
 * regtt_fetch has been called since the last call, or regtt_read for those
 * bytes; of bytes that the host changes the runtime is told by regtt_sync or
 * regtt_write, ahead of it.
 *
 * Or rounds of a loop, each of them one call, that go on until nothing changes:
 *
 *     struct regtt_region regtt_region = {0, 0};
 *     while (regtt_next_pass(&regtt_region))
 *       while (changed) { ... regtt_call.region = &regtt_region; ... }
 *
 * Promised is the state that they leave. Source: Cousot 1977. */
struct regtt_region {
  int passes; /**< how often all rounds have begun; 0: no rounds */
  void *kept; /**< the runtime's own */
};

/** Whether the rounds run, from what there was before them: once, and under
 * REGTT_VERIFY once more, serially; then both states are compared, bit for bit,
 * and the program ends if they differ. */
int regtt_next_pass(struct regtt_region *region);

/** Ahead of what the host does in a region that may read and write any of the
 * user's memory: what is newer on a device is brought back, and what lies there
 * counts no more. */
void regtt_sync(struct regtt_region *region);
/** The same of what may read any of it, and writes none. */
void regtt_fetch(struct regtt_region *region);
/** Ahead of what the host does that reads these bytes, or writes them. */
void regtt_read(struct regtt_region *region, const volatile void *at,
                size_t bytes);
void regtt_write(struct regtt_region *region, const volatile void *at,
                 size_t bytes);
/** The same as regtt_sync, at the end of a region. */
void regtt_leave(struct regtt_region *region);

#ifdef __GNUC__
/** On every way out of the block in which it stands. */
#define REGTT_REGION __attribute__((cleanup(regtt_leave)))

/** The same as regtt_sync on every way out of a block, ahead of the end of what
 * has been declared in it before:
 *
 *     std::vector<double> next(n);
 *     struct regtt_region *regtt_scope0 REGTT_SCOPE = &regtt_region;
 */
#define REGTT_SCOPE __attribute__((unused, cleanup(regtt_leave_scope)))
static __inline__ __attribute__((unused)) void
regtt_leave_scope(struct regtt_region **scope) {
  regtt_sync(*scope);
}
#endif

/** Runs one call on one target. Returns a regtt_status. */
typedef int (*regtt_launcher)(const struct regtt_call *call);

enum regtt_status {
  REGTT_DONE = 0,        /**< every iteration ran, results are in place */
  REGTT_UNAVAILABLE = 1, /**< no such device here; nothing was changed */
  REGTT_REFUSED = 2      /**< a check failed, said on stderr; nothing changed */
};

/** In which order iterations take their turns. No result depends on it, but
 * for HANDOVER of a traversal with the clause order(any). */
enum regtt_order {
  REGTT_ORDER_AUTO = 0,     /**< the runtime's choice */
  REGTT_ORDER_NONE = 1,     /**< as they come */
  REGTT_ORDER_INSPECT = 2,  /**< by where they go in the top of the tree */
  REGTT_ORDER_CURVE = 3,    /**< along a curve through their numbers */
  REGTT_ORDER_HANDOVER = 4, /**< the top of the tree first, then by where they
                               went there */
  REGTT_ORDER_HISTORY = 5,  /**< by all their visits in the top of the tree */
  REGTT_ORDER_HYBRID = 6    /**< as INSPECT, put in order by the host */
};

/** A field of operand `operand` that iterations write. */
struct regtt_written {
  int operand;
  size_t offset; /**< bytes from the start of the object */
  size_t bytes;
  size_t held; /**< where the object has a bool, without which there is no value
                * in them, and one more; 0: there always is */
  int part; /**< of what all iterations combine, where it is open which of them
             * has it: 1: by or, 2: by and; 0: it is each one's own */
};

/** A range of bytes. */
struct regtt_bytes {
  size_t offset;
  size_t bytes;
};

/** A container of the library in operand `operand` that iterations change the
 * size of: a std::vector, or what keeps its elements in one. Its elements lie
 * side by side in the memory that the container owns; while traversals run they
 * are in records, which have room for `bound` of them, or, of any number, in
 * memory of the runtime's. */
struct regtt_container {
  const char *name; /**< as the user writes it */
  int operand;
  size_t offset;  /**< bytes from the start of the object to the container */
  size_t begin;   /**< and from there to the pointers to its first element and
                   * past its last, which lie side by side */
  size_t element; /**< bytes of an element */
  size_t bound;   /**< the most elements that it may have; 0: any number, none
                   * of which iterations look at */
  size_t items;   /**< bytes from the start of a record to the elements there */
  const struct regtt_bytes *values; /**< [num_values]: what of an element is no
                                     * padding */
  int num_values;
};

/** Leaves of the container its first `kept` elements, and puts those at `first`
 * behind them, `count` in their order; a null pointer: only makes room for as
 * many. 0: there is no memory for them. The host file's compiler knows its
 * type. */
typedef int (*regtt_assign)(void *container, size_t kept, const void *first,
                            size_t count);

/** The number of the class that a node is an object of; -1 where it is none of
 * those that the host file shows, whose name is then at `name`, as the compiler
 * spells it. The host file's compiler knows the classes. */
typedef int (*regtt_class_of)(const void *node, const char **name);

/** One annotated loop; static data, never written. */
struct regtt_site {
  const char *file; /**< as the user spelled it */
  int line;
  const char *traversal; /**< the recursive function's name */
  regtt_launcher cuda;   /**< null where that target was not compiled in */
  regtt_launcher lanes;
  regtt_launcher cpu;
  int allow_serial; /**< run the serial loop where a run-time check refuses */
  int num_operands;
  const struct regtt_written *written; /**< [num_written] */
  int num_written;
  size_t node_bytes; /**< sizes that offsets in the slices rely on; 0: not */
  const size_t *object_bytes; /**< checked. [num_operands], or null */
  int num_arrays;             /**< of a call's `arrays` */
  const struct regtt_container *containers; /**< [num_containers] */
  int num_containers;
  const struct regtt_head *head; /**< of a loop that counts (head.h), or null */
};

/** One execution of an annotated loop; lives on the host file's stack. What the
 * host file does not set is 0. */
struct regtt_call {
  const struct regtt_site *site;
  const void *root; /**< the tree's root node; may be null */
  /** The root where nodes are numbers of elements of arrays; else 0. */
#ifdef __GNUC__
  __extension__ /* C89 has no such type */
#endif
      long long root_number;
  size_t count;    /**< iterations */
  ptrdiff_t first; /**< the loop variable's first value, if it is a number */
  int step;        /**< what an iteration adds to it */
  const struct regtt_operand *operands; /**< [site->num_operands] */
  struct regtt_array *arrays; /**< [site->num_arrays]; may be null if 0 */
  const void *uniforms;       /**< the site's uniforms struct; may be null */
  size_t node_bytes;          /**< as the host file's compiler has it */
  /** What the host file read for the iterations before any of them ran, in
   * places that an iteration might write: [num_reads]. A refusal where one
   * does. */
  const struct regtt_operand *reads;
  int num_reads;
  /** What the host file reads for the iterations after all of them ran, in
   * places that a traversal might write: [num_later_reads]. A refusal where one
   * does. */
  const struct regtt_operand *later_reads;
  int num_later_reads;
  /** What the host file writes for the iterations after all of them ran, in
   * places that an iteration might read: [num_later]. A refusal where one
   * does. */
  const struct regtt_operand *later;
  int num_later;
  /** Of a loop that does not make its call in every iteration: iteration i
   * does where the byte at `runs + i * runs_stride` is not 0. Null: all do. The
   * operands' addresses are looked at for these iterations alone, those of
   * direct `reads` and `later` for all. */
  const unsigned char *runs;
  size_t runs_stride;
  const regtt_assign *assign; /**< [site->num_containers]; may be null if 0 */
  regtt_class_of class_of;    /**< null where nobody asks */
  void *inputs;               /**< of regtt_make_inputs; null before it */
  size_t input_bytes;         /**< of one iteration; 0 before it */
  /** Of a loop whose body changes something before its call: whether that
   * cannot all be put back, so that no serial loop can run once it has been
   * done. */
  int irrevocable;
  /** Of a loop whose iterations make several calls, or one for each of several
   * trees: all trees that they may enter; `root` and `root_number` mean nothing
   * then. [num_roots] */
  struct regtt_roots *roots;
  int num_roots;
  /** Nonzero: the trees are those that an earlier call of this traversal
   * entered by the same roots and with the same `version`, if there was one;
   * nothing of them has changed. */
  int resident;
  size_t version;
  /** The order of queries, a regtt_order, by so many levels of the tree or bits
   * of a number; 0: as many as usually serve. */
  int reorder;
  int reorder_levels;
  /** Why the loop's head cannot be followed (head.h); null where it can. */
  const char *fault;
  /** The runtime's own: what has been overwritten there; null unless
   * regtt_prepare has set it. */
  void *kept;
  /** The runtime's own: the iterations that make their calls, in order, from
   * regtt_begin on; null where all do. [num_calls] */
  const size_t *calls;
  size_t num_calls;
  /** The runtime's own; not null from regtt_begin on where the serial loop runs
   * for comparison only. */
  void *verification;
  /** The runtime's own: what regtt_make_elements has made. */
  void *room;
  /** From regtt_begin to regtt_end: what iterations leave to the host, in their
   * order; records that begin with the iteration's number, a size_t. */
  void *deferred;
  size_t deferred_bytes; /**< of all of them */
  /** Of a loop in a region, or that is a round among others; else null. */
  struct regtt_region *region;
};

/** What a std::vector says of its elements: the first, behind the last, behind
 * all that there is room for. */
struct regtt_elements {
  void *first, *last, *end;
};

/** Sets call->count to how often a loop that counts runs, by its site's head.
 *
 * `first` is the counter's first value, of a loop that counts in its test what
 * it is set to; `last` is what it is compared with; both as a cast to size_t
 * makes them. A loop that does not end, or whose counter overflows, or wraps
 * around where the traversals cannot follow it, has no iterations, and
 * regtt_begin refuses the call. */
void regtt_count(struct regtt_call *call, size_t first, size_t last);

/** The same where the test compares floating-point numbers. */
void regtt_count_to_real(struct regtt_call *call, size_t first, double last);

/** Memory for what the host file evaluates ahead for each of the call's
 * iterations: [count] records of `bytes` bytes, all 0, which regtt_end frees.
 * Null where there is no such memory; regtt_begin then refuses the call. */
void *regtt_make_inputs(struct regtt_call *call, size_t bytes);

/** Room for `count` elements of `size` bytes, which are zero, aligned to 16
 * bytes: that of a vector or an array that an iteration makes for itself;
 * regtt_end frees it. Of more than there can be it has none; whoever asks for
 * them is stopped. */
struct regtt_elements *regtt_make_elements(struct regtt_call *call,
                                           size_t count, size_t size);

/** Memory for `count` roots, which regtt_end frees once the call has them.
 * Null where there is no such memory, and regtt_begin then refuses the call, or
 * where `count` is 0. */
struct regtt_root *regtt_make_roots(struct regtt_roots *roots, size_t count);

/** The same of a forest, whose trees have `arrays` node arrays each, at least
 * one; all of them have no elements to begin with. */
struct regtt_root *regtt_make_forest(struct regtt_roots *roots, size_t count,
                                     size_t arrays);

/** Where the loop's body changes something before its call: asked before that
 * is done for all iterations. Nonzero where the serial loop runs as it is, and
 * neither that nor regtt_begin is wanted. */
int regtt_prepare(struct regtt_call *call);

/** Keeps `bytes` bytes at `place`, where call->kept says so. */
void regtt_keep_bytes(struct regtt_call *call, const void *place, size_t bytes);

/** Runs `call` on the target that REGTT_TARGET names (default: auto).
 *
 * Returns 0 when every iteration ran, and nonzero when the caller must run its
 * serial loop: under REGTT_TARGET=serial, under REGTT_VERIFY (results are
 * kept for comparison in regtt_end), or where `allow_serial` (or
 * REGTT_ALLOW_SERIAL=1) turns a refusal into a warning. Any other refusal ends
 * the program with exit code 1 after one message on stderr. */
int regtt_begin(struct regtt_call *call);

/** Under REGTT_VERIFY, from the serial loop: the next record that an iteration
 * leaves to the host, to be compared with call->deferred. */
void regtt_note_deferred(struct regtt_call *call, const void *record,
                         size_t bytes);

/** Where the loop's body goes on after its call: what regtt_end would compare,
 * as soon as the calls themselves have run serially. Once a call. */
void regtt_compare(struct regtt_call *call);

/** Ends a call: under REGTT_VERIFY, compares the serial loop's results with
 * the parallel ones, bit for bit, and ends the program if they differ. */
void regtt_end(struct regtt_call *call);

/** Fills one operand; takes any object pointer, const or not. `element`: bytes
 * from the object at the loop variable to that at its next value, which one
 * iteration changes by `step`. */
static
#ifdef __cplusplus
    inline
#elif defined(__GNUC__)
    __inline__ __attribute__((unused))
#endif
    void
    regtt_set_operand(struct regtt_operand *operand, const volatile void *base,
                      size_t element, int step, int indirect, size_t bytes) {
  operand->base = (void *)base;
  operand->stride = (ptrdiff_t)element * step;
  operand->indirect = indirect;
  operand->bytes = bytes;
}

/** Keeps what the code before the call is about to overwrite, in case that the
 * serial loop has to run after all. */
static
#ifdef __cplusplus
    inline
#elif defined(__GNUC__)
    __inline__ __attribute__((unused))
#endif
    void
    regtt_keep(struct regtt_call *call, const volatile void *place,
               size_t bytes) {
  if (call->kept)
    regtt_keep_bytes(call, (const void *)place, bytes);
}

/** An object that an iteration found for operand `operand`, which is indirect;
 * takes any pointer, const or not. `bytes`: of the object. */
static
#ifdef __cplusplus
    inline
#elif defined(__GNUC__)
    __inline__ __attribute__((unused))
#endif
    void *
    regtt_object(struct regtt_operand *operand, const volatile void *object,
                 size_t bytes) {
  operand->bytes = bytes;
  return (void *)object;
}

/** Copies a uniform that is a struct or an array, bit by bit. */
static
#ifdef __cplusplus
    inline
#elif defined(__GNUC__)
    __inline__ __attribute__((unused))
#endif
    void
    regtt_copy(void *to, const void *from, size_t bytes) {
  memcpy(to, from, bytes);
}

/** Clears uniforms that are compared from call to call. */
static
#ifdef __cplusplus
    inline
#elif defined(__GNUC__)
    __inline__ __attribute__((unused))
#endif
    void
    regtt_clear(void *uniforms, size_t bytes) {
  memset(uniforms, 0, bytes);
}

/** Where a record holds a value, as memory of the user's type. */
static
#ifdef __cplusplus
    inline
#elif defined(__GNUC__)
    __inline__ __attribute__((unused))
#endif
    void *
    regtt_field(void *field) {
  return field;
}

#ifdef __cplusplus
}
#endif

#endif
