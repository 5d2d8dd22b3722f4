// Members of the library's objects that are places.
//
//     %n->range.second  ->  the datum behind `first` and its padding
//     %q->counts.back   ->  own(0: lib "std::array" <i32, 4>)[3]
#include "Body.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;

/// Into a member of a library's object: one of a pair; the first or the last
/// element of what is as long as its type says.
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
