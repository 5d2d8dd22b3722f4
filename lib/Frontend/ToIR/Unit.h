// What the lowering of a file's functions shares: the module, the functions
// that wait for their bodies, and what was refused.
#pragma once

#include "Effects.h"
#include "Types.h"

#include "regtt/Frontend/ToIR.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <map>

namespace regtt::toir {

class Files;

class Unit {
public:
  Unit(clang::ASTContext &context, const Pairing &pairing, LoweredUnit &lowered,
       Files &files);

  clang::ASTContext &context;
  const Pairing &pairing;
  LoweredUnit &lowered;
  ir::Module &module;
  Files &files;
  Types types;
  Effects effects;

  /// Declares `function`; its body follows where it is visible.
  ir::Function *function(const clang::FunctionDecl *function);
  ir::Global *global(const clang::VarDecl *variable);
  /// Of a loop alone: the function that a virtual call runs, by the object's
  /// class. Null, said at `loc`, where that cannot be told.
  ir::Function *virtualFunction(const clang::CXXMethodDecl *method,
                                clang::SourceLocation loc);
  /// What virtual calls of `method` may run, as far as it is seen; nothing
  /// where that is not asked.
  std::vector<const clang::CXXMethodDecl *>
  overriders(const clang::CXXMethodDecl *method);
  /// Whether calls of it are the traversal's, whichever function they run.
  bool isEnteredVirtually(const clang::CXXMethodDecl *method);
  /// The classes that StructType::classes has.
  llvm::DenseMap<const ir::StructType *, const clang::CXXRecordDecl *> classes;
  /// Lowers the next body that waits; false: none does.
  bool lowerNext();
  /// A function of no parameters but `this` that holds the loop alone.
  const ir::Statement *loop(const PairedLoop &paired);
  /// Whether a loop is lowered by itself: the variables around it are declared
  /// where they are named, and operands may come in any order.
  bool isLoopAlone = false;
  /// Whether that calls no traversal: nothing of it stays with the user's
  /// compiler.
  bool runsWhole = false;
  /// Whether iterators over links are pointers (LinkIterators.h): where nothing
  /// of them stays with the user's compiler.
  bool linksArePointers = false;
  /// Whether functions keep what was lowered of their bodies.
  bool keepsParts = false;

  /// The parameters, `this` first, and the result; null where a type is not
  /// in the language.
  const ir::FunctionType *signature(const clang::FunctionDecl *function);

  /// `value` as a constant; null where it is none of the language.
  const ir::Expr *constant(const clang::APValue &value, clang::QualType type);
  const ir::Expr *zero(const ir::Type *type);

  /// Of a loop alone: whether the library, which makes, copies, compares or
  /// ends such objects, runs code of the user's that changes others. Refuses
  /// it.
  bool refuseHidden(clang::SourceLocation loc, clang::QualType type,
                    bool compares);

