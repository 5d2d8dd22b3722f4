// The head of the loop: where iterations begin and end.
#include "HostLoop.h"

using namespace regtt;
using namespace regtt::recognise;

void HostLoop::head() {}
