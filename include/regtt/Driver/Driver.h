/// The command: argv in, exit code out.
#pragma once

namespace regtt {

int runDriver(int argc, const char **argv);

} // namespace regtt
