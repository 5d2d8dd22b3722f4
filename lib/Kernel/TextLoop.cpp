// What the emitted header says of a loop, column by column.
#include "TextRows.h"

using namespace regtt::kernel;
namespace ir = regtt::ir;

namespace llvm::yaml {

void ScalarEnumerationTraits<NumberFormat::Kind>::enumeration(
    IO &io, NumberFormat::Kind &value) {
  io.enumCase(value, "unsigned", NumberFormat::Unsigned);
  io.enumCase(value, "signed", NumberFormat::Signed);
  io.enumCase(value, "real", NumberFormat::Real);
}

void ScalarEnumerationTraits<SiteLoop::Head::Test>::enumeration(
    IO &io, SiteLoop::Head::Test &value) {
  io.enumCase(value, "less", SiteLoop::Head::Less);
  io.enumCase(value, "lessEqual", SiteLoop::Head::LessEqual);
  io.enumCase(value, "greater", SiteLoop::Head::Greater);
  io.enumCase(value, "greaterEqual", SiteLoop::Head::GreaterEqual);
  io.enumCase(value, "notEqual", SiteLoop::Head::NotEqual);
}

void MappingTraits<NumberFormat>::mapping(IO &io, NumberFormat &row) {
  io.mapRequired("kind", row.kind);
  io.mapRequired("bytes", row.bytes);
}

void MappingTraits<SiteLoop::Head>::mapping(IO &io, SiteLoop::Head &row) {
  const auto format = [&](const char *key, NumberFormat &value) {
    if (!io.outputting() || value.bytes != 0)
      io.mapOptional(key, value);
  };
  io.mapOptional("test", row.test, SiteLoop::Head::Less);
  io.mapOptional("step", row.step, 1);
  io.mapOptional("countsInTest", row.countsInTest, false);
  format("counter", row.counter);
  format("compared", row.compared);
  format("index", row.index);
  io.mapOptional("findsInMemory", row.findsInMemory, false);
  io.mapOptional("wrapFactor", row.wrapFactor, 0);
  io.mapOptional("findsByParameter", row.findsByParameter, false);
}

void MappingTraits<SiteLoop::Input>::mapping(IO &io, SiteLoop::Input &row) {
  io.mapRequired("name", row.name);
  io.mapOptional("type", row.type, (const ir::Type *)nullptr);
  io.mapOptional("elementBytes", row.elementBytes, uint64_t(0));
}

void MappingTraits<SiteLoop>::mapping(IO &io, SiteLoop &row) {
  io.mapOptional("file", row.file, std::string());
  io.mapOptional("line", row.line, 0u);
  io.mapOptional("baseName", row.baseName, std::string());
  io.mapOptional("template", row.isTemplate, false);
  io.mapOptional("instantiation", row.instantiation, std::string());
  io.mapOptional("range", row.isRange, false);
  io.mapOptional("counted", row.isCounted, false);
  if (!io.outputting() || row.isCounted)
    io.mapOptional("head", row.head);
  io.mapOptional("inputs", row.inputs);
  io.mapOptional("operandBytes", row.operandBytes);
  io.mapOptional("roots", row.numRoots, size_t(0));
  io.mapOptional("rootBytes", row.rootBytes, uint64_t(0));
  io.mapOptional("givenArrays", row.numGivenArrays, size_t(0));
  io.mapOptional("staying", row.staying);
}

} // namespace llvm::yaml
