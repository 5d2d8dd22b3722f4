// A function of the user's, copied into the words of a kernel: pointers to the
// node, the query and what they lead to become data, children become links.
#pragma once

#include "Entries.h"
#include "Recogniser.h"
#include "SiblingLoops.h"
#include "ZeroEnds.h"

#include "regtt/IR/Mapper.h"

#include <llvm/ADT/MapVector.h>

namespace regtt::recognise {

class Body {
public:
  Body(Recogniser &site, const ir::Function &from, ir::Function &to);
  virtual ~Body() = default;

  /// `variable`, a pointer or a reference, leads to `object`.
  void bind(const ir::Variable *variable, const Object &object);
  /// `variable` is a value that every call hands on.
  void bindValue(const ir::Variable *variable, const Object &object);
  /// `variable` leads to an element like `object`, whose number `number` is.
  void bindElement(const ir::Variable *variable, const Object &object,
                   const ir::Variable *number);
  /// `variable` is the node, whose link is `self`.
  void bindNode(const ir::Variable *variable, const ir::Expr *self);
  /// `variable` is the number of the node, whose link is `self`.
  void bindNumber(const ir::Variable *variable, const Object &object,
                  const ir::Expr *self);
  /// A parameter of the copy stands for it.
  void replace(const ir::Variable *variable, const ir::Variable *other);
  /// The same of what the reference `variable` leads to.
  void hold(const ir::Variable *variable, const ir::Variable *other);

  ir::BlockStatement *run();
  /// What the clauses `extent` say of the arrays that the body indexes.
  void giveExtents();

protected:
  /// What stands for a statement; nothing: a copy.
  using Statements = std::optional<std::vector<ir::Statement *>>;

  //===--- Around a query program (ProgramBody.cpp) -------------------------//

  /// Where the beginning of `place` leads, up to step `step`.
  virtual std::optional<Part> beginAround(const ir::Place *, size_t &) {
    return std::nullopt;
  }
  virtual std::optional<Object> pointeeAround(const ir::Expr *) {
    return std::nullopt;
  }
  virtual void refuseWrite(const ir::DataRoot &root, ir::Location at,
                           const std::string &text);
  virtual void refuseLibrary(const ir::Statement *s);
  /// `place`, without the names that the loop's body has for it.
  virtual const ir::Place *wordsAround(const ir::Place *place) { return place; }
  /// The root that lies there, or that the pointer there leads to; null: none.
  virtual const ir::Expr *rootAt(const ir::Place *, bool) { return nullptr; }
  virtual const ir::Expr *rootNumber(const ir::Expr *) { return nullptr; }
  /// What stands for a statement that is something else there.
  virtual Statements special(const ir::Statement *) { return std::nullopt; }

  //===--- Places (Places.cpp) ----------------------------------------------//

  std::optional<Part> part(const ir::Place *place);
  std::optional<Part> begin(const ir::Place *place, size_t &step);
  bool atPointee(Part &part, const Object &object, const ir::Type *pointer,
                 const ir::Expr *offset);
  bool follow(Part &part, const ir::Step &step);
  bool intoField(Part &part, const ir::Field *field);
  bool isOneDatum(const Part &part) const;
  bool intoMember(Part &part, llvm::StringRef name);
  std::optional<Object> viewed(const ir::Expr *e);
  bool toBorder(Part &part, const ir::Type *element, bool isLast);
  bool through(Part &part, const ir::Expr *offset);
  bool settle(Part &part);
  bool mayFollowOwn(const Part &part, const ir::Type *to);
  void name(const Object &behind, ir::Location loc);
  bool toElement(Part &part, const ir::Step &step, const ir::Expr *index);
  /// What a pointer or a reference leads to; nothing of one that is not known.
  std::optional<Object> pointee(const ir::Expr *e);
  std::optional<Object> behind(const ir::Variable *variable);
  std::optional<Object> objectAt(const ir::Place *place);
  std::optional<Object> untyped(const ir::CastExpr &cast);
  std::optional<Object> derived(const ir::CastExpr &cast);
  std::optional<Object> ownAs(const ir::CastExpr &cast,
                              const ir::StructType *from,
                              const ir::StructType *to);
  /// The datum at `part`, which is read or written.
  const ir::Place *datum(const Part &part);
  const ir::Place *place(const ir::Place *place);
  const ir::Place *heldPlace(const ir::Place *place);
  const ir::Variable *constant(const ir::Global *global);
  const ir::Place *sameIn(const ir::Variable *variable,
                          llvm::ArrayRef<ir::Step> steps);
  void write(const ir::Place *place, ir::Location loc, std::string text = "");
  std::string said() const;
  std::string saidWay() const;
  void refuseWay(const char *what);
  bool usesPointer(const ir::Expr *e);
  void refusePointer(const ir::Variable *variable);