  ir::Location locate(clang::SourceLocation loc);
  void keepText(const std::string &name, const clang::SourceManager &manager,
                clang::FileID file);
  /// The whole text of a statement, with its semicolon, or of an expression.
  /// Its length is 0 where the file has no such text: parts of a macro, or
  /// behind #line.
  ir::Location rangeOf(const clang::Stmt *s);
  ir::Location rangeOf(const clang::Expr *e);
  /// Of a loop up to the end of its head.
  ir::Location headOf(const clang::Stmt *loop, clang::SourceLocation end);
  /// `e`, which stands there.
  const ir::Expr *located(const ir::Expr *e, ir::Location loc);
  std::nullptr_t refuse(clang::SourceLocation loc, const llvm::Twine &what);
  /// Attributes that change what code does.
  void refuseOddAttributes(const clang::Decl *decl);
  void refuseOdd(const std::string &attribute, clang::SourceLocation loc);
  /// By another row than that of what is not taken.
  std::nullptr_t refuse(clang::SourceLocation loc, Diag id,
                        std::vector<std::string> arguments);
  /// The type of what is declared there, by whose name it is refused.
  const ir::Type *typeOf(const clang::VarDecl *declared);
  /// Whether the member may be named by some code only; of a loop alone: not
  /// where it stands.
  bool isPrivate(const clang::NamedDecl *member) const;
  /// Whether the text around the loop can name it: a variable, a function, a
  /// type with what is in it. Where there is no loop alone, all can be.
  bool isNameable(const clang::NamedDecl *decl) const;
  /// A name for it in the module. Those of the loops' file are their own: what
  /// another file keeps to itself never takes one.
  std::string freeName(const clang::NamedDecl *decl) const;
  bool leavesName(const clang::NamedDecl *decl) const;
  /// Says that `here` is not what another file has by that name.
  std::nullptr_t refuseOther(const clang::NamedDecl *here,
                             const clang::NamedDecl *other,
                             llvm::StringRef kind);
  /// Whose type is being looked at; empty of what has no name.
  std::string subject;

private:
  std::nullptr_t add(NotLowered fault);
  const clang::FunctionDecl *holder = nullptr; ///< of a loop alone
  const clang::FunctionDecl *current = nullptr;
  clang::SourceLocation seenUpTo; ///< of a loop alone that is in no template
  std::vector<const clang::FunctionDecl *> waiting;
  size_t numLowered = 0; ///< of those
  std::map<clang::FileID, unsigned> fileNumbers;
  llvm::DenseMap<const clang::CXXMethodDecl *, ir::Function *> virtualFunctions;
  std::map<const clang::CXXMethodDecl *,
           std::optional<std::vector<const clang::CXXMethodDecl *>>>
      overridersOf;

  std::map<const clang::CXXRecordDecl *,
           std::vector<const clang::CXXRecordDecl *>>
      seen;

  bool isSeen(const clang::CXXRecordDecl *record) const;
  const std::vector<const clang::CXXRecordDecl *> &
  seenFrom(const clang::CXXRecordDecl *base);
  bool isHidden(const clang::CXXRecordDecl *record) const;
  /// What tells the classes of what begins as `base`; null, said at `loc`.
  const ir::StructType *classesFrom(const clang::CXXRecordDecl *base,
                                    const std::string &method,
                                    clang::SourceLocation loc);

  /// What another file defines; null: none does.
  ir::Function *functionOf(const clang::FunctionDecl *function);
  ir::Global *globalOf(const clang::VarDecl *variable, const ir::Type *type);
  ir::Location rangeOf(clang::SourceRange tokens, bool isEnded);
  const ir::Expr *constantStruct(const clang::APValue &value,
                                 clang::QualType type);
  const ir::Expr *constantPointer(const clang::APValue &value,
                                  clang::QualType type);
};

/// `ns::f<int>`; the same for the same text, wherever the file lies.
std::string nameOf(const clang::NamedDecl *decl,
                   const clang::ASTContext &context);
/// `std::vector`, without inline namespaces and arguments.
std::string libraryName(const clang::NamedDecl *decl);
/// Whether a library declares it, whose bodies are not looked at.
bool isLibrary(const clang::Decl *decl);
/// Whether its type is a type of the library.
bool isLibraryType(clang::QualType type);
/// Whether objects of that type end with code that the user wrote.
bool hasOwnDestructor(clang::QualType type);
/// Whether the user wrote how objects of that type, or parts of them, are
/// copied or moved, and it is not what the compiler would do: they may know
/// where they lie.
bool copiesItself(clang::QualType type);
/// Whether copies, or moves, are those that the compiler makes, or would make,
/// all the way down, library types aside.
bool isMemberwise(const clang::CXXConstructorDecl *constructor);
/// Whether a constructor or an assignment that the user wrote copies all
/// members and does nothing else.
bool copiesMembers(const clang::CXXMethodDecl *function);
/// Whether the user wrote how objects of that type, or parts of them, are
/// assigned, and it is no copy of all members: what assigns whole objects
/// without a word runs that.
bool assignsItself(clang::QualType type);
inline constexpr llvm::StringLiteral ownAssignment =
    "an assignment of objects with parts that have an 'operator=' of "
    "their own";
/// Whether copies and moves of such objects are copies of their bytes.
bool isCopiedPlainly(clang::QualType type);

} // namespace regtt::toir
