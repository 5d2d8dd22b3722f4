/// What a traversal reads and writes: access paths from the node and the query,
/// arrays, and values that no iteration changes.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/SmallVector.h>

#include <string>
#include <vector>

namespace regtt {

/// What an access path starts from.
enum class Base {
  Node,   ///< the node; where nodes are numbers, its element of node array
          ///< `number`, or the number itself
  Query,  ///< the iteration's object in operand `number`, or its own number
  Element ///< an element of array `number` (Traversal::arrays)
};

/// The `number` of Base::Query that stands for the loop variable's value.
inline constexpr unsigned iterationNumber = ~0u;

/// From this on, but for iterationNumber, a `number` of Base::Query stands for
/// what an iteration keeps for as long as it runs: QueryLoop::scratch.
inline constexpr unsigned firstScratch = 1u << 31;

/// The `number` of Base::Node that stands for the node's own number.
inline constexpr unsigned nodeNumber = ~0u;

/// One step of a path: into a field of a struct, or through a pointer.
struct PathStep {
  enum Kind { Field, Deref } kind;
  const clang::FieldDecl *field = nullptr; ///< of a Field step

  bool operator==(const PathStep &other) const {
    return kind == other.kind && field == other.field;
  }
};
using PathSteps = llvm::SmallVector<PathStep, 4>;

/// A datum of the node or the query: `n->point->coord`, arrays whole. Each
/// distinct path is held once, in order of first appearance. A pointer that is
/// compared or kept is a datum, too: the address as a number.
struct Path {
  Base base;
  unsigned number = 0; ///< see Base
  PathSteps steps;
  clang::QualType type; ///< of the datum, arrays whole
  bool address = false; ///< the datum is where the object at `steps` lies
  std::string text;     ///< as the user writes it: `n->point->coord`
  std::string name;     ///< as a record's field: `point_coord`
  clang::SourceLocation firstUse;
  clang::SourceLocation firstWrite; ///< valid where the path is written
  /// Of a container that traversals change the size of: the most elements that
  /// it may have. Its record holds as many.
  unsigned bound = 0;
  /// Of the node: an iteration may write it as data of another object's, which
  /// linearising looks for.
  bool watched = false;
  bool written() const { return firstWrite.isValid(); }
  bool isContainer() const { return bound != 0; }
  /// Of the query: whether `number` is that of an operand.
  bool hasOperand() const {
    return base == Base::Query && number < firstScratch;
  }
  /// Of the query: whether nothing is left of it when the iteration is done.
  bool isScratch() const {
    return base == Base::Query && number >= firstScratch &&
           number != iterationNumber;
  }
  /// The field that this is, if that is a bit-field; else null.
  const clang::FieldDecl *bitField() const {
    const clang::FieldDecl *last = steps.empty() ? nullptr : steps.back().field;
    return last && last->isBitField() ? last : nullptr;
  }
};

/// From a datum to a part of it: an array's element or a struct's field; one of
/// the two is set.
struct Selector {
  const clang::Expr *index = nullptr;
  const clang::FieldDecl *field = nullptr;
};
using Selectors = llvm::SmallVector<Selector, 2>;

/// Which element of an array: the sum of all that is set here.
struct ElementRef {
  unsigned array = 0;                   ///< index into Traversal::arrays
  const clang::VarDecl *from = nullptr; ///< a variable bound to an element
  bool fromThis = false; ///< the element whose member function this is
  llvm::SmallVector<const clang::Expr *, 1> offsets;
};

/// One occurrence of a path in the source: `n->point->coord[i]`.
struct Access {
  unsigned path; ///< index into Traversal::paths
  Selectors parts;
  ElementRef element;   ///< Base::Element: which one
  bool written = false; ///< the datum is written here, or may be through this
  bool isEmpty = false; ///< what is wanted is whether the datum is 0
};

/// A term of a sum or product of integers: a datum of the node, a uniform or a
/// number; `op` joins it to the terms before, from left to right.
struct ExtentTerm {
  char op = '+';
  int path = -1, uniform = -1;
  Selectors parts; ///< of the path's datum
  int64_t number = 0;

  bool operator==(const ExtentTerm &other) const {
    return op == other.op && path == other.path && uniform == other.uniform &&
           number == other.number;
  }
};

/// An array whose elements are reached by an index known at run time only. Its
/// elements are gathered into records of the fields in use, once per call. It
/// is shared by all queries, or each node or query has one of its own: then the
/// arrays of all lie one after the other, and a datum of the node or query
/// (`start`) is the number of its first element. A node array
/// (Traversal::nodeArrays) is none of these: a node that is a number is its
/// elements at that number.
struct DataArray {
  std::string name;        ///< as a member of the operator's arrays
  std::string text;        ///< as the loop names it: `tree->points`
  clang::QualType stored;  ///< an element, as it lies in the array
  clang::QualType element; ///< the same, or what it points to if indirect
  bool indirect = false;   ///< its elements are pointers to the data
  bool inPlace = false;    ///< parts of elements are indexed, or pointed at
  std::string hostText;    ///< its first element's address, at the loop
  std::string extentText;  ///< how many elements it has, at the loop; empty
                           ///< of a node array of which nothing says it

  bool ofQueries = false; ///< `start` and what follows are data of the query
  int start = -1;         ///< of nodes: the path that holds where it starts
  int size = -1;          ///< of nodes, in a container: the path of its size
  std::vector<ExtentTerm> extent; ///< of nodes, behind a pointer: its size
  bool exactExtent = false;       ///< a negative extent is a mistake
  bool isShared() const { return start < 0; }
  /// Of a shared array: a row of it is an iteration's, `&x[i * width]`. The
  /// path of the query that holds the number of the row's first element, from
  /// which on elements are counted; -1: from the array's first.
  int row = -1;
  bool ofNodes() const { return start >= 0 && !ofQueries; }

  clang::SourceLocation firstUse;
  const clang::NamedDecl *decl = nullptr; ///< what holds it, if it has a name
};

/// A value that no iteration changes: a global, a parameter that every call
/// hands on, a member of the object whose member function runs the loop.
struct Uniform {
  std::string name; ///< as a field of the uniforms struct
  clang::QualType type;
  std::string hostText; ///< what the host file assigns it from, at the loop
  clang::SourceLocation loc;
  const clang::ValueDecl *decl = nullptr;
  PathSteps steps;      ///< from the shared object, where it is a field of one
  bool address = false; ///< a pointer that is compared: no object is read
};

} // namespace regtt
