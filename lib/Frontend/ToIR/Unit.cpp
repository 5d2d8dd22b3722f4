// The functions and globals of a module: declared where they are named, with
// bodies that follow one after the other.
#include "Unit.h"

#include "Around.h"
#include "Body.h"
#include "Files.h"
#include "LinkIterators.h"
#include "OddAttributes.h"

#include "regtt/Support/Message.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::toir;
using clang::FunctionDecl;
using llvm::dyn_cast;

Unit::Unit(clang::ASTContext &context, const Pairing &pairing,
           LoweredUnit &lowered, Files &files)
    : context(context), pairing(pairing), lowered(lowered),
      module(*lowered.module), files(files), types(*this) {
  if (!pairing.others || pairing.others->isOwn(context)) {
    module.isC = !context.getLangOpts().CPlusPlus;
    module.isCpp11 = !module.isC && !context.getLangOpts().CPlusPlus14;
    module.isCpp20 = context.getLangOpts().CPlusPlus20;
  }
  effects.isTraversal = [&pairing](const clang::FunctionDecl *function) {
    return pairing.traversalOf(function) != nullptr;
  };
  effects.overriders = [this](const clang::CXXMethodDecl *method) {
    return overriders(method);
  };
}

std::nullptr_t Unit::refuse(clang::SourceLocation loc,
                            const llvm::Twine &what) {
  return add({current, loc, what.str()});
}

std::nullptr_t Unit::refuse(clang::SourceLocation loc, Diag id,
                            std::vector<std::string> arguments) {
  const std::string what = textOf(Message{id, {}, arguments});
  return add({current, loc, what, id, std::move(arguments)});
}

std::nullptr_t Unit::add(NotLowered fault) {
  for (const NotLowered &known : lowered.notLowered)
    if (known.function == current && known.loc == fault.loc &&
        known.what == fault.what)
      return nullptr;
  lowered.notLowered.push_back(std::move(fault));
  return nullptr;
}

void Unit::refuseOdd(const std::string &attribute, clang::SourceLocation loc) {
  if (!attribute.empty())
    refuse(loc, "the attribute '" + attribute + "'");
}

void Unit::refuseOddAttributes(const clang::Decl *decl) {
  clang::SourceLocation loc;
  const auto *function = dyn_cast<FunctionDecl>(decl);
  const std::string name =
      function ? oddAttributeOf(function, loc) : oddAttribute(decl, &loc);
  refuseOdd(name, loc.isValid() ? loc : decl->getLocation());
}

bool Unit::isPrivate(const clang::NamedDecl *member) const {
  if (member->getAccess() != clang::AS_private &&
      member->getAccess() != clang::AS_protected)
    return false;
  const auto *of = dyn_cast<clang::CXXRecordDecl>(member->getDeclContext());
  if (!holder || !pairing.sema || !of)
    return true;
  // Members and friends may, and what is within them.
  clang::Sema &sema = *pairing.sema;
  const clang::Sema::ContextRAII inside(sema,
                                        const_cast<FunctionDecl *>(holder));
  auto *named = const_cast<clang::CXXRecordDecl *>(of);
  return !sema.IsSimplyAccessible(const_cast<clang::NamedDecl *>(member), named,
                                  context.getRecordType(named));
}

const ir::Type *Unit::typeOf(const clang::VarDecl *declared) {
  const llvm::SaveAndRestore named(subject, declared->getNameAsString());
  return types.of(declared->getType(), declared->getLocation());
}

/// Standard input is no file that could be read again.
void Unit::keepText(const std::string &name,
                    const clang::SourceManager &manager, clang::FileID file) {
  const auto entry = manager.getFileEntryRefForID(file);
  if (entry && entry->getName() == name && !llvm::sys::fs::exists(name))
    module.texts[name] = manager.getBufferData(file).str();
}

ir::Location Unit::locate(clang::SourceLocation loc) {
  if (loc.isInvalid())
    return {};
  const auto &manager = context.getSourceManager();
  const clang::SourceLocation at = manager.getExpansionLoc(loc);
  const auto place = manager.getPresumedLoc(at);
  if (place.isInvalid())
    return {};
  unsigned &file = fileNumbers[manager.getFileID(at)];
  // #line gives parts of a file other names.
  const std::string name = place.getFilename();
  if (!file || module.files[file - 1] != name) {
    const auto found = llvm::find(module.files, name);
    file = found - module.files.begin() + 1;
    if (found == module.files.end()) {
      module.files.push_back(name);
      keepText(name, manager, manager.getFileID(at));
    }
  }
  lowered.places.insert({{file, place.getLine(), place.getColumn()}, loc});
  return {file, place.getLine(), place.getColumn(), 0};
}

