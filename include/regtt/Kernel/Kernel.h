/// One traversal as passes, variants and backends see it: functions of the
/// language, and tables of the data that they name. Nothing here knows Clang.
///
///     kernel @visit(queries)(%self: link @Node) -> void {
///       if gt(load node(0: f32), load own(1: f32)) { return }
///       visit @visit(lib "rt::child"<link @Node>(0:i32))
///     }
///     data: [{ owner: node, type: f32, text: 'n->x', ... }, ...]
///
/// The front end makes it (ToKernel.h); KernelText.h prints and reads it.
#pragma once

#include "regtt/Kernel/Children.h"
#include "regtt/Kernel/InnerRange.h"
#include "regtt/Kernel/Traits.h"

#include <llvm/ADT/DenseMap.h>

#include <memory>
#include <optional>

namespace regtt::kernel {

/// A function of the user's that visits call.
struct Helper {
  std::string name; ///< as emitted; unique in the traversal
  /// Null where it is the library's own.
  ir::Function *function = nullptr;
  /// What the user's function is handed, in the user's order: the object that
  /// it is a member of first, what a lambda captures last. Numbers and values
  /// are the parameters of `function`, in this order.
  struct Param {
    enum Kind {
      Query,  ///< an object of the query: the record is handed over
      Node,   ///< the node, or what it leads to: the records that are read
      Number, ///< an element of an array, by its number
      Value
    } kind = Value;
    std::string name; ///< the user's; empty of what has none
    DataSteps steps;  ///< of Node: from the node to the object
    bool isThis = false, isCaptured = false;
    bool isWritten = false; ///< of a Value: written through
  };
  std::vector<Param> params;
  /// Of a user's operator that can be declared as one: `+`.
  std::string token;
  /// Values of the library's are among what it takes.
  bool takesLibraryStruct = false;
  bool isResultWritten = false; ///< callers write through what it returns
  ir::Location loc;

  // What `function`, and what it calls, need of the records; found by the pass
  // RecordLayout.
  std::vector<unsigned> groupsRead;
  bool usesQuery = false, usesUniforms = false, usesArrays = false,
       changesQuery = false;
  bool usesTree = false; ///< records of nodes that it is handed links of
};

/// A value that a deferred rope carries for its guard.
struct Capture {
  std::string name;
  const ir::Type *type = nullptr;
};

/// A condition that is asked when a rope is taken. The function's parameters
/// are what the rope carries, in the order of `captures`.
struct Guard {
  ir::Function *function = nullptr;
  std::vector<unsigned> captures; ///< into Kernel::captures
  ir::Location loc;
};

/// Where the body goes on after recursive calls whose visits matter to it. The
/// function's parameters are what lives there: what a rope carries.
struct ResumePoint {
  ir::Function *function = nullptr;
  ir::Location loc; ///< where it goes on
};

/// A group of node data that is loaded together; group 0 on arrival, others
/// where `rt::load` stands.
struct RecordGroup {
  std::string typeName, varName;
  std::vector<unsigned> data; ///< into Kernel::data
};

/// What a named type is of the user's.
struct UserType {
  std::string stem; ///< its name as an identifier: `Vec_float_3`
  ir::Location loc;
  bool isClosure = false; ///< of a lambda
  /// The same of one type in the modules of several kernels; null: not known.
  const void *origin = nullptr;
};

struct Kernel {
  std::shared_ptr<ir::Module> module;
  std::string name;     ///< the user's function
  std::string siteName; ///< unique in the program; part of emitted symbols
  ir::Location loc;

  //===--- Functions
  //--------------------------------------------------------===//

  /// What runs on arrival: the body, or what of it comes before the first
  /// resume point.
  ir::Kernel *enter = nullptr;
  /// The body as a whole: `enter`, where there are no resume points.
  ir::Function *whole = nullptr;
  std::vector<Helper> helpers; ///< callees before callers
  std::vector<Guard> guards;
  std::vector<Capture> captures;
  std::vector<ResumePoint> resumes;
  /// The query program: what an iteration does between the first and the last
  /// of several calls. Null where an iteration is one call.
  ir::Function *program = nullptr;
  /// A program without calls around the loop in it; nothing where that cannot
  /// be taken apart, for a reason that stands somewhere.
  std::optional<InnerRange> inner;
  std::string innerObstacle;
  ir::Location innerObstacleLoc;
  /// Of a loop without a traversal: what of the program decides which elements
  /// iterations come to of arrays that are reached. Null where none is.
  ir::Function *reach = nullptr;
  ir::Function *absent = nullptr; ///< what a tree without nodes returns
  /// `enter` in two halves: whether the visit ends before it has done anything,
  /// and what it does else.
  ir::Function *truncates = nullptr, *proceed = nullptr;
  /// What linearising computes of each node, for all visits.
  std::vector<ir::Function *> invariants;
  ir::Function *isNode = nullptr; ///< whether a number is a node's
  /// Whose number the first element of the node arrays is; null: 0 is.
  ir::Function *firstNumber = nullptr;
  /// Whether what all iterations share is as the proofs about them assume;
  /// null: nothing is assumed. The loop is refused where it is not.
  ir::Function *assumed = nullptr;

