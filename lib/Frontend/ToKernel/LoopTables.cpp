// The annotated loop of the Model -> what the emitted header says of it.
#include "Tables.h"

using namespace regtt;
using namespace regtt::tokernel;
using clang::QualType;
using Head = kernel::SiteLoop::Head;

/// `{signed, 4 bytes}`
static kernel::NumberFormat formatOf(QualType type,
                                     const clang::ASTContext &ast) {
  kernel::NumberFormat result;
  if (type.isNull())
    return result;
  result.kind = type->isRealFloatingType() ? kernel::NumberFormat::Real
                : type->isSignedIntegerOrEnumerationType()
                    ? kernel::NumberFormat::Signed
                    : kernel::NumberFormat::Unsigned;
  result.bytes = bytesOf(type, ast);
  return result;
}

static Head::Test testOf(clang::BinaryOperatorKind test) {
  switch (test) {
  case clang::BO_LE:
    return Head::LessEqual;
  case clang::BO_GT:
    return Head::Greater;
  case clang::BO_GE:
    return Head::GreaterEqual;
  case clang::BO_NE:
    return Head::NotEqual;
  default:
    return Head::Less;
  }
}

/// What is found in memory by the variable's value, host::findInMemory says.
static Head loopHead(const Model &model, const clang::ASTContext &ast) {
  const QueryLoop &loop = model.loop;
  Head head;
  head.test = testOf(loop.test);
  head.step = loop.step;
  head.countsInTest = loop.countsInTest;
  head.counter = formatOf(loop.var->getType(), ast);
  head.compared = formatOf(loop.comparedType, ast);
  head.index = formatOf(model.traversal.indexType, ast);
  for (const QueryOperand &operand : loop.operands)
    head.findsByParameter |= operand.input < 0 && operand.byParameter;
  return head;
}

kernel::SiteLoop tokernel::siteLoop(Kernels &kernels) {
  const QueryLoop &loop = kernels.model.loop;
  const clang::ASTContext &ast = kernels.unit.context;
  kernel::SiteLoop made;
  made.file = loop.file;
  made.line = loop.line;
  made.isTemplate = loop.templateSite.has_value();
  if (loop.templateSite)
    made.instantiation = loop.templateSite->specialization;
  made.isRange = loop.form == QueryLoop::Range;
  made.isCounted = loop.form == QueryLoop::Counted;
  if (made.isCounted)
    made.head = loopHead(kernels.model, ast);
  for (const LoopInput &input : loop.inputs)
    made.inputs.push_back(
        {input.name,
         input.type.isNull()
             ? nullptr
             : kernels.unit.types.of(input.type, loop.loop->getBeginLoc())});
  for (const QueryOperand &operand : loop.operands)
    made.operandBytes.push_back(bytesOf(operand.type, ast));
  made.numRoots = loop.roots.size();
  made.numGivenArrays = kernels.traversal.numGivenArrays();
  return made;
}
