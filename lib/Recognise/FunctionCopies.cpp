// Makes functions that take the place of others.
#include "FunctionCopies.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::recognise;

/// `search` of `search.2`, which stands for it already.
static llvm::StringRef userName(llvm::StringRef name) {
  const auto [plain, number] = name.rsplit('.');
  return !number.empty() && llvm::all_of(number, llvm::isDigit) ? plain : name;
}

ir::Function *recognise::createCopy(ir::Module &module,
                                    const ir::Function &from,
                                    llvm::ArrayRef<const ir::Type *> params) {
  ir::Function *made = module.createFunction(
      module.freeName(userName(from.name)),
      module.functionType(from.type->result, params), from.loc);
  made->isPure = from.isPure;
  made->isTraversal = from.isTraversal;
  made->isUnseen = from.isUnseen;
  made->isVirtual = from.isVirtual;
  made->linkage = from.linkage;
  return made;
}

ir::CallStatement *
recognise::callInCopy(ir::Module &module, ir::Mapper &mapper,
                      const ir::CallStatement &call, const ir::Function *callee,
                      std::vector<const ir::Expr *> arguments) {
  const ir::Variable *result = call.result;
  if (result) {
    result =
        module.variable(result->kind, result->name, result->type, result->loc);
    mapper.variables[call.result] = result;
  }
  return module.callStatement(callee, std::move(arguments), result, call.loc);
}
