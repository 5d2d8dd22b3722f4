// The head of the loop as the host file has it: its text, and where iterations
// begin and end.
#include "HeadText.h"
#include "HostLoop.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;
using Head = kernel::SiteLoop::Head;

static kernel::NumberFormat formatOf(const ir::Type *type) {
  kernel::NumberFormat result;
  if (const auto *real = dyn_cast<ir::FloatType>(type)) {
    result.kind = kernel::NumberFormat::Real;
    result.bytes = real->bytes;
  } else if (const auto format = ir::integerFormat(type)) {
    result.kind = format->isSigned ? kernel::NumberFormat::Signed
                                   : kernel::NumberFormat::Unsigned;
    result.bytes = ir::sizeOf(type).value_or(0);
  }
  return result;
}

static Head::Test testOf(BinaryOp test) {
  switch (test) {
  case BinaryOp::Le:
    return Head::LessEqual;
  case BinaryOp::Gt:
    return Head::Greater;
  case BinaryOp::Ge:
    return Head::GreaterEqual;
  case BinaryOp::Ne:
    return Head::NotEqual;
  default:
    return Head::Less;
  }
}

HostWords HostLoop::atFirst() const {
  HostWords result = words;
  result.names[iteration.counter] = "regtt_first";
  return result;
}

HostWords HostLoop::inLoop() const {
  HostWords result = words;
  result.reads = nullptr; // of a loop of which the host does a part
  for (const ir::Variable *variable : headVariables)
    result.names[variable] =
        variable->name + (words.isIterator(variable) ? ".base()" : "");
  return result;
}

static host::Bound boundOf(const std::string &type, const std::string &text) {
  return {type, llvm::StringRef(type).ends_with("*"), text};
}

//===--- Loops that count -------------------------------------------------===//

/// What a loop from `first` to `last` goes over whole: a container, an array.
static const ir::Place *wholeRange(ir::Module &module, const ir::Expr *first,
                                   const ir::Expr *last) {
  const auto *from = dyn_cast<ir::AddressExpr>(first);
  const auto *to = dyn_cast<ir::AddressExpr>(last);
  if (from && to && !from->place->steps.empty() &&
      from->place->steps.size() == to->place->steps.size()) {
    const auto indexOf = [](const ir::Place *place) {
      const auto *step = std::get_if<ir::IndexStep>(&place->steps.back());
      return step ? dyn_cast<ir::IntExpr>(step->index) : nullptr;
    };
    const auto *low = indexOf(from->place), *high = indexOf(to->place);
    const auto arrayOf = [&](const ir::Place *place) {
      return module.place(place->root, place->steps.drop_back());
    };
    const ir::Place *array = arrayOf(from->place), *other = arrayOf(to->place);
    const auto *type = dyn_cast<ir::ArrayType>(array->type);
    return low && high && type && ir::equal(array, other) &&
                   low->value().isZero() && high->value() == type->count
               ? array
               : nullptr;
  }
  const auto *data = dyn_cast<ir::ContainerReadExpr>(first);
  const auto *sum = dyn_cast<ir::BinaryExpr>(last);
  if (!data || data->op != ir::ReadOp::Data || !sum ||
      sum->op != ir::BinaryOp::PtrAdd || !ir::equal(sum->left, first))
    return nullptr;
  const auto *size = dyn_cast<ir::ContainerReadExpr>(sum->right);
  return size && size->op == ir::ReadOp::Size &&
                 ir::equal(size->container, data->container)
             ? data->container
             : nullptr;
}

