// Statements, read.
#include "Names.h"
#include "Parser.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Twine.h>

using namespace regtt::ir;

BlockStatement *Parser::block() {
  if (!expectMark("{"))
    return nullptr;
  auto *result = module->make<BlockStatement>();
  while (!takeMark("}")) {
    Statement *next = statement();
    if (!next)
      return nullptr;
    result->statements.push_back(next);
  }
  return result;
}

Statement *Parser::statement() {
  const auto loc = prefix();
  if (!loc)
    return nullptr;
  const Token word = peek();
  if (word.kind != Token::Word) {
    unexpected("a statement");
    return nullptr;
  }
  take();
  const auto has = [&](llvm::StringRef text) { return word.text == text; };
  if (has("let"))
    return let(*loc);
  if (has("var"))
    return var(*loc);
  if (has("store"))
    return store(*loc);
  if (has("reduce"))
    return reduce(*loc);
  if (has("block"))
    return labelled(*loc);
  if (has("if"))
    return branch(*loc);
  if (has("parallel"))
    return parallel(*loc);
  if (const auto form = named<LoopForm>(word.text))
    return loop(*form, *loc);
  if (has("count"))
    return countedLoop(*loc);
  if (has("each"))
    return rangeLoop(*loc);
  if (has("switch"))
    return choice(*loc);
  if (has("leave"))
    return leave(*loc);
  if (has("call"))
    return call(nullptr, *loc);
  if (has("defer"))
    return defer(*loc);
  if (has("visit"))
    return visit(nullptr, *loc);
  if (has("resume"))
    return resume(*loc);
  if (const auto op = named<ChangeOp>(word.text))
    return change(*op, *loc);
  if (has("return")) {
    if (result->isVoid())
      return module->ret(nullptr, *loc);
    const Expr *value = expr(result);
    return value ? module->ret(value, *loc) : nullptr;
  }
  if (has("fork")) {
    auto *made = module->make<ForkStatement>(*loc);
    made->body = block();
    return made->body ? made : nullptr;
  }
  if (has("trap")) {
    auto *made = module->make<TrapStatement>(*loc);
    if (peek().kind == Token::String)
      made->message = take().text;
    return made;
  }
  if (has("break"))
    return module->make<BreakStatement>(*loc);
  if (has("continue"))
    return module->make<ContinueStatement>(*loc);
  if (has("join"))
    return module->make<JoinStatement>(*loc);
  if (has("barrier"))
    return module->make<BarrierStatement>(*loc);
  if (has("unreachable"))
    return module->make<UnreachableStatement>(*loc);
  fail(word, "a statement is expected, not " + describe(word));
  return nullptr;
}

//===--- Declarations and stores ------------------------------------------===//

std::optional<Parser::Declared> Parser::declaration(Variable::Kind kind) {
  const bool isConst = takeWord("const"), isVolatile = takeWord("volatile");
  const Token token = peek();
  if (!expect(Token::Local, "a variable") || !expectMark(":"))
    return std::nullopt;
  const Type *holds = type();
  if (!holds)
    return std::nullopt;
  Location loc;
  if (takeMark("!")) {
    const auto where = location();
    if (!where)
      return std::nullopt;
    loc = *where;
  }
  if (variables.count(token.text)) {
    fail(token, describe(token) + " is declared twice: variables of one name "
                                  "are '%x' and '%x.2'");
    return std::nullopt;
  }
  Variable *made =
      module->variable(kind, withoutNumber(token.text), holds, loc);
  made->isConst = isConst;
  made->isVolatile = isVolatile;
  return Declared{made, token.text};
}

/// `%d: f32 = e`, `%r: i32 = call @f(x)`
Statement *Parser::let(Location loc) {
  const auto declared = declaration(Variable::Let);
  if (!declared || !expectMark("="))
    return nullptr;
  const Variable *variable = declared->variable;
  Statement *made = nullptr;
  if (takeWord("call"))
    made = call(variable, loc);
  else if (takeWord("visit"))
    made = visit(variable, loc);
  else if (const Expr *value = expr(variable->type))
    made = module->let(variable, value, loc);
  declare(*declared);
  return made;
}

/// As in C, the variable is there in what it starts as.
Statement *Parser::var(Location loc) {
  const auto declared = declaration(Variable::Local);
  if (!declared)
    return nullptr;
  declare(*declared);
  const Variable *variable = declared->variable;
  if (!takeMark("="))
    return module->var(variable, nullptr, loc);
  const Expr *init = expr(variable->type);
  return init ? module->var(variable, init, loc) : nullptr;
}

