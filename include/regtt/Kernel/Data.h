/// What a traversal reads and writes: data of nodes, queries and arrays, values
/// that no iteration changes, arguments. Tables, to whose rows the roots of
/// places lead: `node(3: f32)` and `own(3: f32)` are row 3 of Kernel::data, as
/// is `element(3: f32, i)`; `shared(1: f64)` is row 1 of Kernel::uniforms,
/// `host(0: i32)` the number that SlotGroup 0 holds.
#pragma once

#include "regtt/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace regtt::kernel {

/// What a datum is part of.
enum class Owner {
  Node,   ///< the node; where nodes are numbers, its element of node array
          ///< `number`, or the number itself
  Query,  ///< the iteration's object in operand `number`, or its own number
  Element ///< an element of array `number` (Kernel::arrays)
};

/// The `number` of Owner::Query that stands for the loop variable's value.
inline constexpr unsigned iterationNumber = ~0u;

/// From this on, but for iterationNumber, a `number` of Owner::Query stands for
/// what an iteration keeps for as long as it runs.
inline constexpr unsigned firstScratch = 1u << 31;

/// The `number` of Owner::Node that stands for the node's own number.
inline constexpr unsigned nodeNumber = ~0u;
/// The one that stands for whether that is outside of the node arrays.
inline constexpr unsigned outsideOfArrays = nodeNumber - 1;

/// What a trap says where a visit needs the data of such a node, or its
/// children.
inline constexpr llvm::StringLiteral outsideTrap =
    "outside of the arrays of nodes";

/// Of an array of no more elements each is looked at where data choose one; of
/// a longer one they are read where they lie.
inline constexpr uint64_t smallArray = 16;

/// Of a list: its elements lie anywhere, each with a pointer to the next. What
/// leads to an element leads to the byte `headAt` of it.
struct ListForm {
  bool isRing = false; ///< it ends at its head, which lies where it starts
  uint64_t nextAt = 0; ///< bytes from an element to that pointer
  uint64_t headAt = 0;

  bool operator==(const ListForm &other) const {
    return isRing == other.isRing && nextAt == other.nextAt &&
           headAt == other.headAt;
  }
};

/// One step of the way from an object to a datum.
struct DataStep {
  bool isDeref = false;   ///< through the pointer that the steps before lead to
  std::string field;      ///< else: the field's name
  uint64_t offset = 0;    ///< and where it lies in the object so far, in bytes
  bool isPointer = false; ///< the field is a plain pointer
  bool leadsToNode = false; ///< it leads to a node, by whatever pointer
  /// The field is a member of a union in which something of another type may
  /// lie.
  bool sharesBytes = false;
  /// Its address is meant, not what lies there: where an array begins.
  bool isHere = false;
  /// That is where a list starts: the pointer to its first element, or the
  /// ring's head. Of an iteration's and of an element's: a step by itself.
  std::optional<ListForm> list = std::nullopt;
  bool isLength = false; ///< how many elements that list has is meant
  /// The object itself, seen as one of this derived class; no field.
  std::string as;
  /// Which class the object is of, by its number; no field.
  bool isClass = false;

  bool operator==(const DataStep &other) const {
    return isDeref == other.isDeref && field == other.field &&
           offset == other.offset && isHere == other.isHere &&
           list == other.list && isLength == other.isLength && as == other.as &&
           isClass == other.isClass;
  }
};
using DataSteps = std::vector<DataStep>;

/// Whether a pointer is followed on the way.
bool isThroughPointer(const DataSteps &steps);
/// Whether the address of what lies there is meant.
bool isHere(const DataSteps &steps);
/// The form of the list that starts there; null: none does.
const ListForm *listAt(const DataSteps &steps);
/// The derived class whose own part of the object they begin with; empty: none.
llvm::StringRef derivedClass(const DataSteps &steps);
/// Whether they lead out of the object, so that more than its class decides
/// whether anything is there.
bool leadsElsewhere(const DataSteps &steps);
/// Whether they say of which class the object is.
bool tellsClass(const DataSteps &steps);
/// Bytes from the last pointer that is followed, or from the start of the
/// object.
uint64_t offsetOf(const DataSteps &steps);

