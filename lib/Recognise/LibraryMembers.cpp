// Members of the library's objects that are places.
//
//     %n->range.second  ->  the datum behind `first` and its padding
//     %q->counts.back   ->  own(0: lib "std::array" <i32, 4>)[3]
#include "Body.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;

/// To the first or the last element of a container whose elements lie side by
/// side, outside of it.
bool Body::toBorder(Part &part, const ir::Type *element, bool isLast) {
  const ir::Expr *size = isLast ? sizeOfContainer(part) : nullptr;
  if ((isLast && !size) || !(isOwned(part) ? intoOwned(part, element, nullptr)
                                           : intoArray(part, element, nullptr)))
    return false;
  if (isLast)
    part.object.index =
        module.binary(ir::BinaryOp::Add, part.object.index,
                      module.binary(ir::BinaryOp::Sub, asIndex(size),
                                    module.integer(site.index(), 1, loc), loc),
                      loc);
  return true;
}

/// Into a member of a library's object: one of a pair; the first or the last
/// element of others.
bool Body::intoMember(Part &part, llvm::StringRef name) {
  const ir::Type *to = ir::memberOf(part.type, name);
  if (part.isDatum() && part.before == 0 && isContainer(part.object)) {
    lookInto(part);
    part.steps.push_back(ir::MemberStep{name});
    part.type = to;
    return true;
  }
  if (isStdArray(part.type) && bytesOf(part.type)) {
    const uint64_t count =
        *bytesOf(part.type) / *bytesOf(ir::elementOf(part.type));
    const ir::Expr *index = module.integer(module.intType(ir::IntType::I32),
                                           name == "front" ? 0 : count - 1);
    return toElement(part, ir::ElementStep{index}, index);
  }
  if ((name == "front" || name == "back") &&
      (isOwned(part) || isGathered(part)))
    return toBorder(part, to, name == "back");
  const auto offset = offsetOfMember(part.type, name);
  if (!offset)
    return site.refuse(loc, Diag::RTT2004,
                       {"a part of an object of the library's"}),
           false;
  part.type = to;
  if (!part.steps.empty()) {
    part.steps.push_back(ir::MemberStep{name});
    return true;
  }
  kernel::DataStep step;
  step.field = name.str();
  step.offset = part.before + *offset;
  step.isPointer = to->isPointer();
  step.leadsToNode = site.leadsToNode(to);
  part.before = 0;
  part.object.steps.push_back(std::move(step));
  part.object.type = to;
  part.field = nullptr;
  return true;
}
