// The body of the annotated loop: declarations and computations of its own,
// then one call of a traversal.
#pragma once

#include "Builder.h"

namespace regtt {

/// Takes the body apart into builder.body; returns the call, or null after a
/// diagnostic.
const clang::CallExpr *lowerLoopBody(Builder &builder, const clang::Stmt *body);

/// Has the statement that the call stands in run after it, with the value that
/// the call returned; false after a diagnostic.
bool useValueLater(Builder &builder);

/// What a traversal's call hands over for the node, as far as its own recursive
/// calls tell which parameter that is; null where they do not.
const clang::Expr *rootArgument(const clang::CallExpr *call);

/// The variable that `name` names, or that holds what it is bound to.
const clang::VarDecl *holderOf(const clang::DeclRefExpr *name);

/// What a local of the body starts with; null where that is nothing.
const clang::Expr *boundTo(const LoopBody &body, const clang::VarDecl *var);

/// Whether `expr` may differ from iteration to iteration.
bool dependsOnIteration(const Builder &builder, const clang::Stmt *expr);

/// Has a note say where the loop changes what `expr` names, if it does.
void noteMoved(Builder &builder, const clang::Expr *expr);

/// `expr`, or what the local of the body that it names stands for: the alias's
/// object, the pointer's value. `copied` is set where it is a copy.
const clang::Expr *standsFor(const Builder &builder, const clang::Expr *expr,
                             bool *copied = nullptr);

/// Notes that the host file repeats `expr` where it fills in the call, and so
/// needs the locals that it names there. Returns its text.
std::string hostText(Builder &builder, const clang::Expr *expr);

/// Whether `text` is a list for a constructor, which the host file cannot write
/// without the type's name.
bool isBracedConstruction(const clang::Expr *expr, llvm::StringRef text);

/// A datum that the host file finds for each iteration before any of them runs:
/// the value of `expr`, of type `type`, or, if `byAddress`, the object that
/// `expr` refers to. Returns the number of the operand; nothing if evaluating
/// it has an effect.
std::optional<unsigned> addInput(Builder &builder, const clang::Expr *expr,
                                 clang::QualType type, bool byAddress,
                                 llvm::StringRef name);

/// Whether `s`, in the loop's body, runs where the call is made and nowhere
/// else.
bool runsWithCall(const Builder &builder, const clang::Stmt *s);

/// Notes that the host file keeps where each iteration reads `lvalue`; index
/// into QueryLoop::inputs, or -1 where that cannot be said ahead of its call.
int addReadPlace(Builder &builder, const clang::Expr *lvalue);

/// The type of a counter or a pointer, as a declaration of another name needs
/// it.
std::string declaredType(const Builder &builder, const clang::VarDecl *var);

/// Calls `visit(var)` for the body's locals that `code` names, but for those in
/// `except`.
void forLocals(const LoopBody &body, const clang::Stmt *code,
               llvm::function_ref<void(const clang::VarDecl *)> visit,
               const clang::Stmt *except = nullptr);

/// A statement as it stands in the source, with its semicolon.
std::string statementText(const Builder &builder, const clang::Stmt *s);

/// Gives the record's field a name of its own.
void nameInput(const QueryLoop &loop, LoopInput &input, llvm::StringRef name);

/// Whether `var` is a value of the body's own that a record can hold.
bool canKeep(const Builder &builder, const clang::VarDecl *var);

/// Keeps it in the iteration's record; index into QueryLoop::inputs.
int keepLocal(Builder &builder, const clang::VarDecl *var);

/// The operand of a value of the body's own that calls write, which is in the
/// iteration's record; `name`: what it is called there.
unsigned keptOperand(Builder &builder, const clang::VarDecl *var,
                     llvm::StringRef name);

/// The `number`, as data of the query, of a value that the query program
/// declares for itself.
unsigned scratchOf(Builder &builder, const clang::VarDecl *var);

/// Whether `var` is a queue or a vector of the body's own, which the host file
/// keeps until the loop is done where a traversal changes its size.
bool isOwnContainer(const Builder &builder, const clang::VarDecl *var);

/// Keeps it: an object that the iteration's record leads to; index into
/// QueryLoop::inputs.
int keepContainer(Builder &builder, const clang::VarDecl *var);

/// The operand of such a container.
unsigned containerOperand(Builder &builder, const clang::VarDecl *var,
                          llvm::StringRef name);

/// Whether what `operand` leads to is kept so.
bool isKeptContainer(const QueryLoop &loop, const QueryOperand &operand);

/// Fills in QueryLoop::tail, if there is anything to it.
bool lowerLoopTail(Builder &builder);

/// Puts the texts of the locals that are needed into the loop.
void finishLoopBody(Builder &builder);

} // namespace regtt