/// A range of bytes.
struct Bytes {
  uint64_t offset = 0, size = 0;
};

/// Of a container that traversals change the size of.
struct ContainerForm {
  unsigned bound = 0;      ///< the most elements that it may have
  bool isAppended = false; ///< any number, none of which visits look at
  bool isQueue = false;
  const ir::Type *element = nullptr;
  uint64_t elementBytes = 0, elementAlign = 1;
  uint64_t elementsAt = 0; ///< where the pointers to its elements lie
  std::vector<Bytes>
      elementValues; ///< the bytes of an element that hold values
  /// Of a queue: what compares its elements, a function object of the runtime,
  /// or a helper.
  std::string order;
  int orderHelper = -1;
};

/// How iterations change a datum of elements that they share, where the order
/// shows in the result: one after the other, as the serial loop does.
struct ChangeInOrder {
  /// Of what is there, for it to be changed.
  struct Where {
    ir::BinaryOp op = ir::BinaryOp::Eq; ///< a comparison
    int64_t with = 0;
  };
  std::optional<Where> where;      ///< without `by`: the first value stays
  std::optional<ir::Combiner> by;  ///< nothing: the last value stays
  const ir::Type *value = nullptr; ///< the type that it is computed in
};

/// How rounds of a loop that ends at a fixed point change a datum of elements:
/// it only rises, or only falls. What it has to be ahead of the first round,
/// for the proof that there is one such point: none is beyond the bound.
struct FixpointDatum {
  bool rises = false;
  std::optional<int64_t> bound; ///< of integers
  std::string realBound;        ///< of other numbers: `0x1.8p+3`; may be empty
};

/// A datum of the node, the query or an element: `n->point->coord`, arrays
/// whole. A pointer that is compared or kept is a datum, too: the address as a
/// number.
struct Datum {
  Owner owner = Owner::Node;
  unsigned number = 0; ///< see Owner
  const ir::Type *type = nullptr;
  DataSteps steps;
  bool isAddress = false;  ///< it is where the object at `steps` lies
  bool isWritten = false;  ///< by visits or by the query program
  bool isWatched = false;  ///< an iteration may write it as another object's
  bool isComputed = false; ///< linearising computes it; no steps
  std::string text;        ///< as the user writes it: `n->point->coord`
  std::string name;        ///< as a record's field: `point_coord`
  ir::Location firstUse;
  uint64_t bytes = 0, align = 1;       ///< of its type
  unsigned bitShift = 0, bitWidth = 0; ///< of a bit-field; else width 0
  std::vector<Bytes> values; ///< of what is written: the bytes that hold values
  std::optional<ContainerForm> container;
  /// Of an element that any iteration changes; nothing where changes have one
  /// result in whatever order.
  std::optional<ChangeInOrder> inOrder;
  std::optional<FixpointDatum> fixpoint;
  /// Of the query: a part of what all combine by it, and it is open which
  /// iteration has it.
  std::optional<ir::Combiner> part;
  bool isTested = false; ///< of an element: iterations ask for it while others
                         ///< set it

  bool isBitField() const { return bitWidth != 0; }
  /// Whether it is where something lies, not what lies there.
  bool isPlace() const { return isAddress || kernel::isHere(steps); }
  /// Bytes of the object that it has a part in.
  uint64_t bytesInObject() const {
    return isBitField()        ? (bitShift + bitWidth + 7) / 8
           : tellsClass(steps) ? 8
                               : bytes;
  }
  bool isContainer() const { return container.has_value(); }
  /// Of the query: whether `number` is that of an operand.
  bool hasOperand() const {
    return owner == Owner::Query && number < firstScratch;
  }
  /// Of the query: whether nothing is left of it when the iteration is done.
  bool isScratch() const {
    return owner == Owner::Query && number >= firstScratch &&
           number != iterationNumber;
  }
};

