// Lowers one function body, the traversal's or a helper's, into the Model.
// StmtLowering.cpp takes statements, ExprLowering.cpp expressions and their
// effects, PathResolver.cpp access paths and children, Arrays.cpp elements of
// arrays, Addresses.cpp pointers that are compared, LinkLocals.cpp locals that
// hold children, Accessors.cpp functions that return a place, CallLowering.cpp
// other calls.
#pragma once

#include "Builder.h"
#include "LoopCounters.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace regtt {

/// `varIndex`, a variable to count the elements with that `var` is in turn.
clang::VarDecl *makeCounter(clang::ASTContext &context, clang::VarDecl *var,
                            clang::QualType type, clang::SourceLocation loc);

/// The name of such a counter, as an expression.
clang::DeclRefExpr *nameOf(clang::ASTContext &context, clang::VarDecl *counter,
                           clang::SourceLocation loc);

class FunctionLowering {
public:
  FunctionLowering(Builder &builder, Function &function,
                   llvm::SmallVectorImpl<const clang::FunctionDecl *> &active)
      : builder(builder), traversal(builder.model.traversal),
        function(function), active(active) {}

  /// Lowers the body; false after any blocker. Goes on after a blocker, so
  /// that all of them are reported.
  bool run();

private:
  /// How an expression's value is used.
  enum Use { Read, Write, ReadWrite };

  /// What an lvalue denotes: a path from the node or the query.
  struct Place {
    Base base = Base::Node;
    unsigned number = 0;
    PathSteps steps;
    Selectors parts;
    clang::QualType type;
    ElementRef element;    ///< Base::Element: which one
    clang::QualType datum; ///< at the end of the steps; null for a whole object
    bool shared = false;   ///< a field of a Shared object instead
    std::string hostText;
    const clang::FieldDecl *lastField = nullptr;
    const clang::NamedDecl *decl = nullptr; ///< of a whole array: what it names
    bool address = false; ///< where the object lies, not what it holds
  };
  std::optional<Place> heldPointer(const clang::Expr *e);
  std::optional<Place> objectAddress(const clang::Expr *e);
  bool sharedAddress(const clang::Expr *key, const clang::Expr *held,
                     const std::optional<Place> &place);

  // Statements.
  void stmt(const clang::Stmt *s, std::vector<Statement> &out);
  void ifStmt(const clang::IfStmt *s, std::vector<Statement> &out);
  void declStmt(const clang::DeclStmt *s, std::vector<Statement> &out);
  void local(const clang::VarDecl *var, std::vector<Statement> &out,
             clang::SourceLocation loc);
  bool isConstant(const clang::VarDecl *var);
  std::optional<Role> alias(const clang::VarDecl *var);
  void forStmt(const clang::ForStmt *s, std::vector<Statement> &out);
  void whileStmt(const clang::Stmt *s, const clang::Expr *cond,
                 const clang::Stmt *body, Statement::LoopForm form,
                 std::vector<Statement> &out);
  void rangeFor(const clang::CXXForRangeStmt *s, std::vector<Statement> &out);
  void switchStmt(const clang::SwitchStmt *s, std::vector<Statement> &out);
  void caseLabel(const clang::Stmt *s, std::vector<Statement> &out);
  void returnStmt(const clang::ReturnStmt *s, std::vector<Statement> &out);
  std::vector<Statement> block(const clang::Stmt *s);

  // Values that the traversal returns: ReturnLowering.cpp.
  bool returnsValue() const;
  bool holdsRecursion(const clang::Stmt *s) const;
  clang::QualType returnedType() const;
  const clang::Expr *lastReturned(clang::SourceLocation loc, bool written);
  void setReturned(const clang::Expr *value, clang::SourceLocation loc,
                   std::vector<Statement> &out);
  void keepReturned(const clang::CallExpr *call, std::vector<Statement> &out);
  void hoistCalls(const clang::Expr *e, std::vector<Statement> &out);
  void hoistFrom(const clang::Stmt *s, std::vector<Statement> &out);
  void returnValue(const clang::Expr *e, std::vector<Statement> &out);
  void returnFirst(llvm::ArrayRef<const clang::Expr *> operands, bool isOr,
                   std::vector<Statement> &out);
  Statement branchOn(const clang::Expr *cond, std::vector<Statement> &out);
  void checkReturned();
  void checkProgramReturned();
  bool holdsMaybe(const clang::Stmt *s) const;
  bool testsInOrder(const clang::Expr *cond,
                    llvm::SmallVectorImpl<const clang::Expr *> &tests) const;
  void leaveUnless(const clang::Expr *cond, std::vector<Statement> &out);
  /// Expressions with calls that other parts of them might notice.
  llvm::SmallVector<const clang::Expr *, 2> unordered;

