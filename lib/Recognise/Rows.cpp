// Rows of an array that all iterations share: what a pointer to an element
// leads to that each iteration chooses, behind which others are read.
//
//     @visit(load %root, addressof %x[mul(load %i, load %width)])
//     ... load %row[load %n->feature] ...
//  -> element(3: f32, add(inttoint<i64>(load own(1: i32)), load node(2: i32)))
//
// The array is gathered once; of the pointer the iteration has the number of
// the element (DataArray::row). What is written through it is refused: rows may
// overlap.
#include "PointerWalks.h"
#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// An array, and what is added to reach the element.
class RowFinder {
public:
  RowFinder(ir::Module &module, const Origins &origins)
      : module(module), origins(origins) {}

  HostPlace array;
  const ir::Type *element = nullptr;
  const ir::Type *holderType = nullptr;
  const ir::Expr *base = nullptr; ///< leads to the array, or to what holds it
  const ir::Expr *offset = nullptr;

  /// Where `pointer`, in words of the loop, leads to.
  bool find(const ir::Expr *pointer) {
    element = ir::pointeeOf(pointer->type);
    return at(pointer) && array && offset && element;
  }

private:
  bool at(const ir::Expr *pointer) {
    const auto *sum = dyn_cast<ir::BinaryExpr>(pointer);
    if (sum && sum->op == ir::BinaryOp::PtrAdd)
      return at(sum->left) && add(sum->right);
    const auto *address = dyn_cast<ir::AddressExpr>(pointer);
    if (!address || address->place->steps.empty())
      return isOneForAll(pointer);
    const ir::Place *place = address->place;
    const ir::Place *holder =
        module.place(place->root, place->steps.drop_back());
    const ir::Step &last = place->steps.back();
    if (const auto *index = std::get_if<ir::IndexStep>(&last))
      return holds(holder) && add(index->index);
    if (const auto *element = std::get_if<ir::ElementStep>(&last))
      return isContiguous(holder->type) && holds(holder) && add(element->index);
    const auto *deref = std::get_if<ir::DerefStep>(&last);
    if (!deref || !deref->offset || !holder->type->isPointer())
      return false;
    return isOneForAll(module.load(holder)) && add(deref->offset);
  }

  bool holds(const ir::Place *holder) {
    array = hostPlace(holder);
    base = module.referenceTo(holder);
    holderType = holder->type;
    return !origins.varies(holder);
  }

  bool isOneForAll(const ir::Expr *pointer) {
    array = hostPlaceBehind(pointer);
    base = pointer;
    holderType = ir::pointeeOf(pointer->type);
    return !origins.varies(pointer);
  }

  bool add(const ir::Expr *index) {
    if (!index->type->isInt())
      return false;
    const ir::Type *number = module.intType(ir::IntType::I64);
    const auto asNumber = [&](const ir::Expr *e) {
      return e->type == number
                 ? e
                 : module.cast(ir::CastOp::IntToInt, number, e, false, e->loc);
    };
    offset = offset ? module.binary(ir::BinaryOp::Add, asNumber(offset),
                                    asNumber(index), index->loc)
                    : withoutImplied(index);
    return true;
  }

  /// As the user wrote it, if the conversion keeps the number.
  static const ir::Expr *withoutImplied(const ir::Expr *e) {
    while (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
      if (cast->isWritten || withoutCasts(e) == e)
        break;
      e = cast->operand;
    }
    return e;
  }

  ir::Module &module;
  const Origins &origins;
};

} // namespace

/// Whether more than one object is reached through `param`, which all calls
/// hand on, and they are not the iteration's own by their places.
bool Recogniser::isRow(unsigned param, OperandFinder &finder) const {
  const ir::Type *type = traversal->params[param]->type;
  return type->isPointer() && isWalked(traversal, param) &&
         !ir::writesThrough(traversal, param) && !finder.isOwnArray(param);
}

/// Gives `param` the role of a row of an array; false: it is none.
bool Recogniser::rowRole(unsigned param) {
  const ir::Variable *variable = traversal->params[param];
  const ir::Expr *first = call->arguments[param];
  RowFinder found(module, *origins);
  if (!found.find(origins->of(first)) || !isCopyable(found.element))
    return false;
  Operand made;
  made.form = Operand::Value;
  made.expr = made.origin = found.offset;
  made.type = found.offset->type;
  made.name = variable->name;
  made.prefix = variable->name + ".";
  iteration.operands.push_back(std::move(made));
  const Object number{Object::Own,
                      unsigned(iteration.operands.size() - 1),
                      {},
                      found.offset->type,
                      nullptr};
  kernel::DataArray array;
  array.text = found.array.text();
  array.elementName = stemOf(found.element);
  array.stride = bytesOf(found.element).value_or(0);
  array.hasExtent = true;
  array.row = int(row(number, nullptr, call->loc));
  array.firstUse = call->loc;
  const ir::DataRoot root{ir::DataRoot::Own, unsigned(array.row), number.type,
                          nullptr};
  Role &role = roles[param];
  role.kind = Role::Object;
  role.object = {Object::Element,
                 addArray(std::move(array), found.array.name()),
                 {},
                 found.element,
                 nullptr};
  const ir::Expr *start = module.load(module.place(root), call->loc);
  role.object.index =
      start->type == index()
          ? start
          : module.cast(ir::CastOp::IntToInt, index(), start, false, call->loc);
  Object holder;
  holder.root = Object::Shared;
  holder.number = shared.size();
  holder.type = found.holderType;
  SharedObject object;
  object.name = found.array.name();
  object.type = found.holderType;
  object.first = found.base;
  object.at = found.array;
  shared.push_back(std::move(object));
  sharedArrays.push_back(
      {found.array, holder, found.element, role.object.number, true});
  return true;
}
