// Whether a module is sound: its globals and functions. Types and bodies have
// files of their own.
#include "regtt/IR/Verifier.h"

#include "Faults.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;
using llvm::Twine;

void Faults::add(const Twine &where, const Twine &what) {
  lines += (lines.empty() ? "" : "\n") + (where + ": " + what).str();
}

/// Whether it is known before the program runs.
static bool isConstant(const Expr *e) {
  bool result = true;
  walk(e, [&](const Expr *part) {
    if (isa<LoadExpr, ValueExpr, CallExpr, LibraryCallExpr, ContainerReadExpr,
            IntrinsicExpr>(part))
      result = false;
    const Place *place = placeOf(part);
    if (place && (place->isIndirect() || place->variable()))
      result = false;
  });
  return result;
}

static void verifyGlobal(const Global &global, Faults &faults) {
  const std::string where = "global '@" + global.name + "'";
  if (!global.isDeclaration)
    if (const std::string fault = faultOfObject(global.type); !fault.empty())
      faults.add(where, fault);
  if (!global.init)
    return;
  if (global.isDeclaration)
    faults.add(where, "its value is another file's");
  if (global.init->type != global.type)
    faults.add(where, "it is '" + toString(global.type) + "', not '" +
                          toString(global.init->type) + "'");
  if (!isConstant(global.init))
    faults.add(where, "it starts as what is no constant");
  walk(global.init, [&](const Expr *e) {
    if (const std::string what = fault(e); !what.empty())
      faults.add(where, what);
  });
}

static void verifySignature(const Function &function, Faults &faults) {
  const std::string where = "function '@" + function.name + "'";
  const auto types = function.type->params;
  if (!function.type->result->isVoid())
    if (const std::string fault = faultOfObject(function.type->result);
        !fault.empty())
      faults.add(where, fault);
  if (function.params.size() != types.size())
    return faults.add(where, Twine("it has ") + Twine(function.params.size()) +
                                 " parameters, its type " +
                                 Twine(types.size()));
  for (size_t k = 0; k < types.size(); ++k) {
    const Variable *param = function.params[k];
    if (param->type != types[k] || param->kind != Variable::Parameter)
      faults.add(where, "'%" + param->name + "' is no such parameter");
    if (const std::string fault = faultOfObject(param->type); !fault.empty())
      faults.add(where, "'%" + param->name + "': " + fault);
  }
}

llvm::Error regtt::ir::verify(const Module &module) {
  Faults faults;
  verifyTypes(module, faults);
  for (const Global *global : module.globals())
    verifyGlobal(*global, faults);
  for (const Function *function : module.functions()) {
    verifySignature(*function, faults);
    verifyBody(module, *function, faults);
  }
  for (const Kernel *kernel : module.kernels()) {
    verifySignature(*kernel, faults);
    verifyBody(module, *kernel, faults);
    if (!kernel->body)
      faults.add("function '@" + kernel->name + "'", "a kernel has a body");
  }
  if (faults.text().empty())
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), faults.text());
}
