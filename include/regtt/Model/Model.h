/// The Model: one annotated loop and the traversal it calls, as plain data.
///
/// Two levels (docs/design.md, "The Model"). The QueryLoop is the annotated
/// loop: its range, its query objects and its traverse site. The Traversal is a
/// structured statement tree over typed handles on Clang expressions, in which
/// every access to a node, a query or a uniform is recorded as an access path.
/// lib/Frontend builds it, lib/Analysis and lib/Transform fill in what they
/// prove, lib/Backend prints it. Nothing here depends on a target.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace regtt {

//===--- Access paths -----------------------------------------------------===//

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
  /// Of the node: linearising computes it (Traversal::invariants); `steps` is
  /// empty.
  bool computed = false;
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
  int pointer = -1;       ///< of nodes: index into Traversal::pointers
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

//===--- Children ---------------------------------------------------------===//

/// A condition, or its negation.
struct Term {
  const clang::Expr *cond;
  bool negated;
};

/// A test that says whether a number is a node: `i < 0`, `n.left == -1`,
/// `2 * i + 1 < count`. The other operand is the same wherever it is asked.
struct NumberTest {
  const clang::Expr *cond;
  const clang::Expr *number; ///< what it asks about, a part of `cond`
  bool whenPresent;          ///< its value where the number is a node
};

/// Children that lie side by side: `count` slots, in one pointer field or an
/// array of them; or a list, whose length is known at run time only.
struct SlotGroup {
  enum Form {
    Fields,      ///< one pointer or number, or a fixed array of them: slots
    Computed,    ///< the numbers from `value` on, one a slot
    Array,       ///< the first `extent` of a fixed array: a list
    Counted,     ///< `extent` children behind a pointer: a list
    Vector,      ///< a std::vector: a list
    Siblings,    ///< the first child; the others follow it by `next`: a list
    Range,       ///< the numbers from `value` up to `extent`: a list
    Consecutive, ///< `extent` numbers from `value` on: a list
  } form = Fields;
  PathSteps steps;    ///< fields from the node to the pointer, array or vector
  unsigned array = 0; ///< the node array whose element that is
  clang::QualType type; ///< of one number, where nodes are numbers
  /// Of Computed, Range and Consecutive: on the node alone.
  const clang::Expr *value = nullptr;
  bool inclusive = false; ///< of Range: the last number is one
  std::string name;       ///< of a number, as linearising holds it
  std::string text;
  int first = 0;        ///< number of its first slot
  int count = 1;        ///< 0 of a list
  bool inPlace = false; ///< a list's elements are the nodes themselves
  const clang::FieldDecl *next = nullptr; ///< of Siblings
  const clang::Expr *extent = nullptr;    ///< of Array, Counted, Consecutive
  clang::SourceLocation loc;              ///< of its first use
  /// Where nodes are numbers: what every call of these children asks first.
  std::optional<NumberTest> test;
  /// Conditions on the node alone under which the traversal looks at these
  /// children; where they do not hold they may be anything.
  llvm::SmallVector<Term, 2> followedIf;

  bool isList() const { return form != Fields && form != Computed; }
};

/// An expression that is one child of the node: `n->child[i]`. `index` is null
/// where the field is a single pointer, and for a list's head.
struct ChildRef {
  unsigned group;
  const clang::Expr *index;
};

/// An expression of the query program that is the root of a tree.
struct RootRef {
  unsigned group;                     ///< index into QueryLoop::roots
  const clang::Expr *index = nullptr; ///< null: the only one there
};

/// A test of a link against null, as a value: `link` is a child or a local
/// that holds one; the value is (link is there) == `whenPresent`.
struct NullTest {
  const clang::Expr *link;
  bool whenPresent;
};

/// Whether two links lead to the same child; the value is that == `whenSame`.
struct SameChild {
  const clang::Expr *left, *right;
  bool whenSame;
};

/// A call of a member function of a container that changes its size. Its object
/// is an access of its own.
struct ContainerCall {
  const clang::Expr *object = nullptr;
  std::string method; ///< as emitted
  bool changes = false;
  /// Of a queue: what compares its elements, by a function object of the
  /// runtime, or a helper.
  std::string order;
  int orderHelper = -1;
  /// Arguments are what an element is made of.
  bool makesElement = false;
};

/// The length of the list `group`, or whether it is zero.
struct ListSize {
  unsigned group;
  bool isEmpty;
};

