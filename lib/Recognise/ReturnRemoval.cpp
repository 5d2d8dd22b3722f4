// Returns of an inlined body become branches, or leave a block around it.
#include "Inline.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool mayReturn(const ir::Statement *s) {
  bool result = false;
  if (s)
    ir::walk(s, [&](const ir::Statement *each) {
      result |= isa<ir::ReturnStatement>(each);
    });
  return result;
}

/// Whether control never goes past `s`.
bool alwaysReturns(const ir::Statement *s) {
  if (!s)
    return false;
  if (const auto *block = dyn_cast<ir::BlockStatement>(s))
    return block->label.empty() &&
           llvm::any_of(block->statements, alwaysReturns);
  if (const auto *branch = dyn_cast<ir::IfStatement>(s))
    return alwaysReturns(branch->then) && alwaysReturns(branch->otherwise);
  return isa<ir::ReturnStatement>(s);
}

using List = std::vector<ir::Statement *>;

class ReturnRemoval {
public:
  ReturnRemoval(ir::Module &module, const ir::Variable *result)
      : module(module), result(result) {}

  /// Whether branches say what returns do.
  static bool isStructured(llvm::ArrayRef<ir::Statement *> body) {
    for (size_t k = 0; k < body.size(); ++k) {
      if (!mayReturn(body[k]) || isa<ir::ReturnStatement>(body[k]))
        continue;
      const auto rest = body.drop_front(k + 1);
      if (const auto *block = dyn_cast<ir::BlockStatement>(body[k]))
        return block->label.empty() && isJoined(block, rest);
      const auto *branch = dyn_cast<ir::IfStatement>(body[k]);
      if (!branch)
        return false;
      const bool thenLeaves = alwaysReturns(branch->then),
                 otherLeaves = alwaysReturns(branch->otherwise);
      if (!thenLeaves && !otherLeaves && !rest.empty())
        return false;
      return isJoined(branch->then, thenLeaves ? none() : rest) &&
             isJoined(branch->otherwise,
                      otherLeaves || !thenLeaves ? none() : rest);
    }
    return true;
  }

  /// `body` as branches.
  List structured(llvm::ArrayRef<ir::Statement *> body) {
    List out;
    for (size_t k = 0; k < body.size(); ++k) {
      ir::Statement *s = body[k];
      if (!mayReturn(s)) {
        out.push_back(s);
        continue;
      }
      const auto rest = body.drop_front(k + 1);
      if (auto *leave = dyn_cast<ir::ReturnStatement>(s))
        value(*leave, out);
      else if (auto *block = dyn_cast<ir::BlockStatement>(s))
        out.push_back(joined(block, rest, s->loc));
      else
        branch(*llvm::cast<ir::IfStatement>(s), rest, out);
      break;
    }
    return out;
  }

  /// Returns in `block` leave `around`.
  void leave(ir::BlockStatement *block, const ir::BlockStatement *around) {
    List out;
    for (ir::Statement *s : block->statements) {
      if (auto *leave = dyn_cast<ir::ReturnStatement>(s)) {
        value(*leave, out);
        out.push_back(module.leave(around, s->loc));
        continue;
      }
      out.push_back(s);
      leaveIn(s, around);
    }
    block->statements = std::move(out);
  }

private:
  static llvm::ArrayRef<ir::Statement *> none() { return {}; }

  static bool isJoined(const ir::BlockStatement *block,
                       llvm::ArrayRef<ir::Statement *> rest) {
    List all(rest.begin(), rest.end());
    if (block)
      all.insert(all.begin(), block->statements.begin(),
                 block->statements.end());
    return isStructured(all);
  }

  ir::BlockStatement *joined(const ir::BlockStatement *block,
                             llvm::ArrayRef<ir::Statement *> rest,
                             ir::Location loc) {
    List all(rest.begin(), rest.end());
    if (block)
      all.insert(all.begin(), block->statements.begin(),
                 block->statements.end());
    return module.block(structured(all), block ? block->loc : loc);
  }

  void value(const ir::ReturnStatement &leave, List &out) {
    if (leave.value && result)
      out.push_back(module.store(module.place(result), leave.value, leave.loc));
  }

  /// What follows goes into the branch that goes on.
  void branch(const ir::IfStatement &s, llvm::ArrayRef<ir::Statement *> rest,
              List &out) {
    const bool thenLeaves = alwaysReturns(s.then),
               otherLeaves = alwaysReturns(s.otherwise);
    ir::BlockStatement *then =
        joined(s.then, thenLeaves ? none() : rest, s.loc);
    const auto after = otherLeaves || !thenLeaves ? none() : rest;
    ir::BlockStatement *other = s.otherwise || !after.empty()
                                    ? joined(s.otherwise, after, s.loc)
                                    : nullptr;
    out.push_back(module.ifThen(s.condition, then, other, s.loc));
  }

  void leaveIn(ir::Statement *s, const ir::BlockStatement *around) {
    if (auto *block = dyn_cast<ir::BlockStatement>(s))
      return leave(block, around);
    ir::forEachChild(s, [&](ir::Statement *child) { leaveIn(child, around); });
  }

  ir::Module &module;
  const ir::Variable *const result;
};

} // namespace

void recognise::removeReturns(ir::Module &module, ir::BlockStatement *body,
                              const ir::Variable *result) {
  ReturnRemoval removal(module, result);
  if (ReturnRemoval::isStructured(body->statements)) {
    body->statements = removal.structured(body->statements);
    return;
  }
  ir::BlockStatement *around = module.block(body->statements, body->loc);
  around->label = "returned";
  removal.leave(around, around);
  body->statements = {around};
}