clang::SourceLocation regtt::sourceOf(const PlacesInSource &places,
                                      ir::Location loc) {
  const auto found = places.find({loc.file, loc.line, loc.column});
  return found == places.end() ? clang::SourceLocation() : found->second;
}

const ir::FunctionType *Unit::signature(const FunctionDecl *function) {
  std::vector<const ir::Type *> params;
  const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  if (method && method->isInstance() &&
      !method->isExplicitObjectMemberFunction()) {
    const ir::Type *self = types.of(context.getRecordType(method->getParent()));
    params.push_back(self ? module.referenceTo(self) : nullptr);
  }
  for (const clang::ParmVarDecl *param : function->parameters())
    params.push_back(types.of(param->getType(), param->getLocation()));
  const ir::Type *result =
      types.of(function->getReturnType(), function->getLocation());
  if (!result || llvm::is_contained(params, nullptr))
    return nullptr;
  // What knows where it lies is no value.
  const bool isCopied =
      copiesItself(function->getReturnType()) ||
      llvm::any_of(function->parameters(), [](const auto *param) {
        return copiesItself(param->getType());
      });
  if (isCopied)
    return refuse(function->getLocation(),
                  "an object with a copy constructor as a value");
  return module.functionType(result, params);
}

ir::Function *Unit::function(const FunctionDecl *function) {
  const FunctionDecl *key = function->getCanonicalDecl();
  if (ir::Function *known = lowered.functions.lookup(key))
    return known;
  if (ir::Function *made = functionOf(function))
    return lowered.functions[key] = made;
  const FunctionDecl *body = nullptr;
  const bool isVisible = function->hasBody(body) && !isLibrary(function) &&
                         replaceable(function).empty();
  const FunctionDecl *shown = isVisible ? body : function;
  if (function->isVariadic())
    return nullptr; // said where it is called
  const ir::FunctionType *type = signature(shown);
  if (!type)
    return nullptr;
  ir::Function *made = module.createFunction(freeName(shown), type,
                                             locate(shown->getLocation()));
  lowered.functions[key] = made;
  if (function->isInlined() || function->isTemplateInstantiation())
    made->linkage = ir::Linkage::Weak;
  if (!function->isExternallyVisible())
    made->linkage = ir::Linkage::Internal;
  made->isUnseen = !isNameable(function);
  const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  if (type->params.size() > shown->getNumParams() && method)
    module.parameter(made, "this");
  for (const clang::ParmVarDecl *param : shown->parameters()) {
    ir::Variable *variable = module.parameter(
        made, param->getName().empty() ? "unnamed" : param->getName(),
        locate(param->getLocation()));
    variable->isVolatile = param->getType().isVolatileQualified();
    variable->isRegister = param->getStorageClass() == clang::SC_Register;
    lowered.variables[param] = variable;
  }
  made->isTraversal = pairing.traversalOf(shown) != nullptr &&
                      !(method && isEnteredVirtually(method));
  if (made->isTraversal)
    made->clauses = Body(*this, shown, made).clausesOfTraversal();
  if (!isVisible)
    return made;
  made->isPure = effects.isPure(body) && !pairing.traversalOf(body);
  waiting.push_back(body);
  return made;
}

bool Unit::lowerNext() {
  if (numLowered == waiting.size())
    return false;
  current = waiting[numLowered++];
  const size_t faults = lowered.notLowered.size();
  ir::Function *made = lowered.functions.lookup(current->getCanonicalDecl());
  refuseOddAttributes(current);
  made->body = Body(*this, current, made).lower();
  if (lowered.notLowered.size() > faults && !keepsParts)
    made->body = nullptr;
  current = nullptr;
  return true;
}

/// In C a local of the function that holds the loop may have the name of a
/// global that visits read: then the host file cannot name that. Such locals
/// are declared, whether the loop names them or not.
static void declareHiding(Unit &unit, const FunctionDecl *function,
                          ir::BlockStatement &body) {
  llvm::StringSet<> globals;
  for (const auto &[variable, global] : unit.lowered.globals)
    globals.insert(variable->getName());
  std::vector<ir::Statement *> hiding;
  for (const clang::Decl *local : function->decls()) {
    const auto *named = dyn_cast<clang::NamedDecl>(local);
    const auto *variable = dyn_cast<clang::VarDecl>(local);
    if (!named || !named->getIdentifier() ||
        !globals.contains(named->getName()) ||
        (variable &&
         (unit.lowered.globals.contains(variable->getCanonicalDecl()) ||
          unit.lowered.variables.contains(variable->getCanonicalDecl()))))
      continue;
    ir::Module &m = unit.module;
    hiding.push_back(m.var(m.variable(ir::Variable::Local, named->getName(),
                                      m.intType(ir::IntType::I32),
                                      unit.locate(named->getLocation()))));
  }
  body.statements.insert(body.statements.begin(), hiding.begin(), hiding.end());
}

