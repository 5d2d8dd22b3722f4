// What iterations leave for later, as the host file does it, and as a serial
// run notes it to be compared:
//
//     if (level[w] < 0) {              int w = regtt_deferred->w;
//       level[w] = level[u] + 1;  ->   if (level[w] < 0) { ... }
//       next.push_back(w);
//     }                                if (level[w] < 0) {
//                                        ... regtt_left = {};
//                                        regtt_left.w = w;
//                                        regtt_note_deferred(...);
//                                      }
#include "HostBody.h"

#include "../Deferral.h"
#include "../DeferredValues.h"
#include "../Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"
#include "regtt/Kernel/Names.h"

#include <algorithm>
#include <set>

using namespace regtt;
using namespace regtt::recognise;

/// Of each text one.
static std::vector<const ir::DeferStatement *>
textsIn(const ir::BlockStatement *body) {
  std::vector<const ir::DeferStatement *> result = deferredIn(body);
  result.erase(std::unique(result.begin(), result.end(),
                           [](const auto *a, const auto *b) {
                             return a->number == b->number;
                           }),
               result.end());
  return result;
}

void HostBody::later() {
  // Of what inner loops declare, the user's text says the type.
  ir::walk(bodyOf(recogniser.loop), [&](const ir::Statement *s) {
    if (const ir::Variable *made = ir::declaredBy(s))
      declarations.try_emplace(made, s);
  });
  for (const ir::DeferStatement *s : textsIn(bodyOf(recogniser.loop))) {
    host::LaterWork &row = host.tail->later.emplace_back();
    const std::string sum = sumText(*s);
    row.statement = sum.empty() ? textOf(s->loc, s->loc) : sum;
    if (s->loc)
      row.at = {module.files[s->loc.file - 1], s->loc.line};
    bindLater(*s, row.bindings);
  }
}

/// What a statement that adds to a number comes to; nothing of others.
static std::optional<ElementChange> sumOf(ir::Module &module,
                                          const ir::DeferStatement &s) {
  const auto *store =
      s.body->statements.size() == 1
          ? llvm::dyn_cast<ir::StoreStatement>(s.body->statements.front())
          : nullptr;
  auto sum = store && !s.when ? deferredSum(module, *store)
                              : std::optional<ElementChange>();
  return sum && llvm::any_of(s.values,
                             [&](const ir::Expr *value) {
                               return ir::equal(value, sum->value);
                             })
             ? sum
             : std::nullopt;
}

/// The field that holds what is added.
std::string HostBody::termField(const ir::DeferStatement &s,
                                const ir::Expr *term) const {
  const auto at = llvm::find_if(
      s.values, [&](const ir::Expr *value) { return ir::equal(value, term); });
  return safeName(
      recogniser.kernel.deferred->fields[at - s.values.begin()].name);
}

/// `energy += regtt_deferred->term;`
std::string HostBody::sumText(const ir::DeferStatement &s) {
  const auto sum = sumOf(module, s);
  if (!sum)
    return "";
  const ir::Variable *variable = sum->place->variable();
  return (variable && variable->type->isPointer() ? "*" : "") +
         deferredSumName(sum->place) +
         (*sum->combiner == ir::Combiner::Add ? " += " : " *= ") +
         "regtt_deferred->" + termField(s, sum->value) + ";";
}

/// The user's statement, of a number of that name that has had nothing added to
/// it yet: it comes to what is added.
std::string HostBody::termText(const ir::DeferStatement &s,
                               const ElementChange &sum) {
  const std::string name = deferredSumName(sum.place);
  const ir::Type *type = sum.value->type;
  const bool adds = *sum.combiner == ir::Combiner::Add;
  const bool isPointer =
      sum.place->variable() && sum.place->variable()->type->isPointer();
  const std::string first = !adds ? "1" : type->isFloat() ? "-0.0" : "0";
  std::string out =
      "{\n" + words.declare(type, "regtt_sum") + " = " + first + ";\n";
  if (isPointer)
    out += words.declare(type, "*const " + name) + " = &regtt_sum;\n";
  else if (host.isC)
    return "{\n" + words.declare(type, name) + " = " + first + ";\n" +
           textOf(s.loc, s.loc) + "\nregtt_left." + termField(s, sum.value) +
           " = " + name + ";\n}\n";
  else
    out += words.declare(type, "&" + name) + " = regtt_sum;\n";
  return out + textOf(s.loc, s.loc) + "\nregtt_left." +
         termField(s, sum.value) + " = regtt_sum;\n}\n";
}

