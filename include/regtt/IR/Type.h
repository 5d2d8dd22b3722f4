/// The types of the language. A Module makes each of them once, so that two
/// types are the same if their pointers are. `const` of what a pointer leads to
/// is no part of a type; `volatile` is.
#pragma once

#include "regtt/IR/Location.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Casting.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace regtt::ir {

struct Type {
  enum Kind {
    Void,
    Bool,
    Int,
    Float,
    Array,
    Pointer,
    Reference,
    Link,
    Function,
    Library,
    // Those that are declared by name:
    Enum,
    Struct,
    Opaque
  };
  const Kind kind;

  bool isVoid() const { return kind == Void; }
  bool isBool() const { return kind == Bool; }
  bool isInt() const { return kind == Int; }
  bool isFloat() const { return kind == Float; }
  bool isEnum() const { return kind == Enum; }
  bool isPointer() const { return kind == Pointer; }
  bool isReference() const { return kind == Reference; }
  bool isLink() const { return kind == Link; }
  /// Whether it can be compared with null: a pointer or a link.
  bool isNullable() const { return isPointer() || isLink(); }

  Type(const Type &) = delete;
  explicit Type(Kind kind) : kind(kind) {}
};

/// What makes a type castable to: each kind is one class.
template <Type::Kind K> struct TypeOf : Type {
  TypeOf() : Type(K) {}
  static bool classof(const Type *type) { return type->kind == K; }
};

struct VoidType final : TypeOf<Type::Void> {};
struct BoolType final : TypeOf<Type::Bool> {};

/// An integer, characters among them: `i32`, `char`. Types.def has all.
struct IntType final : TypeOf<Type::Int> {
  enum Name {
#define INT_TYPE(NAME, TEXT, BITS, SIGNED) NAME,
#include "regtt/IR/Types.def"
  };
  const Name name;
  const llvm::StringRef text;
  const unsigned bits;
  const bool isSigned;

  IntType(Name name, llvm::StringRef text, unsigned bits, bool isSigned)
      : name(name), text(text), bits(bits), isSigned(isSigned) {}
};

/// A floating-point number: `f32`.
struct FloatType final : TypeOf<Type::Float> {
  enum Name {
#define FLOAT_TYPE(NAME, TEXT, BYTES, FORMAT) NAME,
#include "regtt/IR/Types.def"
  };
  const Name name;
  const llvm::StringRef text;
  const unsigned bytes;
  const llvm::fltSemantics &format;

  FloatType(Name name, llvm::StringRef text, unsigned bytes,
            const llvm::fltSemantics &format)
      : name(name), text(text), bytes(bytes), format(format) {}
};

/// `[3 x f32]`
struct ArrayType final : TypeOf<Type::Array> {
  const Type *const element;
  const uint64_t count;

  ArrayType(const Type *element, uint64_t count)
      : element(element), count(count) {}
};

/// `ptr @Node`, `ptr volatile i32`
struct PointerType final : TypeOf<Type::Pointer> {
  const Type *const pointee;
  const bool isVolatile;

  PointerType(const Type *pointee, bool isVolatile)
      : pointee(pointee), isVolatile(isVolatile) {}
};

/// `ref @Acc`: never null, and leads to the same object as long as it lives.
struct ReferenceType final : TypeOf<Type::Reference> {
  const Type *const pointee;
  const bool isVolatile;

  ReferenceType(const Type *pointee, bool isVolatile)
      : pointee(pointee), isVolatile(isVolatile) {}
};

struct StructType;

/// `link @Node`: a pointer that was proved to lead to a node, or nowhere.
struct LinkType final : TypeOf<Type::Link> {
  const StructType *const node;

  explicit LinkType(const StructType *node) : node(node) {}
};

/// `fn(ptr @Node, f32) -> bool`
struct FunctionType final : TypeOf<Type::Function> {
  const Type *const result;
  const llvm::ArrayRef<const Type *> params;

  FunctionType(const Type *result, llvm::ArrayRef<const Type *> params)
      : result(result), params(params) {}
};

/// `lib "std::array" <f32, 3>`: a type whose inside is not looked at. What the
/// language knows of it is in Library.def.
struct LibraryType final : TypeOf<Type::Library> {
  using Argument = std::variant<const Type *, int64_t>;
  const llvm::StringRef name;
  const llvm::ArrayRef<Argument> arguments;

  LibraryType(llvm::StringRef name, llvm::ArrayRef<Argument> arguments)
      : name(name), arguments(arguments) {}
  /// Argument `k`, if there is one and it is a type; else null.
  const Type *typeArgument(unsigned k) const;
};

/// A type that a module declares: one of each name.
struct NamedType : Type {
  const std::string name;
  Location loc;

  NamedType(Kind kind, llvm::StringRef name, Location loc)
      : Type(kind), name(name.str()), loc(loc) {}
  virtual ~NamedType() = default;
  static bool classof(const Type *type) { return type->kind >= Enum; }
};

/// `enum @Axis: u8 { X = 0, Y = 1 }`
struct EnumType final : NamedType {
  struct Constant {
    std::string name;
    llvm::APInt value;
  };
  const Type *const underlying; ///< an integer or bool
  bool isUnseen = false;        ///< as of structs
  std::vector<Constant> constants;