//===--- Statements -------------------------------------------------------===//

/// One argument of a recursive call that differs from the parameter.
struct CallArg {
  unsigned arg; ///< index into Traversal::args
  const clang::Expr *value;
};

/// A recursive call. Segments fills in the position and the guards.
struct Call {
  const clang::CallExpr *ast = nullptr;
  const clang::Expr *child = nullptr;
  llvm::SmallVector<CallArg, 2> args;

  /// Place in program order along a path, counted in calls: `position` plus,
  /// in a loop over children, its iteration number times `stride`.
  int position = 0;
  const clang::VarDecl *loopVar = nullptr;
  int loopFirst = 0, stride = 0;
  bool loopDown = false; ///< the loop's variable counts down

  /// Conditions to be evaluated when the rope is taken; index into
  /// Traversal::guards, or -1.
  int guard = -1;

  /// It stands in the body as a whole, of which only segments are emitted.
  bool inWhole = false;
};

/// A statement of the traversal or of a helper.
struct Statement {
  enum Kind {
    Block,  ///< body
    If,     ///< cond, body, orElse
    Loop,   ///< form, init, cond, step, body
    Switch, ///< cond, body: statements and the Cases among them; no calls
    Case,   ///< labels, or the default where there are none
    Let,    ///< vars
    Eval,   ///< cond is evaluated for its effect
    Return, ///< cond is the value of a helper, null in a traversal
    Break,
    Continue,
    CallNode, ///< call
    CallTree, ///< of the query program: call, of Traversal::treeCalls
    Resume,   ///< goes on at resume point `point` once the calls are done
    Keep      ///< of an invariant: cond is the value of `path`, at the element
              ///< that `vars` count
  } kind = Block;
  enum LoopForm {
    For,
    While,
    DoWhile,
    Children ///< vars[0] is each child of `group` in turn
  } form = For;

  clang::SourceLocation loc;
  const clang::Expr *cond = nullptr;
  bool negated = false; ///< If: the test is the negation of cond
  std::vector<Statement> init;
  const clang::Expr *step = nullptr;
  llvm::SmallVector<const clang::VarDecl *, 1> vars;
  llvm::SmallVector<const clang::Expr *, 1> labels; ///< constants
  unsigned call = 0;  ///< index into Traversal::calls, or treeCalls
  unsigned group = 0; ///< index into Traversal::slots
  unsigned point = 0; ///< index into Traversal::resumes
  unsigned path = 0;  ///< Keep: index into Traversal::paths
  /// Loop: it goes on with the next iteration, so `step` stands for `init`.
  bool goesOn = false;
  std::vector<Statement> body, orElse;
};

//===--- Functions --------------------------------------------------------===//

/// What a variable of a function stands for.
struct Role {
  enum Kind {
    Value,   ///< an ordinary local or by-value parameter
    Object,  ///< a pointer or reference to the node, the query, an object
             ///< reached from the node, or an element of an array, whose number
             ///< the variable holds; `base` and `steps` say which
    Shared,  ///< a pointer or reference to what all iterations share: a struct,
             ///< whose fields are uniforms, spelled `hostPrefix` + field, or an
             ///< array
    Uniform, ///< `index` into Traversal::uniforms
    Arg,     ///< `index` into Traversal::args
    Link     ///< a local that holds a child
  } kind = Value;
  Base base = Base::Node;
  unsigned number = 0; ///< see Base
  PathSteps steps;
  unsigned index = 0;
  std::string hostPrefix;

  bool operator==(const Role &other) const {
    return kind == other.kind && base == other.base && number == other.number &&
           steps == other.steps && index == other.index &&
           hostPrefix == other.hostPrefix;
  }
};

/// The traversal's body or one instance of a helper: a function together with
/// what its pointer and reference parameters are bound to.
struct Function {
  const clang::FunctionDecl *decl = nullptr;
  std::string name; ///< as emitted; unique in the traversal
  Statement body;
  llvm::SmallVector<Role, 4> paramRoles; ///< of a helper, by parameter
  std::optional<Role> thisRole;          ///< of a member function
  /// Of a constructor: the object it makes, a local of the emitted function.
  const clang::VarDecl *made = nullptr;
  /// Parameters bound to values, and the object, that are written through; what
  /// is not is emitted as const.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> written;
  bool writesThis = false;
  bool resultWritten = false; ///< callers write through what it returns
  /// Of a lambda, and of what is handed one: variables of the function around
  /// it, which are handed on by reference, or as the number of an element.
  llvm::SmallVector<const clang::VarDecl *, 2> captured;

