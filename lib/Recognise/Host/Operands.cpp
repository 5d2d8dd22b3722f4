// Where an iteration finds the objects that are its own.
//
//     element of `%order`, whose elements are pointers   order[regtt_first]
//     what the loop goes over                            *regtt_first
//     4 elements of `%x` an iteration                    x[4 * regtt_first]
#include "../LibraryLayout.h"
#include "HostLoop.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::Place *recognise::elementOf(ir::Module &module,
                                      const ir::Place *array,
                                      const ir::Expr *index) {
  if (isa<ir::ArrayType>(array->type))
    return module.index(array, index);
  if (isa<ir::LibraryType>(array->type) && ir::elementOf(array->type))
    return module.element(array, index);
  return array->type->isPointer() ? module.deref(array, index) : nullptr;
}

/// The number of elements of type `element` that `operand` is; 0: it is one.
static uint64_t extentOf(const Operand &operand, const ir::Type *element) {
  const auto *several = dyn_cast<ir::ArrayType>(operand.type);
  return several && several->element == element && !operand.isIndirect
             ? several->count
             : 0;
}

std::string HostLoop::operandText(unsigned number) {
  const Operand &operand = iteration.operands[number];
  const ir::Variable *counter = iteration.counter;
  if (operand.form == Operand::Element && !operand.array && !operand.base &&
      !operand.isByParameter)
    return "*regtt_first";
  const auto index = [&](uint64_t extent) {
    const ir::Expr *at = module.load(module.place(counter));
    if (extent < 2)
      return at;
    const ir::Type *type = operand.computed ? operand.computed : at->type;
    if (ir::sizeOf(type).value_or(0) < 4)
      type = module.intType(ir::IntType::I32);
    if (at->type != type)
      at = module.cast(ir::CastOp::IntToInt, type, at);
    return module.binary(ir::BinaryOp::Mul, module.integer(at->type, extent),
                         at);
  };
  const ir::Place *place = nullptr;
  host::Operand &row = host.operands[number];
  if (operand.isByParameter) {
    const auto found =
        llvm::find_if(recogniser.ownElements, [&](const OwnElement &each) {
          return each.operand == number;
        });
    const ir::Place *array = placeOf(found->array);
    row.isIndirect = found->isIndirect;
    if (array && array->type != found->type && ir::elementOf(array->type)) {
      row.extent = extentOf(operand, ir::elementOf(array->type));
      place = elementOf(module, array, index(row.extent));
    } else if (array) { // the first of what a pointer leads to
      row.extent = extentOf(operand, array->type);
      place = module.pointee(module.addressOf(array), index(row.extent));
    }
    const auto format = ir::integerFormat(counter->type);
    row.wraps =
        row.extent > 1 && format && !format->isSigned && format->bits < 64;
  } else {
    row.extent = operand.extent;
    row.wraps = operand.wraps;
    place = operand.array
                ? elementOf(module, operand.array, index(operand.extent))
                : module.pointee(operand.base, index(operand.extent));
  }
  if (place)
    return atFirst().lvalue(place);
  refuse({}, "an object of an iteration's that the loop does not see");
  return "";
}

void HostLoop::operands() {
  const std::vector<unsigned> containers = kernel.containers();
  for (unsigned k = 0; k < iteration.operands.size(); ++k) {
    const Operand &operand = iteration.operands[k];
    host::Operand &row = host.operands.emplace_back();
    const auto bytes = bytesOfContainer(operand.type);
    site.operandBytes.push_back(bytes ? *bytes
                                      : bytesOf(operand.type).value_or(0));
    row.isIndirect = operand.isIndirect || operand.form == Operand::Address ||
                     operand.form == Operand::Room;
    row.input = operandInputs[k];
    const bool isOwn = operand.form == Operand::Element;
    if (row.input < 0 && isOwn)
      row.text = operandText(k);
    site.head.findsByParameter |= row.input < 0 && operand.isByParameter;
    const bool hasContainer = llvm::any_of(containers, [&](unsigned datum) {
      return kernel.data[datum].number == k;
    });
    if (!hasContainer)
      continue;
    if (row.input >= 0 && host.inputs[row.input].isKept) {
      row.isIndirect = true;
      row.object = host.inputs[row.input].value.text;
      continue;
    }
    const std::string text =
        row.input < 0 ? row.text : host.inputs[row.input].value.text;
    const bool isElement = row.input < 0 && text.front() != '*';
    row.object = row.isIndirect ? "(*" + text + ")"
                 : isElement    ? text
                                : "(" + text + ")";
  }
}
