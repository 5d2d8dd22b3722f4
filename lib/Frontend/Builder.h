// What the lowering passes of this folder share: the Model being built, and
// the small questions about the AST that all of them ask. Private to Frontend.
#pragma once

#include "regtt/Frontend/Constructs.h"
#include "regtt/Frontend/Lowering.h"
#include "regtt/Frontend/Model/Model.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <llvm/ADT/MapVector.h>

#include <map>

namespace regtt {

/// What one access says about how many elements a node's array has.
struct BoundOfArray {
  unsigned array; ///< index into Traversal::arrays
  std::vector<ExtentTerm> terms;
  clang::SourceLocation loc;
  bool known;
};

/// A variable of the annotated loop's body.
struct LoopLocal {
  enum Kind {
    Alias,  ///< a reference or a pointer, bound once
    Copy,   ///< a value, never changed
    Changed ///< a value that the body goes on to change
  } kind = Changed;
  const clang::Stmt *declaration = nullptr; ///< or what sets it
  /// Of a private pointer: what it is set to, once.
  const clang::Expr *value = nullptr;
  bool varies = true; ///< from iteration to iteration
  unsigned level = 0; ///< of LoopBody::levels
  /// The query program changes it, or declares it.
  bool isProgrammed = false;
};

/// The operators of the clause reduction.
enum class ReductionKind {
#define REDUCTION(SPELLING, KIND, COMBINE) KIND,
#include "Reductions.def"
#undef REDUCTION
};

/// What the clause reduction says of a variable from outside of the loop.
struct LoopReduction {
  const clang::VarDecl *var;
  ReductionKind kind;
  clang::SourceLocation clause;
  /// The call is handed its address: each iteration has a copy.
  bool handedOver = false;
};

/// What the annotated loop's body does besides its call.
struct LoopBody {
  /// The body itself, and in it the conditions that the call stands under, one
  /// in the other.
  struct Level {
    const clang::Expr *cond = nullptr; ///< null of the body itself
    bool negated = false;              ///< the call is made where it is false
    const clang::Stmt *otherwise = nullptr; ///< runs where it is not made
    llvm::SmallVector<const clang::Stmt *, 4> after;
  };
  std::vector<Level> levels{1};
  llvm::SmallVector<const clang::Stmt *, 4> before;
  llvm::DenseMap<const clang::Stmt *, unsigned> levelOf; ///< of those
  bool isConditional() const { return levels.size() > 1; }
  /// All that runs when the calls have been made, from the call on.
  llvm::SmallVector<const clang::Stmt *, 4> allAfter() const;
  /// What the statements before the call write that is not the body's own.
  struct Write {
    const clang::Stmt *statement;
    const clang::Expr *target;
  };
  std::vector<Write> written;
  /// Variables outside of the loop among them.
  llvm::SmallPtrSet<const clang::VarDecl *, 2> writtenVariables;
  /// Variables from outside of the loop that what stands before or after the
  /// call changes, counters of loops among them: what they hold is an
  /// iteration's, and not what they held when the annotated loop began.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> moved;
  /// The first statement before the call whose place among other output, input
  /// and the like matters; null if there is none.
  const clang::Stmt *ordered = nullptr;
  bool hasEffects() const { return !written.empty() || ordered; }
  const clang::Stmt *callStatement = nullptr;
  /// The query program: from the first statement with a call to the last one.
  /// Empty where the body makes one call, in callStatement.
  llvm::SmallVector<const clang::Stmt *, 4> program;
  bool isProgram() const { return !program.empty(); }
  /// What the calls are made in.
  llvm::ArrayRef<const clang::Stmt *> callStatements() const {
    return isProgram() ? llvm::ArrayRef(program)
                       : llvm::ArrayRef(callStatement);
  }
  /// Those of its statements that end the iteration: `continue`.
  llvm::SmallVector<const clang::Stmt *, 1> skips;
  /// What it declares and calls write: their `number` as data of the query.
  llvm::DenseMap<const clang::VarDecl *, unsigned> scratch; ///< for look-ups
  /// Variables that the program itself declares.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> ofProgram;
  llvm::SmallVector<const clang::VarDecl *, 1> inHead; ///< but the loop's own
  llvm::DenseMap<const clang::VarDecl *, LoopLocal> locals; ///< for look-ups
  /// Locals that the host file names outside of an iteration, and in one.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> usedOnce, usedInEach;
  /// What is evaluated for each iteration ahead of all of them.
  std::vector<const clang::Expr *> evaluated;
  /// What the call is assigned to; null where it is not.
  const clang::Expr *result = nullptr;
  /// The call, where the first statement after it uses its value.
  const clang::CallExpr *valueUsed = nullptr;
  /// Locals in the iteration's record: index into QueryLoop::inputs.
  llvm::DenseMap<const clang::VarDecl *, int> kept; ///< for look-ups
  /// Those that the traversal writes.
  llvm::SmallVector<const clang::VarDecl *, 2> results;
  /// Variables from outside of the loop that its clauses give each iteration
  /// of its own; those that the call depends on are among the locals.
  struct Private {
    clang::SourceLocation clause;
    bool first = false; ///< each starts with the value from before the loop
    bool isSet = false; ///< ahead of the call
  };
  llvm::MapVector<const clang::VarDecl *, Private> privates;
  std::vector<LoopReduction> reductions;
};

/// A call that a query program makes.
struct ProgramCall {
  const clang::CallExpr *call;
  const clang::FunctionDecl *callee; ///< its definition
  /// By parameter of the traversal: what it is handed.
  llvm::SmallVector<const clang::Expr *, 4> args;
};

/// A Model in the making.
struct Builder {
  Builder(clang::ASTContext &context, Diagnostics &diagnostics,
          const Pairing &pairing, FpMode fp, Model &model)
      : context(context), diagnostics(diagnostics), pairing(pairing), fp(fp),
        model(model) {}

