// The order in which what the host file does is found.
#include "HostLoop.h"

#include "HostBody.h"

#include "regtt/Host/Places.h"

using namespace regtt;
using namespace regtt::recognise;

HostLoop::HostLoop(Recogniser &recogniser)
    : recogniser(recogniser), module(recogniser.module),
      kernel(recogniser.kernel), iteration(recogniser.iteration),
      loop(recogniser.loop), site(recogniser.site.loop),
      host(recogniser.site.host),
      words(module, *recogniser.host, *loop,
            [this](Message message) { refuse(std::move(message)); }) {}

void HostLoop::refuse(Message message) {
  if (!message.loc)
    message.loc = loop->loc;
  recogniser.site.unsaid.push_back(std::move(message));
}

void HostLoop::run() {
  host.isC = module.isC;
  head();
  HostBody body(recogniser, inLoop(), ofHead,
                [this](Message message) { refuse(std::move(message)); });
  operandInputs = body.operandInputs();
  operands();
  roots();
  arrays();
  arguments();
  body.run();
  compared();
  host::findInMemory(host, site.head);
}
