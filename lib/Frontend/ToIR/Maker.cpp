// Each function asks TypeRules.h before it makes anything.
#include "Maker.h"

using namespace regtt;
using namespace regtt::toir;

bool Maker::sound(const std::string &fault) {
  if (!fault.empty())
    unit.refuse(loc, fault);
  return fault.empty();
}

const ir::Expr *Maker::integer(const ir::Type *type, int64_t value) {
  return type ? m.integer(type, value, at()) : nullptr;
}

const ir::Expr *Maker::load(const ir::Place *place) {
  if (!place || !sound(ir::faultOfLoad(place)))
    return nullptr;
  return m.load(place, at());
}

const ir::Expr *Maker::address(const ir::Place *place) {
  if (!place)
    return nullptr;
  // Of `p[i]`, the sum; the rule is for what lies in a variable.
  if (!place->isIndirect() && !sound(ir::faultOfAddress(place)))
    return nullptr;
  return m.addressOf(place, at());
}

const ir::Expr *Maker::reference(const ir::Place *place) {
  if (!place || !sound(ir::faultOfAddress(place)))
    return nullptr;
  if (place->type->isVoid())
    return unit.refuse(loc, "a reference to nothing");
  return m.referenceTo(place, at());
}

const ir::Expr *Maker::unary(ir::UnaryOp op, const ir::Expr *operand) {
  if (!operand || !sound(ir::fault(op, operand)))
    return nullptr;
  return m.unary(op, operand, at());
}

const ir::Expr *Maker::binary(ir::BinaryOp op, const ir::Expr *left,
                              const ir::Expr *right) {
  if (!left || !right || !sound(ir::fault(op, left, right)))
    return nullptr;
  return m.binary(op, left, right, at());
}

const ir::Expr *Maker::logical(bool isAnd, const ir::Expr *left,
                               const ir::Expr *right) {
  if (!left || !right || !sound(ir::faultOfLogical(left, right)))
    return nullptr;
  return isAnd ? m.andAlso(left, right, at()) : m.orElse(left, right, at());
}

const ir::Expr *Maker::cast(ir::CastOp op, const ir::Type *to,
                            const ir::Expr *e, bool isWritten) {
  if (!to || !e || e->type == to)
    return to ? e : nullptr;
  if (llvm::isa<ir::NullExpr>(e) && to->isNullable())
    return m.null(to, at());
  if (!sound(ir::fault(op, to, e)))
    return nullptr;
  return m.cast(op, to, e, isWritten, at());
}

const ir::Expr *Maker::select(const ir::Expr *condition,
                              const ir::Expr *whenTrue,
                              const ir::Expr *whenFalse) {
  if (!condition || !whenTrue || !whenFalse ||
      !sound(ir::faultOfSelect(condition, whenTrue, whenFalse)))
    return nullptr;
  return m.select(condition, whenTrue, whenFalse, at());
}

const ir::Expr *Maker::call(const ir::Function *callee, ExprList arguments) {
  if (!callee || llvm::is_contained(arguments, nullptr) ||
      !sound(ir::faultOfCall(callee, arguments)))
    return nullptr;
  return m.call(callee, arguments, at());
}

const ir::Expr *Maker::library(llvm::StringRef name, const ir::Type *type,
                               ExprList arguments) {
  if (!type || llvm::is_contained(arguments, nullptr))
    return nullptr;
  return m.libraryCall(name, type, arguments, at());
}

const ir::Expr *Maker::read(ir::ReadOp op, const ir::Place *container,
                            ExprList arguments) {
  if (!container || llvm::is_contained(arguments, nullptr) ||
      !sound(ir::fault(op, container, arguments)))
    return nullptr;
  return m.read(op, container, arguments, at());
}

const ir::Expr *Maker::aggregate(const ir::Type *type, ExprList parts) {
  if (!type || llvm::is_contained(parts, nullptr) ||
      !sound(ir::faultOfAggregate(type, parts)))
    return nullptr;
  return m.aggregate(type, parts, at());
}

const ir::Expr *Maker::spelled(const ir::Expr *e, llvm::StringRef text) {
  if (e)
    m.setSpelling(e, text);
  return e;
}

const ir::Place *Maker::place(const ir::Variable *variable) {
  return variable ? m.place(variable) : nullptr;
}

const ir::Place *Maker::pointee(const ir::Expr *pointer,
                                const ir::Expr *offset) {
  if (!pointer || !sound(ir::fault(ir::Root(ir::PointeeRoot{pointer}))))
    return nullptr;
  offset = number(offset);
  if (offset &&
      !sound(ir::fault(ir::Step(ir::DerefStep{offset}), pointer->type)))
    return nullptr;
  return m.pointee(pointer, offset);
}

const ir::Place *Maker::step(const ir::Place *base, const ir::Step &step) {
  if (!base || !sound(ir::fault(step, base->type)))
    return nullptr;
  return m.place(base, step);
}

const ir::Place *Maker::field(const ir::Place *base, const ir::Field *field) {
  if (!base)
    return nullptr;
  if (!field)
    return unit.refuse(loc, "a member that lies nowhere");
  return step(base, ir::FieldStep{field});
}

const ir::Place *Maker::deref(const ir::Place *base) {
  return step(base, ir::DerefStep{nullptr});
}

const ir::Expr *Maker::number(const ir::Expr *index) {
  if (!index || index->type->isInt() || !ir::integerFormat(index->type))
    return index;
  return cast(ir::CastOp::IntToInt, m.intType(ir::IntType::I32), index);
}

const ir::Place *Maker::element(const ir::Place *base, const ir::Expr *index) {
  if (!base || !index)
    return nullptr;
  const auto *library = llvm::dyn_cast<ir::LibraryType>(base->type);
  if (!library || !ir::keyOf(library))
    index = number(index);
  if (base->type->kind == ir::Type::Array)
    return step(base, ir::IndexStep{index});
  return step(base, ir::ElementStep{index});
}

const ir::Place *Maker::member(const ir::Place *base, llvm::StringRef name) {
  return step(base, ir::MemberStep{name});
}
