// Where the value that the traversal returns is kept: in what the loop assigns
// the call to, or in the iteration's record.
#include "ReturnedValue.h"

#include "LoopBody.h"
#include "QueryOperands.h"

using namespace regtt;
using namespace clang;

/// The value returned is kept in the iteration's record.
static bool keepResult(Builder &builder, QualType type) {
  Traversal &traversal = builder.model.traversal;
  QueryLoop &loop = builder.model.loop;
  if (type->isPointerType())
    type = builder.context.getSizeType();
  LoopInput input;
  input.type = type;
  input.isSet = false;
  nameInput(loop, input, "returned");
  QueryOperand operand;
  operand.elementText = "regtt_inputs[0]." + input.name;
  operand.type = type;
  operand.text = operand.name = "returned";
  operand.prefix = "returned.";
  operand.input = loop.inputs.size();
  loop.inputs.push_back(input);
  const SourceLocation loc = builder.firstCall->getBeginLoc();
  traversal.returned =
      queryPath(builder.model, addOperand(loop, std::move(operand)), {}, loc);
  traversal.paths[traversal.returned].firstWrite = loc;
  return true;
}

bool regtt::inferResult(Builder &builder) {
  const FunctionDecl *fn = builder.traversal;
  Traversal &traversal = builder.model.traversal;
  const auto refuse = [&](const std::string &why) {
    builder.report(builder.firstCall->getBeginLoc(), Diag::RTT2050)
        << fn->getNameAsString() << why;
    return false;
  };
  const QualType type = fn->getReturnType().getUnqualifiedType();
  const Expr *target = builder.body.result;
  if (!type->isPointerType() && !isCopyable(type, builder.context))
    return refuse("it is '" + type.getAsString() +
                  "', neither a number nor a struct of numbers");
  if (builder.body.isProgram()) {
    if (type->isPointerType())
      return refuse("it is a pointer, which one of several calls returns");
    traversal.returned = queryPath(
        builder.model, addScratch(builder.model.loop, type, "returned"), {},
        builder.firstCall->getBeginLoc());
    traversal.paths[traversal.returned].firstWrite =
        builder.firstCall->getBeginLoc();
    return true;
  }
  if (builder.body.valueUsed || !target)
    return keepResult(builder, type);
  const auto part = findOperand(builder, target, /*byPointer=*/false);
  if (!part || part->copied ||
      !builder.context.hasSameUnqualifiedType(part->type, type))
    return useValueLater(builder) && keepResult(builder, type);
  QueryOperand &operand = builder.model.loop.operands[part->number];
  if (operand.name.empty())
    operand.name = "returned";
  // A pointer is kept as the number that it is.
  const QualType datum =
      type->isPointerType() ? builder.context.getSizeType() : QualType();
  traversal.returned = queryPath(builder.model, part->number, part->steps,
                                 target->getBeginLoc(), datum);
  traversal.paths[traversal.returned].firstWrite = target->getBeginLoc();
  return true;
}
