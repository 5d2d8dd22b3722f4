// The command. All it does is in lib/Driver.
#include "regtt/Driver/Driver.h"

int main(int argc, const char **argv) { return regtt::runDriver(argc, argv); }
