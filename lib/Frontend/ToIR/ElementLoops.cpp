// The statements of loops that library functions are lowered to.
#include "ElementLoops.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;

ir::Variable *ElementLoops::local(llvm::StringRef name, const ir::Type *type,
                                  const ir::Expr *value) {
  ir::Module &m = body.unit.module;
  ir::Variable *made = m.variable(ir::Variable::Local, name, type, here);
  body.emit(m.var(made, value, here));
  return made;
}

const ir::Expr *ElementLoops::load(const ir::Variable *variable) {
  return body.make.load(body.make.place(variable));
}

void ElementLoops::store(const ir::Variable *variable, const ir::Expr *value) {
  body.emit(body.unit.module.store(body.make.place(variable), value, here));
}

void ElementLoops::when(const ir::Expr *condition,
                        llvm::function_ref<void()> emit) {
  auto *choice = body.unit.module.make<ir::IfStatement>(here);
  choice->condition = condition;
  choice->then = body.capture(emit);
  body.emit(choice);
}

void ElementLoops::leaveLoop() {
  body.emit(body.unit.module.make<ir::BreakStatement>(here));
}

ir::LoopStatement *ElementLoops::made(const ir::Variable *counter,
                                      Made condition, Emitted emit) {
  ir::Module &m = body.unit.module;
  auto *made = m.make<ir::LoopStatement>(here);
  made->form = ir::LoopForm::For;
  made->condition = condition(load(counter));
  made->step = body.capture([&] {
    store(counter, body.make.binary(BinaryOp::Add, load(counter),
                                    m.integer(counter->type, 1)));
  });
  made->body = body.capture([&] { emit(load(counter)); });
  return made;
}

void ElementLoops::loop(const ir::Expr *from, Made condition, Emitted emit) {
  ir::Variable *counter = nullptr;
  ir::BlockStatement *init =
      body.capture([&] { counter = local("nth", from->type, from); });
  ir::LoopStatement *loop = made(counter, condition, emit);
  loop->init = init;
  body.emit(loop);
}

const ir::Expr *ElementLoops::counted(const ir::Expr *from, Made condition,
                                      Emitted emit) {
  const ir::Variable *counter = local("nth", from->type, from);
  body.emit(made(counter, condition, emit));
  return load(counter);
}
