// The rows of a kernel's tables, column by column.
#include "TextRows.h"

using namespace regtt::kernel;
namespace ir = regtt::ir;

namespace llvm::yaml {

//===--- Words ------------------------------------------------------------===//

void ScalarEnumerationTraits<Owner>::enumeration(IO &io, Owner &value) {
  io.enumCase(value, "node", Owner::Node);
  io.enumCase(value, "query", Owner::Query);
  io.enumCase(value, "element", Owner::Element);
}

void ScalarEnumerationTraits<SlotGroup::Form>::enumeration(
    IO &io, SlotGroup::Form &value) {
  io.enumCase(value, "fields", SlotGroup::Fields);
  io.enumCase(value, "computed", SlotGroup::Computed);
  io.enumCase(value, "array", SlotGroup::Array);
  io.enumCase(value, "counted", SlotGroup::Counted);
  io.enumCase(value, "vector", SlotGroup::Vector);
  io.enumCase(value, "siblings", SlotGroup::Siblings);
  io.enumCase(value, "range", SlotGroup::Range);
  io.enumCase(value, "consecutive", SlotGroup::Consecutive);
}

void ScalarEnumerationTraits<Helper::Param::Kind>::enumeration(
    IO &io, Helper::Param::Kind &value) {
  io.enumCase(value, "query", Helper::Param::Query);
  io.enumCase(value, "node", Helper::Param::Node);
  io.enumCase(value, "number", Helper::Param::Number);
  io.enumCase(value, "value", Helper::Param::Value);
}

void ScalarEnumerationTraits<TraversalClass>::enumeration(
    IO &io, TraversalClass &value) {
  for (const auto each :
       {TraversalClass::StmdStatic, TraversalClass::StmdDynamic,
        TraversalClass::StmdTopDown, TraversalClass::NestedLoop})
    io.enumCase(value, textOf(each).data(), each);
}

//===--- Data -------------------------------------------------------------===//

void MappingTraits<ContainerForm>::mapping(IO &io, ContainerForm &row) {
  io.mapOptional("bound", row.bound, 0u);
  io.mapOptional("appended", row.isAppended, false);
  io.mapOptional("queue", row.isQueue, false);
  io.mapOptional("element", row.element, (const ir::Type *)nullptr);
  io.mapOptional("bytes", row.elementBytes, uint64_t(0));
  io.mapOptional("align", row.elementAlign, uint64_t(1));
  io.mapOptional("at", row.elementsAt, uint64_t(0));
  io.mapOptional("values", row.elementValues);
  io.mapOptional("order", row.order, std::string());
  io.mapOptional("orderHelper", row.orderHelper, -1);
}

void ScalarEnumerationTraits<ir::Combiner>::enumeration(IO &io,
                                                        ir::Combiner &value) {
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE)                                \
  io.enumCase(value, TEXT, ir::Combiner::NAME);
#include "regtt/IR/Operators.def"
}

void ScalarEnumerationTraits<ir::BinaryOp>::enumeration(IO &io,
                                                        ir::BinaryOp &value) {
  for (const ir::BinaryOp each :
       {ir::BinaryOp::Eq, ir::BinaryOp::Ne, ir::BinaryOp::Lt, ir::BinaryOp::Le,
        ir::BinaryOp::Gt, ir::BinaryOp::Ge})
    io.enumCase(value, ir::textOf(each).data(), each);
}

void MappingTraits<ChangeInOrder::Where>::mapping(IO &io,
                                                  ChangeInOrder::Where &row) {
  io.mapRequired("op", row.op);
  io.mapRequired("with", row.with);
}

void MappingTraits<ChangeInOrder>::mapping(IO &io, ChangeInOrder &row) {
  io.mapOptional("where", row.where);
  io.mapOptional("by", row.by);
  io.mapRequired("value", row.value);
}

void MappingTraits<FixpointDatum>::mapping(IO &io, FixpointDatum &row) {
  io.mapOptional("rises", row.rises, false);
  io.mapOptional("bound", row.bound);
  io.mapOptional("realBound", row.realBound, std::string());
}

void MappingTraits<Datum>::mapping(IO &io, Datum &row) {
  io.mapOptional("text", row.text, std::string());
  io.mapOptional("name", row.name, std::string());
  io.mapRequired("owner", row.owner);
  io.mapOptional("number", row.number, 0u);
  io.mapRequired("type", row.type);
  io.mapOptional("steps", row.steps, DataSteps());
  io.mapOptional("address", row.isAddress, false);
  io.mapOptional("written", row.isWritten, false);
  io.mapOptional("watched", row.isWatched, false);
  io.mapOptional("computed", row.isComputed, false);
  io.mapOptional("bytes", row.bytes, ir::sizeOf(row.type).value_or(0));
  io.mapOptional("align", row.align, uint64_t(1));
  io.mapOptional("shift", row.bitShift, 0u);
  io.mapOptional("width", row.bitWidth, 0u);
  io.mapOptional("values", row.values);
  io.mapOptional("container", row.container);
  io.mapOptional("inOrder", row.inOrder);
  io.mapOptional("fixpoint", row.fixpoint);
  io.mapOptional("part", row.part);
  io.mapOptional("tested", row.isTested, false);
  io.mapOptional("loc", row.firstUse, ir::Location());
}

