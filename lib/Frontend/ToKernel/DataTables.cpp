// Paths, arrays, uniforms and arguments of the Model -> tables of the kernel.
//
//     n->point->coord  ->  {owner node, [point @16, through it, coord @0],
//                          bytes 12, align 4}
#include "Tables.h"

#include "regtt/Frontend/Model/Layout.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclTemplate.h>

using namespace regtt;
using namespace regtt::tokernel;
using clang::QualType;
using llvm::dyn_cast;

//===--- Types ------------------------------------------------------------===//

std::string tokernel::typeName(QualType type) {
  const auto *record = type->getAsRecordDecl();
  if (!record)
    return "";
  if (record->getIdentifier())
    return record->getNameAsString();
  const auto *alias = record->getTypedefNameForAnonDecl();
  return alias ? alias->getNameAsString() : "";
}

uint64_t tokernel::bytesOf(QualType type, const clang::ASTContext &ast) {
  return type->isIncompleteType()
             ? 0
             : uint64_t(ast.getTypeSizeInChars(type).getQuantity());
}

kernel::DataSteps tokernel::dataSteps(QualType from, const PathSteps &steps,
                                      const Traversal &traversal,
                                      const clang::ASTContext &ast) {
  kernel::DataSteps result;
  PathSteps done;
  uint64_t before = 0;
  for (const PathStep &step : steps) {
    done.push_back(step);
    kernel::DataStep made;
    made.isDeref = step.kind == PathStep::Deref;
    const uint64_t at = offsetOf(from, done, ast);
    if (!made.isDeref) {
      const QualType type = step.field->getType();
      const QualType pointee = anyPointee(type, ast);
      made.field = step.field->getNameAsString();
      made.offset = at - before;
      made.isPointer = type->isPointerType();
      made.leadsToNode =
          !pointee.isNull() && !traversal.nodesAreNumbers &&
          ast.hasSameUnqualifiedType(pointee, traversal.nodeType);
    }
    before = at;
    result.push_back(std::move(made));
  }
  return result;
}

//===--- Data -------------------------------------------------------------===//

namespace {

class DataTables {
public:
  explicit DataTables(Kernels &kernels)
      : model(kernels.model), traversal(kernels.traversal), unit(kernels.unit),
        ast(unit.context), kernel(kernels.kernel) {}

  void fill() {
    for (const Path &path : traversal.paths)
      kernel.data.push_back(datum(path));
    for (const Uniform &uniform : traversal.uniforms)
      kernel.uniforms.push_back({uniform.name,
                                 unit.types.of(uniform.type, uniform.loc),
                                 uniform.address});
    for (const DataArray &array : traversal.arrays)
      kernel.arrays.push_back(dataArray(array));
    for (const DataArray &array : traversal.nodeArrays)
      kernel.nodeArrays.push_back(dataArray(array));
    for (const Arg &arg : traversal.args)
      kernel.args.push_back(argument(arg));
    names();
  }

private:
  /// What a path's steps start in; null where it has none.
  QualType objectOf(const Path &path) const {
    if (path.base == Base::Element)
      return traversal.arrays[path.number].stored;
    if (path.steps.empty())
      return {};
    if (path.base == Base::Node)
      return traversal.nodeObject(path.number);
    return path.isScratch()
               ? model.loop.scratch[path.number - firstScratch].type
               : model.loop.operands[path.number].type;
  }

  static std::vector<kernel::Bytes> bytes(const std::vector<Bytes> &ranges) {
    std::vector<kernel::Bytes> result;
    for (const Bytes &range : ranges)
      result.push_back({range.offset, range.size});
    return result;
  }

  kernel::Datum datum(const Path &path) {
    static constexpr kernel::Owner owners[] = {
        kernel::Owner::Node, kernel::Owner::Query, kernel::Owner::Element};
    kernel::Datum made;
    made.owner = owners[unsigned(path.base)];
    made.number = path.number;
    made.type = unit.types.of(path.type, path.firstUse);
    made.steps = dataSteps(objectOf(path), path.steps, traversal, ast);
    made.isAddress = path.address;
    made.isWritten = path.written();
    made.isWatched = path.watched;
    made.text = path.text;
    made.name = path.name;
    made.firstUse = unit.locate(path.firstUse);
    made.bytes = bytesOf(path.type, ast);
    made.align = ast.getTypeAlignInChars(path.type).getQuantity();
    const DatumBits bits = datumBits(path, ast);
    made.bitShift = bits.shift;
    made.bitWidth = bits.width;
    if (path.isContainer())
      made.container = container(path);
    else if (path.written())
      made.values = path.bitField()
                        ? std::vector<kernel::Bytes>{{0, bits.bytes}}
                        : bytes(valueBytes(path.type, ast));
    return made;
  }