  //===--- Addresses (Addresses.cpp) ----------------------------------------//

  const ir::Place *addressDatum(Object object, const ir::Type *pointer);
  const ir::Place *heldPointer(const ir::Place *place, const ir::Type *pointer);
  const ir::Expr *addressOf(Object object, const ir::Type *pointer);
  const ir::Expr *elementAddress(const ir::Place *place, const ir::Type *to);
  const ir::Expr *address(const ir::Expr *e, const ir::Type *pointer);
  const ir::Expr *addressTest(const ir::Expr *e);
  const ir::Expr *addressNumber(const ir::CastExpr &cast);
  Statements storeAddress(const ir::StoreStatement &s);

  //===--- Pointers that are kept (KeptPointers.cpp) ------------------------//

  bool withNeighbours(Part &part);
  bool isLocalPlace(const ir::Place *place) const;
  const ir::Place *pointedDatum(const ir::Place *place, bool isWalked);
  const ir::Expr *keptPointer(const ir::Expr *e, bool isWalked,
                              std::vector<const ir::Place *> &data);
  void writeThrough(const ir::Variable *variable,
                    llvm::ArrayRef<const ir::Place *> data, ir::Location at);
  Statements keepPointer(const ir::Variable *variable, const ir::Expr *value,
                         ir::Location at);
  Statements storePointer(const ir::StoreStatement &s);

  //===--- Elements (Arrays.cpp, OwnElements.cpp) ---------------------------//

  const ir::Expr *asIndex(const ir::Expr *e);
  bool isGathered(const Part &part) const;
  bool intoArray(Part &part, const ir::Type *element, const ir::Expr *index);
  bool ownElement(Part &part, const ir::Type *element, const ir::Expr *index);
  const ir::Expr *withinRow(const Part &part, const ir::Expr *index);
  const ir::Expr *withinRow(const Object &element);
  std::optional<Object> asElement(const Object &object);
  std::optional<Object> dataOf(const ir::ContainerReadExpr *e);
  std::optional<Object> moved(const Object &object, const ir::Expr *by);
  const ir::Variable *numberVariable(const ir::Variable *variable);
  void noteMoved(const Object &object, const ir::Expr *by);
  Object amongElements(const Object &object, const Object &other);
  const ir::Expr *elementNumbers(const ir::BinaryExpr *e);
  const ir::Expr *addressValue(const ir::Expr *e);
  void noteBound(unsigned array, const ir::Expr *element,
                 const ir::Expr *index);
  bool isHandedIndex(unsigned array, const ir::Expr *index);
  void noteHandedIndices(const ir::Function *helper,
                         llvm::ArrayRef<const ir::Expr *> arguments);
  std::optional<Part> holderOf(const ir::Place *place);
  void giveExtent(const ir::Clause &clause, const ir::Place *place,
                  const ir::Expr *value);
  bool isOwned(const Part &part) const;
  bool isReachedInNode(const Part &part) const;
  bool intoOwned(Part &part, const ir::Type *element, const ir::Expr *index);
  bool intoBehind(Part &part, const ir::Type *element, const ir::Expr *index);
  const ir::Expr *arrayNumber(const Object &holder, int row);
  const ir::Expr *sizeOfContainer(const Part &part);
  const ir::Expr *containerSize(const ir::ContainerReadExpr *e);

  //===--- Containers that change (Containers.cpp) --------------------------//

public:
  /// What the clauses `bound` of the traversal say.
  void findBounds();
  /// Which vectors are changed in their size (AppendedContainers.cpp).
  void findChanged();
  void findFirstNumber(); // FirstNumbers.cpp

protected:
  bool changesContainer(const ir::Variable *variable) const;
  void noteChanged(const Object &object, ir::Location at);
  void lookInto(const Part &part);
  bool isContainer(const Object &object) const;
  bool checkContainer(const Object &object, const std::string &text);
  std::optional<unsigned> containerRow(const Part &part,
                                       const std::string &text);
  const ir::Expr *sizeOfChanged(const ir::ContainerReadExpr *e,
                                const Part &found);
  Statements containerChange(const ir::ContainerChangeStatement &s);
  ir::Statement *changed(const ir::ContainerChangeStatement &s,
                         const Part &found);
  bool refuseElements(const ir::Place *place, const Part &found);
  bool refuseMethod(const ir::LibraryCallStatement &s);
  Statements exchange(const ir::LibraryCallStatement &s);
  /// `name`: what is called of it.
  void refuseChange(const ir::Statement *s, const ir::Place *container,
                    const std::string &name);

