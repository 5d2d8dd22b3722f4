// One annotated loop, while its kernel is made: what the parameters of the
// traversal stand for, and the tables that bodies fill while they are copied.
#pragma once

#include "Containers.h"
#include "Forest.h"
#include "Layouts.h"
#include "LocalVectors.h"
#include "LoopClauses.h"
#include "LoopNests.h"
#include "Object.h"
#include "Operands.h"
#include "Roots.h"
#include "SharedData.h"
#include "Sum.h"
#include "UserTexts.h"

#include "regtt/Kernel/Kernel.h"
#include "regtt/Recognise/Recognise.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <map>
#include <set>

namespace regtt::recognise {

/// What a parameter of the traversal stands for.
struct Role {
  enum Kind {
    Node,     ///< the node that is visited
    Number,   ///< the number of the node that is visited
    Object,   ///< a pointer or a reference to what every call hands on
    Value,    ///< a value that every call hands on: `object`, as a whole
    Argument, ///< what differs from call to call
  } kind = Argument;
  recognise::Object object;
};

/// What a `void *` of the node's leads to, as the casts say.
struct UntypedData {
  Object object; ///< behind the pointer
  ir::Location loc;
};

/// A pointer of an iteration's that a local stands for: what it leads to, or
/// the address.
struct NamedPointer {
  unsigned operand = 0;
  kernel::DataSteps steps;
  ir::Location loc;
};

/// A call of the query program: as the loop has it, and of the function that
/// all that it calls were merged into.
struct ProgramCall {
  const ir::CallStatement *written = nullptr, *entered = nullptr;
};

/// What is done with pointers in a field.
struct FieldUse {
  bool isFollowed = false, isMoved = false;
};

class Body;

class Recogniser {
public:
  Recogniser(ir::Module &module, Site &site);

  /// Fills the kernel. False: the loop is refused, which is said.
  bool makeKernel();
  void giveCopied();
  bool isCheckedRow(const ir::Function *function, unsigned param) const;
  /// Copies the body alone, for what is refused in it.
  void lookAtBody();
  /// Once the host's part is made: what nothing needs any more leaves the
  /// module.
  void finish();

  ir::Module &module;
  Site &site;
  kernel::Kernel &kernel;
  UserTexts texts{module};
  const ir::Function *host = nullptr; ///< holds the loop
  const ir::Statement *loop = nullptr;
  std::optional<LoopNest> nest; ///< what `loop` is made of, where it is several
  const ir::Function *entered = nullptr;   ///< by the loop
  const ir::Function *traversal = nullptr; ///< that, or what it is merged to
  const ir::CallStatement *call = nullptr; ///< the loop's
  std::vector<const ir::CallStatement *> recursive;
  /// The fields by which what recursive calls are handed may be found.
  std::optional<std::set<const ir::Field *>> followed;
  std::vector<Role> roles;             ///< by parameter
  unsigned numFunctions = 1;           ///< that were merged into the traversal,
  const ir::Variable *which = nullptr; ///< and its parameter that says which
  unsigned nodeParam = 0;
  const ir::StructType *nodeType = nullptr;
  const ir::LinkType *link = nullptr;
  Iteration iteration;
  const ir::Place *resultPlace = nullptr; ///< an operand's; null: it has none
  const ir::BlockStatement *ownText = nullptr; ///< see InlinedCalls
  /// Those that the body declares instead of variables that clauses name.
  llvm::MapVector<const ir::Variable *, OwnCopy> ownCopies;
  std::optional<Origins> origins;
  std::vector<SharedObject> shared;
  std::string iterationName; ///< of the parameter that is its number

  //===--- Several calls (ProgramCalls.cpp, Roots.cpp) --------------------===//

  std::vector<ProgramCall> programCalls; ///< empty where there is one call
  /// What an iteration keeps while its program runs: data of the query without
  /// an operand.
  std::vector<Operand> scratch;
  /// Parameters that each call sets, and the scratch that it sets.
  std::map<unsigned, unsigned> setByCalls;
  std::vector<RootGroup> roots;
  std::optional<OperandFinder> finder;