/// `own %a->sum = e`; `node(0: @Node).x = e` is a place's root.
Statement *Parser::store(Location loc) {
  StoreKind kind = StoreKind::Plain;
  if (peek().kind == Token::Word && !peek(1).is(Token::Mark, "("))
    if (const auto found = named<StoreKind>(peek().text)) {
      kind = *found;
      take();
    }
  const Place *to = place();
  const Expr *value = to && expectMark("=") ? expr(to->type) : nullptr;
  return value ? module->store(to, value, loc, kind) : nullptr;
}

Statement *Parser::reduce(Location loc) {
  const auto combiner = named<Combiner>(peek().text);
  if (!combiner) {
    unexpected("an operator");
    return nullptr;
  }
  take();
  const Place *to = place();
  const Expr *value = to && expectMark("=") ? expr(to->type) : nullptr;
  return value ? module->reduce(*combiner, to, value, loc) : nullptr;
}

//===--- Control ----------------------------------------------------------===//

Statement *Parser::branch(Location loc) {
  const Expr *condition = expr();
  BlockStatement *then = condition ? block() : nullptr;
  if (!then || !takeWord("else"))
    return then ? module->ifThen(condition, then, nullptr, loc) : nullptr;
  BlockStatement *otherwise = nullptr;
  if (isMark("{")) {
    otherwise = block();
  } else {
    const auto inner = prefix();
    Statement *chained = inner && expectWord("if") ? branch(*inner) : nullptr;
    otherwise = chained ? module->block({chained}) : nullptr;
  }
  return otherwise ? module->ifThen(condition, then, otherwise, loc) : nullptr;
}

/// `while [head] c { }`, `do { } while [head] c`,
/// `for { } while [head] c step { } { }`
/// `parallel each %q: ref @Query in %queries { ... }`
Statement *Parser::parallel(Location loc) {
  std::vector<Clause> clauses;
  if (!readClauses(clauses))
    return nullptr;
  const auto mark = [&](auto *made) {
    made->isParallel = true;
    made->clauses = std::move(clauses);
    return made;
  };
  const Token word = peek();
  if (takeWord("each")) {
    Statement *made = rangeLoop(loc);
    return made ? mark(llvm::cast<RangeLoopStatement>(made)) : nullptr;
  }
  const auto form = named<LoopForm>(word.text);
  if (!form) {
    unexpected("a loop");
    return nullptr;
  }
  take();
  Statement *made = loop(*form, loc);
  return made ? mark(llvm::cast<LoopStatement>(made)) : nullptr;
}

Statement *Parser::loop(LoopForm form, Location loc) {
  auto *made = module->make<LoopStatement>(loc);
  made->form = form;
  const bool isFor = form == LoopForm::For, isDo = form == LoopForm::DoWhile;
  const auto readInto = [&](BlockStatement *&part) {
    part = block();
    return part != nullptr;
  };
  if ((isFor && !readInto(made->init)) || (isDo && !readInto(made->body)))
    return nullptr;
  if ((isFor || isDo) && !expectWord("while"))
    return nullptr;
  if (isMark("{") && !readInto(made->head))
    return nullptr;
  made->condition = expr();
  if (!made->condition)
    return nullptr;
  if (isFor && (!expectWord("step") || !readInto(made->step)))
    return nullptr;
  return isDo || readInto(made->body) ? made : nullptr;
}

/// `%i: u64 from a while lt b step c [wraps] { }`
Statement *Parser::countedLoop(Location loc) {
  auto *made = module->make<CountedLoopStatement>(loc);
  const auto declared = declaration(Variable::Let);
  if (!declared || !expectWord("from"))
    return nullptr;
  made->variable = declared->variable;
  made->first = expr(made->variable->type);
  if (!made->first || !expectWord("while"))
    return nullptr;
  const auto comparison = named<BinaryOp>(peek().text);
  if (!comparison || !isComparison(*comparison)) {
    unexpected("a comparison");
    return nullptr;
  }
  take();
  made->comparison = *comparison;
  made->last = expr(made->variable->type);
  if (!made->last || !expectWord("step"))
    return nullptr;
  made->step = expr();
  if (!made->step)
    return nullptr;
  made->wraps = takeWord("wraps");
  declare(*declared);
  made->body = block();
  return made->body ? made : nullptr;
}

/// `%x: ref @Point in %points { }`
Statement *Parser::rangeLoop(Location loc) {
  auto *made = module->make<RangeLoopStatement>(loc);
  const auto declared = declaration(Variable::Let);
  if (!declared || !expectWord("in"))
    return nullptr;
  made->variable = declared->variable;
  made->range = place();
  declare(*declared);
  made->body = made->range ? block() : nullptr;
  return made->body ? made : nullptr;
}

