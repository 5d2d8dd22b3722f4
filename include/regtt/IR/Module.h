/// A module: the types, globals, functions and kernels of a program, all that
/// they are made of, and the factory functions that make it.
///
///     const Expr *d = module.binary(BinaryOp::Sub,
///                                   module.load(module.arrow(n, x)), e);
///     Variable *var = module.variable(Variable::Let, "d", d->type);
///     block->statements.push_back(module.let(var, d));
///
/// Types that do not agree are the caller's mistake, which assertions find
/// (TypeRules.h); what of statements can go wrong, the verifier finds.
#pragma once

#include "regtt/IR/Function.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>

#include <map>
#include <memory>

namespace regtt::ir {

class TypeTable;

class Module {
public:
  Module();
  ~Module();
  Module(const Module &) = delete;

  //===--- What it holds, in the order of its making ----------------------===//

  std::vector<std::string> files; ///< Location::file counts from 1
  /// What those say of them that cannot be read again by their names: standard
  /// input.
  std::map<std::string, std::string> texts;
  bool isC = false;     ///< the user writes C; else C++
  bool isCpp11 = false; ///< or C++11, which deduces no function's result
  bool isCpp20 = false; ///< or C++20, whose library compares pairs by `<=>`
  llvm::ArrayRef<NamedType *> namedTypes() const { return named; }
  llvm::ArrayRef<Global *> globals() const { return globalList; }
  llvm::ArrayRef<Function *> functions() const { return functionList; }
  llvm::ArrayRef<Kernel *> kernels() const { return kernelList; }

  /// Null where there is none.
  NamedType *findType(llvm::StringRef name) const;
  Global *findGlobal(llvm::StringRef name) const;
  Function *findFunction(llvm::StringRef name) const; ///< or kernel
  /// `name`, or `name.2` and so on where that is a global's or a function's.
  std::string freeName(llvm::StringRef name) const;

  /// Leaves out all functions and kernels; what is left out lives on as long as
  /// the module, and its names are free.
  void leaveOutFunctions();
  /// Leaves out all functions and kernels but these, which come in this order,
  /// and the types and globals that they do not name.
  void keep(llvm::ArrayRef<const Function *> functions);

  //===--- Types ----------------------------------------------------------===//

  const VoidType *voidType() const;
  const BoolType *boolType() const;
  const IntType *intType(IntType::Name name) const;
  const FloatType *floatType(FloatType::Name name) const;
  const ArrayType *array(const Type *element, uint64_t count);
  const PointerType *pointerTo(const Type *type, bool isVolatile = false);
  const ReferenceType *referenceTo(const Type *type, bool isVolatile = false);
  const LinkType *linkTo(const StructType *node);
  const FunctionType *functionType(const Type *result,
                                   llvm::ArrayRef<const Type *> params);
  const LibraryType *
  libraryType(llvm::StringRef name,
              llvm::ArrayRef<LibraryType::Argument> arguments = {});

  // Of each name one.
  StructType *createStruct(llvm::StringRef name, Location loc = {});
  void complete(StructType *type, StructBody body);
  /// Of a complete struct: lets it be asked which of `classes` an object is of.
  void setClasses(StructType *type, std::vector<const StructType *> classes,
                  bool areHidden);
  EnumType *createEnum(llvm::StringRef name, const Type *underlying,
                       std::vector<EnumType::Constant> constants,
                       Location loc = {});
  OpaqueType *createOpaque(llvm::StringRef name, Location loc = {});

  //===--- Functions and what they declare --------------------------------===//

  /// Parameters are added with `parameter`, in order; the body is the caller's.
  Function *createFunction(llvm::StringRef name, const FunctionType *type,
                           Location loc = {});
  Kernel *createKernel(llvm::StringRef name, Kernel::Domain domain,
                       const FunctionType *type, Location loc = {});
  Global *createGlobal(llvm::StringRef name, const Type *type,
                       Location loc = {});
  /// The next parameter, of the type that the function's type says.
  Variable *parameter(Function *function, llvm::StringRef name,
                      Location loc = {});
  Variable *variable(Variable::Kind kind, llvm::StringRef name,
                     const Type *type, Location loc = {});

  //===--- Places ---------------------------------------------------------===//

  const Place *place(const Variable *variable);
  const Place *place(const Global *global);
  const Place *place(const StringExpr *string);
  const Place *place(const DataRoot &root);
  /// What the value of `pointer` leads to, or `offset` objects further: `*p`,
  /// `p[offset]`. A smart pointer is a place, and followed by `deref`.
  const Place *pointee(const Expr *pointer, const Expr *offset = nullptr);
  const Place *field(const Place *base, const Field *field);
  const Place *index(const Place *array, const Expr *index);
  /// What the pointer at a place leads to, or `offset` objects further.
  const Place *deref(const Place *pointer, const Expr *offset = nullptr);
  /// `pointer->field`
  const Place *arrow(const Place *pointer, const Field *field);
  const Place *element(const Place *container, const Expr *index);
  const Place *member(const Place *base, llvm::StringRef name);
  const Place *list(const Place *start, const LibraryType *list);
  const Place *place(const Place *base, const Step &step);
  const Place *place(const Root &root, llvm::ArrayRef<Step> steps);

