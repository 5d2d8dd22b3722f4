// The table of backends.
#include "regtt/Backend/Backend.h"

using namespace regtt;

static constexpr Backend table[] = {
#define BACKEND(NAME, OPTION, EXTENSION)                                       \
  {OPTION, EXTENSION, print##NAME##Slice},
#include "regtt/Backend/Backends.def"
#undef BACKEND
};

llvm::ArrayRef<Backend> regtt::allBackends() { return table; }

const Backend *regtt::findBackend(llvm::StringRef name) {
  for (const Backend &backend : table)
    if (backend.name == name)
      return &backend;
  return nullptr;
}
