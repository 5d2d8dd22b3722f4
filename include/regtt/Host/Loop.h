/// What the host file does around an annotated loop: it describes the call to
/// the runtime, finds for each iteration what no array holds, and runs what
/// follows the call. Nothing here knows Clang.
///
///     for (int i = 0; i < n; ++i)        head: for (int i = 0; i < n; ++i)
///       correlate(&points[i], root);     operands: points[regtt_first]
///                                        root: root
///
/// Texts are C89 or C++11, in the user's words, and stand where the loop does.
/// Of ours are in them: `regtt_first`, the first value of the loop's variable;
/// `regtt_range`, the range that the loop goes over; `regtt_root`, the number
/// of a root in its group; `regtt_input`, which points to an iteration's
/// record.
///
/// What the emitted header says of the loop, too, is in kernel::SiteLoop, and
/// what the data are called in kernel::Kernel: rows here stand in their order.
#pragma once

#include "regtt/Kernel/Kernel.h"
#include "regtt/Kernel/Loop.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>
#include <string>
#include <vector>

namespace regtt::host {

//===--- What is handed over ----------------------------------------------===//

/// How a value gets into a struct of the emitted header's.
enum class Copying {
  Plain, ///< by assignment; a list in braces, too
  Bytes, ///< a struct, bit by bit: the header has one of its own
  Array, ///< an array, bit by bit
  Truth, ///< a truth value, which is held as a character
  Enum   ///< a scoped enum, which is held as an integer
};

struct Value {
  std::string text;
  Copying copying = Copying::Plain;
  std::string type; ///< of Bytes in C: its name
};

/// Where an iteration finds one of its objects: a struct, a number, or a fixed
/// array of them.
struct Operand {
  /// What the first iteration has: the object as an lvalue, or a pointer to it.
  /// Empty where the record has it.
  std::string text;
  bool isIndirect = false; ///< what is there is a pointer to the object
  int extent = 0;     ///< elements of the array that lie side by side are one
                      ///< iteration's; 0: one is
  bool wraps = false; ///< its index is computed in 32 bits that wrap around
  int input = -1;     ///< into Loop::inputs: the record has it
  /// Where visits change the size of containers in it: the object, as fields
  /// follow it. `queries[regtt_first]`, `(*p)`
  std::string object;
};

/// A place that the runtime compares with what visits write or read.
struct Place {
  std::string text;    ///< where the first iteration's lies; see Operand::text
  bool varies = false; ///< the next iteration's is the next element
  /// What lies there is a pointer to the place, which no other iteration finds.
  bool isIndirect = false;
  int input = -1; ///< into Loop::inputs: what holds its address
  /// The element that it is a part of, if it is; the next iteration's is a part
  /// of the next one.
  std::string element;
  int extent = 0; ///< as of Operand
  /// Elements from where one iteration's begin to the next one's; 0: there are
  /// none between them.
  int apart = 0;
  bool wraps = false;
  /// Not empty: an array that is the same for all, and how many elements it
  /// has; `text` is the first.
  std::string count;
};

/// Two containers that must not be one, as lvalues; not in C.
struct Apart {
  std::string written, asked;
};

/// Of kernel::SiteLoop::inputs: what the iteration's record is given before any
/// iteration runs. Where the field is an address, the text is a pointer.
struct Input {
  Value value;
  bool isSet = true;   ///< false of a variable without a value yet
  bool isKept = false; ///< a container of the body's own, which is copied
  int level = -1; ///< into Loop::levels: where it is set. -1: where the call is
};

/// Of kernel::Kernel::nodeArrays, or of the arrays that all queries share.
struct Array {
  std::string base;  ///< the first element's address; empty: trees have it
  std::string count; ///< how many elements it has; empty: nothing says it
  /// What the texts follow: where one is null, there is no array. Visits may
  /// never look at what it leads to.
  std::vector<std::string> pointers;
};

/// Roots that the query program enters: one, or several.
struct RootGroup {
  std::string text;  ///< a pointer or a number; of several, that of a number
  std::string count; ///< of several: how many there are; else empty
  std::string guard; ///< where it is false there is no root; may be empty
  /// Of a forest: the node arrays of the root's tree.
  std::vector<Array> arrays;
};

/// Of kernel::Kernel::uniforms.
struct Uniform {
  Value value;
  std::vector<std::string> pointers; ///< as of Array
};

//===--- The loop ---------------------------------------------------------===//

/// What the loop's variable begins or ends with, evaluated once.
struct Bound {
  std::string type;       ///< as it is declared: `int`, `auto`, `Node *`
  bool isPointer = false; ///< `type` ends in a `*`
  std::string text;
};

/// The body itself, or a condition that the call stands under; one stands in
/// the other.
struct Level {
  std::string condition; ///< empty of the body itself
  int taken = -1;        ///< into Loop::inputs: set to 1 where it holds
  /// Statements before the call: those that inputs need, and those with
  /// effects, which run for all iterations first.
  std::vector<std::string> preparation;
};

/// A line of the user's.
struct Line {
  std::string file; ///< as the user spelled it
  unsigned line = 0;
};

/// What follows the call, and the call by itself, of each level.
struct TailLevel {
  std::vector<std::string> bindings; ///< declare the locals that it names
  std::vector<std::string> statements;
  Line at;               ///< of the first
  std::string otherwise; ///< runs where the level's condition is false
  Line otherwiseAt;
  std::vector<std::string> callBindings; ///< of the locals the call names
};

/// What iterations leave for later, where it stands among what is done in their
/// stead (kernel::Deferred): statements of the user's, in the words of a record
/// that `regtt_deferred` points to.
struct LaterWork {
  std::vector<std::string> bindings; ///< declare the variables that it names
  std::string statement;
  Line at;
};

/// A loop whose calls run apart from the rest of its body. What follows them
/// runs, in the order of the iterations, when all have made theirs.
struct Tail {
  std::vector<TailLevel> levels;    ///< as many as Loop::levels
  std::vector<LaterWork> later;     ///< by numbers; ahead of all that follows
  std::vector<Place> writes;        ///< that the runtime compares
  std::string call;                 ///< by itself, for a serial run
  std::vector<std::string> changed; ///< inputs, by name: locals that it changes
  /// Whether texts of levels, and of the call, name `regtt_input`.
  bool readsRecord = false, callReadsRecord = false;