void MappingTraits<ExtentTerm>::mapping(IO &io, ExtentTerm &row) {
  std::string op(1, row.op);
  io.mapOptional("op", op, std::string("+"));
  row.op = op.empty() ? '+' : op[0];
  io.mapOptional("datum", row.datum, -1);
  io.mapOptional("uniform", row.uniform, -1);
  io.mapOptional("parts", row.parts);
  io.mapOptional("constant", row.number, int64_t(0));
}

void MappingTraits<DataArray>::mapping(IO &io, DataArray &row) {
  io.mapOptional("text", row.text, std::string());
  io.mapOptional("name", row.name, std::string());
  io.mapOptional("element", row.elementName, std::string());
  io.mapOptional("stride", row.stride, uint64_t(0));
  io.mapOptional("indirect", row.isIndirect, false);
  io.mapOptional("inPlace", row.isInPlace, false);
  io.mapOptional("ofQueries", row.isOfQueries, false);
  io.mapOptional("start", row.start, -1);
  io.mapOptional("parent", row.parent, -1);
  io.mapOptional("size", row.size, -1);
  io.mapOptional("pointer", row.pointer, -1);
  io.mapOptional("extent", row.extent);
  io.mapOptional("covers", row.covers);
  io.mapOptional("exact", row.hasExactExtent, false);
  io.mapOptional("flag", row.isFlag, false);
  io.mapOptional("reached", row.isReached, false);
  io.mapOptional("unsigned", row.isUnsigned, false);
  io.mapOptional("wrapsAt", row.wrapsAt, 0u);
  io.mapOptional("inNode", row.countInNode, uint64_t(0));
  io.mapOptional("endsAtNull", row.endsAtNull, false);
  io.mapOptional("known", row.hasExtent, false);
  io.mapOptional("row", row.row, -1);
  io.mapOptional("loc", row.firstUse, ir::Location());
}

void MappingTraits<Deferred::Field>::mapping(IO &io, Deferred::Field &row) {
  io.mapRequired("name", row.name);
  io.mapRequired("type", row.type);
}

void MappingTraits<Deferred>::mapping(IO &io, Deferred &row) {
  io.mapRequired("fields", row.fields);
}

void MappingTraits<Uniform>::mapping(IO &io, Uniform &row) {
  io.mapRequired("name", row.name);
  io.mapRequired("type", row.type);
  io.mapOptional("address", row.isAddress, false);
}

void MappingTraits<Argument>::mapping(IO &io, Argument &row) {
  io.mapRequired("name", row.name);
  io.mapRequired("type", row.type);
  io.mapOptional("reassigned", row.isReassigned, false);
  io.mapOptional("first", row.firstDatum, -1);
  io.mapOptional("parts", row.firstParts);
  io.mapOptional("startsAtLoop", row.startsAtLoop, false);
  io.mapOptional("loc", row.loc, ir::Location());
}

//===--- Children ---------------------------------------------------------===//

void MappingTraits<SlotGroup>::mapping(IO &io, SlotGroup &row) {
  const auto function = [&](const char *key, ir::Function *&value) {
    io.mapOptional(key, value, (ir::Function *)nullptr);
  };
  const auto type = [&](const char *key, const ir::Type *&value) {
    io.mapOptional(key, value, (const ir::Type *)nullptr);
  };
  io.mapOptional("text", row.text, std::string());
  io.mapOptional("name", row.name, std::string());
  io.mapOptional("form", row.form, SlotGroup::Fields);
  io.mapOptional("steps", row.steps, DataSteps());
  io.mapOptional("array", row.array, 0u);
  io.mapOptional("first", row.first, 0);
  io.mapOptional("count", row.count, row.isList() ? 0 : 1);
  io.mapOptional("room", row.room, 0);
  io.mapOptional("watched", row.isWatched, false);
  io.mapOptional("inPlace", row.isInPlace, false);
  io.mapOptional("inclusive", row.isInclusive, false);
  io.mapOptional("unequal", row.isUnequal, false);
  io.mapOptional("needsLast", row.needsLast, false);
  io.mapOptional("stride", row.stride, uint64_t(0));
  io.mapOptional("within", row.within, uint64_t(0));
  io.mapOptional("next", row.next, uint64_t(0));
  type("type", row.type);
  type("held", row.held);
  type("tested", row.tested);
  io.mapOptional("bytes", row.bytes, uint64_t(0));
  io.mapOptional("heldBytes", row.heldBytes, uint64_t(0));
  function("value", row.value);
  function("extent", row.extent);
  function("followedIf", row.followedIf);
  function("placeFollowedIf", row.placeFollowedIf);
  function("test", row.test);
  io.mapOptional("loc", row.loc, ir::Location());
}

