// Structs of lanes.
//
//     struct Vec {            template <template <class> class Each>
//       float x, y;           struct LaneVec {
//     };                        Each<float> x;
//                               Each<float> y;
//                               ...
//
// What goes over their fields is the runtime's (structs.h).
#include "LaneStructs.h"

#include "../Operator/Names.h"
#include "regtt/Analysis/LaneTypes.h"
#include "regtt/Analysis/VisitParts.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

//===--- Names ------------------------------------------------------------===//

std::string regtt::laneRecord(const ValueTypes &values,
                              llvm::StringRef record) {
  std::string name = "Lane" + record.str();
  while (values.taken(name))
    name += "_";
  return name;
}

static std::string nameOf(const ValueTypes &values,
                          const ir::StructType *type) {
  return laneRecord(values, values.spell(type));
}

bool regtt::namesLaneStruct(const ValueTypes &values, llvm::StringRef name) {
  return name.consume_front("Lane") && values.taken(name.rtrim('_'));
}

std::string regtt::laneType(const ValueTypes &values, const ir::Type *type,
                            llvm::StringRef each) {
  if (const auto *structure = dyn_cast<ir::StructType>(type))
    return nameOf(values, structure) + "<" + each.str() + ">";
  return each.str() + "<" + (type->isLink() ? "rt::Link" : values.spell(type)) +
         ">";
}

std::string regtt::declareLanes(const ValueTypes &values, const ir::Type *type,
                                const std::string &name, llvm::StringRef each) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return declareLanes(values, array->element,
                        name + "[" + std::to_string(array->count) + "]", each);
  const std::string lanes = laneType(values, type, each);
  return name.empty() ? lanes : lanes + " " + name;
}

//===--- Which there are --------------------------------------------------===//

namespace {

/// Structs, each behind those that it is made of.
class LaneStructs {
public:
  LaneStructs(const Kernel &kernel, const Divergence &levels) : levels(levels) {
    const VisitParts visits(kernel);
    for (const Datum &datum : kernel.data)
      if (visits.names(datum) &&
          (datum.owner == Owner::Query ||
           (datum.owner == Owner::Node && levels.isApart())))
        add(datum.type);
    for (const Argument &arg : kernel.args)
      add(arg.type);
    look(kernel.enter);
    for (const Guard &guard : kernel.guards)
      look(guard.function);
    for (const ResumePoint &resume : kernel.resumes)
      look(resume.function);
    for (const Helper &helper : kernel.helpers)
      if (visits.calls(helper))
        look(helper.function);
  }

  llvm::SetVector<const ir::StructType *> found;

private:
  void look(const ir::Function *function) {
    if (!function || !function->body)
      return;
    for (const ir::Variable *param : function->params)
      own(param);
    if (levels.resultOf(function) == Level::Own)
      add(function->type->result);
    ir::walk(function->body, [&](const ir::Statement *s) {
      if (const ir::Variable *variable = ir::declaredBy(s))
        own(variable);
    });
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (levels.of(e) == Level::Own)
        add(e->type);
    });
  }

  void own(const ir::Variable *variable) {
    if (levels.of(variable) == Level::Own)
      add(variable->type);
  }

  void add(const ir::Type *type) {
    if (type->isReference() || type->isPointer())
      type = ir::pointeeOf(type);
    if (const auto *array = dyn_cast<ir::ArrayType>(type))
      return add(array->element);
    const auto *structure = dyn_cast<ir::StructType>(type);
    if (!structure || !isLaneValue(type) || found.contains(structure))
      return;
    for (const ir::Field &field : structure->fields())
      add(field.type);
    found.insert(structure);
  }

  const Divergence &levels;
};

//===--- Definitions ------------------------------------------------------===//

/// One of them.
class Definition {
public:
  Definition(const ValueTypes &values, const ir::StructType &type)
      : values(values), type(type), name(nameOf(values, &type)) {
    for (const ir::Field &field : type.fields())
      field.isBase ? base(field) : member(field);
  }

  std::string text() const {
    return "// Sixteen of " + values.spell(&type) +
           ".\ntemplate <template <class> class Each> struct " + name +
           (bases.empty() ? "" : " : ") + llvm::join(bases, ", ") +
           " {\nusing Single = " + values.spell(&type) +
           ";\nusing Lanes = " + name + "<rt::Lane>;\n\n" + members + "\n" +
           name + "() = default;\nREGTT_OP " + name + "(" +
           llvm::join(params, ", ") + ")" + (inits.empty() ? "" : " : ") +
           llvm::join(inits, ", ") + " {\n" + copies +
           "}\ntemplate <class From>\nrequires rt::lane::FormOf<From, " +
           values.spell(&type) + ">\nREGTT_OP " + name +
           "(const From &from) {\nrt::lane::assign(*this, from);\n}\n\n"
           "template <class Other, class F> REGTT_OP static void "
           "eachField(const F &f) {\n" +
           fields + "}\n};\n\n";
  }

private:
  void base(const ir::Field &field) {
    const std::string of = laneType(values, field.type, "Each");
    const std::string given = safeName("base" + std::to_string(bases.size()));
    bases.push_back(of);
    params.push_back("const " + of + " &" + given);
    inits.push_back(of + "(" + given + ")");
    fields += of + "::template eachField<Other>(f);\n";
  }

  void member(const ir::Field &field) {
    const std::string called = values.fieldName(field);
    const bool isArray = field.type->kind == ir::Type::Array;
    members += declareLanes(values, field.type, called, "Each") + ";\n";
    params.push_back("const " + declareLanes(values, field.type,
                                             (isArray ? "(&" : "&") + called +
                                                 (isArray ? ")" : ""),
                                             "Each"));
    if (isArray)
      copies += "rt::lane::assign(this->" + called + ", " + called + ");\n";
    else
      inits.push_back(called + "(" + called + ")");
    fields += "f(&" + name + "::" + called + ", &Other::" + called + ");\n";
  }

  const ValueTypes &values;
  const ir::StructType &type;
  const std::string name;
  std::vector<std::string> bases, params, inits;
  std::string members, copies, fields;
};

} // namespace

std::string regtt::laneStructs(const Kernel &kernel, const Divergence &levels,
                               const ValueTypes &values,
                               const Divergence *other) {
  std::string out;
  llvm::StringSet<> defined; // two types may be one of the slice's
  if (other)
    for (const ir::StructType *type : LaneStructs(kernel, *other).found)
      defined.insert(nameOf(values, type));
  for (const ir::StructType *type : LaneStructs(kernel, levels).found)
    if (defined.insert(nameOf(values, type)).second)
      out += Definition(values, *type).text();
  return out;
}
