// Sameness of expressions and places by structure, and hashes that agree with
// it.
#include "regtt/IR/Equality.h"

#include "regtt/IR/Visitor.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::hash_code;
using llvm::hash_combine;

//===--- Expressions ------------------------------------------------------===//

namespace {

/// Whether `other`, of the same kind and type, is equal to what is visited.
class SameExpr : public ExprVisitor<SameExpr, bool> {
public:
  explicit SameExpr(const Expr *other) : other(other) {}

  bool visitInt(const IntExpr &e) { return e.value() == as(e)->value(); }
  bool visitFloat(const FloatExpr &e) {
    return e.value().bitwiseIsEqual(as(e)->value());
  }
  bool visitBool(const BoolExpr &e) { return e.value == as(e)->value; }
  bool visitNull(const NullExpr &) { return true; }
  bool visitZero(const ZeroExpr &) { return true; }
  bool visitString(const StringExpr &e) { return e.bytes == as(e)->bytes; }
  bool visitFunctionAddress(const FunctionAddressExpr &e) {
    return e.function == as(e)->function;
  }
  bool visitValue(const ValueExpr &e) { return e.variable == as(e)->variable; }
  bool visitLoad(const LoadExpr &e) { return equal(e.place, as(e)->place); }
  bool visitAddress(const AddressExpr &e) {
    return equal(e.place, as(e)->place);
  }
  bool visitUnary(const UnaryExpr &e) {
    return e.op == as(e)->op && equal(e.operand, as(e)->operand);
  }
  bool visitBinary(const BinaryExpr &e) {
    return e.op == as(e)->op && equal(e.left, as(e)->left) &&
           equal(e.right, as(e)->right);
  }
  bool visitLogical(const LogicalExpr &e) {
    return e.isAnd == as(e)->isAnd && equal(e.left, as(e)->left) &&
           equal(e.right, as(e)->right);
  }
  // Who wrote a cast is a matter of spelling.
  bool visitCast(const CastExpr &e) {
    return e.op == as(e)->op && equal(e.operand, as(e)->operand);
  }
  bool visitSelect(const SelectExpr &e) {
    return equal(e.condition, as(e)->condition) &&
           equal(e.whenTrue, as(e)->whenTrue) &&
           equal(e.whenFalse, as(e)->whenFalse);
  }
  bool visitCall(const CallExpr &e) {
    return e.callee == as(e)->callee && same(e.arguments, as(e)->arguments);
  }
  bool visitLibraryCall(const LibraryCallExpr &e) {
    return e.name == as(e)->name && same(e.arguments, as(e)->arguments);
  }
  bool visitContainerRead(const ContainerReadExpr &e) {
    return e.op == as(e)->op && equal(e.container, as(e)->container) &&
           same(e.arguments, as(e)->arguments);
  }
  bool visitIntrinsic(const IntrinsicExpr &e) {
    return e.op == as(e)->op && same(e.arguments, as(e)->arguments);
  }
  bool visitAggregate(const AggregateExpr &e) {
    return same(e.elements, as(e)->elements);
  }

private:
  const Expr *other;

  template <class E> const E *as(const E &) const { return cast<E>(other); }

  static bool same(llvm::ArrayRef<const Expr *> a,
                   llvm::ArrayRef<const Expr *> b) {
    return llvm::equal(
        a, b, [](const Expr *x, const Expr *y) { return equal(x, y); });
  }
};

/// The hash of what is visited, but for its kind and type.
class HashExpr : public ExprVisitor<HashExpr, hash_code> {
public:
  hash_code visitInt(const IntExpr &e) { return hash_combine(e.low, e.high); }
  hash_code visitFloat(const FloatExpr &e) {
    return hash_combine(e.low, e.high);
  }
  hash_code visitBool(const BoolExpr &e) { return hash_combine(e.value); }
  hash_code visitNull(const NullExpr &) { return hash_code(0); }
  hash_code visitZero(const ZeroExpr &) { return hash_code(0); }
  hash_code visitString(const StringExpr &e) { return hash_combine(e.bytes); }
  hash_code visitFunctionAddress(const FunctionAddressExpr &e) {
    return hash_combine(e.function);
  }
  hash_code visitValue(const ValueExpr &e) { return hash_combine(e.variable); }
  hash_code visitLoad(const LoadExpr &e) { return hashOf(e.place); }
  hash_code visitAddress(const AddressExpr &e) { return hashOf(e.place); }
  hash_code visitUnary(const UnaryExpr &e) {
    return hash_combine(e.op, hashOf(e.operand));
  }
  hash_code visitBinary(const BinaryExpr &e) {
    return hash_combine(e.op, hashOf(e.left), hashOf(e.right));
  }
  hash_code visitLogical(const LogicalExpr &e) {
    return hash_combine(e.isAnd, hashOf(e.left), hashOf(e.right));
  }
  hash_code visitCast(const CastExpr &e) {
    return hash_combine(e.op, hashOf(e.operand));
  }
  hash_code visitSelect(const SelectExpr &e) {
    return hash_combine(hashOf(e.condition), hashOf(e.whenTrue),
                        hashOf(e.whenFalse));
  }
  hash_code visitCall(const CallExpr &e) {
    return hash_combine(e.callee, all(e.arguments));
  }
  hash_code visitLibraryCall(const LibraryCallExpr &e) {
    return hash_combine(e.name, all(e.arguments));
  }
  hash_code visitContainerRead(const ContainerReadExpr &e) {
    return hash_combine(e.op, hashOf(e.container), all(e.arguments));
  }
  hash_code visitIntrinsic(const IntrinsicExpr &e) {
    return hash_combine(e.op, all(e.arguments));
  }
  hash_code visitAggregate(const AggregateExpr &e) { return all(e.elements); }

private:
  static hash_code all(llvm::ArrayRef<const Expr *> list) {
    hash_code result(list.size());
    for (const Expr *e : list)
      result = hash_combine(result, hashOf(e));
    return result;
  }
};

} // namespace

