/// What the verifier has found, and where its parts are called.
#pragma once

#include "regtt/IR/Module.h"

#include <string>

namespace regtt::ir {

class Faults {
public:
  /// Of a declaration: `struct @Node`.
  void add(const llvm::Twine &where, const llvm::Twine &what);
  const std::string &text() const { return lines; }

private:
  std::string lines;
};

void verifyTypes(const Module &module, Faults &faults);
void verifyBody(const Module &module, const Function &function, Faults &faults);

/// What is wrong with a variable or a field of that type; empty where nothing
/// is.
std::string faultOfObject(const Type *type);

} // namespace regtt::ir