  /// Variables of the program's own that calls are handed, and whether some of
  /// them are pointers to nodes.
  const auto &variablesOfProgram() const { return ofProgram; }
  /// What a vector of the program's own is kept as; null: none, or a message.
  const Object *keepVector(const ir::Variable *variable);
  /// The same of any container, and of structs that have some.
  const Object *keepContainer(const ir::Variable *variable);
  llvm::ArrayRef<LocalVector> localVectors() const { return ownVectors; }
  bool keepsNodes() const;
  bool isNodePointer(const ir::Type *type) const;
  bool keepsPointee(const ir::Type *pointer) const; // KeptData.cpp
  const FieldUse &useOf(const ir::Field &field);
  bool isFollowed(const ir::Field &field);
  bool keepsData(const ir::Field &field);
  /// What the program keeps of one of its variables, which is a row.
  Object &keep(const ir::Variable *variable);
  /// Whether it is a struct of pointers to nodes or data, values and
  /// containers, each a row of its own.
  bool isKeptInParts(const ir::Type *type);
  const Operand &operandOf(unsigned number) const {
    const bool isKept = number >= kernel::firstScratch;
    return isKept ? scratch[number - kernel::firstScratch]
                  : iteration.operands[number];
  }

  /// Says why the loop is not taken.
  std::nullptr_t refuse(Message message);
  std::nullptr_t refuse(ir::Location loc, Diag id,
                        std::vector<std::string> arguments = {},
                        std::vector<Message::Note> notes = {}) {
    return refuse({id, loc, std::move(arguments), std::move(notes)});
  }
  /// Where no message of its own says it.
  std::nullptr_t refuse(ir::Location loc, const llvm::Twine &what) {
    return refuse({Diag::RTT2061, loc, {what.str()}});
  }
  /// What runs where the kernel does, of an iteration's program.
  std::nullptr_t refuseInProgram(ir::Location loc, std::string construct,
                                 std::string why);
  bool isRefused() const { return !site.refusals.empty(); }
  /// Whether the statement that is copied is refused, or a declaration before
  /// it, without which nothing can be said of what follows.
  bool isFailing() const { return site.refusals.size() > settled; }
  /// Nothing that follows needs what has been refused so far.
  void settle() { settled = site.refusals.size(); }

  /// Of an argument: the type of the kernel's parameter.
  const ir::Type *argumentType(unsigned param) const {
    return valueType(param);
  }
  /// Whether a pointer of that type, or a smart one, leads to nodes.
  bool leadsToNode(const ir::Type *type) const;

  //===--- Data -----------------------------------------------------------===//

  /// The row of a datum, which is made where there is none.
  unsigned row(const Object &object, const ir::Field *field, ir::Location loc);
  /// Whether visits leave a datum of the query as it is.
  bool isLeft(unsigned row) const;
  /// The row of what all iterations see.
  unsigned uniform(const Object &object);
  /// Visits change it.
  void written(unsigned row);
  std::vector<Object> uniformObjects; ///< what each is, as the loop finds it
  const ir::IntType *index() const;   ///< what counts elements
  const ir::IntType *counter() const;
  const ir::Type *addressType() const; ///< an address as a number

  //===--- Containers that change their size (Containers.cpp) -------------===//

  OwnContainers containers;
  ContainerBound *boundOf(const Object &object);
  /// The row is a container's.
  void makeContainer(unsigned row, const Object &object);
  /// The most elements of one that visits leave as it is, if that is proved.
  std::optional<unsigned> boundInProgram(unsigned row) const;

  //===--- Arrays and globals (Arrays.cpp, OwnElements.cpp) ---------------===//

