// Statements, and the parts of a traversal that are made of them.
#include "Segment.h"

#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"
#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;

Segment::Segment(Kernels &kernels, const Function &function, ir::Function *made)
    : kernels(kernels), traversal(kernels.traversal), function(function),
      made(made), module(kernels.module),
      code(kernels.unit, function.decl, made), make(code.make) {
  code.meanings = this;
  std::vector<const clang::Expr *> all;
  const auto add = [&](const Statement &s) {
    for (const clang::Expr *own : ownExprs(traversal, s))
      all.push_back(own);
  };
  walkStmts(function.body, add);
  code.uses = toir::LocalUse(all);
  // By reference captures, and by what makes an object.
  for (const auto &entry : function.helperCalls) {
    const Function &helper = *traversal.helpers[entry.second];
    for (const VarDecl *var : helper.captured)
      if (helper.written.count(var))
        code.uses.change(var);
  }
  if (function.made)
    code.uses.change(function.made);
  make.loc = function.decl->getLocation();
}

//===--- Parts ------------------------------------------------------------===//

void Segment::helper() {
  auto next = made->params.begin();
  if (function.thisRole && function.thisRole->kind == Role::Object &&
      function.thisRole->base == Base::Element)
    element = *next++;
  if (Kernels::takesSelf(function))
    ++next;
  for (unsigned k = 0; k < function.paramRoles.size(); ++k) {
    const Role &role = function.paramRoles[k];
    if (role.kind == Role::Value ||
        (role.kind == Role::Object && role.base == Base::Element))
      bind(function.decl->getParamDecl(k), *next++);
  }
  for (const VarDecl *var : function.captured)
    bind(var, *next++);
  list(function.body.body);
}

void Segment::bindArguments() {
  for (unsigned k = 0; k < traversal.args.size(); ++k)
    bind(traversal.args[k].param, made->params[k + 1]);
}

void Segment::enter() {
  bindArguments();
  list(traversal.function.body.body);
}

void Segment::body() { list(function.body.body); }

void Segment::evaluate(const clang::Expr *e) { code.discard(e); }

//===--- Statements -------------------------------------------------------===//

void Segment::list(llvm::ArrayRef<Statement> statements) {
  for (const Statement &s : statements)
    statement(s);
}

ir::BlockStatement *Segment::blockOf(llvm::ArrayRef<Statement> statements) {
  return capture([&] { list(statements); });
}

void Segment::statement(const Statement &s) {
  const llvm::SaveAndRestore here(make.loc, s.loc.isValid() ? s.loc : make.loc);
  switch (s.kind) {
  case Statement::Block:
    return emit(blockOf(s.body));
  case Statement::If:
    return branch(s);
  case Statement::Loop:
    return loop(s);
  case Statement::Switch:
    return cases(s);
  case Statement::Case:
    return; // of a switch, which has looked at it
  case Statement::Let:
    for (const VarDecl *var : s.vars)
      declare(var);
    return;
  case Statement::Eval:
    return code.discard(s.cond);
  case Statement::Return: {
    const clang::QualType type = function.made ? function.made->getType()
                                               : function.decl->getReturnType();
    if (!s.cond && !made->type->result->isVoid()) {
      kernels.unit.refuse(s.loc, "a return without a value");
      return;
    }
    const ir::Expr *value = s.cond ? code.argument(s.cond, type) : nullptr;
    if (!s.cond || value)
      emit(module.ret(value, at(make.loc)));
    return;
  }
  case Statement::Break:
    if (code.breaks)
      return emit(module.leave(code.breaks, at(make.loc)));
    return emit(module.make<ir::BreakStatement>(at(make.loc)));
  case Statement::Continue:
    return emit(module.make<ir::ContinueStatement>(at(make.loc)));
  case Statement::CallNode:
    return visit(traversal.calls[s.call]);
  case Statement::CallTree:
    return visit(traversal.treeCalls[s.call]);
  }
}

const ir::Expr *Segment::asks(const Statement &branch) {
  const ir::Expr *asked = code.condition(branch.cond);
  return branch.negated ? make.unary(ir::UnaryOp::LNot, asked) : asked;
}

void Segment::branch(const Statement &s) {
  const ir::Expr *asked = asks(s);
  ir::BlockStatement *then = blockOf(s.body);
  ir::BlockStatement *other = s.orElse.empty() ? nullptr : blockOf(s.orElse);
  if (asked)
    emit(module.ifThen(asked, then, other, at(make.loc)));
}

//===--- Loops ------------------------------------------------------------===//

void Segment::loop(const Statement &s) {
  const llvm::SaveAndRestore<ir::BlockStatement *> own(code.breaks, nullptr);
  if (s.form == Statement::Children)
    return children(s);
  auto *loop = module.make<ir::LoopStatement>(at(make.loc));
  const auto ask = [&] {
    loop->condition = module.boolean(true);
    ir::BlockStatement *head = capture([&] {
      if (s.cond)
        loop->condition = code.condition(s.cond);
    });
    loop->head = head->statements.empty() ? nullptr : head;
  };
  if (s.form == Statement::DoWhile) {
    loop->form = ir::LoopForm::DoWhile;
    loop->body = blockOf(s.body);
    ask();
    return loop->condition ? emit(loop) : void();
  }
  loop->form =
      s.form == Statement::While ? ir::LoopForm::While : ir::LoopForm::For;
  const auto step = [&] {
    if (s.step)
      code.discard(s.step);
  };
  if (loop->form == ir::LoopForm::For)
    loop->init = blockOf(s.init);
  ask();
  loop->body = blockOf(s.body);
  if (loop->form == ir::LoopForm::For)
    loop->step = capture(step);
  if (loop->condition)
    emit(loop);
}