bool regtt::ir::equal(const Expr *a, const Expr *b) {
  if (a == b || !a || !b)
    return a == b;
  return a->kind == b->kind && a->type == b->type && SameExpr(b).visit(a);
}

hash_code regtt::ir::hashOf(const Expr *e) {
  return e ? hash_combine(e->kind, e->type, HashExpr().visit(e)) : hash_code(0);
}

//===--- Places -----------------------------------------------------------===//

bool regtt::ir::equal(const Root &a, const Root &b) {
  if (a.index() != b.index())
    return false;
  const auto compare = llvm::makeVisitor(
      [&](const Variable *x) { return x == std::get<const Variable *>(b); },
      [&](const Global *x) { return x == std::get<const Global *>(b); },
      [&](const StringExpr *x) {
        return equal(x, std::get<const StringExpr *>(b));
      },
      [&](const PointeeRoot &x) {
        return equal(x.pointer, std::get<PointeeRoot>(b).pointer);
      },
      [&](const DataRoot &x) {
        const auto &y = std::get<DataRoot>(b);
        return x.kind == y.kind && x.number == y.number && x.type == y.type &&
               equal(x.index, y.index);
      });
  return std::visit(compare, a);
}

bool regtt::ir::equal(const Step &a, const Step &b) {
  if (a.index() != b.index())
    return false;
  const auto compare = llvm::makeVisitor(
      [&](const FieldStep &x) {
        return x.field == std::get<FieldStep>(b).field;
      },
      [&](const IndexStep &x) {
        return equal(x.index, std::get<IndexStep>(b).index);
      },
      [&](const DerefStep &x) {
        return equal(x.offset, std::get<DerefStep>(b).offset);
      },
      [&](const ElementStep &x) {
        return equal(x.index, std::get<ElementStep>(b).index);
      },
      [&](const MemberStep &x) {
        return x.name == std::get<MemberStep>(b).name;
      },
      [&](const ListStep &x) { return x.list == std::get<ListStep>(b).list; });
  return std::visit(compare, a);
}

bool regtt::ir::equal(const Place *a, const Place *b) {
  return a == b || (a->steps.size() == b->steps.size() && isPrefix(a, b));
}

bool regtt::ir::isPrefix(const Place *prefix, const Place *place) {
  return prefix->steps.size() <= place->steps.size() &&
         equal(prefix->root, place->root) &&
         llvm::equal(prefix->steps,
                     place->steps.take_front(prefix->steps.size()),
                     [](const Step &a, const Step &b) { return equal(a, b); });
}

static hash_code hashOf(const Root &root) {
  const auto hash = llvm::makeVisitor(
      [](const Variable *x) { return hash_combine(x); },
      [](const Global *x) { return hash_combine(x); },
      [](const StringExpr *x) { return regtt::ir::hashOf(x); },
      [](const PointeeRoot &x) { return regtt::ir::hashOf(x.pointer); },
      [](const DataRoot &x) {
        return hash_combine(x.kind, x.number, x.type,
                            regtt::ir::hashOf(x.index));
      });
  return hash_combine(root.index(), std::visit(hash, root));
}

static hash_code hashOf(const Step &step) {
  const auto hash = llvm::makeVisitor(
      [](const FieldStep &x) { return hash_combine(x.field); },
      [](const IndexStep &x) { return regtt::ir::hashOf(x.index); },
      [](const DerefStep &x) { return regtt::ir::hashOf(x.offset); },
      [](const ElementStep &x) { return regtt::ir::hashOf(x.index); },
      [](const MemberStep &x) { return hash_combine(x.name); },
      [](const ListStep &x) { return hash_combine(x.list); });
  return hash_combine(step.index(), std::visit(hash, step));
}

hash_code regtt::ir::hashOf(const Place *place) {
  hash_code result = ::hashOf(place->root);
  for (const Step &step : place->steps)
    result = hash_combine(result, ::hashOf(step));
  return result;
}
