// Pointers of structs as variables of their own, in copies of the functions:
//
//     fn @put(%s: ptr @Search, %k: i32) {
//       store %s->dist[load %k] = ... }
//  -> fn @put(%s: ptr @Search, %k: i32, %s_dist: ptr f64) {
//       store %s_dist[load %k] = ... }
//
// PointerFields.cpp says for which. The field stays where it is, a number that
// nobody reads.
#include "SplitFields.h"
#include "FunctionCopies.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::StructType *recognise::structBehind(const ir::Variable *variable) {
  return llvm::dyn_cast_or_null<ir::StructType>(ir::pointeeOf(variable->type));
}

/// How many steps of `place` lead to the struct that its variable is or leads
/// to; nothing where there is none.
static std::optional<size_t> stepsToStruct(const ir::Place *place) {
  const ir::Variable *variable = place->variable();
  if (!variable)
    return std::nullopt;
  if (isa<ir::StructType>(variable->type))
    return 0;
  const auto *deref = place->steps.empty()
                          ? nullptr
                          : std::get_if<ir::DerefStep>(&place->steps[0]);
  return deref && !deref->offset && structBehind(variable) ? std::optional(1)
                                                           : std::nullopt;
}

bool recognise::isWhole(const ir::Place *place) {
  const auto at = stepsToStruct(place);
  return at && place->steps.size() == *at;
}

bool recognise::isInVariable(const ir::Place *place) {
  return stepsToStruct(place) == size_t(0);
}

const ir::Field *recognise::fieldOf(const ir::Place *place) {
  const auto at = stepsToStruct(place);
  const auto *into = at && place->steps.size() > *at
                         ? std::get_if<ir::FieldStep>(&place->steps[*at])
                         : nullptr;
  return into ? into->field : nullptr;
}

const ir::Field *recognise::wholeField(const ir::Place *place) {
  const ir::Field *field = fieldOf(place);
  return field && place->steps.size() == *stepsToStruct(place) + 1 ? field
                                                                   : nullptr;
}

namespace {

/// All functions with variables for them.
class Rewriter {
public:
  Rewriter(ir::Module &module, const llvm::SetVector<const ir::Field *> &fields)
      : module(module), fields(fields),
        number(module.intType(ir::IntType::U64)) {
    for (const ir::Field *field : fields)
      types[field] = field->type;
  }

