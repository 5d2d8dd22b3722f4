// Rows of an array that all iterations share: what a pointer to an element
// leads to that each iteration chooses, behind which others are read.
//
//     @visit(load %root, addressof %x[mul(load %i, load %width)])
//     ... load %row[load %n->feature] ...
//  -> element(3: f32, add(inttoint<i64>(load own(1: i32)), load node(2: i32)))
//
// The array is gathered once; of the pointer the iteration has the number of
// the element (DataArray::row). Rows that are written are arrays of the query's
// own, which the runtime sees to that no two iterations share.
#include "Multiples.h"
#include "PointerWalks.h"
#include "ProgramBody.h"
#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
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

bool OperandFinder::isOwnElement(unsigned param) {
  const auto found = located(param);
  return found && !found->operand.isIndirect &&
         found->type->kind != ir::Type::Array;
}

/// Whether more than one object is reached through `param`, which all calls
/// hand on, and they are not the iteration's own by their places.
bool Recogniser::isRow(unsigned param, OperandFinder &finder) {
  const ir::Type *type = traversal->params[param]->type;
  if (!type->isPointer() || !isWalked(traversal, param) ||
      finder.isOwnArray(param))
    return false;
  if (!ir::writesThrough(traversal, param))
    return true;
  if (finder.isOwnElement(param))
    return false;
  // Not an array that is an object by itself: its type says how long it is.
  const auto *address =
      dyn_cast<ir::AddressExpr>(origins->of(call->arguments[param]));
  const ir::Place *place = address ? address->place : nullptr;
  const auto *index = place && !place->steps.empty()
                          ? std::get_if<ir::IndexStep>(&place->steps.back())
                          : nullptr;
  const auto *first = index ? dyn_cast<ir::IntExpr>(index->index) : nullptr;
  return !(first && first->value().isZero()) &&
         !(place && place->variable() && !place->isIndirect() &&
           origins->isLocal(place->variable()));
}

/// How far the rows are apart that iterations have: `width` of `x + i * width`,
/// a value that all share; null where nothing says it.
static const ir::Expr *widthOf(const ir::Expr *pointer,
                               const Origins &origins) {
  const ir::Expr *offset = nullptr;
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(pointer);
      sum && sum->op == ir::BinaryOp::PtrAdd) {
    offset = origins.varies(sum->left) ? nullptr : sum->right;
  } else if (const auto *address = dyn_cast<ir::AddressExpr>(pointer);
             address && !address->place->steps.empty()) {
    const ir::Step &last = address->place->steps.back();
    const auto *index = std::get_if<ir::IndexStep>(&last);
    const auto *element = std::get_if<ir::ElementStep>(&last);
    const auto *deref = std::get_if<ir::DerefStep>(&last);
    offset = index     ? index->index
             : element ? element->index
             : deref   ? deref->offset
                       : nullptr;
  }
  const auto *product =
      offset ? dyn_cast<ir::BinaryExpr>(withoutCasts(offset)) : nullptr;
  if (!product || product->op != ir::BinaryOp::Mul)
    return nullptr;
  const ir::Expr *width = product->left, *number = product->right;
  if (origins.varies(width))
    std::swap(width, number);
  return origins.varies(width) || !origins.varies(number) ? nullptr
                                                          : withoutCasts(width);
}

/// A value that all iterations share; one that a parameter is, too, is that.
Object Recogniser::sharedValue(const ir::Expr *value, const std::string &name) {
  Object result;
  result.root = Object::Shared;
  result.type = value->type;
  for (const SharedObject &known : shared)
    if (known.first && known.type == value->type &&
        ir::equal(known.first, value)) {
      result.number = unsigned(&known - shared.data());
      return result;
    }
  result.number = shared.size();
  SharedObject made;
  made.name = name;
  made.type = value->type;
  made.first = value;
  shared.push_back(std::move(made));
  return result;
}

