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

std::optional<Head> regtt::loopHead(const Model &model,
                                    const clang::ASTContext &ast) {
  const QueryLoop &loop = model.loop;
  if (loop.form != QueryLoop::Counted)
    return std::nullopt;
  Head head;
  head.test = testOf(loop.test);
  head.step = loop.step;
  head.countsInTest = loop.countsInTest;
  head.counter = formatOf(loop.var->getType(), ast);
  head.compared = formatOf(loop.comparedType, ast);
  head.index = formatOf(model.traversal.indexType, ast);
  for (const QueryOperand &operand : loop.operands)
    if (operand.input < 0) {
      head.findsInMemory = true;
      head.findsByParameter |= operand.byParameter;
      head.wrapFactor =
          std::max(head.wrapFactor, operand.wraps ? operand.extent : 0);
    }
  const auto places = [&](llvm::ArrayRef<HostRead> reads) {
    for (const HostRead &read : reads)
      if (read.input < 0 && (read.varies || read.indirect)) {
        head.findsInMemory = true;
        head.wrapFactor =
            std::max(head.wrapFactor, read.wraps ? read.extent : 0);
      }
  };
  places(loop.reads);
  if (loop.tail)
    places(loop.tail->writes);
  return head;
}

kernel::SiteLoop tokernel::siteLoop(Kernels &kernels) {
  const QueryLoop &loop = kernels.model.loop;
  const clang::ASTContext &ast = kernels.unit.context;
  kernel::SiteLoop made;
  made.file = loop.file;
  made.line = loop.line;
  made.baseName = loop.baseName;
  made.isTemplate = loop.templateSite.has_value();
  if (loop.templateSite)
    made.instantiation = loop.templateSite->specialization;
  made.isRange = loop.form == QueryLoop::Range;
  if (const auto head = loopHead(kernels.model, ast)) {
    made.isCounted = true;
    made.head = *head;
  }
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