  void run(const ir::Function &host) {
    findRead();
    const auto functions = module.functions();
    const std::vector<ir::Function *> all(functions.begin(), functions.end());
    for (const ir::Function *each : all)
      if (llvm::any_of(each->params,
                       [&](auto *p) { return !fieldsOf(p).empty(); }))
        declare(*each);
    for (ir::Function *each : all)
      if (each != &host && each->body)
        Copy(*this, *each).run();
    // Nothing looks there any more.
    for (const ir::Field *field : fields)
      const_cast<ir::Field *>(field)->type = number; // as wide
    for (const auto &[var, elements] : lists)
      var->init = module.aggregate(var->variable->type, elements, var->loc);
    for (const auto &[from, to] : made)
      const_cast<ir::Function *>(from)->body = nullptr;
  }

private:
  /// Nobody has to be handed the others.
  void findRead() {
    const auto look = [&](const ir::Place *place) {
      if (const ir::Field *field = fieldOf(place); fields.contains(field))
        read.insert(field);
    };
    for (const ir::Function *function : module.functions()) {
      if (!function->body)
        continue;
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        if (const ir::Place *place = ir::placeOf(e))
          look(place);
      });
      ir::walk(static_cast<const ir::Statement *>(function->body),
               [&](const ir::Statement *s) {
                 ir::forEachPlace(s, [&](const ir::Place *place) {
                   if (!wholeField(place)) // else it is set
                     look(place);
                 });
               });
    }
  }

  /// The pointers of the struct that a variable is or leads to.
  std::vector<const ir::Field *> fieldsOf(const ir::Variable *variable) const {
    const auto *type = dyn_cast<ir::StructType>(variable->type);
    type = type ? type : structBehind(variable);
    std::vector<const ir::Field *> result;
    for (const ir::Field *field : fields)
      if (field->parent == type && read.contains(field))
        result.push_back(field);
    return result;
  }

  bool isSplit(const ir::StructType *type) const {
    return llvm::any_of(
        fields, [&](const ir::Field *field) { return field->parent == type; });
  }

  static std::string nameOf(const ir::Variable *of, const ir::Field *field) {
    return of->name + "_" + field->name;
  }

  void declare(const ir::Function &from) {
    std::vector<const ir::Type *> list;
    std::vector<std::pair<const ir::Variable *, const ir::Field *>> added;
    for (const ir::Variable *each : from.params) {
      list.push_back(each->type);
      for (const ir::Field *field : fieldsOf(each))
        added.push_back({each, field});
    }
    for (const auto &[of, field] : added)
      list.push_back(types.lookup(field));
    ir::Function *to = createCopy(module, from, list);
    for (const ir::Variable *each : from.params) {
      ir::Variable *param = module.parameter(to, each->name, each->loc);
      param->isConst = each->isConst;
    }
    for (const auto &[of, field] : added)
      values[{of, field}] = module.load(
          module.place(module.parameter(to, nameOf(of, field), of->loc)));
    made[&from] = to;
  }

  /// Copies one function's body.
  struct Copy {
    Rewriter &of;
    ir::Function &from;
    ir::Module &module;
    ir::Mapper mapper;
    LocalUses uses; ///< of the function as it was

    Copy(Rewriter &of, ir::Function &from)
        : of(of), from(from), module(of.module), mapper(of.module) {
      mapper.onExpr = [this](const ir::Expr *e) { return expr(e); };
      mapper.onPlace = [this](const ir::Place *p) { return place(p); };
      mapper.onStatement = [this](const ir::Statement *s) {
        return statement(s);
      };
    }

    void run() {
      ir::Function *to = of.made.lookup(&from);
      uses = usesOf(from.body);
      if (!to) {
        from.body = mapper.block(from.body);
        return;
      }
      for (size_t k = 0; k < from.params.size(); ++k)
        mapper.variables[from.params[k]] = to->params[k];
      for (ir::Clause clause : from.clauses) {
        clause.place = mapper.place(clause.place);
        clause.value = mapper.expr(clause.value);
        to->clauses.push_back(clause);
      }
      to->body = mapper.block(from.body);
    }

    /// What stands for the pointer at `place`; null: it is none of them.
    const ir::Expr *value(const ir::Place *place) const {
      const ir::Field *field = wholeField(place);
      return field ? of.values.lookup({place->variable(), field}) : nullptr;
    }

    const ir::Place *place(const ir::Place *place) {
      if (place->steps.empty())
        return nullptr;
      // What a pointer to an array of the function's own leads to lies there.
      const auto *deref = std::get_if<ir::DerefStep>(&place->steps.back());
      const ir::Expr *array =
          deref ? value(module.place(place->root, place->steps.drop_back()))
                : nullptr;
      if (array && isa<ir::AddressExpr>(array)) {
        const ir::Place *first = ir::placeOf(array);
        return deref->offset
                   ? module.index(
                         module.place(first->root, first->steps.drop_back()),
                         mapper.expr(deref->offset))
                   : first;
      }
      const ir::Variable *pointer = heldIn(value(place));
      return pointer ? module.place(pointer) : nullptr;
    }

    /// What stands for the pointer of the struct that `e` leads to.
    const ir::Expr *handed(const ir::Expr *e, const ir::Field *field) const {
      const ir::Place *place = ir::placeOf(e);
      return of.values.lookup({place ? place->variable() : heldIn(e), field});
    }

    std::vector<const ir::Expr *>
    arguments(const ir::Function *callee,
              llvm::ArrayRef<const ir::Expr *> list) {
      std::vector<const ir::Expr *> result;
      for (const ir::Expr *each : list)
        result.push_back(mapper.expr(each));
      for (size_t k = 0; k < list.size(); ++k)
        for (const ir::Field *field : of.fieldsOf(callee->params[k]))
          result.push_back(handed(list[k], field));
      return result;
    }

    const ir::Expr *expr(const ir::Expr *e) {
      if (const auto *load = dyn_cast<ir::LoadExpr>(e))
        if (const ir::Expr *pointer = value(load->place))
          return pointer;
      const auto *call = dyn_cast<ir::CallExpr>(e);
      const ir::Function *other = call ? of.made.lookup(call->callee) : nullptr;
      return other
                 ? module.call(other, arguments(call->callee, call->arguments),
                               e->loc)
                 : nullptr;
    }

    /// Whether `e` is the same wherever it is evaluated: where an array of the
    /// function's own lies, or what a variable holds that nobody changes.
    bool isSteady(const ir::Expr *e) const {
      if (const ir::Variable *held = heldIn(e)) {
        const LocalUse use = uses.lookup(held);
        return held->isFixed() ||
               (use.changes == 0 && !use.isAddressed && !held->isVolatile);
      }
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      const ir::Variable *array =
          address ? address->place->variable() : nullptr;
      if (!array || array->kind != ir::Variable::Local ||
          !isa<ir::ArrayType>(array->type) || address->place->steps.size() != 1)
        return false;
      const auto *first = std::get_if<ir::IndexStep>(&address->place->steps[0]);
      const auto *at = first ? dyn_cast<ir::IntExpr>(first->index) : nullptr;
      return at && at->value().isZero();
    }

    /// `let %s_dist = value`, unless the value stands for itself.
    void set(const ir::Variable *variable, const ir::Field *field,
             const ir::Expr *given, ir::Location loc,
             std::vector<ir::Statement *> &out) {
      // Memory that is taken for nobody is given back all the same.
      const auto *cast = dyn_cast<ir::CastExpr>(given);
      if (!of.read.contains(field) && !(cast && heldIn(cast->operand)))
        return;
      const ir::Expr *value = mapper.expr(given);
      const ir::Expr *&known = of.values[{variable, field}];
      known = value;
      if (isSteady(given))
        return;
      const ir::Variable *pointer =
          module.variable(ir::Variable::Let, nameOf(variable, field),
                          of.types.lookup(field), variable->loc);
      out.push_back(module.let(pointer, value, loc));
      known = module.load(module.place(pointer));
    }

    std::optional<std::vector<ir::Statement *>>
    statement(const ir::Statement *s) {
      if (const auto *store = dyn_cast<ir::StoreStatement>(s))
        if (const ir::Field *field = wholeField(store->place);
            field && of.fields.contains(field)) {
          std::vector<ir::Statement *> result;
          set(store->place->variable(), field, store->value, s->loc, result);
          return result;
        }
      if (const auto *var = dyn_cast<ir::VarStatement>(s))
        return declaration(*var);
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        for (const ir::Field *field : of.fieldsOf(let->variable))
          of.values[{let->variable, field}] = handed(let->value, field);
      const auto *call = dyn_cast<ir::CallStatement>(s);
      const ir::Function *other = call ? of.made.lookup(call->callee) : nullptr;
      if (!other)
        return std::nullopt;
      const auto list = arguments(call->callee, call->arguments);
      return std::vector<ir::Statement *>{
          callInCopy(module, mapper, *call, other, list)};
    }

    std::optional<std::vector<ir::Statement *>>
    declaration(const ir::VarStatement &s) {
      const auto *list = llvm::dyn_cast_or_null<ir::AggregateExpr>(s.init);
      const auto *type = dyn_cast<ir::StructType>(s.variable->type);
      if (!list || !type || !of.isSplit(type))
        return std::nullopt;
      std::vector<ir::Statement *> result;
      std::vector<const ir::Expr *> elements;
      for (size_t k = 0; k < list->elements.size(); ++k) {
        const ir::Field *field = &type->fields()[k];
        if (!of.fields.contains(field)) {
          elements.push_back(mapper.expr(list->elements[k]));
          continue;
        }
        set(s.variable, field, list->elements[k], s.loc, result);
        elements.push_back(module.integer(of.number, 0, s.loc));
      }
      const ir::Variable *made = module.variable(
          s.variable->kind, s.variable->name, type, s.variable->loc);
      mapper.variables[s.variable] = made;
      ir::VarStatement *declared = module.var(made, nullptr, s.loc);
      of.lists.push_back({declared, elements});
      result.push_back(declared);
      return result;
    }
  };

  ir::Module &module;
  const llvm::SetVector<const ir::Field *> &fields;
  llvm::SmallPtrSet<const ir::Field *, 8> read;
  llvm::DenseMap<const ir::Field *, const ir::Type *> types; ///< as they were
  const ir::IntType *number;
  llvm::DenseMap<const ir::Function *, ir::Function *> made;
  /// What structs begin with, once their types are what they will be.
  std::vector<std::pair<ir::VarStatement *, std::vector<const ir::Expr *>>>
      lists;
  /// The pointers, in the words of the copies, by the struct or what leads to
  /// it in the functions as they were.
  llvm::DenseMap<std::pair<const ir::Variable *, const ir::Field *>,
                 const ir::Expr *>
      values;
};

} // namespace

void recognise::splitFields(ir::Module &module, const ir::Function &host,
                            const llvm::SetVector<const ir::Field *> &fields) {
  Rewriter(module, fields).run(host);
}
