// Names of a file of its own.
#include "regtt/Cpp/StandaloneWords.h"

using namespace regtt;
using namespace regtt::cpp;

StandaloneWords::StandaloneWords(const ir::Module &module) {
  for (const ir::Function *function : module.functions())
    add(function, function->name);
  for (const ir::Kernel *kernel : module.kernels())
    add(kernel, kernel->name);
  for (const ir::Global *global : module.globals())
    add(global, global->name);
  for (const ir::NamedType *type : module.namedTypes()) {
    add(type, type->name);
    types.insert(names.lookup(type));
    const auto *enumeration = llvm::dyn_cast<ir::EnumType>(type);
    if (!enumeration)
      continue;
    for (const ir::EnumType::Constant &constant : enumeration->constants)
      add(&constant, type->name + "_" + constant.name);
  }
}

void StandaloneWords::add(const void *what, llvm::StringRef name) {
  const std::string stem = identifier(name);
  std::string free = stem;
  for (unsigned number = 2; !taken.insert(free).second; ++number)
    free = stem + "_" + std::to_string(number);
  names[what] = free;
}

std::string StandaloneWords::global(const ir::Global &global) {
  return names.lookup(&global);
}
std::string StandaloneWords::function(const ir::Function &function) {
  return names.lookup(&function);
}
std::string StandaloneWords::type(const ir::NamedType &type) {
  return names.lookup(&type);
}
/// A member may not be called as a type that is used beside it.
std::string StandaloneWords::field(const ir::Field &field) {
  const std::string name = Words::field(field);
  return types.contains(name) ? name + "_" : name;
}
bool StandaloneWords::isTaken(llvm::StringRef name) {
  return taken.contains(name);
}

std::string StandaloneWords::constantName(const ir::EnumType &type,
                                          unsigned index) {
  return names.lookup(&type.constants[index]);
}

std::optional<std::string> StandaloneWords::constant(const ir::EnumType &type,
                                                     const llvm::APInt &value) {
  for (unsigned k = 0; k < type.constants.size(); ++k)
    if (type.constants[k].value == value)
      return constantName(type, k);
  return std::nullopt;
}