Statement *Parser::choice(Location loc) {
  auto *made = module->make<SwitchStatement>(loc);
  made->value = expr();
  if (!made->value || !expectMark("{"))
    return nullptr;
  while (!takeMark("}"))
    if (!readCase(*made))
      return nullptr;
  return made;
}

/// `case 1:i32, 2:i32, default { } fallthrough`, `default { }`
bool Parser::readCase(SwitchStatement &choice) {
  SwitchStatement::Case read;
  if (!takeWord("default")) {
    if (!expectWord("case"))
      return false;
    do {
      if (takeWord("default")) {
        read.isDefault = true;
        break;
      }
      const Expr *label = expr(choice.value->type);
      if (!label)
        return false;
      read.labels.push_back(label);
    } while (takeMark(","));
  } else {
    read.isDefault = true;
  }
  read.body = block();
  read.fallsThrough = takeWord("fallthrough");
  choice.cases.push_back(read);
  return read.body != nullptr;
}

/// `{ }`, `%found { ... leave %found ... }`
Statement *Parser::labelled(Location loc) {
  if (isMark("{")) {
    BlockStatement *made = block();
    if (made)
      made->loc = loc;
    return made;
  }
  const Token token = peek();
  if (!expect(Token::Local, "a block"))
    return nullptr;
  auto *made = module->make<BlockStatement>(loc);
  made->label = withoutNumber(token.text).str();
  if (!labels.try_emplace(token.text, made).second) {
    fail(token, describe(token) + " is declared twice");
    return nullptr;
  }
  const BlockStatement *inside = block();
  if (inside)
    made->statements = inside->statements;
  return inside ? made : nullptr;
}

Statement *Parser::leave(Location loc) {
  const Token token = peek();
  if (!expect(Token::Local, "a block's name"))
    return nullptr;
  const BlockStatement *block = labels.lookup(token.text);
  if (!block)
    fail(token, "there is no block " + describe(token));
  return block ? module->leave(block, loc) : nullptr;
}

//===--- Calls ------------------------------------------------------------===//

/// `@f(x)`, `lib "std::swap"(x, y)`
Statement *Parser::call(const Variable *result, Location loc) {
  if (takeWord("lib")) {
    const auto name = expect(Token::String, "a library function's name");
    const auto given = name ? arguments() : std::nullopt;
    if (!given)
      return nullptr;
    auto *made = module->make<LibraryCallStatement>(loc);
    made->result = result;
    made->name = *name;
    made->arguments = *given;
    return made;
  }
  const Function *callee = expectFunction();
  const auto given = callee ? arguments(callee->type->params) : std::nullopt;
  return given ? module->callStatement(callee, *given, result, loc) : nullptr;
}

Statement *Parser::visit(const Variable *result, Location loc) {
  const Function *callee = expectFunction();
  const auto given = callee ? arguments(callee->type->params) : std::nullopt;
  if (!given)
    return nullptr;
  auto *made = module->make<VisitStatement>(loc);
  made->result = result;
  made->callee = callee;
  made->arguments = *given;
  if (takeWord("at") && !(made->position = expr()))
    return nullptr;
  if (takeWord("when") && !segment(made->guard, made->kept))
    return nullptr;
  return made;
}

/// `@f::resume0(load %k)`
bool Parser::segment(const Function *&function,
                     std::vector<const Expr *> &kept) {
  function = expectFunction();
  const auto given =
      function ? arguments(function->type->params) : std::nullopt;
  if (given)
    kept = *given;
  return given.has_value();
}

Statement *Parser::resume(Location loc) {
  auto *made = module->make<ResumeStatement>(loc);
  return segment(made->segment, made->kept) ? made : nullptr;
}

/// `0 (load %w) when lt(load %w, 3:i32) { ... }`
Statement *Parser::defer(Location loc) {
  const auto number = expectCount("a number", ~0u);
  const auto values = number ? arguments() : std::nullopt;
  if (!values)
    return nullptr;
  auto *made = module->make<DeferStatement>(loc);
  made->number = unsigned(*number);
  made->values = *values;
  if (takeWord("when") && !(made->when = expr()))
    return nullptr;
  if (isMark("{") && !(made->body = block()))
    return nullptr;
  return made;
}

/// `(%q->heap, x) by @nearer`
Statement *Parser::change(ChangeOp op, Location loc) {
  const Place *container = expectMark("(") ? place() : nullptr;
  const auto given = container ? moreArguments() : std::nullopt;
  if (!given)
    return nullptr;
  auto *made = module->make<ContainerChangeStatement>(loc);
  made->op = op;
  made->container = container;
  made->arguments = *given;
  if (takeWord("by")) {
    made->order = expectFunction();
    if (!made->order)
      return nullptr;
  }
  return made;
}