  clang::ASTContext &context;
  Diagnostics &diagnostics;
  const Pairing &pairing;
  FpMode fp;
  Model &model;

  /// The recursive function, one instantiation of it; for several that recurse
  /// through each other, the one that they are merged into.
  const clang::FunctionDecl *traversal = nullptr;
  /// The loop's call.
  const clang::CallExpr *firstCall = nullptr;
  /// Its arguments, by parameter of the traversal.
  llvm::SmallVector<const clang::Expr *, 4> firstArgs;
  /// The calls of the query program, in the order of the text; `firstCall` is
  /// one of them.
  std::vector<ProgramCall> programCalls;
  /// By parameter of the traversal: each call of the program hands over a value
  /// of its own, evaluated where it stands.
  llvm::SmallVector<bool, 4> setByCalls;
  /// Of these, what the recursion hands on: the `number` of what the iteration
  /// keeps meanwhile.
  llvm::DenseMap<unsigned, unsigned> callScratch; ///< for look-ups
  bool isSetByCalls(unsigned param) const {
    return param < setByCalls.size() && setByCalls[param];
  }
  /// Of expressions that stand nowhere in the source: what would stand there.
  llvm::DenseMap<const clang::Expr *, std::string> texts;
  /// The loop variable, and the local names visible at the loop.
  const clang::FunctionDecl *loopFunction = nullptr;
  /// What the clause copyin says: the arrays as written, and how many elements
  /// they have, by their normalised text.
  struct ClauseArray {
    std::string text;
    clang::SourceLocation loc; ///< of the clause
  };
  std::vector<ClauseArray> clauseArrays;
  /// Arrays of roots whose lengths it has told.
  std::vector<std::string> rootArrays;
  /// The root as the loop spells it; empty where there is a query program.
  std::string rootSource;
  /// Arrays of roots of unknown lengths, of which that has been said.
  std::vector<std::string> refusedRoots;
  std::map<std::string, std::string> extents;
  std::vector<BoundOfArray> bounds;
  /// The node arrays as the traversal spells them: `tree` of `tree[i].left`.
  std::vector<std::string> nodeArrayTexts;
  LoopBody body;
  /// What code at the loop, a statement or an expression, reads or writes, and
  /// what that is known to be apart from in other iterations: since each
  /// iteration has its own, which the runtime makes sure of, or since the
  /// runtime compares the two. HostReads and HostWrites fill it in.
  struct Compared {
    const clang::Stmt *code;
    const clang::Expr *lvalue;
    bool isWrite = false, isOwn = false;
    const clang::Expr *with = nullptr; ///< null: what the traversal uses
  };
  std::vector<Compared> compared;
  /// What the clause bound says: containers as the traversal spells them, and
  /// the most elements that they may have.
  struct Bound {
    std::string text;
    unsigned most;
    clang::SourceLocation loc; ///< of the clause
    bool used = false;
  };
  std::vector<Bound> containerBounds;
  /// By path: where the traversal first adds an element to a container.
  std::map<unsigned, clang::SourceLocation> containerGrowth;
  /// Parameters of the traversal, and variables of the query program, that
  /// stand for the first element of a row (DataArray::row).
  llvm::SmallPtrSet<const clang::VarDecl *, 2> rows;
  /// Lambdas by their classes, as far as they are met.
  llvm::DenseMap<const clang::CXXRecordDecl *, const clang::LambdaExpr *>
      lambdas;

