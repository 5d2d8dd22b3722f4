// The root of the loop's call, or those that a query program enters.
#include "HostLoop.h"

using namespace regtt;
using namespace regtt::recognise;

void HostLoop::roots() {}
