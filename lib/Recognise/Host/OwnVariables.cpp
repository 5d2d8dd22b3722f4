// Variables from around the loop of which clauses give each iteration one of
// its own. In the host file they are the user's: where a copy of the loop needs
// what an iteration has in one, it sets it. An iteration's part of a reduction
// is a field of its record, and is combined behind the call.
//
//     #pragma regtt parallel private(q) reduction(+ : hits)
//     count(root, q, &hits);              inputs: q, hits: 0
//     out[i] = q.at;                      regtt_copy(&q, &regtt_input->q, ...);
//                                         hits += regtt_input->hits;
//                                         out[i] = q.at;
#include "HostBody.h"

#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const OwnCopy *HostBody::ownCopy(const ir::Variable *variable) const {
  const auto known = recogniser.ownCopies.find(variable);
  return known == recogniser.ownCopies.end() ? nullptr : &known->second;
}

const ir::Variable *HostBody::combined(const ir::Statement *s) const {
  const auto *reduce = dyn_cast<ir::ReduceStatement>(s);
  const auto *load = reduce ? dyn_cast<ir::LoadExpr>(reduce->value) : nullptr;
  const ir::Variable *own = load ? load->place->wholeVariable() : nullptr;
  return own && ownCopy(own) ? own : nullptr;
}

static bool isNamed(const ir::Statement *s, const ir::Variable *variable) {
  bool result = false;
  const auto look = [&](const ir::Place *place) {
    result |= place && place->variable() == variable;
  };
  ir::walk(s, [&](const ir::Statement *each) { ir::forEachPlace(each, look); });
  ir::walkExprs(s, [&](const ir::Expr *e) { look(ir::placeOf(e)); });
  return result;
}

static bool isNamed(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const ir::Place *place = ir::placeOf(part);
    result |= place && place->variable() == variable;
  });
  return result;
}

/// The level where the iteration has a value in it first; nothing where only
/// what follows the calls names it, which runs as it stands.
std::optional<unsigned>
HostBody::firstLevel(const ir::Variable *variable) const {
  for (unsigned level = 0; level < iteration.levels.size(); ++level) {
    const Level &from = iteration.levels[level];
    for (const ir::Statement *s : from.before)
      if (ir::declaredBy(s) != variable && isNamed(s, variable))
        return level;
    if (level + 1 < iteration.levels.size() &&
        isNamed(iteration.levels[level + 1].condition, variable))
      return level;
  }
  for (const ir::Statement *s : iteration.calls)
    if (isNamed(s, variable))
      return iteration.levels.size() - 1;
  return std::nullopt;
}

/// Whether `s` may let the pointer lead elsewhere.
static bool mayMove(const ir::Statement *s, const ir::Variable *pointer) {
  bool result = false;
  const auto isIt = [&](const ir::Place *place) {
    return place->variable() == pointer && !place->isIndirect();
  };
  ir::walk(s, [&](const ir::Statement *each) {
    ir::forEachPlace(each,
                     [&](const ir::Place *place) { result |= isIt(place); });
  });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    result |= address && isIt(address->place);
  });
  return result;
}

/// The only statement that may change the pointer, if that is `p = ...;` ahead
/// of the calls.
const ir::Statement *HostBody::onlySetting(const ir::Variable *variable) const {
  const ir::Statement *only = nullptr;
  const auto changes = [&](const Statements &list) {
    return llvm::any_of(
        list, [&](const ir::Statement *s) { return mayMove(s, variable); });
  };
  for (const Level &level : iteration.levels) {
    for (const ir::Statement *s : level.before) {
      if (!mayMove(s, variable))
        continue;
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (only || !store || store->place->wholeVariable() != variable)
        return nullptr;
      only = store;
    }
    if (changes(level.after) || changes(level.otherwise))
      return nullptr;
  }
  return changes(iteration.calls) ? nullptr : only;
}

void HostBody::addOwnCopies() {
  for (const auto &[own, copy] : recogniser.ownCopies) {
    const auto refuse = [&, own = own, &copy = copy](const char *why) {
      this->refuse({Diag::RTT1014,
                    copy.loc,
                    {copy.isFirst ? "firstprivate" : "private", own->name, why},
                    {{copy.user->loc, "declared here"}}});
    };
    const std::optional<unsigned> level =
        copy.identity ? iteration.levels.size() - 1 : firstLevel(own);
    if (!level)
      continue;
    const ir::Statement *declaration = nullptr;
    for (const Level &each : iteration.levels)
      for (const ir::Statement *s : each.before)
        if (ir::declaredBy(s) == own)
          declaration = s;
    if (own->type->isPointer()) {
      declaration = onlySetting(own);
      if (!declaration)
        refuse("a pointer that is not set once, ahead of the call, in a "
               "statement of its own; declare it in the loop's body");
    } else if (!isCopyable(own->type)) {
      refuse("whose type cannot be copied bit by bit; declare it in the "
             "loop's body");
    }
    locals.insert({own, *level});
    declarations[own] = declaration;
  }
}

