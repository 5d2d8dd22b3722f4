// The rows of a loop's description, column by column.
#include "TextRows.h"

using namespace regtt::host;

namespace llvm::yaml {

//===--- Words ------------------------------------------------------------===//

/// `user.cpp:7`
void ScalarTraits<Line>::output(const Line &value, void *, raw_ostream &out) {
  out << value.file << ':' << value.line;
}

StringRef ScalarTraits<Line>::input(StringRef text, void *, Line &value) {
  const auto [file, line] = text.rsplit(':');
  value.file = file.str();
  return line.getAsInteger(10, value.line) ? "no line: 'file:line'"
                                           : StringRef();
}

void ScalarEnumerationTraits<Copying>::enumeration(IO &io, Copying &value) {
  io.enumCase(value, "plain", Copying::Plain);
  io.enumCase(value, "bytes", Copying::Bytes);
  io.enumCase(value, "array", Copying::Array);
  io.enumCase(value, "truth", Copying::Truth);
  io.enumCase(value, "enum", Copying::Enum);
}

void ScalarEnumerationTraits<Loop::Form>::enumeration(IO &io,
                                                      Loop::Form &value) {
  io.enumCase(value, "counted", Loop::Counted);
  io.enumCase(value, "elements", Loop::Elements);
  io.enumCase(value, "scattered", Loop::Scattered);
}

static void mapText(IO &io, const char *key, std::string &value) {
  io.mapOptional(key, value, std::string());
}

static void mapLine(IO &io, const char *key, Line &value) {
  if (!io.outputting() || value.line != 0)
    io.mapOptional(key, value);
}

//===--- What is handed over ----------------------------------------------===//

void MappingTraits<Value>::mapping(IO &io, Value &row) {
  mapText(io, "text", row.text);
  io.mapOptional("copying", row.copying, Copying::Plain);
  mapText(io, "type", row.type);
}

void MappingTraits<Operand>::mapping(IO &io, Operand &row) {
  mapText(io, "text", row.text);
  io.mapOptional("indirect", row.isIndirect, false);
  io.mapOptional("extent", row.extent, 0);
  io.mapOptional("wraps", row.wraps, false);
  io.mapOptional("input", row.input, -1);
  mapText(io, "object", row.object);
}

void MappingTraits<Place>::mapping(IO &io, Place &row) {
  mapText(io, "text", row.text);
  io.mapOptional("varies", row.varies, false);
  io.mapOptional("indirect", row.isIndirect, false);
  io.mapOptional("input", row.input, -1);
  mapText(io, "element", row.element);
  io.mapOptional("extent", row.extent, 0);
  io.mapOptional("apart", row.apart, 0);
  io.mapOptional("wraps", row.wraps, false);
  mapText(io, "count", row.count);
}

void MappingTraits<regtt::host::Input>::mapping(IO &io,
                                                regtt::host::Input &row) {
  MappingTraits<Value>::mapping(io, row.value);
  io.mapOptional("set", row.isSet, true);
  io.mapOptional("kept", row.isKept, false);
  io.mapOptional("level", row.level, -1);
}

void MappingTraits<RootGroup>::mapping(IO &io, RootGroup &row) {
  mapText(io, "text", row.text);
  mapText(io, "count", row.count);
  mapText(io, "guard", row.guard);
  io.mapOptional("arrays", row.arrays);
}

void MappingTraits<Array>::mapping(IO &io, Array &row) {
  mapText(io, "base", row.base);
  mapText(io, "count", row.count);
  io.mapOptional("pointers", row.pointers);
}

void MappingTraits<Uniform>::mapping(IO &io, Uniform &row) {
  MappingTraits<Value>::mapping(io, row.value);
  io.mapOptional("pointers", row.pointers);
}

//===--- The loop ---------------------------------------------------------===//

void MappingTraits<Bound>::mapping(IO &io, Bound &row) {
  mapText(io, "type", row.type);
  io.mapOptional("pointer", row.isPointer, false);
  mapText(io, "text", row.text);
}

void MappingTraits<Level>::mapping(IO &io, Level &row) {
  mapText(io, "condition", row.condition);
  io.mapOptional("taken", row.taken, -1);
  io.mapOptional("preparation", row.preparation);
}

void MappingTraits<TailLevel>::mapping(IO &io, TailLevel &row) {
  io.mapOptional("bindings", row.bindings);
  io.mapOptional("statements", row.statements);
  mapLine(io, "at", row.at);
  mapText(io, "otherwise", row.otherwise);
  mapLine(io, "otherwiseAt", row.otherwiseAt);
  io.mapOptional("callBindings", row.callBindings);
}

void MappingTraits<Apart>::mapping(IO &io, Apart &row) {
  mapText(io, "written", row.written);
  mapText(io, "asked", row.asked);
}

void MappingTraits<LaterWork>::mapping(IO &io, LaterWork &row) {
  io.mapOptional("bindings", row.bindings);
  mapText(io, "statement", row.statement);
  mapLine(io, "at", row.at);
}

void MappingTraits<Tail>::mapping(IO &io, Tail &row) {
  io.mapOptional("levels", row.levels);
  io.mapOptional("later", row.later);
  io.mapOptional("writes", row.writes);
  mapText(io, "call", row.call);
  io.mapOptional("changed", row.changed);
  io.mapOptional("readsRecord", row.readsRecord, false);
  io.mapOptional("callReadsRecord", row.callReadsRecord, false);
}

void MappingTraits<HiddenMember>::mapping(IO &io, HiddenMember &row) {
  mapText(io, "tag", row.tag);
  mapText(io, "owner", row.owner);
  mapText(io, "name", row.name);
  io.mapOptional("reference", row.isReference, false);
}

void MappingTraits<NodeClasses>::mapping(IO &io, NodeClasses &row) {
  mapText(io, "base", row.base);
  io.mapOptional("names", row.names);
  mapText(io, "tag", row.tag);
}

void MappingTraits<InstanceType>::mapping(IO &io, InstanceType &row) {
  mapText(io, "name", row.name);
  mapText(io, "text", row.text);
  io.mapOptional("hidden", row.mayBeHidden, false);
}

static void mapHead(IO &io, Loop &row) {
  io.mapOptional("c", row.isC, false);
  if (!io.outputting() || !row.classes.base.empty())
    io.mapOptional("classes", row.classes);
  io.mapOptional("members", row.members);
  io.mapOptional("types", row.types);
  io.mapOptional("named", row.named);
  io.mapOptional("views", row.views);
  io.mapOptional("ties", row.ties);
  io.mapOptional("form", row.form, Loop::Counted);
  mapText(io, "head", row.head);
  mapText(io, "range", row.range);
  io.mapOptional("first", row.first);
  io.mapOptional("last", row.last);
  io.mapOptional("inclusive", row.isInclusive, false);
  io.mapOptional("step", row.step, 1);
  mapText(io, "next", row.next);
  io.mapOptional("elements", row.elements);
  mapText(io, "variable", row.variable);
  mapText(io, "restart", row.restart);
  io.mapOptional("setsVariables", row.setsVariables, false);
  mapText(io, "tag", row.tag);
  io.mapOptional("deduced", row.deduced);
}

static void mapCall(IO &io, Loop &row) {
  mapText(io, "root", row.root);
  io.mapOptional("roots", row.roots);
  io.mapOptional("operands", row.operands);
  io.mapOptional("arrays", row.arrays);
  io.mapOptional("uniforms", row.uniforms);
  io.mapOptional("arguments", row.arguments);
  io.mapOptional("resident", row.isResident, false);
  mapText(io, "version", row.version);
  mapText(io, "order", row.order);
  io.mapOptional("orderLevels", row.orderLevels, 0);
}

static void mapBody(IO &io, Loop &row) {
  io.mapOptional("constants", row.constants);
  const bool hasLevels =
      row.isConditional() || !row.levels.front().preparation.empty();
  if (!io.outputting() || hasLevels)
    io.mapOptional("levels", row.levels);
  io.mapOptional("effects", row.hasEffects, false);
  io.mapOptional("irrevocable", row.isIrrevocable, false);
  io.mapOptional("rounds", row.isOfRounds, false);
  io.mapOptional("region", row.isInRegion, false);
  if (!io.outputting() || row.isInRegion) {
    io.mapOptional("readsAny", row.hostReads.isAny, false);
    io.mapOptional("hostReads", row.hostReads.places);
    mapText(io, "aheadOfHead", row.aheadOfHead);
    mapText(io, "aheadOfAll", row.aheadOfAll);
  }
  io.mapOptional("inputs", row.inputs);
  io.mapOptional("reads", row.reads);
  io.mapOptional("laterReads", row.laterReads);
  io.mapOptional("apart", row.apart);
  io.mapOptional("tail", row.tail);
}

void MappingTraits<Loop>::mapping(IO &io, Loop &row) {
  mapHead(io, row);
  mapCall(io, row);
  mapBody(io, row);
}

void MappingTraits<LoopText>::mapping(IO &io, LoopText &row) {
  io.mapRequired("loop", row.site);
  io.mapRequired("host", row.loop);
}

} // namespace llvm::yaml
