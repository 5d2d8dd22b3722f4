// Where the records of a node are loaded besides the one that is there on
// arrival.
#include "Kernels.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::tokernel;
using llvm::dyn_cast;

ir::Statement *Kernels::load(unsigned group, ir::Location loc) const {
  auto *made = module.make<ir::LibraryCallStatement>(loc);
  made->name = "rt::load";
  made->arguments = {module.integer(module.intType(ir::IntType::I32),
                                    llvm::APInt(32, group), loc)};
  return made;
}

bool Kernels::isLoad(const ir::Statement *s, unsigned group) const {
  const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
  return call && call->name == "rt::load" &&
         llvm::cast<ir::IntExpr>(call->arguments[0])->value() == group;
}

bool Kernels::readsGroup(const ir::Expr *e, unsigned group) const {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    if (const ir::Place *place = ir::placeOf(part))
      if (const auto *data = std::get_if<ir::DataRoot>(&place->root))
        result |=
            data->kind == ir::DataRoot::Node &&
            llvm::is_contained(traversal.groups[group].paths, data->number);
    const auto *call = dyn_cast<ir::CallExpr>(part);
    for (size_t k = 0; call && k < parts.helpers.size(); ++k)
      result |= parts.helpers[k] == call->callee &&
                llvm::is_contained(traversal.helpers[k]->groupsRead, group);
  });
  return result;
}

bool Kernels::readsGroup(const ir::Statement *s, unsigned group) const {
  bool result = false;
  ir::forEachOperand(
      s, [&](const ir::Expr *e) { result |= readsGroup(e, group); });
  if (const auto *call = dyn_cast<ir::CallStatement>(s))
    for (size_t k = 0; k < parts.helpers.size(); ++k)
      result |= parts.helpers[k] == call->callee &&
                llvm::is_contained(traversal.helpers[k]->groupsRead, group);
  const auto *branch = dyn_cast<ir::IfStatement>(s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    const auto *block = dyn_cast<ir::BlockStatement>(child);
    const bool loads =
        branch && child == branch->then &&
        llvm::any_of(block->statements, [&](const ir::Statement *inner) {
          return isLoad(inner, group);
        });
    result |= !loads && readsGroup(child, group);
  });
  return result;
}

void Kernels::loadGroups(ir::BlockStatement *block) const {
  std::vector<ir::Statement *> loads;
  for (unsigned group = 1; group < traversal.groups.size(); ++group)
    if (readsGroup(block, group))
      loads.push_back(load(group, block->loc));
  block->statements.insert(block->statements.begin(), loads.begin(),
                           loads.end());
}
