// Data that a body writes: its iteration's own is; anything else is refused.
#include "Body.h"
#include "Spelling.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;

void Body::write(const ir::Place *place, ir::Location at, std::string text) {
  const auto *root = std::get_if<ir::DataRoot>(&place->root);
  // Any of what the pointer may lead to: `(c ? a[i] : b[k]) += 1`.
  if (const auto *pointee = std::get_if<ir::PointeeRoot>(&place->root))
    ir::walk(pointee->pointer, [&](const ir::Expr *e) {
      if (const auto *address = llvm::dyn_cast<ir::AddressExpr>(e))
        write(address->place, at, text);
    });
  if (!root)
    return;
  const auto isOfQueries = [&] {
    const kernel::Datum &datum = site.kernel.data[root->number];
    return site.kernel.arrays[datum.number].isOfQueries;
  };
  // Two of the pointers may lead to one object.
  if (root->kind == ir::DataRoot::Element && isOfQueries()) {
    const kernel::DataArray &array =
        site.kernel.arrays[site.kernel.data[root->number].number];
    if (array.isIndirect)
      return void(site.refuse(at, Diag::RTT2043, {array.text}));
  }
  // What a pointer of the program's leads to is a copy.
  if (const kernel::Datum &datum = site.kernel.data[root->number];
      root->kind == ir::DataRoot::Own && datum.isScratch() &&
      kernel::isThroughPointer(datum.steps))
    return void(
        site.refuse(at, Diag::RTT2006, {text.empty() ? datum.text : text}));
  if (root->kind == ir::DataRoot::Own ||
      (root->kind == ir::DataRoot::Element && isOfQueries()))
    return site.written(root->number);
  if (site.mayCombine(*root))
    return site.combinedWrites.push_back({root->number, at});
  refuseWrite(*root, at, text);
}

/// What is not the iteration's own is written, `text`.
void Body::refuseWrite(const ir::DataRoot &root, ir::Location at,
                       const std::string &text) {
  const auto orText = [&](const std::string &name) {
    return text.empty() ? name : text;
  };
  const kernel::Datum &datum = site.kernel.data[root.number];
  if (root.kind == ir::DataRoot::Node || root.kind == ir::DataRoot::Linked)
    return void(site.refuse(at, Diag::RTT2005, {orText(datum.text)}));
  if (root.kind == ir::DataRoot::Element)
    return void(site.refuse(at, Diag::RTT2006,
                            {site.kernel.arrays[datum.number].text}));
  const SharedObject &object =
      site.shared[site.uniformObjects[root.number].number];
  if (object.global && object.global->isLocal)
    site.refuse(object.global->loc ? object.global->loc : at, Diag::RTT2004,
                {"a static local variable"});
  else
    site.refuse(at, Diag::RTT2006, {orText(object.name)});
}
