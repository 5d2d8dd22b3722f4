/// The annotated loop: its range, its operands, its roots, and what else its
/// body does, in the user's own text.
#pragma once

#include "regtt/Frontend/TemplateSite.h"
#include "regtt/Frontend/Model/Path.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>
#include <vector>

namespace regtt {

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
  /// Of an input: the object, or the pointer to it, as the body finds it, or
  /// the body's container that it is.
  const clang::Expr *object = nullptr;
  const clang::VarDecl *local = nullptr;
  bool byParameter = false; ///< the traversal finds it, by its own parameter
  bool wraps = false; ///< its index is computed in 32 bits that wrap around
  /// Whether it lies in the iteration's record itself.
  bool isRecord() const { return input >= 0 && !indirect; }
};

/// A value or an object that the host file finds for each iteration before any
/// of them runs.
struct LoopInput {
  std::string name;     ///< of the record's field that holds it
  clang::QualType type; ///< of a value; null: the field holds an address
  std::string text;     ///< the value or the object, in the loop's own words
  const clang::VarDecl *value = nullptr; ///< where it is just a variable's
  const clang::Expr *place = nullptr; ///< whose address is kept for comparison
  bool isSet = true; ///< false of a variable without a value yet
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
  int extent = 0;     ///< elements side by side, as in QueryOperand
  bool wraps = false; ///< as in QueryOperand
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
  /// Whether texts of levels, and of the call, name the iteration's record.
  bool readsRecord = false, callReadsRecord = false;
};

/// The order of a loop's queries.
struct QueryReorder {
  enum Kind {
#define ORDER(NAME, TEXT, LEVELS) NAME,
#include "regtt/Host/Orders.def"
#undef ORDER
  } kind = Auto;
  int levels = 0; ///< of the tree, or bits of a number; 0: not said

  /// As the clause says it.
  llvm::StringRef name() const {
    static constexpr llvm::StringLiteral names[] = {
#define ORDER(NAME, TEXT, LEVELS) TEXT,
#include "regtt/Host/Orders.def"
#undef ORDER
    };
    return names[kind];
  }
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
  clang::SourceLocation pragmaLoc;
  std::string file; ///< as the user spelled it
  unsigned line = 0;
  const clang::VarDecl *var = nullptr;
  bool varDeclaredOutside = false;
  std::string varTypeText, lastTypeText, firstText, lastText;
  bool inclusive = false; ///< the bound itself is an iteration
  clang::BinaryOperatorKind test = clang::BO_LT; ///< the variable's, first
  clang::QualType comparedType; ///< of Counted: what the test compares in
  int step = 1;              ///< what an iteration adds; less than zero: down
  bool countsInTest = false; ///< `for (i = n; i-- > 0;)`: n is no iteration
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
  std::vector<HostRead> reads;      ///< before any traversal ran
  std::vector<HostRead> laterReads; ///< after all of them ran
  std::optional<LoopTail> tail;
  std::optional<TemplateSite> templateSite;
};

} // namespace regtt
