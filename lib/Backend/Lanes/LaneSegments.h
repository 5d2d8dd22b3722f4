// What lanes run of a traversal: the segments of a visit and the user's
// functions that these call, for nodes that lanes are at together or apart.
#pragma once

#include "../Operator/Helpers.h"
#include "../Operator/OperatorPrinter.h"
#include "LaneWords.h"

#include "regtt/Analysis/VisitParts.h"

namespace regtt {

/// `rt::Lane<float> coord[3];` of what ropes carry or a record holds, which in
/// the struct of one may be called differently.
struct LaneField {
  const ir::Type *type;
  std::string single, name;
};

class LaneSegments {
public:
  LaneSegments(const Site &site, const Unit &unit, kernel::Nodes nodes);

protected:
  bool hasArgs() const;
  std::string argsType() const;
  /// What a rope carries of each lane's own.
  std::vector<LaneField> argsFields() const;
  /// A struct of lanes beside that of one which is called `scalar`.
  std::string carried(const std::string &comment, const std::string &scalar,
                      llvm::ArrayRef<LaneField> all) const;

  /// Whether lanes need a form of the function of their own.
  bool differs(const kernel::Helper &helper) const;
  std::string function(const kernel::Helper &helper) const;
  /// enter(), with its members' comment.
  std::string arrival() const;
  std::string resume(unsigned point) const;

  /// What a body names of the operator's.
  static std::string operands(const std::string &body);
  /// `const PointNode<Children> &`; of lanes that are apart, `const
  /// LanePointNode &`.
  std::string recordType(unsigned group) const;
  /// `LanePointNode`: sixteen records.
  std::string recordName(unsigned group) const;

  const Site &site;
  const kernel::Kernel &kernel;
  const ValueTypes &values;
  const TypeNames types;
  const kernel::Divergence levels;
  const kernel::VisitParts visits;

private:
  std::string segment(const std::string &name, const std::string &given,
                      const LaneWords &words, const std::string &body) const;
  std::string ownArgs(const cpp::Body &body) const;
};

} // namespace regtt