static bool asksFor(const ir::Expr *when, const ir::Variable &variable) {
  bool result = false;
  if (when)
    ir::walk(when, [&](const ir::Expr *e) {
      const auto *value = llvm::dyn_cast<ir::ValueExpr>(e);
      const ir::Place *place = ir::placeOf(e);
      result |= (value && value->variable == &variable) ||
                (place && place->variable() == &variable);
    });
  return result;
}

/// `int w = regtt_deferred->w;`, and of a struct an object with what of it is
/// looked at. Declarations come first, as C89 wants them.
void HostBody::bindLater(const ir::DeferStatement &s,
                         std::vector<std::string> &bindings) {
  if (sumOf(module, s))
    return;
  std::vector<std::string> values;
  std::set<const ir::Variable *> made;
  const auto &fields = recogniser.kernel.deferred->fields;
  for (size_t k = 0; k < fields.size(); ++k) {
    const ir::Place *place = deferredPlace(module, s, k);
    if (!place)
      continue;
    const ir::Variable &variable = *place->variable();
    const ir::Type *type = place->type;
    const std::string value = "regtt_deferred->" + safeName(fields[k].name) +
                              (type->isBool() && !host.isC ? " != 0" : "");
    const ir::Type *whole = variable.type->isReference()
                                ? ir::pointeeOf(variable.type)
                                : variable.type;
    if (whole == type) {
      const std::string written =
          whole == variable.type ? writtenType(&variable) : "";
      bindings.push_back((!written.empty() ? written + " " + variable.name
                          : words.inTemplate && !type->isBool()
                              ? "auto " + variable.name
                              : words.declare(type, variable.name)) +
                         " = " + value + ";");
      // The word may be another thing's, a member of what is looked at.
      if (!namesVariable(s.body, &variable) && !asksFor(s.when, variable))
        values.push_back((host.isC
                              ? "(void)" + variable.name
                              : "static_cast<void>(" + variable.name + ")") +
                         ";");
      continue;
    }
    values.push_back(deferredText(place) + " = " + value + ";");
    if (!made.insert(&variable).second)
      continue;
    const std::string object = objectText(variable, whole, variable.name);
    if (host.isC) {
      bindings.push_back(object + ";");
      continue;
    }
    const std::string memory = "regtt_of_" + variable.name;
    const std::string spelled = objectText(variable, whole, "");
    bindings.push_back("alignas(" + spelled + ") unsigned char " + memory +
                       "[sizeof(" + spelled + ")] = {};");
    bindings.push_back(objectText(variable, whole, "&" + variable.name) +
                       " = *static_cast<" + objectText(variable, whole, "*") +
                       ">(regtt_field(" + memory + "));");
  }
  bindings.insert(bindings.end(), values.begin(), values.end());
}

/// The text of `range` with what is left for later noted in its place.
std::string HostBody::withNotes(std::string text, ir::Location range) {
  const auto outer = texts.of(range);
  const auto all = textsIn(bodyOf(recogniser.loop));
  std::vector<std::pair<size_t, const ir::DeferStatement *>> inside;
  for (const ir::DeferStatement *s : all) {
    const auto inner = texts.of(s->loc);
    if (outer && inner && texts.isWithin(s->loc, range))
      inside.push_back({size_t(inner->data() - outer->data()), s});
  }
  llvm::sort(inside, std::greater<>());
  for (const auto &[at, s] : inside)
    text.replace(at, texts.of(s->loc)->size(), noteText(*s));
  return text;
}

std::string HostBody::noteText(const ir::DeferStatement &s) {
  std::string out =
      s.when ? "if (" + textOf(s.when->loc, s.loc) + ") {\n" : "{\n";
  out += std::string("regtt_left_type regtt_left = ") +
         (host.isC ? "{0}" : "{}") + ";\nregtt_left.iteration = regtt_now;\n";
  const auto sum = sumOf(module, s);
  const auto &fields = recogniser.kernel.deferred->fields;
  for (size_t k = 0; k < fields.size(); ++k) {
    const ir::Place *place = deferredPlace(module, s, k);
    const std::string field = "regtt_left." + safeName(fields[k].name) + " = ";
    if (place && !sum)
      out += field + deferredText(place) + ";\n";
    else if (fields[k].name == "statement")
      out += field + std::to_string(s.number) + ";\n";
  }
  if (sum)
    out += termText(s, *sum);
  return out +
         "regtt_note_deferred(&regtt_call, &regtt_left, sizeof regtt_left);\n}";
}
