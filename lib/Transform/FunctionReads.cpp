// Reads and changes of functions, callees included.
#include "FunctionReads.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

const ir::DataRoot *kernel::dataOf(const ir::Place *place) {
  return place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
}

const ir::DataRoot *kernel::dataOf(const ir::Expr *e) {
  return dataOf(ir::placeOf(e));
}

std::optional<unsigned> kernel::nodeDatum(const ir::DataRoot *root) {
  return root && root->kind == ir::DataRoot::Node ? std::optional(root->number)
                                                  : std::nullopt;
}

bool kernel::asksChildren(const ir::Expr *e) {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
  return llvm::isa<ir::IntrinsicExpr>(e) ||
         (call && (call->name == "rt::child" || call->name == "rt::children"));
}

bool kernel::isOfOtherNode(const ir::Expr *e) {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
  const ir::DataRoot *root = dataOf(e);
  return (root && root->kind == ir::DataRoot::Linked) ||
         (call && call->name == "rt::childrenOf");
}

Reads &Reads::operator|=(const Reads &other) {
  nodeData.insert(other.nodeData.begin(), other.nodeData.end());
  linkedData.insert(other.linkedData.begin(), other.linkedData.end());
  children |= other.children;
  otherNodes |= other.otherNodes;
  query |= other.query;
  uniforms |= other.uniforms;
  arrays |= other.arrays;
  changesQuery |= other.changesQuery;
  return *this;
}

/// An element of an array of the query's own is found by what the query says of
/// the array, which its index reads.
void FunctionReads::note(const ir::DataRoot *root, Reads &reads) const {
  if (!root)
    return;
  switch (root->kind) {
  case ir::DataRoot::Node:
    reads.nodeData.insert(root->number);
    return;
  case ir::DataRoot::Linked:
    reads.linkedData.insert(root->number);
    reads.otherNodes = true;
    return;
  case ir::DataRoot::Own:
    reads.query = true;
    return;
  case ir::DataRoot::Shared:
    reads.uniforms = true;
    return;
  case ir::DataRoot::Element:
    reads.arrays = true;
    return;
  case ir::DataRoot::Host:
    return;
  }
}

Reads FunctionReads::of(const ir::Expr *e) {
  Reads result;
  ir::walk(e, [&](const ir::Expr *part) {
    note(dataOf(part), result);
    result.children |= asksChildren(part);
    result.otherNodes |= isOfOtherNode(part);
    if (const auto *call = dyn_cast<ir::CallExpr>(part))
      result |= of(call->callee);
  });
  return result;
}

/// Whether a reference or a pointer to data of the query's is made in `e` that
/// may be written through. Functions that expressions call have no effects.
static bool lends(const Kernel &kernel, const ir::Expr *e) {
  if (llvm::isa<ir::CallExpr>(e))
    return false;
  const ir::DataRoot *root =
      llvm::isa<ir::AddressExpr>(e) ? dataOf(e) : nullptr;
  if (root && root->kind == ir::DataRoot::Own &&
      (root->number >= kernel.data.size() ||
       kernel.data[root->number].isWritten))
    return true;
  bool result = false;
  ir::forEachOperand(
      e, [&](const ir::Expr *part) { result |= lends(kernel, part); });
  return result;
}

/// Whether the helper's function writes through its parameter `number`.
static bool isWrittenThrough(const Helper *helper, size_t number) {
  if (!helper)
    return true;
  for (const Helper::Param &param : helper->params)
    if (param.kind == Helper::Param::Value ||
        param.kind == Helper::Param::Number) {
      if (number == 0)
        return param.isWritten;
      --number;
    }
  return true;
}

/// Whether `s` itself may change data of the query's.
bool FunctionReads::mayChange(const ir::Statement *s) const {
  bool result = false;
  const auto *range = dyn_cast<ir::RangeLoopStatement>(s);
  ir::forEachPlace(s, [&](const ir::Place *place) {
    const ir::DataRoot *root = dataOf(place);
    result |= root && root->kind == ir::DataRoot::Own &&
              (!range || range->variable->type->isReference());
  });
  const auto *call = dyn_cast<ir::CallStatement>(s);
  size_t number = 0;
  ir::forEachOperand(s, [&](const ir::Expr *e) {
    const bool isHanded = call && llvm::isa<ir::AddressExpr>(e);
    if (lends(kernel, e))
      result |=
          !isHanded || isWrittenThrough(kernel.helperOf(call->callee), number);
    ++number;
  });
  return result;
}

Reads FunctionReads::ofItself(const ir::Statement *s) {
  Reads result;
  ir::forEachPlace(s, [&](const ir::Place *p) { note(dataOf(p), result); });
  ir::forEachOperand(s, [&](const ir::Expr *e) { result |= of(e); });
  if (const auto *call = dyn_cast<ir::CallStatement>(s))
    result |= of(call->callee);
  result.changesQuery |= mayChange(s);
  return result;
}

Reads FunctionReads::of(const ir::Statement *s) {
  Reads result;
  ir::walk(s, [&](const ir::Statement *inner) { result |= ofItself(inner); });
  return result;
}

/// A function that is being looked at is asked for again only by a recursion,
/// which adds nothing.
const Reads &FunctionReads::of(const ir::Function *function) {
  const auto [entry, isNew] = known.insert({function, {}});
  if (isNew && function->body) {
    Reads found = of(static_cast<const ir::Statement *>(function->body));
    entry->second = std::move(found);
  }
  return entry->second;
}
