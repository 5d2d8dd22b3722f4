// The annotated loop of the Model -> what the host file does around it.
//
//     QueryOperand {elementText "points[regtt_first]", type Point, ...}
//  -> host::Operand {text "points[regtt_first]"}
#include "SharedPointers.h"
#include "Tables.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace regtt::tokernel;
using clang::QualType;

namespace {

class HostLoop {
public:
  HostLoop(const Model &model, const clang::ASTContext &ast)
      : model(model), loop(model.loop), traversal(model.traversal), ast(ast) {}

  host::Loop run() {
    made.isC = model.c;
    head();
    call();
    shared();
    body();
    if (loop.tail)
      made.tail = tail(*loop.tail);
    return std::move(made);
  }

private:
  //===--- Values ---------------------------------------------------------===//

  static host::Copying copyingOf(QualType type, llvm::StringRef text) {
    return text.starts_with("{")          ? host::Copying::Plain
           : type->isRecordType()         ? host::Copying::Bytes
           : type->isArrayType()          ? host::Copying::Array
           : type->isBooleanType()        ? host::Copying::Truth
           : type->isScopedEnumeralType() ? host::Copying::Enum
                                          : host::Copying::Plain;
  }

  /// `type`: null of what is an address.
  host::Value value(QualType type, const std::string &text) const {
    host::Value result;
    result.text = text;
    if (type.isNull())
      return result;
    result.copying = copyingOf(type, text);
    if (model.c && result.copying == host::Copying::Bytes)
      result.type = type.getUnqualifiedType().getAsString();
    return result;
  }

  //===--- The head -------------------------------------------------------===//

  static host::Bound bound(const std::string &type, const std::string &text) {
    return {type, llvm::StringRef(type).ends_with("*"), text};
  }

  void head() {
    made.form = loop.form == QueryLoop::Counted ? host::Loop::Counted
                : loop.scattered                ? host::Loop::Scattered
                                                : host::Loop::Elements;
    made.head = loop.headText;
    if (loop.form == QueryLoop::Range)
      made.range = loop.rangeText;
    made.first = bound(loop.varTypeText, loop.firstText);
    made.last = bound(loop.lastTypeText, loop.lastText);
    made.isInclusive = loop.inclusive;
    made.step = loop.step;
    const auto *parts = llvm::dyn_cast<clang::DecompositionDecl>(loop.var);
    if (parts)
      for (const clang::BindingDecl *each : parts->bindings())
        made.elements.push_back(each->getNameAsString());
    else if (loop.form == QueryLoop::Range)
      made.elements.push_back(loop.var->getNameAsString());
    if (loop.varDeclaredOutside)
      made.variable = loop.var->getNameAsString();
    if (loop.templateSite)
      made.tag = loop.templateSite->tag;
  }

  //===--- What calls are handed ------------------------------------------===//

  /// Whether visits change the size of a container in operand `number`.
  bool hasContainer(unsigned number) const {
    return llvm::any_of(traversal.paths, [&](const Path &path) {
      return path.isContainer() && path.number == number;
    });
  }

  /// The object of an operand, as fields follow it.
  std::string objectOf(const QueryOperand &operand) const {
    const std::string &element = operand.elementText;
    if (operand.input < 0)
      return operand.indirect                          ? "(*" + element + ")"
             : llvm::StringRef(element).ends_with("]") ? element
                                                       : "(" + element + ")";
    const LoopInput &input = loop.inputs[operand.input];
    return input.isKept ? operand.text : "(*(" + input.text + "))";
  }

  static host::Place place(const HostRead &read) {
    host::Place result;
    result.text = read.input < 0 ? read.text : "";
    result.varies = read.varies;
    result.isIndirect = read.indirect;
    result.input = read.input;
    result.element = read.element;
    result.extent = read.extent;
    result.wraps = read.wraps;
    return result;
  }

  static std::vector<host::Place> places(llvm::ArrayRef<HostRead> reads) {
    std::vector<host::Place> result;
    for (const HostRead &read : reads)
      result.push_back(place(read));
    return result;
  }

  void call() {
    made.root = loop.rootText;
    for (const RootGroup &group : loop.roots)
      made.roots.push_back({group.text, group.count, group.guard});
    for (unsigned k = 0; k < loop.operands.size(); ++k) {
      const QueryOperand &operand = loop.operands[k];
      host::Operand &row = made.operands.emplace_back();
      if (operand.input < 0)
        row.text = operand.elementText;
      row.isIndirect = operand.indirect;
      row.extent = operand.extent;
      row.wraps = operand.wraps;
      row.input = operand.input;
      if (hasContainer(k))
        row.object = objectOf(operand);
    }
    made.isResident = loop.resident;
    made.version = loop.version;
    if (loop.reorder.kind != QueryReorder::Auto) {
      made.order = loop.reorder.name().upper();
      made.orderLevels = loop.reorder.levels;
    }
  }

  void shared() {
    const auto add = [&](const DataArray &array) {
      made.arrays.push_back(
          {array.hostText, array.extentText, followedPointers(array.hostText)});
    };
    for (const DataArray &array : traversal.nodeArrays)
      add(array);
    for (const DataArray &array : traversal.arrays)
      if (array.isShared())
        add(array);
    for (const Uniform &uniform : traversal.uniforms)
      made.uniforms.push_back({value(uniform.type, uniform.hostText),
                               followedPointers(uniform.hostText)});
    for (const Arg &arg : traversal.args)
      if (traversal.startsAtLoop(arg))
        made.arguments.push_back(value(arg.type, arg.hostText));
  }

  //===--- The body -------------------------------------------------------===//

  void body() {
    made.constants = loop.constants;
    made.levels.clear();
    for (const QueryLoop::Level &level : loop.levels)
      made.levels.push_back({level.cond, level.taken, level.preparation});
    made.hasEffects = loop.hasEffects;
    made.isIrrevocable = loop.irrevocable;
    for (const LoopInput &input : loop.inputs)
      made.inputs.push_back({value(input.type, input.text), input.isSet,
                             input.isKept, input.level});
    made.reads = places(loop.reads);
    made.laterReads = places(loop.laterReads);
  }

  host::Line lineOf(clang::SourceLocation loc) const {
    const clang::PresumedLoc place = ast.getSourceManager().getPresumedLoc(loc);
    return {place.getFilename(), place.getLine()};
  }

  host::Tail tail(const LoopTail &tail) const {
    host::Tail result;
    for (const LoopTail::Level &level : tail.levels) {
      host::TailLevel &row = result.levels.emplace_back();
      row.bindings = level.bindings;
      row.statements = level.statements;
      if (!level.statements.empty())
        row.at = lineOf(level.loc);
      row.otherwise = level.otherwise;
      if (!level.otherwise.empty())
        row.otherwiseAt = lineOf(level.otherwiseLoc);
      row.callBindings = level.callBindings;
    }
    result.writes = places(tail.writes);
    result.call = tail.callText;
    result.changed = tail.changed;
    result.readsRecord = tail.readsRecord;
    result.callReadsRecord = tail.callReadsRecord;
    return result;
  }

  const Model &model;
  const QueryLoop &loop;
  const Traversal &traversal;
  const clang::ASTContext &ast;
  host::Loop made;
};

} // namespace

host::Loop tokernel::hostLoop(const Model &model,
                              const clang::ASTContext &ast) {
  return HostLoop(model, ast).run();
}