/// A term of a sum or product of integers: a datum of the node or the query, a
/// uniform or a number; `op` joins it to the terms before, from left to right.
struct ExtentTerm {
  char op = '+';
  int datum = -1, uniform = -1;
  std::vector<const ir::Field *> parts; ///< of the datum
  int64_t number = 0;
};

/// An array whose elements are reached by an index known at run time only. Its
/// elements are gathered into records of the fields in use, once per call. It
/// is shared by all queries, or each node, query or element of another array
/// has one of its own: then the arrays of all lie one after the other, and a
/// datum of the node, query or element (`start`) is the number of its first
/// element. Where nodes are numbers, a node array (Kernel::nodeArrays) has them
/// for its elements.
struct DataArray {
  std::string name;         ///< as a member of the operator's arrays
  std::string text;         ///< as the loop names it: `tree->points`
  std::string elementName;  ///< of an element's type, as an identifier
  uint64_t stride = 0;      ///< bytes from an element to the next
  bool isIndirect = false;  ///< its elements are pointers to the data
  bool isInPlace = false;   ///< parts of elements are indexed, or pointed at
  bool isOfQueries = false; ///< `start` and what follows are data of the query
  int start = -1;   ///< of what is not shared: the datum where it starts
  int parent = -1;  ///< of elements: the array of those, of a lower number
  int size = -1;    ///< the same, in a container: the datum of its size
  int pointer = -1; ///< of nodes: index into Kernel::pointers
  uint64_t countInNode = 0; ///< its elements lie in the node: how many
  /// Its elements are pointers, and loops over it end at the first null one.
  bool endsAtNull = false;
  std::vector<ExtentTerm> extent; ///< behind a pointer: its size
  /// Arrays of queries or elements as far as which it is looked at: all of both
  /// have to be of one length.
  std::vector<unsigned> covers;
  bool hasExactExtent = false; ///< a clause says it
  bool isUnsigned = false;     ///< a negative extent is a mistake
  unsigned wrapsAt = 0;        ///< bits that the extent is computed in; 0: any
  bool hasExtent = false; ///< of what is shared: its size is known at the loop
  bool isFlag = false; ///< a variable of the loop's function, set to one value
  /// Of what is shared: nothing says how long it is, and Kernel::reach finds
  /// out how far iterations come.
  bool isReached = false;
  /// Of a shared array: a row of it is an iteration's. The datum of the query
  /// that holds the number of the row's first element; -1: there is none.
  int row = -1;
  ir::Location firstUse;

  /// A datum says how many elements there are; so many more lie behind them.
  void setCount(unsigned datum, unsigned behind) {
    extent.resize(behind == 0 ? 1 : 2);
    extent.front().datum = int(datum);
    extent.back().number = behind;
    hasExactExtent = true;
  }
  bool isShared() const { return start < 0; }
  bool isOfElements() const { return parent >= 0; }
  bool isOfNodes() const {
    return start >= 0 && !isOfQueries && !isOfElements();
  }
};

/// What iterations leave to the host, which does it when all have run (an
/// ir::DeferStatement each time): a record holds the iteration's number and
/// these values.
struct Deferred {
  struct Field {
    std::string name;
    const ir::Type *type = nullptr; ///< a number
  };
  std::vector<Field> fields; ///< the largest first
};

/// A value that no iteration changes.
struct Uniform {
  std::string name; ///< as a field of the uniforms' struct
  const ir::Type *type = nullptr;
  bool isAddress = false; ///< a pointer that is compared: no object is read
};

/// A parameter whose value differs from call to call.
struct Argument {
  std::string name;
  const ir::Type *type = nullptr;
  bool isReassigned = false; ///< the body changes it
  /// Its value in the first call: a datum of the query, or a part of one; -1:
  /// the loop hands it over with the uniforms, or the query program sets it.
  int firstDatum = -1;
  std::vector<const ir::Field *> firstParts;
  bool startsAtLoop = false; ///< the loop hands it over
  ir::Location loc;
};

} // namespace regtt::kernel