  llvm::DenseMap<const clang::VarDecl *, Role> roles;
  llvm::DenseMap<const clang::Expr *, Access> accesses;
  llvm::DenseMap<const clang::Expr *, ChildRef> children;
  llvm::DenseMap<const clang::Expr *, RootRef> roots; ///< of a query program
  llvm::DenseMap<const clang::Expr *, NullTest> nullTests;
  llvm::DenseMap<const clang::Expr *, SameChild> sameChildren;
  /// Locals that hold a child and are changed: all that they are set to.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      linkValues;
  llvm::DenseMap<const clang::Expr *, ListSize> listSizes;
  /// Variables that stand for each child of a slot group in turn.
  llvm::DenseMap<const clang::VarDecl *, unsigned> eachChild;
  llvm::DenseMap<const clang::Expr *, bool> folded;
  llvm::DenseMap<const clang::Expr *, unsigned> uniforms;
  /// Expressions that stand for an element's number: what a pointer into an
  /// array is initialised with, compared with, or handed to a helper as.
  llvm::DenseMap<const clang::Expr *, ElementRef> elements;
  llvm::DenseMap<const clang::Expr *, unsigned> helperCalls;
  /// Recursive calls in expressions: what keeps the value they have returned.
  llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> results;
  llvm::DenseMap<const clang::Expr *, std::string> libraryCalls;
  llvm::DenseMap<const clang::Expr *, ContainerCall> containerCalls;
  /// Local names that the printer must use instead of the user's.
  llvm::DenseMap<const clang::VarDecl *, std::string> names;

  /// Filled by the RecordLayout: groups and uniforms read here or in helpers.
  llvm::SmallVector<unsigned, 2> groupsRead;
  bool usesQuery = false, usesUniforms = false, usesArrays = false;
};

//===--- The traversal ----------------------------------------------------===//

/// A parameter whose value differs from call to call.
struct Arg {
  std::string name;
  clang::QualType type;
  const clang::ParmVarDecl *param;
  bool reassigned = false; ///< the body changes it
  /// Its value in the first call, where that depends on the iteration: a path
  /// of Base::Query; else -1, and the value's text at the loop.
  int firstPath = -1;
  Selectors firstParts; ///< of that path
  std::string hostText;
};

/// A value that a deferred rope carries for its guard.
struct Capture {
  std::string name;
  clang::QualType type;
  const clang::Expr *value;            ///< evaluated where the call stands
  const clang::VarDecl *var = nullptr; ///< where the value is just a variable
};

/// A conjunction of conditions evaluated when a rope is taken.
struct Guard {
  llvm::SmallVector<Term, 2> terms;
  llvm::SmallVector<unsigned, 2> captures; ///< into Traversal::captures
  clang::SourceLocation loc;
};

/// Where the body goes on after recursive calls whose visits matter to it: the
/// segment that runs there, with the values that live there.
struct ResumePoint {
  std::vector<Statement> body;
  /// Locals and arguments that a rope carries here. Of a loop over children,
  /// the variable stands for the child's number.
  llvm::SmallVector<const clang::VarDecl *, 4> live;
  /// References, pointers and what they are made of: bound anew.
  llvm::SmallVector<const clang::VarDecl *, 4> rebound;
  /// Set here before they are read.
  llvm::SmallVector<const clang::VarDecl *, 4> declared;
  clang::SourceLocation loc; ///< where it goes on
};

/// One way through the body: the slots it calls, in order.
struct CallPath {
  struct Item {
    llvm::SmallVector<int, 8> slots; ///< candidates; one if not chosen by data
    bool conditional;                ///< behind a deferred guard
  };
  llvm::SmallVector<Item, 8> items;
};

enum class TraversalClass { StmdStatic, StmdDynamic, StmdTopDown };

/// A proved property, or why it could not be proved.
struct Trait {
  bool holds = false;
  std::string reason;
  clang::SourceLocation where; ///< the cause, where there is one
};

/// What engines ask for; each is described in Traits.def.
struct Traits {
#define TRAIT(NAME) Trait NAME;
#include "regtt/Model/Traits.def"
#undef TRAIT
};