void HostLoop::countedHead(const LoopHead &head) {
  const bool isNumber = head.kind == LoopHead::Number;
  words.hidden = head.counter;
  headVariables = {head.counter};
  for (size_t k = 0; k < head.others.size(); ++k)
    if (head.others[k]->type == head.counter->type)
      headVariables.push_back(head.others[k]);
  const ir::Type *type = head.counter->type;
  if (const auto *named = dyn_cast<ir::EnumType>(type))
    type = named->underlying;
  const std::string ownName =
      head.counter->name + (words.isIterator(head.counter) ? ".base()" : "");
  // What a pointer is converted from is of another size.
  const auto isAuto = [&](const ir::Expr *e) {
    return !host.isC && !llvm::isa<ir::CastExpr>(e);
  };
  host.first =
      boundOf(isNumber || !isAuto(head.first) ? words.spell(type) : "auto",
              head.isSet ? words.text(head.first)
                         : ownName + (head.stepsAhead ? " - 1" : ""));
  const ir::Expr *last = isNumber ? withoutWidening(head.last) : head.last;
  if (isNumber && !host.isC)
    host.last = boundOf("auto", words.exact(last));
  else
    host.last = boundOf(isAuto(last) ? "auto" : words.spell(last->type),
                        words.text(last));
  // Another instantiation's may be an array, or a container.
  const ir::Place *range = words.inTemplate && head.kind == LoopHead::Pointer
                               ? wholeRange(module, head.first, head.last)
                               : nullptr;
  if (range) {
    host.first = {"auto", false, "std::begin(" + words.lvalue(range) + ")"};
    host.last = {"auto", false, "std::end(" + words.lvalue(range) + ")"};
  }
  if (head.next) {
    HostWords at = words;
    at.names[head.counter] = "regtt_at";
    host.next = at.text(head.next);
  }
  host.isInclusive = head.isInclusive();
  host.step = head.step;
  if (!head.isDeclared)
    host.variable = head.counter->name;
  host.setsVariables =
      head.setsOthers ||
      (!head.isDeclared &&
       (host.form == host::Loop::Scattered || words.isIterator(head.counter)));
  if (!head.isSet)
    host.restart = restartText(head, words) + ";\n";
  host.head = headText(head, words, host.isC);
  site.isCounted = isNumber;
  if (!isNumber)
    return;
  site.head.test = testOf(head.test);
  site.head.step = head.step;
  site.head.countsInTest = head.countsInTest;
  site.head.counter = formatOf(head.counter->type);
  site.head.compared = formatOf(head.compared);
  for (const Role &role : recogniser.roles)
    if (role.object.root == Object::Own &&
        role.object.number == kernel::iterationNumber)
      site.head.index = formatOf(role.object.type);
  // A query program names it itself.
  if (kernel.program && !recogniser.iterationName.empty())
    site.head.index = formatOf(head.counter->type);
}

//===--- Loops over ranges ------------------------------------------------===//

/// `key` and `value` of `for (auto &[key, value] : map)`, which the body begins
/// with.
std::vector<const ir::Variable *> HostLoop::partsInHead() {
  UserTexts texts(module);
  std::vector<const ir::Variable *> result;
  for (const ir::Statement *s : bodyOf(loop)->statements) {
    if (ofHead.count(s))
      continue;
    const auto *let = dyn_cast<ir::LetStatement>(s);
    if (!let || !let->variable->type->isReference() ||
        !texts.isWithin(let->variable->loc, loop->loc))
      break;
    result.push_back(let->variable);
    ofHead.insert(s);
  }
  return result;
}

void HostLoop::rangeHead(const ir::Place *range, const ir::Variable *element,
                         bool isCopied) {
  const std::vector<const ir::Variable *> parts = partsInHead();
  if (parts.empty() && element->loc && element->loc.length == 0)
    refuse(element->loc, "an element without a name of the user's");
  site.isRange = true;
  host.range = words.lvalue(range);
  host.first = {"auto", false, "std::begin(regtt_range)"};
  host.last = {"auto", false, "std::end(regtt_range)"};
  host.head = std::string("for (auto ") + (isCopied ? "" : "&") +
              element->name + " : " + host.range + ")";
  host.elements = {element->name};
  headVariables = {element};
  if (parts.empty())
    return;
  // Only the user's text has their names.
  UserTexts texts(module);
  if (!texts.of(loop->loc))
    refuse(element->loc, "an element without a name of the user's");
  headVariables = parts;
  host.elements.clear();
  for (const ir::Variable *part : parts)
    host.elements.push_back(part->name);
}

