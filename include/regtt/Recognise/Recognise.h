/// Annotated loops and their traversals, as the lowering has them -> kernels.
///
///     fn traversal @visit(%q: ref @Query, %n: ptr @Node) -> void {
///       if eq(load %n, null) { return }
///       store %q->sum = add(load %q->sum, load %n->x)
///       call @visit(%q, load %n->l)
///     }
///     parallel each %q: ref @Query in (*%queries) { call @visit(%q, load
///     %root) }
///
///  -> kernel @visit(queries)(%self: link @Node) -> void {
///       store own own(0: f32) = add(load own(0: f32), load node(1: f32))
///       visit @visit(lib "rt::child"<link @Node>(0:i32))
///     }
///
/// Everything is decided by what functions do, nothing by how they are spelled.
#pragma once

#include "regtt/Host/Loop.h"
#include "regtt/IR/Module.h"
#include "regtt/Support/Message.h"

namespace regtt::recognise {

/// A call of a function that no two libraries agree on, such as `sin`.
struct Inexact {
  ir::Location loc;
  std::string name, error; ///< error: of a device's, at most
};

struct Site {
  kernel::Kernel kernel;
  std::vector<Inexact> inexact;  ///< of the kernel
  std::vector<Message> refusals; ///< where there are any, there is no kernel
  /// Refusals, too, but where operations are exactly the serial program's.
  std::vector<Message> unlessExact;
  /// What stands in the host file for the loop, and what the emitted header
  /// says of it. What only the driver knows is left to it: files and lines,
  /// names of sites, templates, clauses.
  kernel::SiteLoop loop;
  host::Loop host;
  std::vector<Message> unsaid; ///< where there are any, `host` is not complete
};

/// Of the one loop in the module that is `parallel`. What the kernel does not
/// need leaves the module, which becomes the kernel's.
Site recognise(std::shared_ptr<ir::Module> module);

/// Of a module whose functions lack statements that were not lowered: what is
/// refused of the statements that are there, one by one. What is asked of
/// functions as a whole is not said.
std::vector<Message> refusalsOfRest(ir::Module &module);

} // namespace regtt::recognise
