// The conditions that the calls stand under, and the statements before them
// that the host file repeats: those that the record needs, and those with
// effects.
#include "HostBody.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

void HostBody::conditions() {
  host.levels.assign(1, {});
  for (unsigned level = 1; level < iteration.levels.size(); ++level) {
    const Level &from = iteration.levels[level];
    host::Level &row = host.levels.emplace_back();
    const std::string text = textOf(from.condition->loc, from.choice->loc);
    row.condition = from.isNegated ? "!(" + text + ")" : text;
    host::Input taken;
    taken.isSet = false; // but where the level begins
    row.taken =
        addInput("taken", module.intType(ir::IntType::U8), std::move(taken));
    addUses(whole(from.condition), used);
    for (const ir::Statement *s : iteration.levels[level - 1].before)
      if (s->loc == from.choice->loc)
        addUses(s, used);
  }
}

/// Whether it declares or may change what is used.
bool HostBody::isNeeded(const UserStatement &s) const {
  for (const ir::Statement *part : s.parts) {
    if (const ir::Variable *declared = ir::declaredBy(part);
        declared && used.contains(declared))
      return true;
    bool result = false;
    ir::walk(part, [&](const ir::Statement *each) {
      if (isa<ir::CallStatement, ir::LibraryCallStatement>(each)) {
        Variables named;
        addUses(each, named);
        for (const ir::Variable *variable : named)
          result |= changed.count(variable) && used.contains(variable);
      }
      ir::forEachPlace(each, [&](const ir::Place *place) {
        // Through a pointer or a reference it may be any that changes.
        for (const ir::Variable *variable : used)
          result |= changed.count(variable) &&
                    (place->variable() == variable || place->isIndirect());
      });
    });
    if (result)
      return true;
  }
  return false;
}

/// Whether nothing else that may be named around the loop has its name.
static bool isAloneInName(const ir::Module &module, const ir::Function &host,
                          const ir::Variable *variable) {
  unsigned alike = 0;
  const auto look = [&](const ir::Variable *other) {
    alike += other && other->name == variable->name;
  };
  for (const ir::Variable *param : host.params)
    look(param);
  ir::walk(host.body, [&](const ir::Statement *s) { look(ir::declaredBy(s)); });
  for (const ir::Global *global : module.globals())
    alike += lastName(global->name).split('.').first == variable->name;
  return alike == 1;
}

/// Whether it has to run in each iteration.
bool HostBody::varies(const UserStatement &s) const {
  bool result = false;
  for (const ir::Statement *part : s.parts) {
    const ir::Variable *declared = ir::declaredBy(part);
    result |= !declared || isTemporary(declared) || changed.count(declared) ||
              recogniser.origins->varies(module.load(module.place(declared))) ||
              // Ahead of the loop, it would hide another one.
              !isAloneInName(module, *recogniser.host, declared);
  }
  return result;
}

void HostBody::levels() {
  struct Row {
    UserStatement statement;
    unsigned level;
    bool isEffect, isNeeded;
  };
  std::vector<Row> rows;
  for (unsigned level = 0; level < iteration.levels.size(); ++level)
    for (UserStatement &each : before(level)) {
      const bool isEffect = llvm::any_of(
          each.parts, [&](const ir::Statement *s) { return hasEffects(s); });
      rows.push_back({std::move(each), level, isEffect, isEffect});
      host.hasEffects |= isEffect;
    }
  std::vector<std::vector<std::string>> kept(rows.size());
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k].isEffect) {
      for (const ir::Statement *s : rows[k].statement.parts)
        addUses(s, used);
      keepOverwritten(rows[k].statement, kept[k]);
    }
  for (bool grown = true; grown;) {
    grown = false;
    for (Row &row : rows) {
      if (!row.isNeeded && !isNeeded(row.statement))
        continue;
      const size_t known = used.size();
      for (const ir::Statement *s : row.statement.parts)
        addUses(s, used);
      grown |= !row.isNeeded || used.size() != known;
      row.isNeeded = true;
    }
  }
  Variables declared;
  for (const Row &row : rows)
    for (const ir::Statement *s : row.statement.parts)
      if (const ir::Variable *variable = ir::declaredBy(s);
          variable && row.isNeeded && locals.count(variable))
        declared.insert(variable);
  for (size_t k = 0; k < rows.size(); ++k) {
    const Row &row = rows[k];
    if (!row.isNeeded)
      continue;
    const UserStatement &s = row.statement;
    if (isNamedAlike(s.parts, declared))
      refuse(s.range, "a name that means another thing there");
    std::vector<std::string> &preparation = host.levels[row.level].preparation;
    preparation.insert(preparation.end(), kept[k].begin(), kept[k].end());
    const bool isConstant = row.level == 0 && !row.isEffect && !varies(s);
    (isConstant ? host.constants : preparation)
        .push_back(textOf(s.range, s.parts.front()->loc));
  }
}
