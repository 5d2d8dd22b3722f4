// Which functions a traversal becomes, and what they are given.
#include "Kernels.h"

#include "Follows.h"
#include "Segment.h"

#include "regtt/Frontend/Passes/Truncation.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;

Kernels::Kernels(const Model &model, toir::Unit &unit, KernelParts &parts)
    : model(model), traversal(model.traversal), unit(unit), module(unit.module),
      parts(parts) {}

/// Where nodes are numbers and lie in several arrays, a struct of no fields.
const ir::StructType *Kernels::nodeType() {
  const clang::QualType naming = traversal.nodeNaming();
  if (!naming.isNull() && naming->isRecordType())
    if (const auto *made = llvm::dyn_cast_or_null<ir::StructType>(
            unit.types.of(naming, traversal.loc)))
      return made;
  const llvm::StringRef name = "rt::Node";
  if (auto *known = module.findType(name))
    return llvm::cast<ir::StructType>(known);
  ir::StructType *made = module.createStruct(name);
  ir::StructBody body;
  body.size = 1;
  module.complete(made, std::move(body));
  return made;
}

std::string Kernels::name(llvm::StringRef part) const {
  return module.freeName(traversal.name +
                         (part.empty() ? "" : "::" + part.str()));
}

ir::Function *Kernels::make(llvm::StringRef part, const ir::Type *result,
                            llvm::ArrayRef<const ir::Type *> params,
                            clang::SourceLocation loc) {
  if (!result || llvm::is_contained(params, nullptr))
    return nullptr;
  return module.createFunction(name(part), module.functionType(result, params),
                               unit.locate(loc));
}

const ir::Type *Kernels::typeOf(const Function &function, const VarDecl *var) {
  if (function.eachChild.count(var))
    return counter();
  switch (function.roles.lookup(var).kind) {
  case Role::Link:
    if (const auto array = pointerArray(var->getType(), unit.context))
      return module.array(link(), array->first);
    return link();
  case Role::Object:
    return index();
  default:
    return unit.types.of(var->getType().getNonReferenceType(),
                         var->getLocation());
  }
}

const ir::Type *Kernels::typeOf(const Capture &capture) {
  const clang::QualType own =
      capture.var ? capture.var->getType() : capture.value->getType();
  // Elements are numbers, and other addresses are pointers still.
  const bool isAddress =
      own->isPointerType() &&
      capture.type->isSpecificBuiltinType(clang::BuiltinType::ULong);
  return unit.types.of(isAddress ? own : capture.type, traversal.loc);
}

//===--- Helpers ----------------------------------------------------------===//

static bool isElement(const Role &role) {
  return role.kind == Role::Object && role.base == Base::Element;
}

/// Whether `function` has effects that its own statements show.
static bool hasEffects(const Traversal &traversal, const Function &function) {
  if (!function.written.empty() || function.writesThis)
    return true;
  const auto writes = [&](const auto &entry) {
    return entry.second.written &&
           traversal.paths[entry.second.path].base != Base::Node;
  };
  const auto leaves = [](const auto &entry) {
    return entry.second == "rt::fail";
  };
  return llvm::any_of(function.accesses, writes) ||
         llvm::any_of(function.libraryCalls, leaves) ||
         !function.containerCalls.empty();
}

bool Kernels::isPure(const Function &helper) const {
  return !hasEffects(traversal, helper) &&
         llvm::all_of(helper.helperCalls, [&](const auto &entry) {
           return isPure(*traversal.helpers[entry.second]);
         });
}