  //===--- Expressions ----------------------------------------------------===//

  const Expr *integer(const Type *type, const llvm::APInt &value,
                      Location loc = {});
  const Expr *integer(const Type *type, int64_t value, Location loc = {});
  const Expr *real(const FloatType *type, const llvm::APFloat &value,
                   Location loc = {});
  const Expr *boolean(bool value, Location loc = {});
  const Expr *null(const Type *type, Location loc = {});
  const Expr *zero(const Type *type, Location loc = {});
  /// With room for more characters where `count` says so; they are zero.
  const StringExpr *string(const IntType *character, llvm::StringRef bytes,
                           Location loc = {}, uint64_t count = 0);
  const Expr *addressOf(const Function *function, Location loc = {});

  /// What lies there. Of a variable that never changes, its value; of what is
  /// a reference, the reference: `load(deref(r))` is what it leads to.
  const Expr *load(const Place *place, Location loc = {});
  const Expr *addressOf(const Place *place, Location loc = {});
  const Expr *referenceTo(const Place *place, Location loc = {});

  const Expr *unary(UnaryOp op, const Expr *operand, Location loc = {});
  const Expr *binary(BinaryOp op, const Expr *left, const Expr *right,
                     Location loc = {});
  const Expr *andAlso(const Expr *left, const Expr *right, Location loc = {});
  const Expr *orElse(const Expr *left, const Expr *right, Location loc = {});
  const Expr *cast(CastOp op, const Type *to, const Expr *operand,
                   bool isWritten = false, Location loc = {});
  const Expr *select(const Expr *condition, const Expr *whenTrue,
                     const Expr *whenFalse, Location loc = {});
  const Expr *call(const Function *callee,
                   llvm::ArrayRef<const Expr *> arguments, Location loc = {});
  const Expr *libraryCall(llvm::StringRef name, const Type *type,
                          llvm::ArrayRef<const Expr *> arguments,
                          Location loc = {});
  const Expr *read(ReadOp op, const Place *container,
                   llvm::ArrayRef<const Expr *> arguments = {},
                   Location loc = {});
  const Expr *intrinsic(IntrinsicOp op, llvm::ArrayRef<const Expr *> arguments,
                        Location loc = {});
  const Expr *aggregate(const Type *type, llvm::ArrayRef<const Expr *> elements,
                        Location loc = {});

  /// How the user spells `e`, where that says more: `N` of `8:i32`. Empty
  /// where nothing is noted.
  llvm::StringRef spelling(const Expr *e) const { return spellings.lookup(e); }
  void setSpelling(const Expr *e, llvm::StringRef text);

  //===--- Statements -----------------------------------------------------===//

  BlockStatement *block(llvm::ArrayRef<Statement *> statements = {},
                        Location loc = {});
  LetStatement *let(const Variable *variable, const Expr *value,
                    Location loc = {});
  VarStatement *var(const Variable *variable, const Expr *init = nullptr,
                    Location loc = {});
  StoreStatement *store(const Place *place, const Expr *value,
                        Location loc = {}, StoreKind kind = StoreKind::Plain);
  ReduceStatement *reduce(Combiner combiner, const Place *place,
                          const Expr *value, Location loc = {});
  IfStatement *ifThen(const Expr *condition, BlockStatement *then,
                      BlockStatement *otherwise = nullptr, Location loc = {});
  ReturnStatement *ret(const Expr *value = nullptr, Location loc = {});
  LeaveStatement *leave(const BlockStatement *block, Location loc = {});
  CallStatement *callStatement(const Function *callee,
                               llvm::ArrayRef<const Expr *> arguments,
                               const Variable *result = nullptr,
                               Location loc = {});
  /// Any other, to be filled in: `make<LoopStatement>(loc)`.
  template <class S> S *make(Location loc = {}) {
    auto made = std::make_unique<S>(loc);
    S *result = made.get();
    statements.push_back(std::move(made));
    return result;
  }

private:
  std::unique_ptr<TypeTable> types; ///< with the arena of all that is immutable
  std::vector<NamedType *> named;
  std::vector<Global *> globalList;
  std::vector<Function *> functionList;
  std::vector<Kernel *> kernelList;
  std::vector<std::unique_ptr<NamedType>> ownedTypes;
  std::vector<std::unique_ptr<Global>> ownedGlobals;
  std::vector<std::unique_ptr<Function>> ownedFunctions;
  std::vector<std::unique_ptr<Variable>> variables;
  std::vector<std::unique_ptr<Statement>> statements;
  llvm::StringMap<NamedType *> typeNames;
  llvm::StringMap<Global *> globalNames;
  llvm::StringMap<Function *> functionNames;
  llvm::DenseMap<const Expr *, llvm::StringRef> spellings;

  template <class E, class... Parts>
  const E *makeExpr(const Type *type, Location loc, Parts... parts);
  const Place *rootPlace(const Root &root);
};

} // namespace regtt::ir
