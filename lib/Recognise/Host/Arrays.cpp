// Arrays that all iterations share.
#include "HostLoop.h"

using namespace regtt;
using namespace regtt::recognise;

void HostLoop::arrays() {}