  bool hasStatements() const {
    return !later.empty() || llvm::any_of(levels, [](const TailLevel &level) {
      return !level.statements.empty() || !level.otherwise.empty();
    });
  }
};

/// A member of the user's that may not be named where the loop stands.
struct HiddenMember {
  /// Of `regtt_member(tag())`, a pointer to it. In a template each
  /// instantiation has its own: `regtt_member(typename regtt_this::tag())`.
  std::string tag;
  std::string owner; ///< `::Tree`
  std::string name;  ///< `root`
  /// There is no pointer to it: `regtt_member(tag())(tree)` is what it refers
  /// to.
  bool isReference = false;
};

/// The classes that nodes may be of. Not empty: `base` begins each.
struct NodeClasses {
  std::string base;               ///< `::Shape`
  std::vector<std::string> names; ///< by their numbers
  /// Not empty: they may not be named where the loop stands, and
  /// `regtt_member(tag())` is what tells them.
  std::string tag;
};

/// A type that a text around a loop in a template names: each instantiation has
/// its own, `typename regtt_this::Type2`.
struct InstanceType {
  std::string name; ///< `Type2`
  std::string text; ///< at namespace scope: `::Hit<float> *`
  /// A class may keep it private: it is reached as hidden members are.
  bool mayBeHidden = false;
};

/// What is evaluated ahead of the loop reads of memory.
struct HostReads {
  bool isAny = false; ///< it may be whatever there is
  /// Lvalues; what leads to one stands ahead of it.
  std::vector<std::string> places;
};

struct Loop {
  bool isC = false; ///< else C++
  NodeClasses classes;
  std::vector<HiddenMember> members;
  std::vector<InstanceType> types; ///< in a template
  /// Structs and enums that `members` and `types` name.
  std::vector<std::string> named;
  /// Definitions of structs into which the user's text does not look where the
  /// loop stands; texts look at objects through them.
  std::vector<std::string> views;
  /// Symbols without which the program does not link: of objects that belong to
  /// this one.
  std::vector<std::string> ties;

