// Modules: the functions, globals and variables that they declare, and the
// names by which these are found.
#include "TypeTable.h"

#include "regtt/IR/Module.h"

using namespace regtt::ir;

Module::Module() : types(std::make_unique<TypeTable>()) {}
Module::~Module() = default;

NamedType *Module::findType(llvm::StringRef name) const {
  return typeNames.lookup(name);
}
Global *Module::findGlobal(llvm::StringRef name) const {
  return globalNames.lookup(name);
}
Function *Module::findFunction(llvm::StringRef name) const {
  return functionNames.lookup(name);
}

std::string Module::freeName(llvm::StringRef name) const {
  std::string result = name.str();
  for (unsigned k = 2; findGlobal(result) || findFunction(result); ++k)
    result = name.str() + "." + std::to_string(k);
  return result;
}

Function *Module::createFunction(llvm::StringRef name, const FunctionType *type,
                                 Location loc) {
  assert(!findFunction(name) && !findGlobal(name) && "a name is taken");
  ownedFunctions.push_back(std::make_unique<Function>(name, type, loc));
  functionList.push_back(ownedFunctions.back().get());
  return functionNames[name] = functionList.back();
}

Kernel *Module::createKernel(llvm::StringRef name, Kernel::Domain domain,
                             const FunctionType *type, Location loc) {
  assert(!findFunction(name) && !findGlobal(name) && "a name is taken");
  auto made = std::make_unique<Kernel>(name, domain, type, loc);
  kernelList.push_back(made.get());
  functionNames[name] = made.get();
  ownedFunctions.push_back(std::move(made));
  return kernelList.back();
}

Global *Module::createGlobal(llvm::StringRef name, const Type *type,
                             Location loc) {
  assert(!findFunction(name) && !findGlobal(name) && "a name is taken");
  ownedGlobals.push_back(std::make_unique<Global>(name, type, loc));
  globalList.push_back(ownedGlobals.back().get());
  return globalNames[name] = globalList.back();
}

Variable *Module::parameter(Function *function, llvm::StringRef name,
                            Location loc) {
  const size_t index = function->params.size();
  assert(index < function->type->params.size() && "more than the type has");
  Variable *result =
      variable(Variable::Parameter, name, function->type->params[index], loc);
  function->params.push_back(result);
  return result;
}

Variable *Module::variable(Variable::Kind kind, llvm::StringRef name,
                           const Type *type, Location loc) {
  variables.push_back(std::make_unique<Variable>(kind, name, type, loc));
  return variables.back().get();
}

void Module::setSpelling(const Expr *e, llvm::StringRef text) {
  spellings[e] = types->copy(text);
}

//===--- Statements -------------------------------------------------------===//

BlockStatement *Module::block(llvm::ArrayRef<Statement *> statements,
                              Location loc) {
  auto *result = make<BlockStatement>(loc);
  result->statements = statements.vec();
  return result;
}

LetStatement *Module::let(const Variable *variable, const Expr *value,
                          Location loc) {
  auto *result = make<LetStatement>(loc);
  result->variable = variable;
  result->value = value;
  return result;
}

VarStatement *Module::var(const Variable *variable, const Expr *init,
                          Location loc) {
  auto *result = make<VarStatement>(loc);
  result->variable = variable;
  result->init = init;
  return result;
}

StoreStatement *Module::store(const Place *place, const Expr *value,
                              Location loc, StoreKind kind) {
  auto *result = make<StoreStatement>(loc);
  result->store = kind;
  result->place = place;
  result->value = value;
  return result;
}

ReduceStatement *Module::reduce(Combiner combiner, const Place *place,
                                const Expr *value, Location loc) {
  auto *result = make<ReduceStatement>(loc);
  result->combiner = combiner;
  result->place = place;
  result->value = value;
  return result;
}

IfStatement *Module::ifThen(const Expr *condition, BlockStatement *then,
                            BlockStatement *otherwise, Location loc) {
  auto *result = make<IfStatement>(loc);
  result->condition = condition;
  result->then = then;
  result->otherwise = otherwise;
  return result;
}

ReturnStatement *Module::ret(const Expr *value, Location loc) {
  auto *result = make<ReturnStatement>(loc);
  result->value = value;
  return result;
}

LeaveStatement *Module::leave(const BlockStatement *block, Location loc) {
  auto *result = make<LeaveStatement>(loc);
  result->block = block;
  return result;
}

CallStatement *Module::callStatement(const Function *callee,
                                     llvm::ArrayRef<const Expr *> arguments,
                                     const Variable *result, Location loc) {
  auto *call = make<CallStatement>(loc);
  call->result = result;
  call->callee = callee;
  call->arguments = arguments.vec();
  return call;
}