  //===--- Orders of queues (QueueOrders.cpp) -------------------------------//

  bool orderOf(const ir::ContainerChangeStatement &s, const std::string &text,
               unsigned row, const ir::Function *&order);
  Object objectOfNothing(const ir::Type *type);
  const ir::Function *orderFunction(const ir::ContainerChangeStatement &s,
                                    const std::string &text,
                                    const ir::Type *element,
                                    const ir::Type *compare);

  //===--- Links (Links.cpp) ------------------------------------------------//

  void noChild(const ir::Variable *variable, const ir::Expr *value,
               ir::Location at);

  bool isLinkVariable(const ir::Variable *variable) const;
  const ir::Type *linkType(const ir::Type *type) const;
  const ir::Expr *fixedValue(const ir::Variable *variable,
                             const ir::Expr *value) const;
  Statements declareLink(const ir::Variable *variable, const ir::Expr *value,
                         ir::Location loc);
  Statements declareLinks(const ir::Variable *variable, const ir::Expr *value,
                          ir::Location loc);
  Statements declareHolder(const ir::Variable *variable, const ir::Expr *value,
                           ir::Location loc);
  Statements declareElement(const ir::Variable *variable, const ir::Place *held,
                            ir::Location at);
  const ir::Place *linkPlace(const ir::Place *place);
  const ir::Place *followed(const ir::Expr *pointer, const ir::Place *place);
  const ir::Expr *linkOf(const ir::Expr *e);
  const ir::Expr *linkAt(const ir::Place *place);
  const ir::Expr *linkTo(const ir::Place *place);
  const ir::Expr *linkTest(const ir::Expr *e);
  const ir::Expr *knownValue(const ir::ValueExpr &named);
  bool isHeldLink(const ir::Expr *e) const;
  bool isNode(const ir::Expr *e) const;
  const ir::Expr *present(const ir::Expr *link, bool isThere, ir::Location loc);

  const ir::Expr *childOf(const ir::Expr *e);

  /// A question whether there is a child: of a pointer, or of what holds one.
  struct NullTest {
    const ir::Expr *pointer;
    const ir::Place *holder;
    bool isThere; ///< what a child answers
  };

  //===--- Nodes that iterations keep (HeldNodes.cpp) -----------------------//

  const ir::Place *heldNode(const ir::Place *place);
  const ir::Place *loadedFrom(const ir::Expr *e);
  const ir::Expr *heldNodeTest(const NullTest &test, ir::Location at);
  const ir::Expr *nodeValue(const ir::Expr *e);
  const ir::Expr *heldAddress(const ir::Expr *e, const ir::Type *pointer);
  Statements storeNode(const ir::StoreStatement &s);

  //===--- Other nodes (OtherNodes.cpp) -------------------------------------//

  /// Whether there are records of other nodes.
  virtual bool seesOtherNodes() const { return true; }
  bool isFollowedAt(const ir::Place *place);
  bool isLinked(const Object &object) const;
  bool isBehindOther(const Part &part, const ir::Type *to) const;
  Object linkedNode(const ir::Expr *link) const;
  std::optional<Object> linkedBy(const ir::Variable *variable);
  std::optional<Object> heldChild(const ir::Place *place, size_t &step);
  std::optional<Object> chosenChild(const ir::Place *place);
  std::optional<Object> chosenChild(const ir::Place *place, size_t &step);

  //===--- Numbers of nodes (NumberLinks.cpp) -------------------------------//

  const ir::Expr *sameNumber(const ir::Expr *e) const;
  void noteNarrow(const ir::Type *type) const;
  bool isOwnNumber(const ir::Expr *e) const;
  bool intoNode(Part &part, const ir::Type *element, const ir::Expr *index);
  bool bindCopy(const ir::Variable *variable, const ir::Expr *value);
  void findNumberLinks();
  const ir::Expr *numberOfLink(const ir::Expr *e);
  const ir::Expr *numberAt(const ir::Place *place);
  const ir::Expr *chosenNumber(const ir::LoadExpr *e);
  const ir::Expr *numberBehind(const ir::Expr *pointer);
  const ir::Expr *numberLink(const ir::Expr *link);
  bool isOwnIndex(const ir::Expr *index);
  std::optional<Sum> firstBy(const ir::Expr *index);
  const ir::Expr *expanded(const ir::Expr *e);
  const ir::Expr *computedNumber(const ir::Expr *e);
  const ir::Expr *numberChoice(const ir::Expr *e);
  //===--- Lists of numbers (NumberLists.cpp) -------------------------------//

