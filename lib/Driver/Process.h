/// Runs other programs.
#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace regtt {

/// A command line, and what it reads as its standard input: a file, or, if
/// empty, the caller's.
struct Process {
  std::vector<std::string> words;
  std::string input;
};

/// What a command printed.
struct Captured {
  int code = 0;
  std::string out, err;
};

/// Runs it and returns its exit code; an error where it cannot start. Words
/// that are too many for the system go through a file.
llvm::Expected<int> runProcess(const Process &process);

/// Runs it in silence.
llvm::Expected<Captured> captureProcess(const Process &process);

/// The words as compilers read them from a file, `@file`: white space, quotes
/// and backslashes stand behind backslashes.
std::string responseText(const std::vector<std::string> &words);

} // namespace regtt