ir::Function *Kernels::helper(const Function &function) {
  std::vector<const ir::Type *> types;
  std::vector<std::string> names;
  const auto add = [&](const ir::Type *type, llvm::StringRef name) {
    types.push_back(type);
    names.push_back(name.empty() ? "unnamed" : name.str());
  };
  const auto reference = [&](clang::QualType type) -> const ir::Type * {
    const ir::Type *to =
        unit.types.of(type.getNonReferenceType(), function.decl->getLocation());
    return to ? module.referenceTo(to) : nullptr;
  };
  if (function.thisRole && isElement(*function.thisRole))
    add(index(), "element");
  const auto *method = dyn_cast<clang::CXXMethodDecl>(function.decl);
  if (takesSelf(function))
    add(reference(unit.context.getRecordType(method->getParent())), "self");
  for (unsigned k = 0; k < function.paramRoles.size(); ++k) {
    const clang::ParmVarDecl *param = function.decl->getParamDecl(k);
    if (isElement(function.paramRoles[k]))
      add(index(), param->getName());
    else if (function.paramRoles[k].kind == Role::Value)
      add(unit.types.of(param->getType(), param->getLocation()),
          param->getName());
  }
  for (const VarDecl *var : function.captured)
    add(function.roles.lookup(var).kind == Role::Object ? index()
        : function.written.count(var)
            ? reference(var->getType())
            : unit.types.of(var->getType().getNonReferenceType(),
                            var->getLocation()),
        var->getName());
  const clang::QualType result =
      function.made ? function.made->getType() : function.decl->getReturnType();
  ir::Function *made =
      make(function.name, unit.types.of(result, function.decl->getLocation()),
           types, function.decl->getLocation());
  for (const std::string &each : names)
    if (made)
      module.parameter(made, each);
  if (made)
    made->isPure = isPure(function);
  return made;
}

//===--- Segments ---------------------------------------------------------===//

ir::Function *Kernels::resume(unsigned point) {
  const ResumePoint &resumed = traversal.resumes[point];
  std::vector<const ir::Type *> types;
  for (const VarDecl *var : resumed.live)
    types.push_back(typeOf(traversal.function, var));
  ir::Function *made = make("resume" + std::to_string(point), module.voidType(),
                            types, resumed.loc);
  for (const VarDecl *var : resumed.live)
    if (made)
      module.parameter(made, traversal.function.eachChild.count(var)
                                 ? var->getNameAsString() + "_number"
                                 : var->getNameAsString());
  return made;
}

ir::Function *Kernels::guard(unsigned number) {
  const Guard &guard = traversal.guards[number];
  std::vector<const ir::Type *> types;
  for (unsigned capture : guard.captures)
    types.push_back(typeOf(traversal.captures[capture]));
  ir::Function *made = make("guard" + std::to_string(number), module.boolType(),
                            types, guard.loc);
  for (unsigned capture : guard.captures)
    if (made)
      module.parameter(made, traversal.captures[capture].name);
  return made;
}

void Kernels::declare() {
  linkType = module.linkTo(nodeType());
  std::vector<const ir::Type *> types = {link()};
  for (const Arg &arg : traversal.args)
    types.push_back(unit.types.of(arg.type, traversal.loc));
  if (llvm::is_contained(types, nullptr))
    return;
  parts.enter =
      module.createKernel(name(""), ir::Kernel::Queries,
                          module.functionType(module.voidType(), types),
                          unit.locate(traversal.loc));
  module.parameter(parts.enter, "self");
  for (const Arg &arg : traversal.args)
    module.parameter(parts.enter, arg.name);
  declareHalves();
  for (const auto &each : traversal.helpers)
    parts.helpers.push_back(toir::isLibrary(each->decl) ? nullptr
                                                        : helper(*each));
  for (unsigned k = 0; k < traversal.guards.size(); ++k)
    parts.guards.push_back(guard(k));
  for (unsigned k = 0; k < traversal.resumes.size(); ++k)
    parts.resumes.push_back(resume(k));
  if (traversal.program)
    parts.program =
        make("program", module.voidType(), {}, traversal.program->body.loc);
  if (traversal.nullValue() && !traversal.program)
    parts.absent = make("absent", module.voidType(), {}, traversal.loc);
  for (const Function &each : traversal.invariants)
    parts.invariants.push_back(
        make("invariants", module.voidType(), {}, each.decl->getLocation()));
}

/// They are given what `enter` is.
void Kernels::declareHalves() {
  if (!traversal.resumes.empty())
    return;
  const auto half = [&](llvm::StringRef part, const ir::Type *result) {
    ir::Function *made =
        make(part, result, parts.enter->type->params, traversal.loc);
    for (const ir::Variable *param : parts.enter->params)
      module.parameter(made, param->name);
    return made;
  };
  parts.truncates = half("truncates", module.boolType());
  parts.proceed = half("proceed", module.voidType());
}

void Kernels::fill(const Function &function, ir::Function *made,
                   llvm::function_ref<void(Segment &)> lower) {
  if (!made)
    return;
  const size_t faults = unit.lowered.notLowered.size();
  auto outside = std::move(unit.lowered.variables);
  unit.lowered.variables.clear();
  Segment segment(*this, function, made);
  made->body = segment.capture([&] { lower(segment); });
  unit.lowered.variables = std::move(outside);
  if (unit.lowered.notLowered.size() > faults)
    made->body = nullptr;
}