void MappingTraits<NodePointer>::mapping(IO &io, NodePointer &row) {
  io.mapOptional("text", row.text, std::string());
  io.mapOptional("array", row.array, 0u);
  io.mapOptional("steps", row.steps, DataSteps());
  io.mapOptional("via", row.via, -1);
  io.mapOptional("followedIf", row.followedIf, (ir::Function *)nullptr);
}

//===--- Functions --------------------------------------------------------===//

void MappingTraits<Helper::Param>::mapping(IO &io, Helper::Param &row) {
  io.mapOptional("name", row.name, std::string());
  io.mapOptional("kind", row.kind, Helper::Param::Value);
  io.mapOptional("steps", row.steps, DataSteps());
  io.mapOptional("this", row.isThis, false);
  io.mapOptional("captured", row.isCaptured, false);
  io.mapOptional("written", row.isWritten, false);
}

void MappingTraits<Helper>::mapping(IO &io, Helper &row) {
  io.mapOptional("name", row.name, std::string());
  io.mapOptional("function", row.function, (ir::Function *)nullptr);
  io.mapOptional("params", row.params);
  io.mapOptional("token", row.token, std::string());
  io.mapOptional("takesLibraryStruct", row.takesLibraryStruct, false);
  io.mapOptional("resultWritten", row.isResultWritten, false);
  io.mapOptional("groups", row.groupsRead);
  io.mapOptional("usesQuery", row.usesQuery, false);
  io.mapOptional("usesUniforms", row.usesUniforms, false);
  io.mapOptional("usesArrays", row.usesArrays, false);
  io.mapOptional("usesTree", row.usesTree, false);
  io.mapOptional("changesQuery", row.changesQuery, false);
  io.mapOptional("loc", row.loc, ir::Location());
}

void MappingTraits<Capture>::mapping(IO &io, Capture &row) {
  io.mapRequired("name", row.name);
  io.mapRequired("type", row.type);
}

void MappingTraits<Guard>::mapping(IO &io, Guard &row) {
  io.mapRequired("function", row.function);
  io.mapOptional("captures", row.captures);
  io.mapOptional("loc", row.loc, ir::Location());
}

void MappingTraits<ResumePoint>::mapping(IO &io, ResumePoint &row) {
  io.mapRequired("function", row.function);
  io.mapOptional("loc", row.loc, ir::Location());
}

//===--- What passes find -------------------------------------------------===//

void MappingTraits<RecordGroup>::mapping(IO &io, RecordGroup &row) {
  io.mapOptional("type", row.typeName, std::string());
  io.mapOptional("variable", row.varName, std::string());
  io.mapOptional("data", row.data);
}

void MappingTraits<CallPath::Item>::mapping(IO &io, CallPath::Item &row) {
  std::vector<int> slots(row.slots.begin(), row.slots.end());
  io.mapOptional("slots", slots);
  row.slots.assign(slots.begin(), slots.end());
  io.mapOptional("conditional", row.conditional, false);
}

void MappingTraits<Trait>::mapping(IO &io, Trait &row) {
  io.mapRequired("holds", row.holds);
  io.mapOptional("reason", row.reason, std::string());
  io.mapOptional("where", row.where, ir::Location());
}

/// Traits that nobody has looked at do not hold, without a reason.
void MappingTraits<Traits>::mapping(IO &io, Traits &row) {
  const auto trait = [&](const char *key, Trait &value) {
    if (!io.outputting() || value.holds || !value.reason.empty())
      io.mapOptional(key, value);
  };
#define TRAIT(NAME) trait(#NAME, row.NAME);
#include "regtt/Kernel/Traits.def"
#undef TRAIT
}

//===--- Inner ranges -----------------------------------------------------===//

void ScalarEnumerationTraits<InnerRange::Until>::enumeration(
    IO &io, InnerRange::Until &value) {
  io.enumCase(value, "less", InnerRange::Less);
  io.enumCase(value, "lessEqual", InnerRange::LessEqual);
  io.enumCase(value, "notEqual", InnerRange::NotEqual);
}

