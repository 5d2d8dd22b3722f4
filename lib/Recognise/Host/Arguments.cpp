// Values that all iterations share, and what the first call is handed.
#include "HostLoop.h"

using namespace regtt;
using namespace regtt::recognise;

void HostLoop::arguments() {}