/// A pointer in the node, or in what one leads to, that data is read through.
struct NodePointer {
  unsigned array = 0; ///< the node array whose element it is in
  PathSteps steps;    ///< to the pointer
  int via = -1;       ///< the pointer it is reached through; -1: in the node
  /// Conditions on the node alone under which the traversal follows it; where
  /// they do not hold the pointer may hold anything.
  llvm::SmallVector<Term, 2> followedIf;
};

/// A group of node data that is loaded together; group 0 on arrival.
struct RecordGroup {
  std::string typeName, varName;
  llvm::SmallVector<unsigned, 8> paths;
  const Statement *loadIn = nullptr; ///< block that loads it; null for group 0
};

struct Traversal {
  std::string name;     ///< the user's function
  std::string siteName; ///< unique in the program; part of emitted symbols
  clang::SourceLocation loc;
  /// As the user wrote them: the one that the loop calls, and those that
  /// recurse through it; `function` is all of them. Visits run one of the first
  /// `numBodies`, the others are parts of these.
  llvm::SmallVector<const clang::FunctionDecl *, 1> functions;
  size_t numBodies = 1;
  /// Says which of several bodies a visit runs: `function` is
  /// `if (which == 0) ...; else if (which == 1) ...; else ...`.
  const clang::ParmVarDecl *which = nullptr;
  Function function;
  std::vector<std::unique_ptr<Function>> helpers; ///< callees before callers
  /// The query program: what an iteration does between the first and the last
  /// of several calls, or of those that a loop in its body makes. Null where an
  /// iteration is one call.
  std::unique_ptr<Function> program;

  const clang::VarDecl *nodeParam = nullptr; ///< null where the node is `this`
  bool nodesAreNumbers = false;
  std::string nodeName;      ///< the parameter's; `node` where it is `this`
  std::string nodeText;      ///< before a field, as the user writes it: `n->`
  clang::QualType nodeType;  ///< the node struct; of numbers, the parameter's
  clang::QualType queryType; ///< the query struct; null if none or several
  clang::QualType indexType; ///< of a parameter that is the loop variable
  std::string queryName;     ///< what holds an iteration's data, as emitted
  bool calleeTestsNull = false;
  int returned = -1; ///< the path that holds the value returned; -1: none
  /// What is returned of a null node, where the callee tests for it; of several
  /// functions, by each.
  llvm::SmallVector<const clang::Expr *, 1> nullValues;
  /// What the first call returns of a tree without nodes.
  const clang::Expr *nullValue() const {
    return nullValues.empty() ? nullptr : nullValues.front();
  }

  std::vector<Path> paths;
  std::vector<Uniform> uniforms;
  std::vector<DataArray> arrays;
  /// Where nodes are numbers: the arrays whose elements they are.
  std::vector<DataArray> nodeArrays;
  /// What says of a number on arrival that it is no node; all have to hold.
  llvm::SmallVector<NumberTest, 2> nodeTests;
  /// Those that the host file hands over, those of nodes first.
  size_t numGivenArrays() const {
    return nodeArrays.size() +
           llvm::count_if(
               arrays, [](const DataArray &array) { return array.isShared(); });
  }
  /// Whether elements of array `number` are written: each query has its own.
  bool writesArray(unsigned number) const {
    return llvm::any_of(paths, [&](const Path &path) {
      return path.base == Base::Element && path.number == number &&
             path.written();
    });
  }
  /// The type that the node's records are named after.
  clang::QualType nodeNaming() const {
    return nodeArrays.size() == 1 ? nodeArrays[0].element : nodeType;
  }
  /// The object that a path of the node starts in.
  clang::QualType nodeObject(unsigned array) const {
    return nodesAreNumbers ? nodeArrays[array].element : nodeType;
  }
  std::vector<Arg> args;
  std::vector<SlotGroup> slots;
  int numSlots = 0;
  /// Containers that iterations change the size of, by their paths.
  llvm::SmallVector<unsigned, 2> containers() const {
    llvm::SmallVector<unsigned, 2> result;
    for (unsigned p = 0; p < paths.size(); ++p)
      if (paths[p].isContainer())
        result.push_back(p);
    return result;
  }
  /// The list of children; null where children lie in slots.
  const SlotGroup *list() const {
    return slots.size() == 1 && slots[0].isList() ? &slots[0] : nullptr;
  }
  std::vector<Call> calls;
  std::vector<Call> treeCalls; ///< of the program; children are roots
  std::vector<Guard> guards;
  std::vector<Capture> captures;
  /// Where there are resume points: what runs on arrival; `function` keeps the
  /// body as a whole.
  std::vector<Statement> enter;
  std::vector<ResumePoint> resumes;
  int maxRopes = 0; ///< calls of one segment