/// Rows that iterations write are arrays of their own: what an iteration has is
/// the pointer. That no two of them meet is checked when the loop runs, and so
/// is each access, where the rows' distance says how long they are.
///
///     @visit(load %root, addressof %x[mul(load %i, load %width)])
///     ... store %row[load %k] ...
///  -> element(3: f32, add(load own(1: i64), lib "rt::within"(load %k, width)))
bool Recogniser::writtenRowRole(unsigned param) {
  const ir::Variable *variable = traversal->params[param];
  const ir::Type *to = ir::pointeeOf(variable->type);
  if (!isCopyable(to) || leadsToNode(variable->type))
    return false;
  Operand made;
  made.form = Operand::Value;
  made.expr = call->arguments[param];
  made.origin = origins->of(made.expr);
  made.type = variable->type;
  made.name = variable->name;
  made.prefix = made.text = variable->name;
  const bool isSaid = llvm::any_of(entered->clauses, [&](const ir::Clause &c) {
    return c.kind == ir::Clause::Extent && param < entered->params.size() &&
           c.place->wholeVariable() == entered->params[param];
  });
  const ir::Expr *width = isSaid ? nullptr : widthOf(made.origin, *origins);
  iteration.operands.push_back(std::move(made));
  ownRows.push_back(iteration.operands.size() - 1);
  Object pointer{Object::Own,
                 unsigned(iteration.operands.size() - 1),
                 {},
                 variable->type,
                 nullptr};
  if (width) {
    const Object count = sharedValue(width, variable->name + "_width");
    kernel::DataArray &array =
        kernel.arrays[ownedArray(pointer, to, call->loc)];
    kernel::ExtentTerm term;
    term.uniform = int(uniform(count));
    array.extent = {term};
    array.hasExactExtent = true;
    rowWidths[unsigned(&array - kernel.arrays.data())] = unsigned(term.uniform);
  }
  Role &role = roles[param];
  role.kind = Role::Object;
  role.object = pointer;
  role.object.steps.emplace_back().isDeref = true;
  role.object.type = to;
  return true;
}

/// Gives `param` the role of a row of an array; false: it is none.
bool Recogniser::rowRole(unsigned param) {
  if (ir::writesThrough(traversal, param))
    return writtenRowRole(param);
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

/// Whether each access through the parameter is checked to be in such a row.
bool Recogniser::isCheckedRow(const ir::Function *function,
                              unsigned param) const {
  if (function != traversal || param >= roles.size())
    return false;
  const Object &object = roles[param].object;
  return roles[param].kind == Role::Object && object.root == Object::Own &&
         object.isBehind() && llvm::any_of(rowWidths, [&](const auto &row) {
           const kernel::Datum &start =
               kernel.data[kernel.arrays[row.first].start];
           return start.number == object.number && start.steps.empty();
         });
}

/// What is added to `start` in `number`; null: that is not how it is made.
static const ir::Expr *addedTo(ir::Module &module, const ir::Expr *start,
                               const ir::Expr *number) {
  start = withoutCasts(start);
  number = withoutCasts(number);
  if (ir::equal(start, number))
    return module.integer(number->type, 0, number->loc);
  const auto *sum = dyn_cast<ir::BinaryExpr>(number);
  const auto format = ir::integerFormat(number->type);
  if (!sum || !format || (!format->isSigned && format->bits < 64) ||
      (sum->op != ir::BinaryOp::Add && sum->op != ir::BinaryOp::Sub))
    return nullptr;
  const ir::Expr *left = sum->left, *right = sum->right;
  if (sum->op == ir::BinaryOp::Add && ir::equal(start, withoutCasts(right)))
    std::swap(left, right);
  const ir::Expr *rest = addedTo(module, start, left);
  return !rest || rest->type != sum->type
             ? nullptr
             : module.binary(sum->op, rest, right, sum->loc);
}

/// The element that `pointer` leads to, if it is in a row that is the
/// iteration's: `x + (i * width + k)`.
std::optional<Part> ProgramBody::inRow(const ir::Expr *pointer) {
  RowFinder at(module, *site.origins);
  if (site.ownRows.empty() || !at.find(site.origins->of(pointer)))
    return std::nullopt;
  for (const unsigned operand : site.ownRows) {
    const Operand &row = site.operandOf(operand);
    RowFinder start(module, *site.origins);
    const ir::Expr *added = start.find(row.origin) && start.array == at.array
                                ? addedTo(module, start.offset, at.offset)
                                : nullptr;
    if (!added || at.element != start.element)
      continue;
    Part part;
    part.object = {Object::Own, operand, {}, row.type, nullptr};
    part.type = row.type;
    return intoBehind(part, at.element, added) ? std::optional(part)
                                               : std::nullopt;
  }
  return std::nullopt;
}

/// The same of `x[i * width + k]`.
std::optional<Part> ProgramBody::beginRow(const ir::Place *place,
                                          size_t &step) {
  for (size_t k = 1; k <= place->steps.size() && !site.ownRows.empty(); ++k)
    if (auto part = inRow(module.referenceTo(
            module.place(place->root, place->steps.take_front(k))))) {
      step = k;
      return part;
    }
  return std::nullopt;
}