  //===--- Its head -------------------------------------------------------===//

  enum Form {
    Counted,  ///< its variable is a number
    Elements, ///< it goes over elements that lie side by side
    Scattered ///< over elements that lie anywhere
  } form = Counted;
  std::string head;         ///< `for (...)`
  std::string range;        ///< of a loop over one
  Bound first, last;        ///< of a range: of `regtt_range`
  bool isInclusive = false; ///< the last is an iteration
  int step = 1;             ///< what an iteration adds; less than zero: down
  std::string next;         ///< along a chain: what follows `regtt_at`
  /// What the head declares and a copy of the loop may have no use for.
  std::vector<std::string> elements;
  std::string variable; ///< from outside of the loop, which ends with a value
  /// `i = regtt_first;`, where the user's head goes on from what it is.
  std::string restart;
  /// Of loops in each other: there are some, which their heads set.
  bool setsVariables = false;
  std::string tag; ///< in a template: names the instantiation. `void(T *)`
  /// Of kernel::SiteLoop::instantiation: stand for types without a name.
  std::vector<std::string> deduced;

  //===--- What its calls are handed --------------------------------------===//

  std::string root;             ///< empty where there is a query program
  std::vector<RootGroup> roots; ///< of a query program
  std::vector<Operand> operands;
  std::vector<Array> arrays; ///< nodeArrays, then those that queries share
  std::vector<Uniform> uniforms;
  std::vector<Value> arguments; ///< of those that start at the loop
  /// The trees stay linearised for later runs of the loop, until `version` has
  /// another value; empty if it has always the same.
  bool isResident = false;
  std::string version;
  std::string order;   ///< `INSPECT`, of REGTT_ORDER_INSPECT; empty: any
  int orderLevels = 0; ///< of the tree, or bits of a number; 0: not said

  //===--- Its body -------------------------------------------------------===//

  std::vector<std::string> constants; ///< declarations that iterations share
  std::vector<Level> levels{1};
  bool hasEffects = false;    ///< some of the preparation has effects
  bool isIrrevocable = false; ///< which cannot all be put back
  bool isOfRounds = false; ///< `regtt_region` is that of the rounds around it
  /// `regtt_region` is that of the region around it, between whose loops what
  /// they use stays on a device; this one does not take part in that where it
  /// needs the host.
  bool isInRegion = false;
  HostReads hostReads; ///< in a region
  /// In a region: statements ahead of what the host does of the loop: of its
  /// head, and of anything in it.
  std::string aheadOfHead, aheadOfAll;
  std::vector<Input> inputs;
  std::vector<Place> reads;      ///< before any visit
  std::vector<Place> laterReads; ///< after all of them
  std::vector<Apart> apart;
  std::optional<Tail> tail;

  bool isConditional() const { return levels.size() > 1; }

  /// Whether the host does a part of iterations ahead of the call.
  bool isPrepared() const {
    return isConditional() || hasEffects || !inputs.empty() || !roots.empty() ||
           setsVariables || form == Scattered ||
           !levels.front().preparation.empty();
  }
};

/// All that is known of a loop.
struct Tables {
  const kernel::Kernel &kernel;
  const kernel::SiteLoop &site;
  const Loop &loop;
};

} // namespace regtt::host
