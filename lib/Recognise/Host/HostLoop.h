// The annotated loop -> what the host file does around it (host::Loop), and
// what the emitted header says of it (kernel::SiteLoop). The kernel is made.
//
//     for { var %i: i32 = 0:i32 }              head: for (int i = 0; i < n;
//     ++i) while lt(load %i, load %n) step { ... }  first: 0, last: n { call
//     @visit(load %q[load %i],          operands: q[regtt_first]
//                   load %root) }              root: root
//
// Each part is filled by a file of its own, in the order of `run`.
#pragma once

#include "../Recogniser.h"
#include "HostWords.h"

namespace regtt::recognise {

class HostLoop {
public:
  explicit HostLoop(Recogniser &recogniser);

  void run();

private:
  Recogniser &recogniser;
  ir::Module &module;
  const kernel::Kernel &kernel;
  const Iteration &iteration;
  const ir::Statement *loop;
  kernel::SiteLoop &site;
  host::Loop &host;
  HostWords words;

  /// Says why the host file cannot do something; where it is said of no place
  /// in particular, at the loop.
  void refuse(ir::Location loc, const llvm::Twine &what);

  void head();      ///< Head.cpp: where iterations begin and end
  void operands();  ///< Operands.cpp: what they have of their own
  void roots();     ///< Roots.cpp: the root, or those of a query program
  void arrays();    ///< Arrays.cpp: what all share
  void arguments(); ///< Arguments.cpp: values that no iteration changes
};

} // namespace regtt::recognise