void MappingTraits<InnerRange::Part>::mapping(IO &io, InnerRange::Part &row) {
  io.mapRequired("frame", row.frame);
  io.mapRequired("combiner", row.combiner);
}

void MappingTraits<InnerRange>::mapping(IO &io, InnerRange &row) {
  io.mapRequired("begin", row.begin);
  io.mapRequired("outer", row.outer);
  io.mapRequired("term", row.term);
  io.mapRequired("fold", row.fold);
  io.mapRequired("end", row.end);
  io.mapOptional("identity", row.identity, (ir::Function *)nullptr);
  io.mapOptional("merge", row.merge, (ir::Function *)nullptr);
  io.mapOptional("until", row.until, InnerRange::Less);
  io.mapOptional("parts", row.parts);
  io.mapOptional("loc", row.loc, ir::Location());
}

//===--- The kernel -------------------------------------------------------===//

static void mapFunctions(IO &io, Kernel &row) {
  const auto function = [&](const char *key, ir::Function *&value) {
    io.mapOptional(key, value, (ir::Function *)nullptr);
  };
  io.mapOptional("enter", row.enter, (ir::Kernel *)nullptr);
  ir::Function *whole = row.whole == row.enter ? nullptr : row.whole;
  function("whole", whole);
  row.whole = whole ? whole : row.enter;
  io.mapOptional("helpers", row.helpers);
  io.mapOptional("guards", row.guards);
  io.mapOptional("captures", row.captures);
  io.mapOptional("resumes", row.resumes);
  function("program", row.program);
  io.mapOptional("inner", row.inner);
  io.mapOptional("innerObstacle", row.innerObstacle, std::string());
  io.mapOptional("innerObstacleLoc", row.innerObstacleLoc, ir::Location());
  function("reach", row.reach);
  function("absent", row.absent);
  function("truncates", row.truncates);
  function("proceed", row.proceed);
  io.mapOptional("invariants", row.invariants);
  function("isNode", row.isNode);
  function("firstNumber", row.firstNumber);
  function("assumed", row.assumed);
}

static void mapData(IO &io, Kernel &row) {
  io.mapOptional("data", row.data);
  io.mapOptional("uniforms", row.uniforms);
  io.mapOptional("arrays", row.arrays);
  io.mapOptional("nodeArrays", row.nodeArrays);
  io.mapOptional("deferred", row.deferred);
  io.mapOptional("args", row.args);
  io.mapOptional("slots", row.slots);
  io.mapOptional("numSlots", row.numSlots, 0);
  io.mapOptional("pointers", row.pointers);
  io.mapOptional("nodesAreNumbers", row.nodesAreNumbers, false);
  io.mapOptional("isForest", row.isForest, false);
  io.mapOptional("mostNumber", row.mostNumber, uint64_t(0));
  io.mapOptional("numberType", row.numberType, (const ir::Type *)nullptr);
  io.mapOptional("nodeBytes", row.nodeBytes, uint64_t(0));
  io.mapOptional("nodeName", row.nodeName, std::string());
  io.mapOptional("nodeText", row.nodeText, std::string());
  io.mapOptional("nodeTypeName", row.nodeTypeName, std::string());
  io.mapOptional("queryName", row.queryName, std::string());
  io.mapOptional("queryTypeName", row.queryTypeName, std::string());
  io.mapOptional("hasOneQuery", row.hasOneQuery, false);
  io.mapOptional("returnsValue", row.returnsValue, false);
  io.mapOptional("asksListLength", row.asksListLength, false);
  io.mapOptional("writesPointers", row.writesPointers, false);
  io.mapOptional("sameOnHost", row.sameOnHost, true);
  io.mapOptional("orderGiven", row.orderGiven, false);
  io.mapOptional("orderKept", row.orderKept, false);
  io.mapOptional("hasHostUniforms", row.hasHostUniforms, false);
}

static void mapFound(IO &io, Kernel &row) {
  io.mapOptional("maxRopes", row.maxRopes, 0);
  io.mapOptional("callPaths", row.callPaths);
  io.mapOptional("class", row.classification, TraversalClass::StmdStatic);
  io.mapOptional("classReason", row.classReason, std::string());
  io.mapOptional("traits", row.traits);
  io.mapOptional("groups", row.groups);
  io.mapOptional("sources", row.sources);
  io.mapOptional("hostData", row.hostData);
  io.mapOptional("slotNames", row.slotNames);
}

void MappingTraits<Kernel>::mapping(IO &io, Kernel &row) {
  io.mapRequired("name", row.name);
  io.mapOptional("site", row.siteName, std::string());
  io.mapOptional("loc", row.loc, ir::Location());
  mapFunctions(io, row);
  mapData(io, row);
  mapFound(io, row);
}

} // namespace llvm::yaml
