// An annotated loop: its kernel first, then what is around it, which names the
// kernel's data.
#include "HostLoop.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

/// Whether that follows where the loop does not count its iterations: what they
/// have of their own is found in words of its variable.
static bool isOfCounter(const Message &message) {
  switch (message.id) {
  case Diag::RTT1105:
  case Diag::RTT1106:
  case Diag::RTT1107:
  case Diag::RTT2003:
  case Diag::RTT2006:
    return true;
  default:
    return false;
  }
}

/// Of a loop that is refused: whether its head is what is wrong.
static void checkHead(Recogniser &recogniser) {
  const auto *counted =
      llvm::dyn_cast_or_null<ir::LoopStatement>(recogniser.loop);
  std::vector<Message> ofHead;
  if (counted && recogniser.call)
    loopHead(recogniser.module, *counted, recogniser.iteration.counter,
             [&](Message message) { ofHead.push_back(std::move(message)); });
  if (ofHead.empty())
    return;
  llvm::erase_if(recogniser.site.refusals, isOfCounter);
  for (Message &message : ofHead)
    recogniser.refuse(std::move(message));
}

Site recognise::recognise(std::shared_ptr<ir::Module> module) {
  Site site;
  site.kernel.module = module;
  Recogniser recogniser(*module, site);
  if (recogniser.makeKernel()) {
    HostLoop(recogniser).run();
    recogniser.finish();
  } else {
    checkHead(recogniser);
  }
  return site;
}

std::vector<Message> recognise::refusalsOfRest(ir::Module &module) {
  Site site;
  Recogniser(module, site).lookAtBody();
  return std::move(site.refusals);
}