  /// A pointer into an array, or the array itself.
  struct Pointer {
    unsigned array; ///< index into Traversal::arrays
    ElementRef element;
    clang::QualType type; ///< of an element, as the user declares it
  };

  // Expressions.
  void expr(const clang::Expr *e, Use use = Read);
  void condition(const clang::Expr *e);
  bool answeredByCompiler(const clang::Expr *e);
  void name(const clang::DeclRefExpr *e, Use use);
  /// The variable that `e` names, a static data member among them.
  void variable(const clang::Expr *e, const clang::VarDecl *var, Use use);
  void memberOfValue(const clang::MemberExpr *e, Use use);
  static bool namesThis(const clang::Stmt *s);
  void unary(const clang::UnaryOperator *e, Use use);
  void keepNeighbours(const clang::UnaryOperator *address, Use use);
  void binary(const clang::BinaryOperator *e, Use use);
  bool nullTest(const clang::Expr *e);
  // Pointers as numbers.
  bool pointerOperation(const clang::Expr *e);
  bool addresses(const clang::Expr *left, const clang::Expr *right);
  bool address(const clang::Expr *e, Use use);
  void uniform(const clang::Expr *e, const clang::ValueDecl *decl,
               clang::QualType type, const std::string &hostText,
               const PathSteps &steps, Use use, std::string name = "");
  void notTaken(clang::SourceLocation loc, llvm::StringRef what);

  // Paths.
  bool place(const clang::Expr *e, Use use);
  Place atRole(Place place) const;
  std::optional<Place> object(const clang::Expr *e);
  std::optional<Place> pointee(const clang::Expr *e);
  static bool isBehindQuery(const Role &role);
  std::optional<Place> childObject(const clang::Expr *e);
  std::optional<Place> untyped(const clang::CastExpr *cast);
  std::optional<Place> behindQuery(const Role &role, const clang::Expr *e);
  std::optional<Place> libraryElement(const clang::Expr *container,
                                      const clang::Expr *index,
                                      clang::QualType type);
  const clang::Expr *endOfArray(const clang::CXXMemberCallExpr *e) const;
  std::optional<Place> globalObject(const clang::VarDecl *var,
                                    clang::SourceLocation loc);
  /// Whether the host file can name `member` where the loop stands.
  bool isAccessibleAtLoop(const clang::Decl *member) const;
  bool isOwnDatum(const Place &place) const;
  bool isOwnStruct(const Place &place) const;
  clang::QualType ownDatum(const Place &place) const;
  std::optional<Place> firstOf(const clang::ArraySubscriptExpr *e);
  bool ownName(const clang::Expr *e, const clang::VarDecl *var, Use use);
  const clang::VarDecl *indexVariable(const clang::Expr *e) const;
  std::optional<std::string> arrayText(const clang::Expr *base,
                                       const clang::ValueDecl *&decl);
  std::optional<Place> ownElement(const clang::Expr *base,
                                  const clang::Expr *index,
                                  clang::QualType element, bool indirect);
  std::optional<Place> ownElement(const clang::Expr *e, bool indirect);
  bool intoField(Place &place, const clang::MemberExpr *e);
  unsigned path(const Place &place, clang::SourceLocation loc);
  bool isCarried(const clang::FieldDecl &bits) const;
  void access(const clang::Expr *e, const Place &place, Use use);
  bool link(const clang::Expr *e);
  bool childRef(const clang::Expr *e, const Place &place);
  unsigned slotGroup(const Place &place, SlotGroup::Form form,
                     clang::SourceLocation loc);

