// What an iteration reaches by its own number: elements of arrays that are its
// own.
//
//     %out[add(mul(3:i32, %i), %k)]  ->  own(2: [3 x f32])[%k]
#include "Body.h"
#include "Multiples.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

std::optional<llvm::APSInt> recognise::fixedInteger(const ir::Expr *e) {
  const auto none = [](const ir::Variable *) -> std::optional<llvm::APSInt> {
    return std::nullopt;
  };
  return e ? ir::integerOf(e, none) : std::nullopt;
}

/// Nothing of what no number of 64 bits is.
static std::optional<int64_t> constantOf(const ir::Expr *e) {
  const auto value = fixedInteger(e);
  return value ? value->tryExtValue() : std::nullopt;
}

/// Without conversions that lose nothing.
const ir::Expr *recognise::withoutCasts(const ir::Expr *e) {
  while (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    const auto to = ir::integerFormat(cast->type);
    const auto from = ir::integerFormat(cast->operand->type);
    if (cast->op != ir::CastOp::IntToInt || !to || !from ||
        to->bits < from->bits)
      break;
    e = cast->operand;
  }
  return e;
}

std::optional<Multiple>
recognise::multipleOf(ir::Module &module, const ir::Expr *e,
                      llvm::function_ref<bool(const ir::Expr *)> isNumber) {
  e = withoutCasts(e);
  if (isNumber(e))
    return Multiple{1, nullptr};
  const auto *binary = dyn_cast<ir::BinaryExpr>(e);
  if (!binary)
    return std::nullopt;
  if (binary->op == ir::BinaryOp::Mul) {
    const ir::Expr *left = binary->left, *right = binary->right;
    if (!isNumber(withoutCasts(left)))
      std::swap(left, right);
    const auto factor =
        isNumber(withoutCasts(left)) ? constantOf(right) : std::nullopt;
    return factor && *factor > 0 && *factor < INT32_MAX
               ? std::optional(Multiple{int(*factor), nullptr})
               : std::nullopt;
  }
  if (binary->op != ir::BinaryOp::Add && binary->op != ir::BinaryOp::Sub)
    return std::nullopt;
  if (auto left = multipleOf(module, binary->left, isNumber)) {
    if (left->rest && left->rest->type == binary->right->type)
      left->rest =
          module.binary(binary->op, left->rest, binary->right, binary->loc);
    else if (left->rest)
      return std::nullopt;
    else
      left->rest =
          binary->op == ir::BinaryOp::Add
              ? binary->right
              : module.unary(ir::UnaryOp::Neg, binary->right, binary->loc);
    return left;
  }
  auto right = binary->op == ir::BinaryOp::Add
                   ? multipleOf(module, binary->right, isNumber)
                   : std::nullopt;
  if (!right)
    return std::nullopt;
  if (right->rest && right->rest->type != binary->left->type)
    return std::nullopt;
  right->rest = right->rest ? module.binary(ir::BinaryOp::Add, binary->left,
                                            right->rest, binary->loc)
                            : binary->left;
  return right;
}

std::optional<Object> recognise::iterationNumber(
    const llvm::DenseMap<const ir::Variable *, Object> &values,
    const ir::Expr *e) {
  const ir::Variable *variable = nullptr;
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    variable = value->variable;
  else if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    variable = load->place->wholeVariable();
  const auto found = variable ? values.find(variable) : values.end();
  return found != values.end() && found->second.root == Object::Own &&
                 found->second.number == kernel::iterationNumber
             ? std::optional(found->second)
             : std::nullopt;
}

/// Whether `index`, in the user's words, is in any case one of `count` numbers
/// from 0 on: a constant, or what a loop around counts through.
static bool isBelow(const ir::Expr *index, uint64_t count,
                    llvm::ArrayRef<AroundLoop> loops) {
  const auto isNumber = [&](const std::optional<llvm::APSInt> &value,
                            uint64_t end) {
    return value && !value->isNegative() && value->getActiveBits() <= 64 &&
           value->getZExtValue() < end;
  };
  index = withoutCasts(index);
  if (const auto value = fixedInteger(index))
    return isNumber(value, count);
  const auto *load = dyn_cast<ir::LoadExpr>(index);
  const ir::Variable *counter = load ? load->place->wholeVariable() : nullptr;
  return counter && llvm::any_of(loops, [&](const AroundLoop &around) {
           const kernel::IndexLoop &head = around.head;
           const uint64_t end =
               head.isInclusive || head.isDown ? count : count + 1;
           return head.variable == counter && !head.isUnequal &&
                  isNumber(fixedInteger(head.first), count) &&
                  isNumber(fixedInteger(head.last), end);
         });
}

