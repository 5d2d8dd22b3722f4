// Where an iteration finds the objects that are its own.
#include "HostLoop.h"

using namespace regtt;
using namespace regtt::recognise;

void HostLoop::operands() {}