/// The first statement, if it is all that names `variable` in the body, and
/// stands where that does: what the user calls the element, or a copy of it.
static const ir::Statement *namesElement(const ir::BlockStatement &body,
                                         const ir::Variable *variable) {
  const ir::Statement *first =
      body.statements.empty() ? nullptr : body.statements.front();
  const auto *let = llvm::dyn_cast_or_null<ir::LetStatement>(first);
  const auto *var = llvm::dyn_cast_or_null<ir::VarStatement>(first);
  const ir::Expr *value = let ? let->value : var ? var->init : nullptr;
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(value);
  if (!load || load->place->variable() != variable ||
      load->place->steps.size() != 1 ||
      !(ir::declaredBy(first)->loc == variable->loc))
    return nullptr;
  unsigned uses = 0;
  ir::walkExprs(&body, [&](const ir::Expr *e) {
    const auto *named = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *place = ir::placeOf(e);
    uses += (named && named->variable == variable) ||
            (place && place->variable() == variable);
  });
  ir::walk(&body, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      uses += place->variable() == variable;
    });
  });
  return uses == 1 ? first : nullptr;
}

void HostLoop::rangeHead(const ir::RangeLoopStatement &each) {
  const ir::Type *type = each.range->type;
  host.form = llvm::isa<ir::ArrayType>(type) || isContiguous(type)
                  ? host::Loop::Elements
                  : host::Loop::Scattered;
  const ir::Statement *copied = namesElement(*each.body, each.variable);
  if (copied)
    ofHead.insert(copied);
  rangeHead(each.range, copied ? ir::declaredBy(copied) : each.variable,
            copied);
}

/// `begin(refof %list)`
static bool isAsked(const ir::Expr *e, llvm::StringRef what,
                    const ir::Expr *range) {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
  return call && call->name.rsplit("::").second == what &&
         call->arguments.size() == 1 && ir::equal(call->arguments[0], range);
}

/// A loop over a container whose elements the language does not number:
///
///     let %r: ref = refof %list   begin of (%r) to end of (%r)
///     { let %t: ref = call "operator*"(refof %at)  let %q: ref = %t ... }
bool HostLoop::iteratorRange(const ir::LoopStatement &counted,
                             const LoopHead &head) {
  const auto *held =
      counted.init && !counted.init->statements.empty()
          ? dyn_cast<ir::LetStatement>(counted.init->statements.front())
          : nullptr;
  const ir::Expr *range =
      held && isa<ir::AddressExpr, ir::ValueExpr>(held->value) ? held->value
                                                               : nullptr;
  const auto &body = counted.body->statements;
  const auto *read =
      body.size() > 1 ? dyn_cast<ir::LibraryCallStatement>(body[0]) : nullptr;
  const auto *named =
      body.size() > 1 ? dyn_cast<ir::LetStatement>(body[1]) : nullptr;
  const auto *var =
      body.size() > 1 ? dyn_cast<ir::VarStatement>(body[1]) : nullptr;
  const ir::Expr *value = named ? named->value : var ? var->init : nullptr;
  if (!range || !range->type->isReference() || !value || !read ||
      !llvm::StringRef(read->name).ends_with("::operator*") || !read->result)
    return false;
  const ir::Place *at = ir::placeOf(read->arguments[0]);
  const auto *direct = dyn_cast<ir::ValueExpr>(value);
  const auto *load = dyn_cast<ir::LoadExpr>(value);
  const bool isElement = (direct && direct->variable == read->result) ||
                         (load && load->place->variable() == read->result &&
                          load->place->steps.size() == 1);
  if (!at || at->wholeVariable() != iteration.counter || !isElement)
    return false;
  // The iterator has no other use.
  unsigned uses = 0;
  ir::walkExprs(counted.body, [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    uses += place && place->variable() == iteration.counter;
  });
  if (uses != 1 || !isAsked(head.first, "begin", range) ||
      !isAsked(head.last, "end", range))
    return false;
  ofHead = {body[0], body[1]};
  rangeHead(module.pointee(range), ir::declaredBy(body[1]), load != nullptr);
  return true;
}

/// Whether iterations may change what `bound` is.
static bool changes(const ir::Expr *bound, const Origins &origins) {
  bool result = false;
  ir::walk(bound, [&](const ir::Expr *e) {
    const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
    const ir::Place *place = read ? read->container : ir::placeOf(e);
    result |= llvm::isa<ir::ValueExpr>(e) && origins.varies(e);
    if (place)
      result |= asksWhere(e) ? origins.moves(place) : origins.varies(place);
  });
  return result;
}