  /// The number of a global among what all share.
  unsigned sharedGlobal(const ir::Global *global);
  /// Where `object`, which all share, lies.
  HostPlace atLoop(const Object &object) const;
  /// The array whose elements lie side by side at `holder`, which all share.
  unsigned sharedArray(const Object &holder, const ir::Type *element,
                       ir::Location loc);
  std::optional<unsigned> knownArray(const Object &holder,
                                     const ir::Type *element) const;
  /// The array that the node or the query has at `holder`, a vector or a
  /// pointer.
  /// Tests of what fields of elements hold that lead to children: the child,
  /// and whether it is there where the test holds.
  llvm::DenseMap<const ir::Expr *, std::pair<const ir::Expr *, bool>>
      entryTests;
  /// Where the arrays lie that nodes, queries and elements have, by number.
  llvm::DenseMap<unsigned, Object> holders;
  std::pair<std::string, std::string> namesOfOwned(const Object &holder) const;
  unsigned ownedArray(const Object &holder, const ir::Type *element,
                      ir::Location loc);
  /// The array of the node's or the query's at `holder` that is indexed; null:
  /// there is none.
  kernel::DataArray *arrayBehind(const Object &holder);
  /// The operand that is each iteration's part of the array at `array`:
  /// `factor` elements side by side.
  unsigned ownElement(const Object &array, const ir::Type *type, int factor,
                      bool isIndirect);
  const SharedArray *sharedArrayOf(unsigned array) const;

  std::vector<ArrayBound> bounds; ///< of arrays behind pointers
  /// By helper: arrays, and the parameters that they are indexed by.
  llvm::DenseMap<const ir::Function *, std::set<std::pair<unsigned, unsigned>>>
      handedIndices;
  std::vector<NamedPointer> namedPointers;
  std::vector<UntypedData> untypedData;
  std::vector<SharedArray> sharedArrays;
  /// Of elements that any iteration may write (CombinedWrites.cpp).
  std::vector<CombinedWrite> combinedWrites;
  bool mayCombine(const ir::DataRoot &root) const;
  /// By pointers: what is set to one value (SharedFlags.cpp).
  llvm::MapVector<const ir::Variable *, const ir::Variable *> flags;
  const ir::Variable *flagAt(const ir::Place *place) const;
  /// See SharedScalars.h: by variables, and by pointers to them.
  llvm::MapVector<const ir::Variable *, const ir::Place *> scalars;
  /// Of arrays that are rows as far apart as a uniform says: which one.
  llvm::DenseMap<unsigned, unsigned> rowWidths;
  /// Clauses `copyin` that say how long nodes' arrays are.
  std::vector<const ir::Clause *> givenInNodes;
  std::vector<unsigned> ownRows; ///< operands: where the iteration's rows begin
  std::vector<NodeArray> nodeArrays;
  /// The number whose element is the first in each, in the user's words, if
  /// that is not 0.
  std::optional<Sum> firstNumber;
  /// Of locals that hold children by their numbers: the user's types.
  llvm::DenseMap<const ir::Variable *, const ir::Type *> numberTypes;
  std::vector<OwnElement> ownElements;
  //===--- Nodes that are numbers (Numbers.cpp) ---------------------------===//

  /// The node array at `holder`, which all share, or which the tree has.
  unsigned nodeArray(const Object &holder, const ir::Type *element,
                     ir::Location loc);
  std::string nodePrefix(const Object &object) const;
  std::string nodeFieldName(const Object &object) const;
  unsigned numberSlots(const Object &object, ir::Location loc);
  unsigned computedSlots(const ir::Expr *value, int count,
                         const std::string &text, ir::Location loc);
  /// Whether a clause says how many elements the array at `place` has.
  bool isGiven(const HostPlace &place);
  /// The list of the numbers that the node has there, of `element` each.
  unsigned numberList(const Object &object, kernel::SlotGroup::Form form,
                      const ir::Type *element, ir::Location loc);
  unsigned numberSpan(kernel::SlotGroup::Form form, const ir::Expr *first,
                      const ir::Expr *last, bool isInclusive,
                      const std::string &text, ir::Location loc);
  const ir::Place *numberDatum(unsigned group, ir::Location loc);
  ir::Function *hostFunction(const std::string &part, const ir::Expr *value,
                             const ir::Expr *number);
  /// What such a function returns.
  static const ir::Expr *valueOf(const ir::Function *function);