  std::optional<unsigned> numbersIn(const ir::Place *container);
  const ir::Expr *numberElement(const ir::Place *place);
  const ir::Variable *numberHolder(const ir::Expr *e) const;
  const ir::Expr *heldLink(const ir::Variable *holder);
  Statements declareNumberHolder(const ir::Variable *variable,
                                 const ir::Expr *value, ir::Location at);
  ir::Statement *numberRange(const ir::RangeLoopStatement &s);
  ir::Statement *numberLoop(const ir::LoopStatement &s);
  const ir::Expr *consecutiveNumber(const Sum &base, const ir::Expr *index,
                                    const ir::Expr *e);
  std::optional<unsigned> indexedSlots(const Sum &base, const ir::Expr *e,
                                       int64_t count, int64_t &behind);
  std::optional<NullTest> nullTest(const ir::Expr *e) const;
  bool isCountedFrom(const ir::Expr *pointer) const;
  bool isNotFollowed(const ir::Expr *pointer);

  //===--- Arrays and lists of children (ChildLists.cpp) --------------------//

  /// The group that a container's children are.
  struct Children {
    unsigned group;
    bool isInPlace; ///< its elements are the nodes themselves
  };
  bool holdsNodes(const ir::Place *container) const;
  std::optional<Children> childrenIn(const ir::Place *container);
  const ir::Expr *childCountOfOther(const ir::Place *container);
  const ir::Expr *elementAt(const ir::Place *place);
  const ir::Expr *elementOf(const ir::Expr *e);
  const ir::Expr *listSize(const ir::Expr *e);
  const ir::Expr *listTest(const NullTest &test, ir::Location loc);
  const ir::Expr *childCount(unsigned group, ir::Location loc);

  //===--- Loops over children (ChildLoops.cpp, SiblingLoops.cpp) -----------//

  Statements childLoop(const ir::Statement *s);
  ir::Statement *childRange(const ir::RangeLoopStatement &s);
  const ir::Expr *lastOf(Children children, const ir::Expr *number,
                         const ir::Place *container);
  ir::Statement *pointerLoop(const ir::LoopStatement &s);
  std::optional<Children> numbersBehind(const ir::Variable *variable,
                                        const ir::Place *container);
  /// `for number < last { let child = rt::child(number); ... }`
  ir::LoopStatement *eachChild(const ir::Variable *variable, bool isBehind,
                               Children children, const ir::Expr *last,
                               const ir::Statement &s,
                               const ir::BlockStatement *body);
  void findSiblingLoops();
  ir::Statement *siblingLoop(const ir::LoopStatement &s);

  //===--- Expressions and statements ---------------------------------------//

  const ir::Expr *expr(const ir::Expr *e);
  Statements statement(const ir::Statement *s);
  Statements ordinary(const ir::Statement *s);
  bool isOtherName(const ir::Variable *variable, const ir::Expr *value);
  Statements declare(const ir::Variable *variable, const ir::Expr *value,
                     ir::Location loc);
  Statements declareView(const ir::Variable *variable, const ir::Expr *value,
                         ir::Location at);
  Statements block(const ir::BlockStatement &s);
  Statements store(const ir::StoreStatement &s);
  Statements loop(const ir::LoopStatement &s);
  Statements rangeLoop(const ir::RangeLoopStatement &s);
  ir::Statement *rangeByIndex(const ir::RangeLoopStatement &s,
                              const ir::Expr *last, const ir::Statement *named,
                              const ir::Variable *variable,
                              ir::BlockStatement *body);
  Statements rangeOverElements(const ir::RangeLoopStatement &s, Part part,
                               const ir::Statement *named,
                               const ir::Variable *variable,
                               const ir::BlockStatement *body);
  Statements flattened(const ir::BlockStatement &s);
  ir::LoopStatement *countingLoop(const ir::Variable *counter,
                                  const ir::Expr *first, const ir::Expr *last,
                                  ir::Location loc);
  Statements keptReference(const ir::Variable *variable, const ir::Expr *value,
                           ir::Location loc);
  ir::Statement *kept(const ir::Variable *variable, const ir::Place *place,
                      ir::Location at);
  Statements declareNumber(const ir::Variable *variable, const Object &to,
                           ir::Location loc);
  Statements storeNumber(const ir::StoreStatement &s);
  const ir::Expr *runtimeCall(const ir::LibraryCallExpr &e);
  Statements libraryCall(const ir::LibraryCallStatement &s);
  ir::Statement *visit(const ir::CallStatement &s);
  bool isNeverSet(const ir::Expr *e) const;
  const ir::Expr *argument(const ir::Expr *e, const ir::Type *type);