/// The user's words for what the head declares first: `std::size_t` of
/// `std::size_t i = 0`. Nothing where they are not known to be the counter's.
static std::optional<llvm::StringRef> writtenType(const ir::LoopStatement &loop,
                                                  const LoopHead &head,
                                                  UserTexts &texts) {
  const auto *var =
      head.isDeclared && head.kind == LoopHead::Number
          ? dyn_cast<ir::VarStatement>(loop.init->statements.front())
          : nullptr;
  if (!var || var->variable != head.counter || var->loc.length == 0)
    return std::nullopt;
  ir::Location words = var->loc;
  const ir::Location name = head.counter->loc;
  if (name.length == 0 || name.file != words.file || name.line != words.line ||
      name.column <= words.column)
    return std::nullopt;
  words.length = name.column - words.column;
  const auto text = texts.of(words);
  return text ? std::optional(text->rtrim()) : std::nullopt;
}

/// `for (int j = 0; j < h; ++j) for (int i = 0; i < w; ++i)`: heads of the
/// user's set what the body finds of the one loop's number in the language.
void HostLoop::nestHead(const LoopNest &nest) {
  host.head.clear();
  headVariables.clear();
  for (size_t k = 0; k < nest.loops.size(); ++k) {
    const auto each =
        loopHead(module, *nest.loops[k], nest.counters[k],
                 [&](Message message) { refuse(std::move(message)); });
    if (!each)
      return;
    if (!each->isSet)
      return refuse({Diag::RTT1101,
                     loop->loc,
                     {},
                     {{nest.loops[k]->loc,
                       "a variable that this loop does not set first"}}});
    host.head += (k == 0 ? "" : "\n") + headText(*each, words, host.isC);
    headVariables.push_back(each->counter);
    host.setsVariables |= !each->isDeclared;
  }
  ofHead.insert(nest.settings.begin(), nest.settings.end());
}

/// As the user writes it, where that is known and names what the language
/// names. Else it is said from the language.
void HostLoop::head() {
  UserTexts texts(module);
  const bool isSet = findHead(texts);
  if (recogniser.nest)
    return nestHead(*recogniser.nest);
  const auto text = isSet ? texts.of(loop->loc) : std::nullopt;
  const bool isFromOutside = !host.variable.empty();
  const bool isNamed =
      llvm::all_of(headVariables, [&](const ir::Variable *variable) {
        return variable->loc.length != 0 ||
               (isFromOutside && variable == iteration.counter);
      });
  if (text && isNamed && !host.head.empty())
    host.head = text->str();
}

/// False: the user's head goes on from what its variable is.
bool HostLoop::findHead(UserTexts &texts) {
  if (const auto *each = dyn_cast<ir::RangeLoopStatement>(loop)) {
    rangeHead(*each);
    return true;
  }
  const auto &counted = *llvm::cast<ir::LoopStatement>(loop);
  const auto head =
      loopHead(module, counted, iteration.counter,
               [&](Message message) { refuse(std::move(message)); });
  if (!head)
    return true;
  // What follows the calls is compared with what the head reads (LoopPairs),
  // and so is what iterations do that make none.
  Iteration ahead = iteration;
  if (iteration.isNested)
    ahead.calls.clear();
  for (Level &level : ahead.levels) {
    level.after.clear();
    level.otherwise.clear();
  }
  const Origins origins(module, *recogniser.host, loop, ahead);
  for (const ir::Expr *bound :
       {head->isSet ? head->first : nullptr, head->last})
    if (bound && changes(bound, origins))
      refuse({Diag::RTT1102, bound->loc});
  host.form = head->kind == LoopHead::Number    ? host::Loop::Counted
              : head->kind == LoopHead::Pointer ? host::Loop::Elements
                                                : host::Loop::Scattered;
  if (head->kind != LoopHead::Iterator || !iteratorRange(counted, *head))
    countedHead(*head);
  if (const auto type = writtenType(counted, *head, texts))
    host.first.type = type->str();
  return head->isSet;
}
