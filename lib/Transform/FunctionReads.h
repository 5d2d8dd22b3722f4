/// What a function of a kernel, with all that it calls, reads and changes of
/// the records. Part of RecordLayout and of NodeInvariants.
///
///     fn @near(%d: f32) -> bool {
///       return lt(load %d, mul(load node(2: f32), load shared(0: f32)))
///     }
///
/// reads datum 2 of the node and uniforms.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <map>
#include <set>

namespace regtt::kernel {

/// The root of a place among the records; null of other places.
const ir::DataRoot *dataOf(const ir::Place *place);
/// The same of the place that `e` itself reads, or whose address it is.
const ir::DataRoot *dataOf(const ir::Expr *e);

/// The number of the node's datum; nothing of other places.
std::optional<unsigned> nodeDatum(const ir::DataRoot *root);

/// Whether `e` itself asks for a child, for how many there are, or whether one
/// is there.
bool asksChildren(const ir::Expr *e);

/// Whether `e` itself reads the record of another node than the visited one.
bool isOfOtherNode(const ir::Expr *e);

/// What something reads and changes.
struct Reads {
  std::set<unsigned> nodeData;   ///< into Kernel::data; what is changed, too
  std::set<unsigned> linkedData; ///< the same, of other nodes than the visited
  bool children = false;         ///< a child, or how many there are
  bool otherNodes = false;       ///< the records of others
  bool query = false, uniforms = false, arrays = false;
  bool changesQuery = false;

  Reads &operator|=(const Reads &other);
};

/// Answers for the functions of one kernel; a function is looked at once.
class FunctionReads {
public:
  explicit FunctionReads(const Kernel &kernel) : kernel(kernel) {}

  const Reads &of(const ir::Function *function);
  /// Of evaluating `e`.
  Reads of(const ir::Expr *e);
  /// Of `s` alone, without the statements in it.
  Reads ofItself(const ir::Statement *s);
  /// Of `s` and all statements in it.
  Reads of(const ir::Statement *s);

private:
  void note(const ir::DataRoot *root, Reads &reads) const;
  bool mayChange(const ir::Statement *s) const;

  const Kernel &kernel;
  std::map<const ir::Function *, Reads> known;
};

} // namespace regtt::kernel
