// The order in which what the host file does is found.
#include "HostLoop.h"

#include "HostBody.h"
#include "MacroLines.h"

#include "regtt/Host/Places.h"

#include <llvm/ADT/STLExtras.h>

#include <functional>

using namespace regtt;
using namespace regtt::recognise;

HostLoop::HostLoop(Recogniser &recogniser)
    : recogniser(recogniser), module(recogniser.module),
      kernel(recogniser.kernel), iteration(recogniser.iteration),
      loop(recogniser.loop), site(recogniser.site.loop),
      host(recogniser.site.host),
      words(module, *recogniser.host, *loop, iteration.inlined,
            [this](Message message) { refuse(std::move(message)); }) {
  words.declared = std::make_shared<HostWords::Declared>();
  words.views = std::make_shared<HostViews>(module);
  words.reads = std::make_shared<host::HostReads>();
  for (const auto &[named, place] : recogniser.scalars)
    words.names[named] =
        (named->type == place->type ? "(" : "(&") + words.lvalue(place) + ")";
  for (const auto &[pointer, flag] : recogniser.flags)
    words.names[pointer] = "(&" + words.lvalue(module.place(flag)) + ")";
}

void HostLoop::refuse(Message message) {
  if (!message.loc)
    message.loc = loop->loc;
  if (!llvm::is_contained(recogniser.site.unsaid, message))
    recogniser.site.unsaid.push_back(std::move(message));
}

/// Of a statement that is refused, no part has to be sayable.
static void dropParts(UserTexts texts, std::vector<Message> &messages) {
  const std::vector<Message> all = messages;
  llvm::erase_if(messages, [&](const Message &part) {
    ir::Location start = part.loc;
    start.length = 1;
    return part.id == Diag::RTT1129 &&
           llvm::any_of(all, [&](const Message &whole) {
             return whole.id == Diag::RTT1103 &&
                    texts.isWithin(start, whole.loc);
           });
  });
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
  clauses();
  arguments();
  body.takeTail();
  compared(body);
  body.takeLevels();
  body.checkAddresses();
  if (repeatsStatements(host))
    if (const auto line = macroLine(module, *loop))
      refuse({Diag::RTT1103,
              *line,
              {"a directive that changes macros",
               "statements that are repeated ahead of the loop would mean "
               "something else"}});
  // What iterations find is said in words of the head.
  const auto isOfHead = [](const Message &message) {
    return message.id == Diag::RTT1101 || message.id == Diag::RTT1102;
  };
  std::vector<Message> &unsaid = recogniser.site.unsaid;
  if (llvm::any_of(unsaid, isOfHead))
    llvm::erase_if(unsaid, std::not_fn(isOfHead));
  dropParts(UserTexts(module), unsaid);
  host::findInMemory(host, site.head);
  host.members = words.declared->members;
  host.types = words.declared->types;
  host.named = words.declared->named;
  host.views = words.views->definitions;
  host.hostReads = *words.reads;
  classes();
}