  //===--- Calls (Calls of helpers, Instances.cpp) --------------------------//

  /// The instance that a call is of, and what it is handed; null: none.
  const ir::Function *handOver(const ir::Function *callee,
                               llvm::ArrayRef<const ir::Expr *> arguments,
                               ir::Location loc,
                               std::vector<const ir::Expr *> &values,
                               bool isUsed = true);
  const ir::Expr *handValue(const ir::Function *callee, unsigned k,
                            const ir::Expr *argument);
  /// By parameter, what it is bound to; nothing of values.
  using Bindings = std::vector<std::optional<Object>>;
  /// `name`: what the helper is called, where that is not the function's;
  /// `isUsed`: what it returns is looked at.
  const ir::Function *instance(const ir::Function *callee,
                               const Bindings &bindings,
                               llvm::StringRef name = "", bool isUsed = true);
  kernel::Helper::Param param(const ir::Function *callee, unsigned k,
                              const std::optional<Object> &object) const;
  ir::Statement *helperCall(const ir::CallStatement &s);

  Recogniser &site;
  const ir::Function &from;
  ir::Function &to;
  bool isLeft = false; ///< nobody looks at what it returns
  ir::Module &module;
  ir::Mapper copy;
  ir::Location loc; ///< of what is looked at

  llvm::DenseMap<const ir::Variable *, Object> objects, values;
  /// Results of calls that are constants.
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> results;
  /// Of pointers that are set anew: what holds an element's number.
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> numbers;
  /// Pointers and references that the copy has; whether they are moved on.
  llvm::DenseMap<const ir::Variable *, bool> pointers;
  /// References, and what of the copy is what they lead to.
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> held;
  /// Of tables that functions have for themselves: their declarations here.
  llvm::MapVector<const ir::Global *, ir::VarStatement *> constants;
  std::vector<AroundLoop> loops;  ///< around what is looked at
  std::vector<ZeroEnds> zeroEnds; ///< of all loops around that
  friend Entries;
  friend class KeptContainers;
  friend class KeptData;
  friend class Lists;
  friend class OtherExtents;
  Entries entries{*this}; ///< what has children beside other data
  static const ir::Place *nullEndOf(const ir::LoopStatement &s);
  llvm::SmallPtrSet<const ir::Statement *, 4> entered;
  /// Locals that hold a child's number, and counters that calls are handed.
  llvm::SmallPtrSet<const ir::Variable *, 8> numberLinks, numberCounters;
  /// What variables that hold a child are set to, as the user wrote it.
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> sources;
  /// Variables that stand for a child, or lead to the pointer to one.
  struct Held {
    const ir::Expr *link = nullptr;
    bool isBehind = false;
  };
  llvm::DenseMap<const ir::Variable *, Held> links;
  /// Of references to elements of arrays of links: the copy's places.
  llvm::DenseMap<const ir::Variable *, const ir::Place *> linkPlaces;
  /// Walks along siblings, by their variables.
  llvm::DenseMap<const ir::Variable *, SiblingWalk> walks;
  const ir::Variable *node = nullptr;
  const ir::Expr *self = nullptr;
  const ir::Place *looked = nullptr; ///< that is looked at
  /// The place that is followed, and how many of its steps were taken.
  struct {
    const ir::Place *place = nullptr;
    size_t steps = 0;
  } way;
  bool isInPlace = false, ///< no element is looked at ahead (maySkip)
      isStored = false;   ///< something is stored there
  /// Whose declarations, and pointers whose declarations, were refused.
  llvm::SmallPtrSet<const ir::Variable *, 4> refused, unknown;
};

/// Of a call of `at` or `value`: why it is not taken; empty of anything else.
std::string mayThrow(const ir::Statement *s);

} // namespace regtt::recognise