  clang::DiagnosticBuilder report(clang::SourceLocation loc, Diag id) {
    return diagnostics.report(loc, id);
  }

  /// The user's spelling of an expression or range; empty if macros cut it.
  std::string sourceText(clang::SourceRange range) const;
  std::string sourceText(const clang::Expr *expr) const {
    const auto made = texts.find(expr);
    return made == texts.end() ? sourceText(expr->getSourceRange())
                               : made->second;
  }
  /// The pragma before the traversal that the loop calls.
  const Directive *directive() const {
    return pairing.traversalOf(model.traversal.functions.front());
  }
};

/// An expression without parentheses, implicit casts and temporaries' wrappers.
const clang::Expr *plain(const clang::Expr *expr);

/// The variable that `expr` names, through parentheses and implicit casts.
const clang::VarDecl *namedVariable(const clang::Expr *expr);

/// The variable that a loop's head starts, and from what.
std::pair<const clang::VarDecl *, const clang::Expr *>
loopStart(const clang::Stmt *init);

/// What the only statement of `callee` returns; null where there is more to it.
const clang::Expr *onlyReturns(const clang::FunctionDecl *callee);

/// The struct that a pointer or reference type leads to; null otherwise.
const clang::RecordDecl *pointedRecord(clang::QualType type);

/// Whether evaluating `expr` once instead of in each iteration makes no
/// difference: it has no effect and does not depend on the iteration. What it
/// reads is another question (HostReads.cpp).
bool isInvariant(const Builder &builder, const clang::Expr *expr);

/// A function of the standard library that only looks at what it is given:
/// `size`, `[]`, `data`, `begin`; the overloads that are not const, too.
bool onlyLooks(const clang::FunctionDecl *callee);

/// Whether `expr` mentions `var`.
bool mentions(const clang::Stmt *expr, const clang::VarDecl *var);

/// Type of a datum that can be copied bit by bit: arithmetic, a struct of such,
/// or a fixed array of either.
bool isCopyable(clang::QualType type, clang::ASTContext &context);

/// A struct that is a value of copyable fields: no pointers, no unions, nothing
/// virtual, copied bit by bit; std::array and std::pair of such, too.
bool isValueStruct(const clang::RecordDecl *record, clang::ASTContext &context);

/// std::pair or std::array, which slices take from the library's headers.
bool isPairOrArray(const clang::RecordDecl *record);

/// Whether a shared container of fixed length is gathered as an array rather
/// than handed over with the uniforms.
bool isLarge(clang::QualType container, const clang::ASTContext &context);

/// An arithmetic type or an enumeration.
bool isScalar(clang::QualType type);

/// Makes data of a struct that is used as a whole one path, and accesses of its
/// fields parts of it. Runs when the whole traversal is lowered.
void mergeParts(Traversal &traversal);

/// Reads the traversal's clause bound into the builder.
bool lowerBounds(Builder &builder);

/// Every container that the clause bound names is one that the traversal uses,
/// and the host file can name those it uses.
bool checkBounds(Builder &builder);

/// The value of an enumerator, a constant or a template's parameter that the
/// traversal can name, also by `::`.
std::optional<int64_t> constantNamed(const Builder &builder,
                                     llvm::StringRef name);

/// Whether `type` is a library container whose elements lie side by side.
bool isContiguous(clang::QualType type);

/// What `text + separator + field` names, back from the prefix of its fields.
std::string objectOfPrefix(llvm::StringRef prefix);

/// Reads the loop's clause copyin into the builder.
bool lowerExtents(Builder &builder, const PairedLoop &paired);

/// Reads the loop's clause resident, once the roots are known.
bool lowerResident(Builder &builder, const PairedLoop &paired);

/// Reads the loop's clause reorder.
bool lowerReorder(Builder &builder, const PairedLoop &paired);

/// The text of an array or a root without what does not tell it from others:
/// blanks, parentheses around a whole, `this->` and a leading `::`.
std::string normalised(llvm::StringRef text);

/// The first name in a clause's expression that is not visible at the loop, or
/// that the grammar does not take; empty if there is none.
std::string firstUnknownName(const Builder &builder, llvm::StringRef text);

/// Notes how many elements `first` points at, if its type says so: what the
/// loop passes for a parameter, which the host file calls `text`.
void noteExtent(Builder &builder, llvm::StringRef text,
                const clang::Expr *first);

/// How many elements the array has that the host file calls `text`; empty if
/// neither copyin nor what the loop passes says so.
std::string knownExtent(const Builder &builder, llvm::StringRef text);

/// The clause that would say it: `copyin(points[0:COUNT])`.
std::string clauseText(llvm::StringRef text);

/// Gives every array of the node its extent; false after a diagnostic.
bool finishNodeArrays(Builder &builder);

/// What the host file evaluates before the traversals run must not be what they
/// write: refuses what is, and notes what the runtime has to compare.
bool checkHostReads(Builder &builder, const clang::CallExpr *call);

/// What stands before the call in the loop's body runs before all calls, what
/// follows it when all have been made: refuses what would make a difference,
/// and notes what the runtime has to compare.
bool checkHostWrites(Builder &builder, const clang::CallExpr *call);

/// What the split exchanges does not meet in memory, or the runtime compares
/// where it lies; false after a diagnostic.
bool checkLoopOrder(Builder &builder, const PairedLoop &paired);

/// The fields that lead to the numbers which `type`, at the end of `steps`, is
/// made of.
void collectFields(PathSteps steps, clang::QualType type,
                   std::vector<PathSteps> &fields);

/// An array in copyin that is none of the traversal's is refused.
bool checkExtentsUsed(Builder &builder);

/// Fills model.loop from the annotated loop; finds the call. Returns the call,
/// or null after a diagnostic.
const clang::CallExpr *lowerLoop(Builder &builder, const PairedLoop &paired);

/// Makes one function of those that recurse through each other, or that a query
/// program calls.
bool mergeFunctions(Builder &builder);

/// Fills in Builder::programCalls, and builder.traversal; false after a
/// diagnostic.
bool collectProgramCalls(Builder &builder);

/// Finds which parameters all calls of the program hand the same, as the loop
/// finds it, and which each call sets; false after a diagnostic.
bool compareProgramCalls(Builder &builder);

/// Lowers the query program into Traversal::program; false after a diagnostic.
bool lowerProgram(Builder &builder);

/// Puts what functions return that choose a child in the place of their calls.
void replaceChildFunctions(Builder &builder);

/// Gives every parameter of the traversal its Role.
bool inferRoles(Builder &builder);

/// Lowers the traversal's body and, as they are met, its helpers'.
bool lowerTraversal(Builder &builder);

} // namespace regtt