  // Functions that only return a place: Accessors.cpp.
  std::optional<Place> accessed(const clang::CallExpr *e);
  std::optional<Place> accessedObject(const clang::CallExpr *e);
  bool bindAccessor(const clang::CallExpr *e, Function &accessor);
  bool computedAccess(const clang::CallExpr *e, const clang::Expr *key);

  // Locals that hold a child: LinkLocals.cpp.
  void linkLocal(const clang::VarDecl *var, std::vector<Statement> &out,
                 clang::SourceLocation loc);
  bool setsLink(const clang::Expr *e);
  bool swapsLinks(const clang::CallExpr *e);
  /// Arrays of children: LinkArrays.cpp.
  bool isLinkArray(const clang::VarDecl *var) const;
  void linkArray(const clang::VarDecl *var, std::vector<Statement> &out,
                 clang::SourceLocation loc);
  bool linkInArray(const clang::Expr *e);
  bool setsInArray(const clang::BinaryOperator *assign);
  bool sameChild(const clang::Expr *e);
  void dropLoopsLinks(std::vector<Statement> &body);
  /// The local that holds a child and that `e` names; null for others.
  const clang::VarDecl *linkVariable(const clang::Expr *e) const;

  // Lists of children.
  bool isListPlace(const Place &place) const;
  std::optional<unsigned> childList(const clang::Expr *container);
  unsigned listGroup(const Place &place, SlotGroup::Form form,
                     clang::SourceLocation loc);
  bool isFirstOfArray(const clang::Expr *pointer) const;
  bool listElement(const clang::Expr *e);
  bool listSize(const clang::CallExpr *e);
  bool childLoop(const clang::Stmt *s, std::vector<Statement> &out);
  bool rangeLoop(const clang::CXXForRangeStmt *s, std::vector<Statement> &out);
  bool numberLoop(const clang::ForStmt *s, std::vector<Statement> &out);
  unsigned rangeGroup(const SlotGroup &range);
  bool iteratorLoop(const clang::ForStmt *s, std::vector<Statement> &out);
  std::optional<unsigned> rangeGroup(const clang::Expr *range);
  std::optional<unsigned> walkedGroup(const clang::Expr *first,
                                      const clang::Expr *last);
  void eachChild(const clang::VarDecl *var, unsigned group,
                 const clang::Stmt *s, const clang::Stmt *body,
                 std::vector<Statement> &out);
  // A first child and its siblings: SiblingLoops.cpp.
  bool siblingLoop(const clang::Stmt *s, std::vector<Statement> &out);
  bool startsChain(const clang::VarDecl *var, const clang::Expr *first,
                   const clang::Stmt *loop);
  bool walksOn(const clang::Stmt *body, const clang::VarDecl *var,
               const clang::FieldDecl *&field);
  const clang::FieldDecl *siblingField(const clang::Expr *e,
                                       const clang::VarDecl *var) const;
  bool changesChild(const clang::Stmt *body, const clang::VarDecl *var) const;
  /// Steps to the next sibling, which the loop over children makes itself.
  llvm::SmallPtrSet<const clang::Stmt *, 4> siblingSteps;
  bool isNodeObject(clang::QualType type) const;
  /// A raw or smart pointer to a node.
  bool isNodePointer(clang::QualType type) const;
  bool isNode(const clang::Expr *e);

  // Nodes that are numbers: NodeNumbers.cpp.
  bool isOwnNumber(const clang::Expr *e) const;
  std::optional<unsigned> nodeArrayAt(const Place &place,
                                      llvm::StringRef spelled,
                                      clang::SourceLocation);
  std::optional<Place> numberedNode(const clang::Expr *e);
  std::string nodeText(const Place &place) const;
  std::optional<Role> copiedNode(const clang::VarDecl *var);
  /// Locals that hold the number of a child.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> linkLocals;
  void findLinkLocals(const clang::Stmt *s);
  void collectLinkLocals(const clang::Expr *e);
  void collectAssigned(const clang::VarDecl *var, const clang::Stmt *s);
  bool isOnNodeAlone(const clang::Expr *e) const;
  bool numberLink(const clang::Expr *link);
  unsigned computedGroup(const clang::Expr *e);
  // Several numbers side by side: NumberChoices.cpp.
  bool numberChoice(const clang::Expr *e, const clang::Expr *key);
  std::optional<std::pair<unsigned, int64_t>>
  indexedGroup(const clang::Expr *value, int count, const clang::Expr *e);
  unsigned consecutiveGroup(const clang::Expr *value, const clang::Expr *e);
  void mergeNumbers();
  int placeAmong(const SlotGroup &several, const SlotGroup &single);