/// Element `index`, in the user's words, of the array at `part`. Of an array
/// that is longer an iteration has some elements side by side: where another
/// may be meant, that is asked when it runs.
///
///     %x, which is addressof %all[mul(%i, 4)]
///     load %x[%k]  ->  load own(0: [4 x f32])[lib "rt::within"(%k, 4)]
const ir::Expr *Body::withinRow(const Part &part, const ir::Expr *index) {
  const ir::Expr *made = copy.expr(index);
  const Object &object = part.object;
  const auto *array = dyn_cast<ir::ArrayType>(part.type);
  if (object.root != Object::Own || !object.isWhole() || !part.isDatum() ||
      object.number >= kernel::firstScratch || !array ||
      site.operandOf(object.number).extent <= 1 ||
      isBelow(index, array->count, loops))
    return made;
  return module.libraryCall(
      "rt::within", made->type,
      {made, module.integer(site.index(), int64_t(array->count), loc)}, loc);
}

/// The number of an element. Of a row that iterations write, as far from the
/// next as a uniform says, it has to be one of the row's: that is asked when it
/// runs.
///
///     add(load own(1: i64), %k)
///  -> add(load own(1: i64), lib "rt::within"(%k, load shared(0: i32)))
const ir::Expr *Body::withinRow(const Object &element) {
  const auto width = site.rowWidths.find(element.number);
  if (width == site.rowWidths.end())
    return element.index;
  const kernel::Uniform &uniform = site.kernel.uniforms[width->second];
  const ir::Expr *count =
      module.load(module.place(ir::DataRoot{ir::DataRoot::Shared, width->second,
                                            uniform.type, nullptr}),
                  loc);
  const unsigned row = unsigned(site.kernel.arrays[element.number].start);
  const ir::Expr *start = module.load(
      module.place(ir::DataRoot{ir::DataRoot::Own, row,
                                site.kernel.data[row].type, nullptr}),
      loc);
  const auto *sum = dyn_cast<ir::BinaryExpr>(element.index);
  const bool isPlain =
      sum && sum->op == ir::BinaryOp::Add && ir::equal(sum->left, start);
  const ir::Expr *at =
      isPlain ? sum->right
      : ir::equal(element.index, start)
          ? module.integer(site.index(), 0, loc)
          : module.binary(ir::BinaryOp::Sub, element.index, start, loc);
  return module.binary(
      ir::BinaryOp::Add, start,
      asIndex(module.libraryCall("rt::within", at->type, {at, count}, loc)),
      loc);
}

unsigned Recogniser::ownElement(const Object &array, const ir::Type *type,
                                int factor, bool isIndirect) {
  const HostPlace place = atLoop(array);
  for (const OwnElement &known : ownElements)
    if (known.type == type && known.isIndirect == isIndirect &&
        (place ? known.place == place
               : !known.place && known.array.number == array.number &&
                     known.array.steps == array.steps))
      return known.operand;
  const SharedObject &from = shared[array.number];
  std::string name = from.name;
  for (const kernel::DataStep &step : array.steps)
    name = step.field.empty() ? name : step.field;
  const std::string times = factor > 1 ? std::to_string(factor) + " * " : "";
  Operand made;
  made.name = name;
  made.prefix = name + "[" + times + iteration.counter->name + "]" +
                (isIndirect ? "->" : ".");
  made.type = type;
  made.form = Operand::Element;
  made.isByParameter = true;
  made.extent = factor > 1 ? factor : 0;
  iteration.operands.push_back(std::move(made));
  const unsigned number = iteration.operands.size() - 1;
  ownElements.push_back({place, array, type, isIndirect, number});
  return number;
}

/// To element `index`, in the user's words, of the array at `part`, where that
/// is the iteration's own; false: it is not, and `part` is as it was.
bool Body::ownElement(Part &part, const ir::Type *element,
                      const ir::Expr *index) {
  if (!index || isInPlace || part.object.root != Object::Shared ||
      !part.isDatum())
    return false;
  const auto found = multipleOf(module, index, [this](const ir::Expr *e) {
    return iterationNumber(values, e).has_value();
  });
  if (!found || (found->factor == 1 && found->rest))
    return false; // another iteration's
  const ir::Type *to = element->isPointer() ? ir::pointeeOf(element) : element;
  const bool isNumber = element->isInt() || element->isFloat() ||
                        element->isEnum() || element->isBool();
  if (found->factor > 1 && !isNumber)
    return false;
  if (const auto at = found->rest ? constantOf(found->rest) : std::nullopt;
      at && (*at < 0 || *at >= found->factor))
    return false; // another iteration's
  if (element->isPointer() && site.leadsToNode(element))
    return false;
  Object own;
  own.root = Object::Own;
  own.type = found->factor > 1 ? module.array(element, found->factor) : to;
  own.isPointer = element->isPointer();
  own.number =
      site.ownElement(part.object, own.type, found->factor, own.isPointer);
  part.object = own;
  part.type = own.isPointer ? element : own.type;
  part.field = nullptr;
  part.before = 0;
  if (found->factor > 1) {
    const ir::Expr *rest =
        found->rest ? withinRow(part, found->rest)
                    : module.integer(module.intType(ir::IntType::I32), 0, loc);
    part.steps.push_back(ir::IndexStep{rest});
    part.type = element;
  }
  return true;
}