  kernel::ContainerForm container(const Path &path) {
    const QualType element = elementType(path);
    kernel::ContainerForm made;
    made.bound = path.bound;
    made.isQueue = isQueue(path);
    made.element = unit.types.of(element, path.firstUse);
    made.elementBytes = bytesOf(element, ast);
    made.elementAlign = ast.getTypeAlignInChars(element).getQuantity();
    made.elementsAt = elementsAt(path, ast);
    made.elementValues = bytes(valueBytes(element, ast));
    // The same for all that the traversal does to a queue.
    const auto look = [&](const Function &function) {
      for (const auto &entry : function.containerCalls) {
        const auto object = function.accesses.find(entry.second.object);
        if (object == function.accesses.end() ||
            &traversal.paths[object->second.path] != &path ||
            (entry.second.order.empty() && entry.second.orderHelper < 0))
          continue;
        made.order = entry.second.order;
        made.orderHelper = entry.second.orderHelper;
      }
    };
    look(traversal.function);
    if (traversal.program)
      look(*traversal.program);
    for (const auto &helper : traversal.helpers)
      look(*helper);
    return made;
  }

  std::vector<const ir::Field *> fields(const Selectors &parts) {
    std::vector<const ir::Field *> result;
    for (const Selector &part : parts)
      if (part.field)
        result.push_back(unit.types.field(part.field));
    return result;
  }

  //===--- Arrays and what is handed on -----------------------------------===//

  kernel::DataArray dataArray(const DataArray &array) {
    kernel::DataArray made;
    made.name = array.name;
    made.text = array.text;
    made.elementName = typeName(array.element);
    made.stride = bytesOf(array.stored, ast);
    made.isIndirect = array.indirect;
    made.isInPlace = array.inPlace;
    made.isOfQueries = array.ofQueries;
    made.start = array.start;
    made.size = array.size;
    for (const ExtentTerm &term : array.extent)
      made.extent.push_back(
          {term.op, term.path, term.uniform, fields(term.parts), term.number});
    made.hasExactExtent = array.exactExtent;
    made.hasExtent = !array.extentText.empty();
    made.row = array.row;
    made.firstUse = unit.locate(array.firstUse);
    return made;
  }

  kernel::Argument argument(const Arg &arg) {
    kernel::Argument made;
    made.name = arg.name;
    made.type = unit.types.of(arg.type, traversal.loc);
    made.isReassigned = arg.reassigned;
    made.firstDatum = arg.firstPath;
    made.firstParts = fields(arg.firstParts);
    made.startsAtLoop = traversal.startsAtLoop(arg);
    made.loc = unit.locate(arg.param ? arg.param->getLocation()
                                     : clang::SourceLocation());
    return made;
  }

  void names() {
    kernel.nodesAreNumbers = traversal.nodesAreNumbers;
    if (traversal.nodesAreNumbers)
      kernel.numberType = unit.types.of(traversal.nodeType, traversal.loc);
    else
      kernel.nodeBytes = bytesOf(traversal.nodeType, ast);
    kernel.nodeName = traversal.nodeName;
    kernel.nodeText = traversal.nodesAreNumbers && traversal.nodeParam
                          ? traversal.nodeParam->getNameAsString()
                          : traversal.nodeText;
    kernel.nodeTypeName = typeName(traversal.nodeNaming());
    kernel.queryName = traversal.queryName;
    const QualType query = traversal.queryType;
    kernel.hasOneQuery = !query.isNull();
    // A struct of the user's gives its record its name.
    if (const auto *record =
            query.isNull() ? nullptr : query->getAsRecordDecl();
        record && !record->isInStdNamespace()) {
      const std::string name = typeName(query);
      kernel.queryTypeName = name.empty() ? "QueryData" : name;
    }
    kernel.hasHostUniforms = traversal.hasUniforms();
    kernel.returnsValue = traversal.returned >= 0;
  }

  const Model &model;
  const Traversal &traversal;
  toir::Unit &unit;
  const clang::ASTContext &ast;
  kernel::Kernel &kernel;
};

} // namespace

void tokernel::fillData(Kernels &kernels) { DataTables(kernels).fill(); }
