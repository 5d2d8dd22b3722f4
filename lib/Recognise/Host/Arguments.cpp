// Values that all iterations share, and those that the first calls are handed.
//
//     uniform `scale`, of `%options->scale`     options->scale
//     argument `%dsq`, which calls change       dsq
#include "HostLoop.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static host::Copying copyingOf(const ir::Type *type, bool isC) {
  // In C++ an enum may be one that does not convert by itself.
  if (isa<ir::EnumType>(type) && !isC)
    return host::Copying::Enum;
  return isa<ir::StructType, ir::LibraryType>(type) ? host::Copying::Bytes
         : isa<ir::ArrayType>(type)                 ? host::Copying::Array
         : type->isBool()                           ? host::Copying::Truth
                                                    : host::Copying::Plain;
}

host::Value HostLoop::valueText(const ir::Expr *e) {
  host::Value made;
  made.copying = copyingOf(e->type, host.isC);
  // An array is copied from where it lies.
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  made.text = load && made.copying == host::Copying::Array
                  ? words.lvalue(load->place)
                  : words.assigned(e);
  if (host.isC && made.copying == host::Copying::Bytes)
    made.type = words.spell(e->type);
  return made;
}

void HostLoop::arguments() {
  for (unsigned k = 0; k < kernel.uniforms.size(); ++k) {
    const ir::Expr *value =
        valueOf(recogniser.uniformObjects[k], kernel.uniforms[k].isAddress);
    if (!value) {
      refuse({}, "a value that the loop does not see");
      host.uniforms.emplace_back();
      continue;
    }
    host.uniforms.push_back({valueText(value), pointersIn(value)});
  }
  size_t next = 0;
  for (unsigned k = 0; k < recogniser.roles.size(); ++k) {
    if (recogniser.roles[k].kind != Role::Argument ||
        k == recogniser.nodeParam || next == kernel.args.size())
      continue;
    const kernel::Argument &argument = kernel.args[next++];
    if (!argument.startsAtLoop)
      continue;
    Origins &origins = *recogniser.origins;
    const ir::Expr *first = origins.of(recogniser.call->arguments[k]);
    // A struct that is handed on by reference is handed over as a value.
    if (first->type->isReference() && !argument.type->isReference())
      first = origins.of(module.load(module.pointee(first)));
    host.arguments.push_back(valueText(first));
  }
}
