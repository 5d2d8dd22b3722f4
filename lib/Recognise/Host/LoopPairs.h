// What the split of a loop exchanges, and what comes of each pair:
//
//     for (int i = 0; i < n; i++) {
//       visit(root, &q[i], limits[i]);   // limits[] is read ahead of all calls
//       out[i] = q[i].count;             // and out[] is written after them
//     }
//
// The two are one where `out` and `limits` are one array. Nothing in the text
// says so: out[i] becomes a row of host::Tail::writes and limits[i] one of
// host::Loop::reads, which the runtime compares before anything runs. No row is
// made of a pair that is apart by its regions (LoopOrder.h), or that each
// iteration has in an object of its own: the runtime compares those.
//
//   earlier, later           row of the access outside of the calls
//   call, before (or after)  written: writes; read: reads (after: laterReads)
//   after, before            writes of the one, reads of the other
//
// What traversals read is compared with `writes` where it is an operand's or an
// array's; a node's datum is watched, and what is the same for all is a row of
// `reads`, too. A place of which nothing can be said ahead of the loop refuses
// it, and so does one that would be in `reads` and in `writes`: it would always
// be met.
#pragma once

#include "../Around.h"
#include "../UserTexts.h"
#include "ComparedPlaces.h"
#include "EvaluatedAgain.h"
#include "OwnObjects.h"

#include "regtt/Analysis/LoopOrder.h"
#include "regtt/Host/Loop.h"

namespace regtt::recognise {

/// Why a loop may not be split: the message, and what it says.
struct OrderRefusal {
  const ir::Access *at = nullptr, *other = nullptr;
  Diag message = Diag::RTT1114;
  std::vector<std::string> words =
      {}; ///< of the message; empty: `at` by its name
};

std::set<const ir::Variable *> declaredInHead(const ir::Statement *loop);

class LoopPairs {
public:
  explicit LoopPairs(Recogniser &recogniser);

  void run(llvm::ArrayRef<EvaluatedAgain> again);
  /// Whether texts that are evaluated again find the same.
  void decide(llvm::ArrayRef<EvaluatedAgain> again);

  std::vector<ComparedPlace> reads, laterReads, writes;
  /// Containers that are written, and asked for ahead: not one.
  std::vector<std::pair<ComparedPlace, ComparedPlace>> apart;
  std::vector<OrderRefusal> refusals;
  ir::LoopAccesses accesses;
  LoopElement counter;

private:
  void markResult();
  void checkChain();
  void markOperands();

  void decide(const ir::OrderFault &pair);
  // EvaluatedAgain.cpp
  void decide(const EvaluatedAgain &text);
  bool isBesideCall(const EvaluatedAgain &text, const ir::Access &read,
                    const ir::Access &write);
  bool isSameAgain(const EvaluatedAgain &text, const ir::Access &read,
                   const ir::Access &write);

  static bool areInOne(const ir::Access &a, const ir::Access &b);
  bool withTraversal(const ir::Access &access, ir::Phase phase,
                     const ir::Access &traversal);
  bool withOther(const ir::Access &after, const ir::Access &before);
  bool cover(const ir::Access &read);
  // AskedAhead.cpp
  void askedAhead();
  bool noteApart(const ir::Access &write, const ir::Access &ahead);
  bool noteContainers(const ir::Access &written, const ir::Access &met);
  void shared();
  // RootReads.cpp
  void roots();
  bool noteRoot(const ir::Access &read);
  static bool add(std::vector<ComparedPlace> &list, const ComparedPlace &row);
  bool note(std::vector<ComparedPlace> &list, const ir::Access &access);
  bool isOfRoot(const ir::Access &access) const;
  bool isInOwnRow(const ir::Access &access) const;
  bool isInSharedArray(const ir::Access &read) const; // ArrayReads.cpp
  bool isNoted(llvm::ArrayRef<ComparedPlace> list,
               const ir::Access &access) const;
  bool exclude(int operand, const ir::Access &access);
  bool shareUniform(unsigned uniform, const ir::Access &access);
  void refuse(const ir::OrderFault &pair);
  void refuseUnknown();
  OrderRefusal refusalOf(const ir::Access &read,
                         const ir::Access &written) const;
  bool isOfAll(size_t param) const;

  Recogniser &recogniser;
  ir::Module &module;
  const Around around;
  UserTexts texts;
  std::optional<OwnObjects> own;
  std::optional<PlaceFinder> finder;
};

} // namespace regtt::recognise