void Kernels::run() {
  declare();
  if (!parts.enter)
    return;
  for (size_t k = 0; k < traversal.helpers.size(); ++k)
    fill(*traversal.helpers[k], parts.helpers[k],
         [&](Segment &segment) { segment.helper(); });
  const Function &whole = traversal.function;
  for (unsigned k = 0; k < traversal.guards.size(); ++k)
    fill(whole, parts.guards[k], [&](Segment &segment) { segment.guard(k); });
  fill(whole, parts.enter, [](Segment &segment) { segment.enter(); });
  if (const size_t tests = truncationTests(traversal)) {
    fill(whole, parts.truncates,
         [&](Segment &segment) { segment.tests(tests); });
    fill(whole, parts.proceed,
         [&](Segment &segment) { segment.afterTests(tests); });
  }
  for (unsigned k = 0; k < traversal.resumes.size(); ++k) {
    fill(whole, parts.resumes[k],
         [&](Segment &segment) { segment.resume(traversal.resumes[k]); });
    if (parts.resumes[k] && parts.resumes[k]->body)
      loadGroups(parts.resumes[k]->body);
  }
  if (traversal.program)
    fill(*traversal.program, parts.program,
         [](Segment &segment) { segment.body(); });
  if (parts.absent)
    fill(whole, parts.absent,
         [&](Segment &segment) { segment.evaluate(traversal.nullValue()); });
  for (size_t k = 0; k < traversal.invariants.size(); ++k)
    fill(traversal.invariants[k], parts.invariants[k],
         [](Segment &segment) { segment.body(); });
  lowerHostValues();
  findFollows(*this);
  findHostPaths();
}

void regtt::printKernels(const LoweredKernels &kernels,
                         llvm::ArrayRef<const Model *> models,
                         const clang::ASTContext &context,
                         llvm::raw_ostream &out) {
  for (size_t k = 0; k < models.size(); ++k) {
    const Traversal &traversal = models[k]->traversal;
    const ir::Kernel *enter = kernels.parts[k].enter;
    out << "// " << (enter ? "@" + enter->name : traversal.name) << ":\n";
    for (unsigned p = 0; p < traversal.paths.size(); ++p) {
      static constexpr llvm::StringLiteral roots[] = {"node", "own", "element"};
      const Path &path = traversal.paths[p];
      out << "//   " << roots[unsigned(path.base)] << "(" << p
          << "): " << path.text << "\n";
    }
    for (unsigned u = 0; u < traversal.uniforms.size(); ++u)
      out << "//   shared(" << u << "): " << traversal.uniforms[u].hostText
          << "\n";
  }
  printLowered(kernels.unit, context, out);
}

LoweredKernels regtt::lowerKernels(llvm::ArrayRef<const Model *> models,
                                   clang::ASTContext &context,
                                   const Pairing &pairing) {
  LoweredKernels result;
  result.unit.module = std::make_unique<ir::Module>();
  toir::Unit unit(context, pairing, result.unit);
  result.parts.resize(models.size());
  for (size_t k = 0; k < models.size(); ++k)
    Kernels(*models[k], unit, result.parts[k]).run();
  unit.run();
  return result;
}

LoweredSite regtt::lowerSite(const Model &model, clang::ASTContext &context,
                             const Pairing &pairing) {
  LoweredKernels lowered = lowerKernels({&model}, context, pairing);
  LoweredSite result;
  SiteKernel &kernel = result.kernel;
  kernel.module = std::move(lowered.unit.module);
  kernel.parts = std::move(lowered.parts.front());
  for (const auto &[decl, type] : lowered.unit.types)
    if (const auto *named = dyn_cast<ir::NamedType>(type))
      kernel.types[named] = decl;
  for (const auto &[field, number] : lowered.unit.fields) {
    const ir::Type *type = lowered.unit.types.lookup(field->getParent());
    if (const auto *of = llvm::dyn_cast_or_null<ir::StructType>(type))
      kernel.fields[&of->fields()[number]] = field;
  }
  result.notLowered = std::move(lowered.unit.notLowered);
  return result;
}