  //===--- Children -------------------------------------------------------===//

  /// The slots of a field that holds a child, or an array of them.
  unsigned slots(const Object &object, uint64_t count, ir::Location loc);
  /// The list of children there, which may have been taken for slots before.
  unsigned list(const Object &object, kernel::SlotGroup::Form form,
                bool isInPlace, ir::Location loc);
  /// The first `extent` of them are a list. False: they are not, or others.
  bool makeList(unsigned group, const ir::Expr *extent, ir::Location loc);
  const ir::Expr *child(unsigned group, const ir::Expr *number,
                        ir::Location loc);

  //===--- Functions ------------------------------------------------------===//

  /// The user's functions, with what their parameters are bound to.
  std::map<std::string, ir::Function *> instances;
  std::vector<const ir::Function *> inCopy; ///< whose bodies are being copied
  std::set<std::string> helperNames;

  /// The kernel's, with a body.
  std::vector<ir::Function *> functions() const;
  bool isHandedOn(unsigned param) const;

private:
  size_t settled = 0; ///< of the refusals
  bool findLoop();
  bool applyClauses(ir::Function *function, ir::Statement *annotated);
  bool checkProgramClauses();
  bool checkReductions();
  void checkReduction(unsigned operand, const OwnCopy &copy);
  bool findCalls();
  bool mergeCalls();
  void numberPointers();
  bool findRoots();
  void refuseRoot(const ir::CallStatement &from);
  void compareCalls();
  bool isUnused(unsigned param) const;
  void roleOfCalls(unsigned param, bool isHandedOn);
  bool isHandedVariable(unsigned param);
  bool ofProgramRole(unsigned param);
  bool ofTreeRole(unsigned param);
  /// Whether the variable is a pointer to nodes that only the program names.
  bool keepsInside(const ir::Variable *variable) const;
  const ir::Expr *countAhead(const LocalVector &vector, VectorFault &fault);
  void keepCopies();
  unsigned addScratch(llvm::StringRef name, const ir::Type *type);
  bool makeProgram();
  bool combineWrites();
  bool checkCopies();
  bool isWrittenBesides(const ir::CallStatement &call, unsigned param);
  bool entersNodes() const;
  /// Of the function that the loop enters; null: it has none.
  const ir::Clause *clauseOfTraversal(ir::Clause::Kind kind) const;
  bool findRoles();
  void role(unsigned param, OperandFinder &finder);
  void setNode(unsigned param);
  bool findOtherRoles();
  void refuseUnknown();
  ir::Location handedAt(unsigned param) const;
  ir::Location handsAnother(unsigned param) const;
  const ir::Expr *handed(const ir::CallStatement &call, unsigned param) const;
  bool leadsOn(unsigned param) const;
  bool findExtents();
  bool coverOthers();
  void refuseExtent(const kernel::DataArray &array, ir::Location at);
  bool checkBounds();
  void refuseUnbounded(unsigned row);
  bool checkForest();
  const ir::Type *startOf(const kernel::Datum &datum) const;
  bool watchAliases();
  void watchPointers(const kernel::Datum &written);
  bool leadsElsewhere(const kernel::Datum &written) const;
  std::string freeElementName(unsigned array, const std::string &name) const;
  unsigned arrayNumber(const Object &object, const ir::Type *type,
                       const std::string &text, const std::string &name,
                       ir::Location loc);
  unsigned addArray(kernel::DataArray made, const std::string &name);
  std::string elementText(unsigned array, const kernel::DataSteps &steps) const;
  bool isSet(unsigned param) const;
  const ir::Type *valueType(unsigned param) const;
  void ownRole(unsigned param, OperandFinder &finder);
  bool isRow(unsigned param, OperandFinder &finder);
  bool rowRole(unsigned param);
  bool writtenRowRole(unsigned param);
  Object sharedValue(const ir::Expr *value, const std::string &name);
  void mergeParts();
  bool orderSlots();
  bool checkLists();
  void renumber(llvm::ArrayRef<int> rank);
  bool mayBeNumber(unsigned param, bool isChosen) const;
  bool findNumber();
  void setNodeType(const ir::StructType *type);
  void nameNodes();
  std::optional<int64_t> placeAmong(const kernel::SlotGroup &several,
                                    const kernel::SlotGroup &single) const;
  void mergeNumbers();
  bool numberTests(const ir::Variable *self);
  void nameHostFunctions();
  bool makeBody();
  void declareKernel();
  void copyBody(Body &body);
  void prepareBody();
  void checkChildren(const ir::Variable *self);
  bool skipsNothing(const ir::Variable *self);
  bool returnsCopyable();
  void addReturned();
  std::set<unsigned> visitsWrite; ///< where there is a program: their rows
  bool isKnownAhead(const ir::Expr *e) const;
  bool makeReturns();
  void placeResult();
  void moveResult(const OwnPart &part);
  bool mayBeWritten(const OwnPart &part) const;
  /// What visits of no node return, by function.
  std::vector<std::vector<const ir::Expr *>> ofNull;
  void names();
  void nameQuery();
  void nameElements();
  std::vector<unsigned> different; ///< parameters that calls disagree on
  std::map<const ir::Variable *, Object> ofProgram; ///< for look-ups
  std::map<const ir::Field *, FieldUse> fieldUses;  ///< for look-ups
  std::vector<LocalVector> ownVectors;
};

/// Whether `s` stores to `variable` itself, or takes its address. What it leads
/// to may change.
bool isStoredTo(const ir::Statement *s, const ir::Variable *variable);
/// `Node` of `space::Node<float>`.
std::string stemOf(const ir::Type *type);
/// `isLeaf` of `Ball::isLeaf`.
std::string stemOf(const ir::Function &function);
/// `T<a::b>` of `x::y<int>::T<a::b>`.
llvm::StringRef lastName(llvm::StringRef name);
/// `subtract` of `operator-`; empty of what is no operator.
llvm::StringRef operatorName(llvm::StringRef name);
/// `-` of an operator that a helper can be declared as; empty of others.
std::string operatorToken(const ir::Function &function,
                          llvm::ArrayRef<kernel::Helper::Param> params);
bool takesLibraryStruct(const ir::Function &function,
                        llvm::ArrayRef<kernel::Helper::Param> params);
/// `point.coord`, `point->coord`: the fields on the way, and what stands
/// between two of them.
std::string joined(const kernel::DataSteps &steps, llvm::StringRef separator,
                   llvm::StringRef arrow);
/// Where `place` of the host's lies, an array's first element where the array
/// does; nothing of one that is chosen when the loop runs.
HostPlace hostPlace(const ir::Place *place);
/// What a pointer or a reference of the host's leads to.
HostPlace hostPlaceBehind(const ir::Expr *pointer);
void placeAtLoop(const ir::Expr *first, SharedObject &object);

/// The first statement of the body, if it gives what the loop's variable leads
/// to another name, and nothing else asks for the variable; null of others.
const ir::Statement *copyOfElement(const ir::RangeLoopStatement &s);
/// The sum or product that `e`, in the kernel's words, is of data, uniforms and
/// numbers; of elements' data those of element `element`. False: it is none.
bool extentTerms(const kernel::Kernel &kernel, const ir::Expr *e, char op,
                 std::vector<kernel::ExtentTerm> &terms,
                 const ir::Expr *element = nullptr);

/// Whether nothing in `body` changes which array `range` is.
bool isSteadyRange(const ir::Place *range, const ir::BlockStatement *body);

/// Whether a parameter is the object that a function of a class is called for.
/// In C one may be called `this`, too; it is no reference.
bool isThis(const ir::Variable *param);
/// What of the functions' arithmetic may have other bits on a device.
std::vector<Inexact> inexactCalls(llvm::ArrayRef<ir::Function *> functions,
                                  bool isC);

} // namespace regtt::recognise