  EnumType(llvm::StringRef name, const Type *underlying, Location loc)
      : NamedType(Enum, name, loc), underlying(underlying) {}
  static bool classof(const Type *type) { return type->kind == Enum; }
};

/// A member of a struct, or an object of a base class in it.
struct Field {
  std::string name; ///< of a base: the base's; unique among members or bases
  const Type *type = nullptr;
  uint64_t offset = 0;    ///< in bytes
  unsigned bitOffset = 0; ///< of a bit-field: its lowest bit in that byte
  unsigned bitWidth = 0;  ///< 0: no bit-field
  bool isBase = false;
  bool isAnonymous = false; ///< the user's text leaves its name out
  bool isVolatile = false;
  bool isPrivate = false; ///< or protected: not everyone may name it
  bool isClass = false;   ///< no member: StructType::classField

  /// Whether the user's text names it on the way to what is in it.
  bool isNamed() const { return !isBase && !isAnonymous; }

  const StructType *parent = nullptr; ///< set with the next by Module::complete
  unsigned index = 0;

  bool isBitField() const { return bitWidth != 0; }
};

/// What a struct is made of.
struct StructBody {
  uint64_t size = 0;
  unsigned align = 1;
  std::vector<Field> fields; ///< bases first
  bool isUnion = false;      ///< its fields share their bytes
  bool isTriviallyCopyable = true;
  bool isPolymorphic = false;
  bool isUntagged = false; ///< in C: its name is that of a typedef
  /// In C++: nothing at namespace scope names it. A function's, a closure, or a
  /// template's with such an argument.
  bool isLocal = false;
  /// Of what has virtual functions of which somebody asks what a call runs: the
  /// classes that an object may be of that begins with one. No other class is
  /// known.
  std::vector<const StructType *> classes;
  bool hidesClasses = false; ///< not everyone may name all of them
  Field classField;          ///< set by Module::setClasses
  /// The user's text around the loop sees no such struct, or no inside of it:
  /// it is another file's, or stands behind the loop.
  bool isUnseen = false;
};

/// `struct @Node size 24 align 8 { x: f32 @0, l: ptr @Node @8, ... }`. Made by
/// name, so that it can lead to itself, and completed afterwards.
struct StructType final : NamedType {
  StructType(llvm::StringRef name, Location loc)
      : NamedType(Struct, name, loc) {}
  static bool classof(const Type *type) { return type->kind == Struct; }

  bool isComplete() const { return body.has_value(); }
  uint64_t size() const { return body->size; }
  unsigned align() const { return body->align; }
  llvm::ArrayRef<Field> fields() const { return body->fields; }
  bool isUnion() const { return body->isUnion; }
  bool isTriviallyCopyable() const { return body->isTriviallyCopyable; }
  bool isPolymorphic() const { return body->isPolymorphic; }
  bool isUntagged() const { return body->isUntagged; }
  bool isLocal() const { return body->isLocal; }
  llvm::ArrayRef<const StructType *> classes() const { return body->classes; }
  bool hidesClasses() const { return body->hidesClasses; }
  /// `class`: the number in `classes` of the class that the object is of. Null:
  /// nobody asks.
  const Field *classField() const {
    return body->classes.empty() ? nullptr : &body->classField;
  }
  bool isUnseen() const { return body->isUnseen; }

  /// The member, or the base, of that name; null if there is none.
  const Field *member(llvm::StringRef name) const { return find(name, false); }
  const Field *base(llvm::StringRef name) const { return find(name, true); }

private:
  friend class Module;
  std::optional<StructBody> body;
  const Field *find(llvm::StringRef name, bool isBase) const;
};

/// Whether an object of `type` is one of `base` or begins with one, as a base
/// or, where `byMembers`, as its first member.
bool beginsWith(const StructType *type, const Type *base,
                bool byMembers = false);

/// The base at the beginning of `type` that `base` is, or is at the beginning
/// of; null: there is none.
const Field *baseTowards(const StructType *type, const Type *base);

/// The struct or union that a member without a name is; null of any other.
inline const StructType *anonymousType(const Field &field) {
  const auto *type =
      field.isAnonymous ? llvm::dyn_cast<StructType>(field.type) : nullptr;
  return type && type->isComplete() ? type : nullptr;
}

/// `opaque @FILE`: only ever pointed to.
struct OpaqueType final : NamedType {
  OpaqueType(llvm::StringRef name, Location loc)
      : NamedType(Opaque, name, loc) {}
  static bool classof(const Type *type) { return type->kind == Opaque; }
};

/// In bytes; nothing of what has no size, or none that is known: void,
/// functions, library types, opaque types, structs that are not complete.
std::optional<uint64_t> sizeOf(const Type *type);

/// What `type`, a pointer, a reference or a link, leads to; null of others.
const Type *pointeeOf(const Type *type);

/// How the values of an integer, of an enum or of bool are kept; nothing of
/// other types.
struct IntegerFormat {
  unsigned bits; ///< 1 of bool
  bool isSigned;
};
std::optional<IntegerFormat> integerFormat(const Type *type);

} // namespace regtt::ir