  // Arrays.
  llvm::SmallVector<CountedUp, 4> loops; ///< around what is lowered
  llvm::SmallVector<const clang::Expr *, 4> counters; ///< steps of those
  /// Elements that loops over ranges visit, by the expression made for them.
  llvm::DenseMap<const clang::Expr *, Place> standIns;
  Statement countingLoop(const clang::CXXForRangeStmt *s,
                         clang::VarDecl *counter, clang::Expr *last);
  bool rangeOverElements(const clang::CXXForRangeStmt *s,
                         std::vector<Statement> &out);
  std::optional<Pointer> nodeArray(Place place, clang::SourceLocation loc);
  std::string joinedText(const Place &place) const;
  std::string freeName(Base base, const std::string &name) const;
  bool extentTerms(const clang::Expr *e, char op,
                   std::vector<ExtentTerm> &terms) const;
  void noteBound(const clang::Expr *e, const ElementRef &element);
  std::optional<DataArray> arrayAtLoop(const Place &place,
                                       clang::SourceLocation loc);
  std::optional<Place> namedArray(const clang::Expr *e);
  std::optional<Pointer> pointerInto(const clang::Expr *e);
  std::optional<Pointer> sharedArray(const Place &place, clang::SourceLocation);
  static Place placeOf(const Pointer &pointer);
  std::optional<Place> element(const clang::Expr *e);
  std::optional<Place> elementAt(const clang::Expr *pointer);
  bool bindElement(const clang::Expr *e, unsigned array,
                   const ElementRef &element);
  void keepInPlace(const clang::Expr *e);
  bool makesElement(const clang::Expr *e);
  bool elementNumber(const clang::Expr *e);
  bool onlyKnownArrays = false; ///< pointerInto adds none
  const clang::VarDecl *movable(const clang::Expr *e) const;
  const clang::VarDecl *elementVariable(const clang::VarDecl *var) const;
  bool containerSize(const clang::CallExpr *e);
  std::optional<Role> wholeArray(const clang::Expr *e);
  std::optional<Role> bindPointer(const clang::Expr *e, bool stepped = false);
  std::optional<std::string> hostName(const clang::VarDecl *var,
                                      clang::SourceLocation loc);

  // Lambdas.
  const clang::LambdaExpr *lambdaOf(clang::QualType type) const;
  bool lambda(const clang::LambdaExpr *e, std::vector<Statement> &out);
  bool captureByCopy(const clang::LambdaExpr *lambda, const clang::VarDecl *var,
                     clang::SourceLocation loc);
  bool bindCaptures(Function &helper, const clang::LambdaExpr *lambda,
                    clang::SourceLocation loc);
  bool handsLambda(const clang::Expr *call, unsigned k, Function &helper);
  static Role lambdaRole();
  bool lambdaCall(const clang::CallExpr *e, const clang::FunctionDecl *callee,
                  Use use);

  // Containers of the query that change their size: Containers.cpp.
  Builder::Bound *boundOf(const Place &place);
  bool isOfContainer(const clang::Expr *e);
  bool containerCall(const clang::CallExpr *e, Use use);
  bool containerCall(const clang::CallExpr *e, const clang::Expr *object,
                     const Place &place, Use use);
  bool elementArguments(const clang::CallExpr *e, clang::QualType element,
                        ContainerCall &called);
  bool orderOf(const clang::CallExpr *e, clang::QualType element,
               clang::QualType compare, ContainerCall &called);
  bool orderBy(const clang::CallExpr *e, const clang::FunctionDecl *callee,
               clang::QualType element, ContainerCall &called);
  bool isChangedContainer(const Place &place);