  /// What runs on arrival.
  const std::vector<Statement> &arrival() const {
    return resumes.empty() ? function.body.body : enter;
  }

  std::vector<CallPath> callPaths;
  TraversalClass classification = TraversalClass::StmdStatic;
  std::string classReason;
  Traits traits;
  /// The user's word, order(any), that visits may come in another order.
  bool orderGiven = false;
  /// Whether engines may visit children in another order than a query's own.
  bool mayReorder() const { return orderGiven || traits.orderFree.holds; }
  std::vector<RecordGroup> groups;
  /// Data of the node that only linearising reads, to find children.
  llvm::SmallVector<unsigned, 2> hostPaths;
  std::vector<NodePointer> pointers; ///< those on the way to others first
  /// What linearising computes of each node, for all visits: of a function, the
  /// statements that depend on the node and uniforms alone. They set the paths
  /// that are `computed`.
  std::vector<Function> invariants;
  llvm::SmallVector<unsigned, 4> sources; ///< paths that those read

  /// Whether the host file says what the first call is handed for `arg`. A
  /// query program says it itself.
  bool startsAtLoop(const Arg &arg) const {
    return !program && arg.firstPath < 0;
  }
  /// Whether the loop hands over values that all iterations share.
  bool hasUniforms() const {
    return !uniforms.empty() || llvm::any_of(args, [&](const Arg &arg) {
      return startsAtLoop(arg);
    });
  }
};

//===--- The loop ---------------------------------------------------------===//

/// Where iteration i finds one of its objects: a struct, a number, or a fixed
/// array of them.
struct QueryOperand {
  /// What the first iteration has, at the loop: the object as an lvalue, or a
  /// pointer to it. `regtt_first` stands for the loop variable.
  std::string elementText;
  bool indirect = false; ///< elementText is a pointer to the object
  int extent = 0;       ///< elements of the array that lie side by side are one
                        ///< iteration's; 0: one is
  clang::QualType type; ///< of the object
  std::string text;     ///< as the user names it: `q[i]`
  std::string name;     ///< of a parameter bound to it, or of the array
  std::string prefix;   ///< before a field, as the user writes it: `q->`
  const clang::ValueDecl *array = nullptr; ///< what holds it, if it has a name
  const clang::Expr *container = nullptr;  ///< the same as an expression
  int input = -1; ///< index into QueryLoop::inputs; -1: it lies in an array
  /// Whether it lies in the iteration's record itself.
  bool isRecord() const { return input >= 0 && !indirect; }
};

/// A value or an object that the host file finds for each iteration before any
/// of them runs.
struct LoopInput {
  std::string name;     ///< of the record's field that holds it
  clang::QualType type; ///< of a value; null: the field holds an address
  std::string text;     ///< the value or the object, in the loop's own words
  bool isSet = true;    ///< false of a variable without a value yet
  /// It leads to a container of the body's own, `text`, which a regtt_keeper
  /// copies and keeps.
  bool isKept = false;
  /// Of QueryLoop::levels: where it is set. -1: where the call is made.
  int level = -1;
};

/// What the host file reads ahead and the traversal might write, or writes
/// afterwards and the traversal might read.
struct HostRead {
  std::string text;    ///< where the first iteration's lies, as elementText
  bool varies = false; ///< the next iteration's is the next element
  /// What lies there is a pointer to the place, which no other iteration finds.
  bool indirect = false;
  int input = -1; ///< index into QueryLoop::inputs: what holds its address
  /// The element that it is a part of, if it is; the next iteration's is a part
  /// of the next one.
  std::string element;
  int extent = 0; ///< elements side by side, as in QueryOperand
};

/// Roots that the query program enters: one, or an array of them.
struct RootGroup {
  /// The root, as a pointer or a number, in the loop's own words; of an array,
  /// that at the index `regtt_root`.
  std::string text;
  std::string count; ///< of an array: how many there are; else empty
  std::string guard; ///< where it is false there is no root; may be empty
  const clang::Expr *expr = nullptr;  ///< as the body names it
  const clang::Expr *index = nullptr; ///< a part of it that is not looked at
};

