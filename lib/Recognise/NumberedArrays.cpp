// Arrays of pointers into one array as arrays of numbers, in copies of the
// functions that are handed them:
//
//     fn @move(%to: ptr ptr @Node, %n: ptr @Node) {   fn @move(%to: ptr i64,
//       store %to[0] = load %n }                          %n: i64) {
//                                                        store %to[0] = load %n
//                                                        }
//
// PointerArrays.cpp says for which.
#include "FunctionCopies.h"
#include "LocalUses.h"
#include "PointerArrays.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Rewriter {
public:
  Rewriter(ir::Module &module, const PointerArrays &known)
      : module(module), known(known), number(module.intType(ir::IntType::I64)) {
  }

  void run(const ir::Function &host) {
    const auto functions = module.functions();
    const std::vector<ir::Function *> all(functions.begin(), functions.end());
    for (const ir::Function *each : all)
      if (each->body && llvm::any_of(each->params, [&](auto *param) {
            return known.arrays.contains(param) || known.values.contains(param);
          }))
        declare(*each);
    for (ir::Function *each : all)
      if (each != &host && each->body)
        Copy(*this, *each).run();
    for (const auto &[from, to] : made)
      const_cast<ir::Function *>(from)->body = nullptr;
  }

private:
  const ir::Type *typeOf(const ir::Variable *variable) const {
    return known.arrays.contains(variable)   ? module.pointerTo(number)
           : known.values.contains(variable) ? number
                                             : variable->type;
  }

  void declare(const ir::Function &from) {
    std::vector<const ir::Type *> types;
    for (const ir::Variable *each : from.params)
      types.push_back(typeOf(each));
    ir::Function *to = createCopy(module, from, types);
    for (const ir::Variable *each : from.params) {
      ir::Variable *param = module.parameter(to, each->name, each->loc);
      param->isConst = each->isConst;
      param->isVolatile = each->isVolatile;
    }
    made[&from] = to;
  }

  /// Copies one function's body.
  struct Copy {
    Rewriter &of;
    ir::Function &from;
    ir::Module &module;
    const PointerArrays &known;
    ir::Mapper mapper;
    /// What stands for the arrays, and for what is put there.
    llvm::DenseMap<const ir::Variable *, const ir::Variable *> numbers;

    Copy(Rewriter &of, ir::Function &from)
        : of(of), from(from), module(of.module), known(of.known),
          mapper(of.module) {
      mapper.onExpr = [this](const ir::Expr *e) { return expr(e); };
      mapper.onPlace = [this](const ir::Place *p) { return place(p); };
      mapper.onStatement = [this](const ir::Statement *s) {
        return statement(s);
      };
    }

    void run() {
      ir::Function *to = of.made.lookup(&from);
      if (!to) {
        from.body = mapper.block(from.body);
        return;
      }
      for (size_t k = 0; k < from.params.size(); ++k)
        (of.typeOf(from.params[k]) == from.params[k]->type
             ? mapper.variables
             : numbers)[from.params[k]] = to->params[k];
      for (ir::Clause clause : from.clauses) {
        clause.place = mapper.place(clause.place);
        clause.value = mapper.expr(clause.value);
        to->clauses.push_back(clause);
      }
      to->body = mapper.block(from.body);
    }

    const ir::Expr *value(const ir::Variable *variable, ir::Location loc) {
      return module.load(module.place(numbers.lookup(variable)), loc);
    }

    /// The element of the array of numbers.
    const ir::Place *element(const ir::Place *place) {
      const auto &deref = std::get<ir::DerefStep>(place->steps[0]);
      return module.deref(module.place(numbers.lookup(place->variable())),
                          deref.offset ? mapper.expr(deref.offset) : nullptr);
    }

    /// The number that the pointer `e` is made of.
    const ir::Expr *numberOf(const ir::Expr *e) {
      if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
        return module.select(mapper.expr(choice->condition),
                             numberOf(choice->whenTrue),
                             numberOf(choice->whenFalse), e->loc);
      const auto *load = dyn_cast<ir::LoadExpr>(e);
      if (load && known.isElement(load->place))
        return module.load(element(load->place), e->loc);
      if (const auto pointer = elementPointer(module, e)) {
        if (!pointer->number)
          return module.integer(of.number, 0, e->loc);
        return wide(mapper.expr(pointer->number));
      }
      return known.isBase(from, e) ? module.integer(of.number, 0, e->loc)
                                   : value(heldIn(e), e->loc);
    }

    const ir::Expr *wide(const ir::Expr *e) {
      return e->type == of.number ? e
                                  : module.cast(ir::CastOp::IntToInt, of.number,
                                                e, false, e->loc);
    }

    /// What the pointer at `place`, an element, leads to, or what lies `offset`
    /// further.
    const ir::Place *pointee(const ir::Place *place, const ir::Expr *offset,
                             ir::Location loc) {
      const PointedArray base = known.bases.lookup(&from);
      const ir::Expr *number = module.load(element(place), loc);
      if (offset)
        number = module.binary(ir::BinaryOp::Add, number,
                               wide(mapper.expr(offset)), loc);
      return PointedArray{base.kind, mapper.place(base.holder)}.element(module,
                                                                        number);
    }

    const ir::Place *place(const ir::Place *place) {
      const auto *deref = place->steps.size() == 2
                              ? std::get_if<ir::DerefStep>(&place->steps[1])
                              : nullptr;
      if (!deref)
        return nullptr;
      const ir::Place *first =
          module.place(place->root, place->steps.take_front(1));
      return known.isElement(first) ? pointee(first, deref->offset, {})
                                    : nullptr;
    }

    const ir::Expr *expr(const ir::Expr *e) {
      if (known.isArray(e))
        return nullptr; // its type is another: who names it sees to it
      if (const auto *cast = dyn_cast<ir::CastExpr>(e);
          cast && cast->op == ir::CastOp::ToBool &&
          known.isArray(cast->operand))
        return module.cast(ir::CastOp::ToBool, e->type,
                           value(heldIn(cast->operand), e->loc), false, e->loc);
      if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
          asked && asked->op == ir::IntrinsicOp::IsNull &&
          known.isArray(asked->arguments[0]))
        return module.intrinsic(
            asked->op, {value(heldIn(asked->arguments[0]), e->loc)}, e->loc);
      if (const auto *load = dyn_cast<ir::LoadExpr>(e);
          load && known.isElement(load->place))
        return module.addressOf(pointee(load->place, nullptr, e->loc), e->loc);
      const auto *call = dyn_cast<ir::CallExpr>(e);
      const ir::Function *other = call ? of.made.lookup(call->callee) : nullptr;
      return other
                 ? module.call(other, arguments(*call->callee, call->arguments),
                               e->loc)
                 : nullptr;
    }

    std::vector<const ir::Expr *>
    arguments(const ir::Function &callee,
              llvm::ArrayRef<const ir::Expr *> list) {
      std::vector<const ir::Expr *> result;
      for (size_t k = 0; k < list.size(); ++k) {
        const ir::Variable *param = callee.params[k];
        result.push_back(known.arrays.contains(param)
                             ? value(heldIn(list[k]), list[k]->loc)
                         : known.values.contains(param) ? numberOf(list[k])
                                                        : mapper.expr(list[k]));
      }
      return result;
    }

    using Statements = std::optional<std::vector<ir::Statement *>>;

    Statements statement(const ir::Statement *s) {
      const auto one = [](ir::Statement *made) {
        return std::vector<ir::Statement *>{made};
      };
      if (const auto *store = dyn_cast<ir::StoreStatement>(s);
          store && known.isElement(store->place))
        return one(module.store(element(store->place), numberOf(store->value),
                                s->loc));
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        return declaration(*let);
      if (const auto *library = dyn_cast<ir::LibraryCallStatement>(s))
        return given(*library);
      const auto *call = dyn_cast<ir::CallStatement>(s);
      const ir::Function *other = call ? of.made.lookup(call->callee) : nullptr;
      if (!other)
        return std::nullopt;
      const auto list = arguments(*call->callee, call->arguments);
      return one(callInCopy(module, mapper, *call, other, list));
    }

    const ir::Variable *declare(const ir::Variable *variable) {
      const ir::Variable *made =
          module.variable(ir::Variable::Let, variable->name,
                          of.typeOf(variable), variable->loc);
      numbers[variable] = made;
      return made;
    }

    Statements declaration(const ir::LetStatement &let) {
      const ir::Variable *variable = let.variable;
      if (known.isArray(let.value)) {
        const ir::Expr *same = value(heldIn(let.value), let.loc);
        return std::vector<ir::Statement *>{
            module.let(declare(variable), same, let.loc)};
      }
      if (known.arrays.contains(variable)) {
        const auto *cast = dyn_cast<ir::CastExpr>(let.value);
        const ir::Expr *memory = mapper.expr(cast ? cast->operand : let.value);
        const ir::Variable *made = declare(variable);
        return std::vector<ir::Statement *>{
            module.let(made,
                       module.cast(ir::CastOp::PtrToPtr, made->type, memory,
                                   false, let.loc),
                       let.loc)};
      }
      if (!known.values.contains(variable))
        return std::nullopt;
      const ir::Expr *at = numberOf(let.value);
      std::vector<ir::Statement *> result;
      if (known.followed.contains(variable)) {
        const ir::Expr *pointer = mapper.expr(let.value);
        const ir::Variable *kept = module.variable(
            ir::Variable::Let, variable->name, variable->type, variable->loc);
        mapper.variables[variable] = kept;
        result.push_back(module.let(kept, pointer, let.loc));
      }
      result.push_back(module.let(declare(variable), at, let.loc));
      return result;
    }

    /// `free(found)`
    Statements given(const ir::LibraryCallStatement &call) {
      const ir::Expr *first =
          call.arguments.size() == 1 ? call.arguments[0] : nullptr;
      const auto *cast = llvm::dyn_cast_or_null<ir::CastExpr>(first);
      const ir::Expr *memory = cast ? cast->operand : first;
      if (!memory || !known.isArray(memory))
        return std::nullopt;
      auto *made = module.make<ir::LibraryCallStatement>(call.loc);
      made->name = call.name;
      made->arguments = {module.cast(ir::CastOp::PtrToPtr, first->type,
                                     value(heldIn(memory), call.loc), false,
                                     call.loc)};
      return std::vector<ir::Statement *>{made};
    }
  };

  ir::Module &module;
  const PointerArrays &known;
  const ir::IntType *number;
  llvm::DenseMap<const ir::Function *, ir::Function *> made;
};

} // namespace

void recognise::numberElements(ir::Module &module, const ir::Function &host,
                               const PointerArrays &known) {
  Rewriter(module, known).run(host);
}
