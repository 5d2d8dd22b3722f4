// An annotated loop: its kernel first, then what is around it, which names the
// kernel's data.
#include "HostLoop.h"

using namespace regtt;
using namespace regtt::recognise;

Site recognise::recognise(std::shared_ptr<ir::Module> module) {
  Site site;
  site.kernel.module = module;
  Recogniser recogniser(*module, site);
  if (recogniser.makeKernel()) {
    HostLoop(recogniser).run();
    recogniser.finish();
  }
  return site;
}