/// What an iteration's part of a reduction starts as.
std::string HostBody::identityText(const OwnCopy &copy) {
  const auto *real = dyn_cast<ir::FloatExpr>(copy.identity);
  if (!real || !real->value().isInfinity())
    return words.text(copy.identity);
  const llvm::fltSemantics &format = real->value().getSemantics();
  return std::string(real->value().isNegative() ? "-" : "") +
         (&format == &llvm::APFloat::IEEEsingle()   ? "__builtin_inff()"
          : &format == &llvm::APFloat::IEEEdouble() ? "__builtin_inf()"
                                                    : "__builtin_infl()");
}

/// What the user calls what the iteration has a part of.
std::string HostBody::usersText(const ir::Variable *variable) {
  const OwnCopy *own = ownCopy(variable);
  const ir::Place *scalar =
      own ? recogniser.scalars.lookup(own->user) : nullptr;
  return scalar ? words.lvalue(scalar) : variable->name;
}

/// `const long regtt_before_sum = sum;`
std::string HostBody::keptBefore(const ir::Variable *variable) {
  const std::string before = "regtt_before_" + variable->name;
  return "const " +
         (words.inTemplate ? "auto " + before
                           : words.declare(valueType(variable->type), before)) +
         " = " + usersText(variable) + ";";
}

/// Where the body is the program, it begins with its parts of reductions.
void HostBody::startParts(std::vector<std::string> &bindings) {
  std::vector<std::string> starts;
  for (const ir::Variable *variable : results)
    if (const OwnCopy *own = ownCopy(variable); own && own->identity) {
      bindings.push_back(keptBefore(variable));
      starts.push_back(usersText(variable) + " = " + identityText(*own) + ";");
    }
  bindings.insert(bindings.end(), starts.begin(), starts.end());
}

/// Sets the user's variable to what the iteration has in it.
void HostBody::bindOwn(const ir::Variable *variable, bool ofCall,
                       std::vector<std::string> &bindings,
                       std::vector<std::string> &copies) {
  const std::string &name = variable->name;
  const std::string field =
      "regtt_input->" + site.inputs[localInput(variable)].name;
  host::Tail &tail = *host.tail;
  (ofCall ? tail.callReadsRecord : tail.readsRecord) = true;
  const ir::Type *type = valueType(variable->type);
  if (ownCopy(variable)->identity) {
    bindings.push_back(keptBefore(variable));
  }
  if (isa<ir::StructType, ir::LibraryType, ir::ArrayType>(type))
    copies.push_back("regtt_copy(&" + name + ", &" + field + ", sizeof " +
                     name + ");");
  else if (type->isEnum())
    copies.push_back(name + " = static_cast<decltype(" + name + ")>(" + field +
                     ");");
  else
    copies.push_back(name + " = " + field + ";");
}

/// The part of an iteration is added to those before it.
void HostBody::combine(const ir::Variable *own) {
  const std::string name = usersText(own);
  const std::string part = "regtt_input->" + site.inputs[localInput(own)].name;
  const auto text = [&]() -> std::string {
    switch (ownCopy(own)->combiner) {
    case ir::Combiner::Add:
      return name + " += " + part + ";";
    case ir::Combiner::Mul:
      return name + " *= " + part + ";";
    case ir::Combiner::And:
      return name + " &= " + part + ";";
    case ir::Combiner::Or:
      return name + " |= " + part + ";";
    case ir::Combiner::Xor:
      return name + " ^= " + part + ";";
    case ir::Combiner::AndAlso:
      return name + " = " + name + " && " + part + ";";
    case ir::Combiner::OrElse:
      return name + " = " + name + " || " + part + ";";
    case ir::Combiner::Min:
      return "if (" + part + " < " + name + ")\n" + name + " = " + part + ";";
    case ir::Combiner::Max:
      return "if (" + name + " < " + part + ")\n" + name + " = " + part + ";";
    }
    llvm_unreachable("covered switch");
  };
  host.tail->readsRecord = true;
  host.tail->levels.back().statements.push_back(text());
}

/// In a serial run of the calls, the part goes back into the record, and the
/// user's variable has again what it had.
void HostBody::keepPart(const ir::Variable *own) {
  host::Tail &tail = *host.tail;
  tail.callReadsRecord = true;
  tail.call += "\nregtt_input->" + site.inputs[localInput(own)].name + " = " +
               usersText(own) + ";\n" + usersText(own) + " = regtt_before_" +
               own->name + ";";
}