const ir::Expr *Segment::numberOf(const VarDecl *each) {
  const ir::Variable *number = numbers.lookup(each);
  return number ? make.load(make.place(number)) : make.load(variable(each));
}

/// The child that the variable of a loop over children is.
void Segment::declareChild(const VarDecl *each) {
  const ir::Expr *which =
      child(function.eachChild.lookup(each), numberOf(each));
  auto *made = module.variable(ir::Variable::Let, each->getName(),
                               kernels.link(), at(each->getLocation()));
  bind(each, made);
  if (which)
    emit(module.let(made, which, at(each->getLocation())));
}

/// for (Node *c : n->children) f(c);
/// -> for { var %c_number: u32 = 0 } while lt(load %c_number, rt::children())
/// ... {
///      let %c: link @Node = rt::child(load %c_number)
void Segment::children(const Statement &s) {
  const VarDecl *each = s.vars[0];
  auto *loop = module.make<ir::LoopStatement>(at(make.loc));
  loop->form = ir::LoopForm::For;
  const ir::IntType *type = kernels.counter();
  const auto next = [&] {
    const ir::Place *number = make.place(numbers.lookup(each));
    emit(module.store(number,
                      make.binary(ir::BinaryOp::Add, make.load(number),
                                  make.integer(type, 1)),
                      at(make.loc)));
  };
  ir::Variable *number =
      module.variable(ir::Variable::Local, (each->getName() + "_number").str(),
                      type, at(make.loc));
  numbers[each] = number;
  loop->init = capture(
      [&] { emit(module.var(number, make.integer(type, 0), at(make.loc))); });
  loop->condition = make.binary(ir::BinaryOp::Lt, numberOf(each),
                                children(traversal.slots[s.group]));
  loop->body = capture([&] {
    declareChild(each);
    list(s.body);
  });
  loop->step = capture(next);
  if (loop->condition)
    emit(loop);
}

//===--- Declarations -----------------------------------------------------===//

/// A constant that is static for the user: each visit has it.
void Segment::declareTable(const VarDecl *var) {
  const clang::APValue *value = var->evaluateValue();
  const ir::Expr *init =
      value ? kernels.unit.constant(*value, var->getType()) : nullptr;
  if (!init) {
    kernels.unit.refuse(var->getLocation(), "a static variable");
    return;
  }
  auto *made = module.variable(ir::Variable::Local, var->getName(), init->type,
                               at(var->getLocation()));
  made->isConst = true;
  bind(var, made);
  emit(module.var(made, init, at(var->getLocation())));
}

/// Of a range's elements, no conversion is written.
void Segment::declareValue(const VarDecl *var) {
  const clang::QualType type = var->getType();
  if (!var->hasLocalStorage())
    return declareTable(var);
  const bool isConverted = var->getInit() && type->isArithmeticType() &&
                           !kernels.unit.context.hasSameUnqualifiedType(
                               type, var->getInit()->getType());
  if (!isConverted)
    return code.declare(var);
  const ir::Expr *init = as(code.type(type), code.value(var->getInit()));
  if (!init)
    return;
  auto *made = module.variable(ir::Variable::Local, var->getName(), init->type,
                               at(var->getLocation()));
  bind(var, made);
  emit(module.var(made, init, at(var->getLocation())));
}

void Segment::declare(const VarDecl *var) {
  make.loc = var->getLocation();
  const Role role = function.roles.lookup(var);
  if (role.kind != Role::Link && role.kind != Role::Object)
    return declareValue(var);
  const ir::Type *type = kernels.typeOf(function, var);
  const ir::Expr *init = nullptr;
  if (role.kind == Role::Object) {
    init = var->getInit() ? asIndex(code.value(var->getInit())) : nullptr;
  } else if (pointerArray(var->getType(), kernels.unit.context)) {
    std::vector<const ir::Expr *> links;
    for (const clang::Expr *value : firstElements(var, kernels.unit.context))
      links.push_back(value ? link(value) : module.null(kernels.link()));
    init = make.aggregate(type, links);
  } else {
    init = var->getInit() ? link(var->getInit()) : module.null(kernels.link());
  }
  if (!init)
    return;
  const bool isFixed =
      role.kind == Role::Link
          ? type->isLink() && !function.linkValues.count(var)
          : var->getType()->isReferenceType() || code.uses.isFixed(var);
  auto *made =
      module.variable(isFixed ? ir::Variable::Let : ir::Variable::Local,
                      var->getName(), type, at(var->getLocation()));
  bind(var, made);
  if (isFixed)
    emit(module.let(made, init, at(var->getLocation())));
  else
    emit(module.var(made, init, at(var->getLocation())));
}