/// What an iteration keeps for as long as it runs.
struct ScratchValue {
  clang::QualType type;
  std::string name;
};

/// A loop whose calls run apart from the rest of its body; and what follows the
/// call there, as the user wrote it. It runs, in the order of the iterations,
/// when all of them have made their calls.
struct LoopTail {
  /// Of each of QueryLoop::levels.
  struct Level {
    std::vector<std::string> bindings; ///< declarations of the locals it names
    std::vector<std::string> statements; ///< after the call
    clang::SourceLocation loc;           ///< of the first
    std::string otherwise; ///< runs where the level's condition is false
    clang::SourceLocation otherwiseLoc;
    std::vector<std::string> callBindings; ///< of the locals the call names
  };
  std::vector<Level> levels;
  bool hasStatements() const {
    return llvm::any_of(levels, [](const Level &level) {
      return !level.statements.empty() || !level.otherwise.empty();
    });
  }
  std::vector<HostRead> writes; ///< that the runtime compares
  /// The call by itself, for a serial run, and what of the locals it changes.
  std::string callText;
  std::vector<std::string> changed; ///< names of inputs
};

/// Template arguments of the function that holds the loop; empty outside
/// templates.
struct TemplateSite {
  std::string tag;            ///< at the loop: names the instantiation
  std::string specialization; ///< the same tag with this one's arguments
  std::vector<const clang::NamedDecl *> declarations; ///< that they name
  clang::SourceLocation instantiatedAt;
};

/// The order of a loop's queries.
struct QueryReorder {
  enum Kind { Auto, Never, Inspect, Curve, HandOver } kind = Auto;
  int levels = 0; ///< of the tree, or bits of a number; 0: not said
};

struct QueryLoop {
  enum Form {
    Counted,  ///< the variable is a number
    Elements, ///< it is a pointer or an iterator, to one element after the
              ///< other
    Range     ///< it is each element of `rangeText` in turn
  } form = Counted;
  /// Of Elements and Range: they lie anywhere, and each iteration finds its
  /// own.
  bool scattered = false;
  const clang::Stmt *loop = nullptr;
  std::string baseName; ///< siteName, the same for all instantiations
  clang::SourceLocation pragmaLoc;
  std::string file; ///< as the user spelled it
  unsigned line = 0;
  const clang::VarDecl *var = nullptr;
  bool varDeclaredOutside = false;
  std::string varTypeText, lastTypeText, firstText, lastText;
  bool inclusive = false;    ///< the bound itself is an iteration
  int step = 1;              ///< what an iteration adds; less than zero: down
  bool countsInTest = false; ///< `for (i = n; i-- > 0;)`: firstText is n - 1
  std::string rangeText;     ///< of a Range; begin and end are of `regtt_range`
  clang::QualType elementType;                      ///< of a Range
  llvm::SmallVector<const clang::Expr *, 2> bounds; ///< evaluated once
  std::string rootText; ///< empty where there is a query program
  std::vector<RootGroup> roots;
  /// The trees stay linearised for later runs of the loop, until `version` has
  /// another value; empty if it has always the same.
  bool resident = false;
  std::string version;
  QueryReorder reorder;
  std::vector<ScratchValue> scratch;
  std::vector<QueryOperand> operands;
  std::string headText;               ///< `for (...)`
  std::vector<std::string> constants; ///< declarations of the body's that every
                                      ///< iteration shares
  /// The body itself, and in it the conditions that the call stands under, one
  /// in the other.
  struct Level {
    std::string cond; ///< empty of the body itself
    int taken = -1;   ///< index into inputs: set to 1 where it holds
    /// Statements that stand before the call: those that the inputs need, and
    /// those with effects, which run for all iterations first.
    std::vector<std::string> preparation;
  };
  std::vector<Level> levels{1};
  bool isConditional() const { return levels.size() > 1; }
  bool hasEffects = false;  ///< some of them have effects
  bool irrevocable = false; ///< which cannot all be put back
  std::vector<LoopInput> inputs;
  std::vector<HostRead> reads;
  std::optional<LoopTail> tail;
  std::optional<TemplateSite> templateSite;
};

/// One annotated loop with its traversal: the unit of transformation.
struct Model {
  QueryLoop loop;
  Traversal traversal;
  bool c = false; ///< the user's file is C
};

} // namespace regtt
