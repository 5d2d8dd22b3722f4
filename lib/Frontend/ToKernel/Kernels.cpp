// Which functions a traversal becomes, and what they are given.
#include "Kernels.h"

#include "Segment.h"
#include "Tables.h"

#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/Host/Places.h"

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;

Kernels::Kernels(const Model &model, toir::Unit &unit, kernel::Kernel &kernel)
    : model(model), traversal(model.traversal), unit(unit), module(unit.module),
      kernel(kernel) {}

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

//===--- The functions
//-----------------------------------------------------===//

void Kernels::declare() {
  linkType = module.linkTo(nodeType());
  std::vector<const ir::Type *> types = {link()};
  for (const Arg &arg : traversal.args)
    types.push_back(unit.types.of(arg.type, traversal.loc));
  if (llvm::is_contained(types, nullptr))
    return;
  kernel.enter =
      module.createKernel(name(""), ir::Kernel::Queries,
                          module.functionType(module.voidType(), types),
                          unit.locate(traversal.loc));
  module.parameter(kernel.enter, "self");
  for (const Arg &arg : traversal.args)
    module.parameter(kernel.enter, arg.name);
  kernel.helpers.resize(traversal.helpers.size());
  for (size_t k = 0; k < traversal.helpers.size(); ++k)
    if (const Function &each = *traversal.helpers[k];
        !toir::isLibrary(each.decl))
      kernel.helpers[k].function = helper(each);
  if (traversal.program)
    kernel.program =
        make("program", module.voidType(), {}, traversal.program->body.loc);
  if (traversal.nullValue() && !traversal.program)
    kernel.absent = make("absent", module.voidType(), {}, traversal.loc);
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
  if (!kernel.enter)
    return;
  for (size_t k = 0; k < traversal.helpers.size(); ++k)
    fill(*traversal.helpers[k], kernel.helpers[k].function,
         [&](Segment &segment) { segment.helper(); });
  const Function &whole = traversal.function;
  fill(whole, kernel.enter, [](Segment &segment) { segment.enter(); });
  if (traversal.program)
    fill(*traversal.program, kernel.program,
         [](Segment &segment) { segment.body(); });
  if (kernel.absent)
    fill(whole, kernel.absent,
         [&](Segment &segment) { segment.evaluate(traversal.nullValue()); });
  lowerHostValues();
}

/// Tables, which name no function that is not there: what has only them as a
/// reason for a type comes last in the module.
kernel::SiteLoop Kernels::fillTables() {
  kernel.name = traversal.name;
  kernel.loc = unit.locate(traversal.loc);
  kernel.whole = kernel.enter;
  kernel.sameOnHost = traversal.sameOnHost;
  kernel.orderGiven = traversal.orderGiven;
  kernel.orderKept = traversal.orderKept;
  kernel.helpers.resize(traversal.helpers.size());
  kernel.slots.resize(traversal.slots.size());
  fillData(*this);
  fillChildren(*this);
  fillHelpers(*this);
  const kernel::SiteLoop loop = siteLoop(*this);
  fillTypes(*this);
  return loop;
}

LoweredSite regtt::lowerSite(const Model &model, clang::ASTContext &context,
                             const Pairing &pairing) {
  LoweredUnit lowered;
  lowered.module = std::make_unique<ir::Module>();
  toir::Unit unit(context, pairing, lowered);
  lowered.module->isC = false; // the kernel is C++, whatever the user writes
  LoweredSite result;
  Kernels kernels(model, unit, result.kernel);
  kernels.run();
  unit.run();
  result.loop = kernels.fillTables();
  result.host = hostLoop(model, context);
  host::findInMemory(result.host, result.loop.head);
  result.place.loop = model.loop.loop;
  if (const auto &site = model.loop.templateSite) {
    result.place.instantiatedAt = site->instantiatedAt;
    result.place.declarations = site->declarations;
  }
  result.kernel.module = std::move(lowered.module);
  result.notLowered = std::move(lowered.notLowered);
  result.traversals.assign(model.traversal.functions.begin(),
                           model.traversal.functions.end());
  result.loc = model.traversal.loc;
  result.places = std::move(lowered.places);
  return result;
}