  // The query program: ProgramLowering.cpp.
  bool isProgram() const { return &function == traversal.program.get(); }
  std::optional<Place> ownObject(const clang::Expr *e, bool byPointer);
  void keptLocal(const clang::VarDecl *var, std::vector<Statement> &out,
                 clang::SourceLocation loc);
  bool treeCall(const clang::CallExpr *called, std::vector<Statement> &out);
  clang::Expr *heldForCall(unsigned k, clang::SourceLocation loc, bool written);
  void assign(clang::Expr *target, clang::Expr *value,
              clang::SourceLocation loc, std::vector<Statement> &out);
  void copyIn(const ProgramCall &call, unsigned k, std::vector<Statement> &out);
  void copyOut(const ProgramCall &call, unsigned k,
               std::vector<Statement> &out);
  void sameObjectAsFirst(const clang::CXXMemberCallExpr *call);
  // Its roots: ProgramRoots.cpp.
  bool rootLink(const clang::Expr *e);
  bool takeRoot(const clang::Expr *e);
  bool isRefusedRoot(const clang::Expr *e) const;
  unsigned rootGroup(const RootGroup &group);
  const clang::Expr *rootOf(const ProgramCall &call) const;
  std::string asNumber(const clang::Expr *e, const std::string &text) const;
  bool rootRange(const clang::CXXForRangeStmt *s, std::vector<Statement> &out);
  std::optional<std::string> rootCount(const clang::Expr *array,
                                       const clang::Expr *index);
  /// Variables of loops over arrays of roots, or of what holds one: the text of
  /// the element that they are, and the counter.
  struct RootElement {
    std::string text, count;
    const clang::Expr *index;
  };
  llvm::DenseMap<const clang::VarDecl *, RootElement> rootElements;
  const clang::Expr *rootSelector(const clang::Expr *e) const;
  const DataArray *sharedElement(const clang::Expr *e) const;
  bool isReadBesideRoots(const clang::Stmt *s, const clang::VarDecl *var) const;

  // Calls.
  void finishCall(const clang::Expr *e, const clang::FunctionDecl *callee,
                  std::unique_ptr<Function> helper, Use use);
  void call(const clang::CallExpr *e, Use use);
  const clang::Expr *childOf(const clang::Expr *e);
  bool recursiveCall(const clang::Expr *e, std::vector<Statement> &out);
  bool libraryCall(const clang::CallExpr *e, const clang::FunctionDecl *callee);
  void helperCall(const clang::Expr *e, const clang::FunctionDecl *callee,
                  Use use);
  void construct(const clang::CXXConstructExpr *e);
  std::optional<Role> bind(const clang::Expr *argument,
                           const clang::ParmVarDecl *param);
  bool isValue(clang::QualType type) const;
  bool heldAsValue(const Place &place) const;
  std::optional<Role> bindArgument(const clang::Expr *e, bool arrow,
                                   clang::QualType object);
  void bindValues(const clang::Expr *e, const Function &helper);
  unsigned instance(std::unique_ptr<Function> helper);
  void constructorBody();
  const clang::Expr *nameMade() const;
  std::optional<Role> bindRecord(const clang::Expr *e, bool arrow);
  std::optional<Role> bindObject(const clang::Expr *object, bool arrow);

  bool isRecursive(const clang::CallExpr *call) const;
  clang::DiagnosticBuilder report(clang::SourceLocation loc, Diag id) {
    ok = false;
    return builder.report(loc, id);
  }

  Builder &builder;
  Traversal &traversal;
  Function &function;
  llvm::SmallVectorImpl<const clang::FunctionDecl *> &active;
  /// Pointers to a child that no loop has bound yet.
  llvm::SmallPtrSet<const clang::VarDecl *, 2> unbound;
  bool isTraversal() const { return &function == &traversal.function; }
  bool ok = true;
};

/// The fields of a path: `separator` between two, `arrow` where a pointer leads
/// to the second.
std::string joined(const PathSteps &steps, llvm::StringRef separator,
                   llvm::StringRef arrow);

} // namespace regtt