/// What the text of a loop in `function` may name stands ahead of this place,
/// what the loop declares itself among it; invalid of a template, whose
/// instantiations may name more.
static clang::SourceLocation seenUpToOf(const FunctionDecl *function,
                                        const clang::Stmt *loop) {
  if (function->getTemplateInstantiationPattern())
    return {};
  clang::SourceLocation result = loop->getEndLoc();
  for (const clang::DeclContext *in = function->getLexicalParent(); in;
       in = in->getLexicalParent())
    if (const auto *record = dyn_cast<clang::CXXRecordDecl>(in))
      result = record->getEndLoc();
  return result;
}

const ir::Statement *Unit::loop(const PairedLoop &paired) {
  isLoopAlone = true;
  runsWhole = !leadsToTraversal(pairing, paired.loop);
  linksArePointers = runsWhole && !goesAlongLinks(paired.loop);
  current = holder = paired.function;
  seenUpTo = context.getSourceManager().getExpansionLoc(
      seenUpToOf(current, paired.loop));
  std::vector<const ir::Type *> params;
  const auto *method = dyn_cast<clang::CXXMethodDecl>(current);
  if (method && method->isInstance() &&
      !method->isExplicitObjectMemberFunction())
    if (const ir::Type *self =
            types.of(context.getRecordType(method->getParent())))
      params.push_back(module.referenceTo(self));
  ir::Function *made = module.createFunction(
      module.freeName("loop"), module.functionType(module.voidType(), params),
      locate(paired.loop->getBeginLoc()));
  if (!params.empty())
    module.parameter(made, "this");
  refuseOddAttributes(current);
  made->body = Body(*this, current, made).lowerAlone(paired.loop);
  const bool isWhole = lowered.notLowered.empty();
  files.run();
  if (module.isC && made->body)
    declareHiding(*this, paired.function, *made->body);
  return isWhole ? lowered.loops.lookup(paired.loop) : nullptr;
}

ir::Global *Unit::global(const clang::VarDecl *variable) {
  const clang::VarDecl *key = variable->getCanonicalDecl();
  if (ir::Global *known = lowered.globals.lookup(key))
    return known;
  const clang::VarDecl *defined = variable->getDefinition();
  if (!defined)
    defined = variable;
  const ir::Type *type = types.of(defined->getType(), variable->getLocation());
  if (!type)
    return nullptr;
  if (ir::Global *known = globalOf(variable, type))
    return lowered.globals[key] = known;
  ir::Global *made = module.createGlobal(freeName(defined), type,
                                         locate(defined->getLocation()));
  lowered.globals[key] = made;
  if (files.any() && variable->isExternallyVisible() &&
      !variable->isStaticLocal())
    files.globals[OtherFiles::linkageName(variable)] = made;
  made->isUnseen = !isNameable(variable);
  if (!isReplaceable(variable))
    refuseOddAttributes(variable);
  made->isConst = defined->getType().isConstQualified();
  made->isVolatile = defined->getType().isVolatileQualified();
  made->isThreadLocal = defined->getTLSKind() != clang::VarDecl::TLS_None;
  made->isLocal = defined->isStaticLocal();
  made->isPrivate = isPrivate(defined);
  made->isDeclaration = variable->isThisDeclarationADefinition(context) ==
                            clang::VarDecl::DeclarationOnly &&
                        defined->isThisDeclarationADefinition(context) ==
                            clang::VarDecl::DeclarationOnly;
  if (!defined->isExternallyVisible())
    made->linkage = ir::Linkage::Internal;
  else if (defined->isInline() || defined->isStaticLocal() ||
           defined->getTemplateSpecializationKind() != clang::TSK_Undeclared)
    made->linkage = ir::Linkage::Weak;
  const clang::VarDecl *with = nullptr;
  if (!defined->getAnyInitializer(with))
    return made;
  if (isReplaceable(defined)) {
    made->isDeclaration = true;
    return made;
  }
  // What is computed when the program starts is not known here.
  const clang::APValue *value =
      with->getInit()->isValueDependent() ? nullptr : with->evaluateValue();
  made->init = value ? constant(*value, defined->getType()) : nullptr;
  made->isDeclaration |= !made->init;
  return made;
}
