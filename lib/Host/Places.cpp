// Places that are compared by address: of one loop, and of its instantiations.
#include "regtt/Host/Places.h"

using namespace regtt::host;

void regtt::host::findInMemory(const Loop &loop,
                               regtt::kernel::SiteLoop::Head &head) {
  const auto find = [&](int extent, bool wraps) {
    head.findsInMemory = true;
    head.wrapFactor = std::max(head.wrapFactor, wraps ? extent : 0);
  };
  for (const Operand &operand : loop.operands)
    if (operand.input < 0)
      find(operand.extent, operand.wraps);
  const auto places = [&](llvm::ArrayRef<Place> compared) {
    for (const Place &place : compared)
      if (place.input < 0 && (place.varies || place.isIndirect))
        find(std::max(place.extent, place.apart), place.wraps);
  };
  places(loop.reads);
  if (loop.tail)
    places(loop.tail->writes);
}

/// Where the first iteration's lies, or what its record is given.
static const std::string &textOf(const Place &place, const Loop &loop) {
  return place.input < 0 ? place.text : loop.inputs[place.input].value.text;
}

/// Gives `to`, of `loop`, what `from` has, in the order of their texts.
static void add(std::vector<Place> &to, const std::vector<Place> &from,
                const Loop &loop) {
  for (const Place &place : from)
    if (place.input < 0 && llvm::none_of(
                               to,
                               [&](const Place &known) {
                                 return textOf(known, loop) == place.text &&
                                        known.extent == place.extent;
                               }))
      to.push_back(place);
  llvm::sort(to, [&](const Place &a, const Place &b) {
    return textOf(a, loop) < textOf(b, loop);
  });
}

void regtt::host::sharePlaces(Loop &one, Loop &other) {
  const auto share = [&](std::vector<Place> &places,
                         std::vector<Place> &others) {
    add(places, others, one);
    add(others, places, other);
  };
  share(one.reads, other.reads);
  share(one.laterReads, other.laterReads);
  if (one.tail && other.tail)
    share(one.tail->writes, other.tail->writes);
}