  //===--- Data
  //-------------------------------------------------------------===//

  std::vector<Datum> data;
  std::vector<Uniform> uniforms;
  std::vector<DataArray> arrays;
  std::vector<DataArray> nodeArrays; ///< where nodes are numbers
  std::optional<Deferred> deferred;  ///< of a loop that leaves work to the host
  std::vector<Argument> args;        ///< parameters of `enter` behind the link
  std::vector<SlotGroup> slots;
  int numSlots = 0;
  std::vector<NodePointer> pointers; ///< those on the way to others first

  bool nodesAreNumbers = false;
  bool isForest = false; ///< each tree has node arrays of its own
  /// The greatest number that fits in all that the traversal holds a node's
  /// number in; 0: any does.
  uint64_t mostNumber = 0;
  const ir::Type *numberType = nullptr; ///< of a node that is a number
  uint64_t nodeBytes = 0;               ///< of a node that is none
  std::string nodeName; ///< the parameter's; `node` where it is `this`
  /// Before a field, as the user writes it: `n->`; of a number, the parameter.
  std::string nodeText;
  std::string nodeTypeName;  ///< what records are named after; may be empty
  std::string queryName;     ///< what holds an iteration's data, as emitted
  std::string queryTypeName; ///< the record's; empty where the user has no name
  bool hasOneQuery = false;  ///< all data of the query is of one object
  bool returnsValue = false;
  bool asksListLength = false; ///< by more than a loop over the children
  /// Visits write pointers by themselves, or add to containers: these may be
  /// what leads to nodes, or to what nodes hold.
  bool writesPointers = false;
  bool sameOnHost = true; ///< its arithmetic comes to the same bits on a device
  /// The user's word, order(any), that visits may come in another order; or
  /// that they may not, order(program).
  bool orderGiven = false, orderKept = false;
  bool hasHostUniforms =
      false; ///< uniforms, or arguments that start at the loop
  llvm::DenseMap<const ir::NamedType *, UserType> types;

  //===--- What passes find
  //-------------------------------------------------===//

  int maxRopes = 0; ///< calls of one segment
  std::vector<CallPath> callPaths;
  TraversalClass classification = TraversalClass::StmdStatic;
  std::string classReason;
  Traits traits;
  std::vector<RecordGroup> groups;
  std::vector<unsigned> sources;  ///< data that invariants are computed from
  std::vector<unsigned> hostData; ///< data that finding children looks at
                                  ///< besides the arrival record
  std::vector<std::string> slotNames; ///< of slots, as linearising holds them

  //===--- Questions
  //--------------------------------------------------------===//

  /// Whether iterations call no traversal (ir::Kernel::Nested): the program is
  /// all that they do, and `enter`, which has no statements, is never entered.
  bool isNested() const { return enter->domain == ir::Kernel::Nested; }
  /// Whether operators have a struct of arrays.
  bool hasArrays() const { return !arrays.empty() || deferred; }
  /// The list of children; null where children lie in slots.
  const SlotGroup *list() const {
    return slots.size() == 1 && slots[0].isList() ? &slots[0] : nullptr;
  }
  /// The group that a slot is in; null where there is none.
  const SlotGroup *groupOf(int slot) const;
  /// Whether engines may visit nodes in another order than a query's own.
  bool mayReorder() const {
    return orderGiven || (traits.orderFree.holds && !orderKept);
  }
  /// Whether elements of array `number` are written: each query has its own.
  bool writesArray(unsigned number) const;
  /// Containers of the iterations' objects that change their size, by their
  /// data; not those that only a program knows.
  std::vector<unsigned> containers() const;
  /// The datum that says of which class a node is; null: nobody asks.
  const Datum *classDatum() const;
  /// The helper that `function` is; null of other functions.
  const Helper *helperOf(const ir::Function *function) const;
  /// All functions of the traversal with a body: `whole`, what it was cut into,
  /// helpers, guards and the program.
  std::vector<const ir::Function *> bodies() const;
};

} // namespace regtt::kernel
