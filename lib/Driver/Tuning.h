// What --show-tuning prints.
#pragma once

#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

namespace regtt {

/// Prints the tuning file of transformed programs (runtime/include/regtt/rt/
/// host/tuner.h) as a table. An error where there is none, or it cannot be
/// read.
llvm::Error printTuning(llvm::raw_ostream &out);

} // namespace regtt
