// Effects: expressions and statements are walked down to the data that they
// name, and into the functions that they call.
//
//     fn @add(%self: ref @Acc, %x: f32) -> void { store %self->sum = ... }
//     call @add(refof own(0: @Acc), load node(1: f32))   // writes the query
//     let %best: ref f32 = refof own(2: f32)
//     if lt(load %d, load %best->) { ... }               // reads what is
//     written
//
// Where a reference or a pointer leads is known as far as which data, variables
// and parameters its makings name; whichever those are, it may lead there.
#include "regtt/Analysis/Effects.h"

#include "regtt/IR/Visitor.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What a reference, a pointer, or a value that holds some may lead to.
struct Leads {
  bool toQuery = false;   ///< data of the query
  bool toWritten = false; ///< data that visits change
  bool toLocal = false;   ///< a variable of this function
  llvm::SmallDenseSet<const ir::Variable *, 4> params; ///< what they lead to

  Leads &operator|=(const Leads &other) {
    toQuery |= other.toQuery;
    toWritten |= other.toWritten;
    toLocal |= other.toLocal;
    params.insert(other.params.begin(), other.params.end());
    return *this;
  }
  bool isKnown() const {
    return toQuery || toWritten || toLocal || !params.empty();
  }
  static Leads anywhere() {
    Leads result;
    result.toQuery = result.toWritten = result.toLocal = true;
    return result;
  }
};

/// Of a function that is called.
struct Summary {
  Effects effects; ///< `writesLocal` is not set: its variables are its own
  llvm::SmallDenseSet<const ir::Variable *, 4> written; ///< params, through
  Leads returned; ///< where a reference or pointer that it returns may lead
};

} // namespace

class EffectFinder::State {
public:
  explicit State(const Kernel &kernel) : kernel(kernel) {
    for (const ir::Function *function : kernel.bodies())
      bind(function);
    for (const ir::Function *function :
         {static_cast<const ir::Function *>(kernel.truncates),
          static_cast<const ir::Function *>(kernel.proceed)})
      bind(function);
  }

  Effects of(const ir::Expr *e) {
    Effects result;
    ir::walk(e, [&](const ir::Expr *inner) { result |= ofOne(inner); });
    return result;
  }

  Effects of(const ir::Statement *s) {
    Effects result;
    ir::walk(s, [&](const ir::Statement *inner) {
      ir::forEachOperand(inner, [&](const ir::Expr *e) { result |= of(e); });
      result |= change(inner);
    });
    return result;
  }

private:
  //===--- Data -----------------------------------------------------------===//

  const Datum *datum(const ir::DataRoot &root) const {
    const bool isRow =
        root.kind == ir::DataRoot::Node || root.kind == ir::DataRoot::Linked ||
        root.kind == ir::DataRoot::Own || root.kind == ir::DataRoot::Element;
    return isRow && root.number < kernel.data.size() ? &kernel.data[root.number]
                                                     : nullptr;
  }

  /// Whether it is in the query, or in an array, or a row, of its own.
  bool isOfQuery(const Datum &datum) const {
    if (datum.owner != Owner::Element)
      return datum.owner == Owner::Query;
    if (datum.number >= kernel.arrays.size())
      return true;
    const DataArray &array = kernel.arrays[datum.number];
    return array.isOfQueries || array.row >= 0;
  }

  Leads leads(const ir::DataRoot &root) const {
    Leads result;
    if (const Datum *row = datum(root)) {
      result.toQuery = isOfQuery(*row);
      result.toWritten = row->isWritten;
    }
    return result;
  }

  //===--- Where references and pointers lead -----------------------------===//

  /// Notes what the variables of `function` are made of.
  void bind(const ir::Function *function) {
    if (!function || !function->body || !bound.insert(function).second)
      return;
    params.insert(function->params.begin(), function->params.end());
    ir::walk(function->body, [&](const ir::Statement *s) { bindIn(s); });
  }

  void bindIn(const ir::Statement *s) {
    const auto add = [&](const ir::Variable *to, const ir::Expr *from) {
      if (to && from)
        makings[to].push_back(from);
    };
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      add(let->variable, let->value);
    else if (const auto *var = dyn_cast<ir::VarStatement>(s))
      add(var->variable, var->init);
    else if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      add(store->place->variable(), store->value);
    else if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s))
      for (const ir::Expr *e : change->arguments)
        add(change->container->variable(), e);
    else if (const auto *loop = dyn_cast<ir::RangeLoopStatement>(s))
      ranges[loop->variable].push_back(loop->range);
    else if (const auto *call = dyn_cast<ir::CallStatement>(s))
      calls[call->result] = call;
    else if (const auto *call = dyn_cast<ir::LibraryCallStatement>(s))
      unknown.insert(call->result);
  }

  /// Whether a value of the type may hold a reference or a pointer. A link
  /// leads to a node and is no way to data.
  static bool holdsPointer(const ir::Type *type) {
    if (type->isPointer() || type->isReference())
      return true;
    if (const auto *array = dyn_cast<ir::ArrayType>(type))
      return holdsPointer(array->element);
    if (const auto *named = dyn_cast<ir::StructType>(type))
      return !named->isComplete() ||
             llvm::any_of(named->fields(), [](const ir::Field &field) {
               return holdsPointer(field.type);
             });
    if (const auto *library = dyn_cast<ir::LibraryType>(type))
      return llvm::any_of(library->arguments, [](const auto &argument) {
        const auto *inner = std::get_if<const ir::Type *>(&argument);
        return inner && holdsPointer(*inner);
      });
    return false;
  }

  /// Where a place lies; `isLoaded`: where what it holds may lead.
  Leads leads(const ir::Place *place, bool isLoaded,
              llvm::DenseSet<const ir::Variable *> &seen) {
    Leads result;
    if (const auto *data = std::get_if<ir::DataRoot>(&place->root)) {
      result |= leads(*data);
      // A pointer among the data is an address that nothing is read through.
      if (isLoaded || followsPointer(place))
        result |= Leads::anywhere();
      return result;
    }
    if (const auto *pointee = std::get_if<ir::PointeeRoot>(&place->root))
      return leads(pointee->pointer, seen);
    if (const ir::Variable *variable = place->variable()) {
      result.toLocal = !isLoaded && !followsPointer(place);
      if (isLoaded || followsPointer(place))
        result |= leads(variable, seen);
      return result;
    }
    if (isLoaded || followsPointer(place))
      return Leads::anywhere();
    return result;
  }

  static bool followsPointer(const ir::Place *place) {
    return llvm::any_of(place->steps, [](const ir::Step &step) {
      return std::holds_alternative<ir::DerefStep>(step);
    });
  }

  Leads leads(const ir::Variable *variable,
              llvm::DenseSet<const ir::Variable *> &seen) {
    Leads result;
    if (!seen.insert(variable).second)
      return result;
    if (params.count(variable))
      result.params.insert(variable);
    const auto found = makings.find(variable);
    const auto over = ranges.find(variable);
    const ir::CallStatement *call = calls.lookup(variable);
    if (unknown.count(variable) ||
        (found == makings.end() && over == ranges.end() && !call &&
         !params.count(variable)))
      return Leads::anywhere();
    if (call)
      result |= leadsOfCall(call->callee, call->arguments, seen);
    if (found != makings.end())
      for (const ir::Expr *e : found->second)
        result |= leads(e, seen);
    if (over != ranges.end())
      for (const ir::Place *range : over->second)
        result |= leads(range, /*isLoaded=*/false, seen);
    return result;
  }

  /// Whatever a value of `e` may hold: all that its parts name.
  Leads leads(const ir::Expr *e, llvm::DenseSet<const ir::Variable *> &seen) {
    Leads result;
    ir::walk(e, [&](const ir::Expr *inner) {
      if (const auto *value = dyn_cast<ir::ValueExpr>(inner);
          value && holdsPointer(value->type))
        result |= leads(value->variable, seen);
      else if (const auto *load = dyn_cast<ir::LoadExpr>(inner);
               load && holdsPointer(load->type))
        result |= leads(load->place, /*isLoaded=*/true, seen);
      else if (const auto *address = dyn_cast<ir::AddressExpr>(inner))
        result |= leadsOfAddress(address->place, seen);
      else if (const auto *read = dyn_cast<ir::ContainerReadExpr>(inner);
               read && holdsPointer(read->type))
        result |= leads(read->container, /*isLoaded=*/false, seen);
      else if (const auto *call = dyn_cast<ir::CallExpr>(inner);
               call && holdsPointer(call->type))
        result |= leadsOfCall(call->callee, call->arguments, seen);
      else if (isa<ir::LibraryCallExpr>(inner) && holdsPointer(inner->type))
        result |= Leads::anywhere();
    });
    return result;
  }

  /// Of what a call returns: in the caller's words.
  Leads leadsOfCall(const ir::Function *callee,
                    llvm::ArrayRef<const ir::Expr *> arguments,
                    llvm::DenseSet<const ir::Variable *> &seen) {
    Leads result = summary(callee).returned;
    const auto handed = std::move(result.params);
    result.params.clear();
    for (size_t k = 0; k < arguments.size(); ++k)
      if (k < callee->params.size() && handed.contains(callee->params[k]))
        result |= leads(arguments[k], seen);
    return result;
  }

  /// Of a place that holds pointers, what these lead to is led to as well.
  Leads leadsOfAddress(const ir::Place *place,
                       llvm::DenseSet<const ir::Variable *> &seen) {
    Leads result = leads(place, /*isLoaded=*/false, seen);
    if (holdsPointer(place->type))
      result |= leads(place, /*isLoaded=*/true, seen);
    return result;
  }

  Leads leads(const ir::Place *place) {
    llvm::DenseSet<const ir::Variable *> seen;
    return leads(place, /*isLoaded=*/false, seen);
  }
  Leads leads(const ir::Expr *e) {
    llvm::DenseSet<const ir::Variable *> seen;
    return leads(e, seen);
  }

  //===--- One expression, one statement ----------------------------------===//

  Effects ofOne(const ir::Expr *e) {
    Effects result;
    if (const ir::Place *place = ir::placeOf(e))
      result.readsWritten = reads(place);
    else if (const auto *call = dyn_cast<ir::CallExpr>(e))
      result |= ofCall(call->callee, call->arguments);
    return result;
  }

  bool reads(const ir::Place *place) { return isRead(leads(place)); }

  /// What parameters lead to is looked at where they are handed over: there
  /// the addresses are named.
  bool isRead(const Leads &leads) const {
    return leads.toWritten || (isInside == 0 && !leads.params.empty());
  }

  /// What storing to where `to` leads changes.
  Effects write(const Leads &to) {
    Effects result;
    result.writesQuery = to.toQuery || to.toWritten || !to.isKnown() ||
                         (isInside == 0 && !to.params.empty());
    result.writesLocal = to.toLocal;
    for (const ir::Variable *param : to.params)
      if (written)
        written->insert(param);
    return result;
  }

  Effects write(const ir::Place *place) {
    Leads to = leads(place);
    if (const auto *data = std::get_if<ir::DataRoot>(&place->root);
        data && !followsPointer(place))
      to.toQuery = true;
    return write(to);
  }

  Effects change(const ir::Statement *s) {
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      return write(store->place);
    if (const auto *reduce = dyn_cast<ir::ReduceStatement>(s)) {
      Effects result = write(reduce->place);
      result.readsWritten |= reads(reduce->place);
      return result;
    }
    if (const auto *change = dyn_cast<ir::ContainerChangeStatement>(s)) {
      Effects result = write(change->container);
      result.readsWritten |= reads(change->container);
      if (change->order)
        result |= summary(change->order).effects;
      return result;
    }
    if (const auto *loop = dyn_cast<ir::RangeLoopStatement>(s)) {
      Effects result;
      result.readsWritten = reads(loop->range);
      return result;
    }
    if (const auto *call = dyn_cast<ir::CallStatement>(s))
      return ofCall(call->callee, call->arguments);
    Effects result;
    if (const auto *call = dyn_cast<ir::LibraryCallStatement>(s))
      for (const ir::Expr *e : call->arguments)
        result |= writeThrough(e);
    return result;
  }

  /// Of handing `argument` to what may write through it.
  Effects writeThrough(const ir::Expr *argument) {
    if (!holdsPointer(argument->type))
      return {};
    const Leads to = leads(argument);
    Effects result = write(to);
    result.readsWritten = isRead(to);
    return result;
  }

  Effects ofCall(const ir::Function *callee,
                 llvm::ArrayRef<const ir::Expr *> arguments) {
    const Summary called = summary(callee);
    Effects result = called.effects;
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (k >= callee->params.size() ||
          called.written.contains(callee->params[k]))
        result |= writeThrough(arguments[k]);
      else if (holdsPointer(arguments[k]->type))
        result.readsWritten |= isRead(leads(arguments[k]));
    }
    return result;
  }

  /// Of a function whose body is not there, and of one that calls itself.
  static Summary unknownSummary(const ir::Function *function) {
    Summary result;
    result.returned = Leads::anywhere();
    if (function->isPure && !function->body)
      return result;
    result.effects.writesQuery = result.effects.readsWritten = true;
    result.written.insert(function->params.begin(), function->params.end());
    return result;
  }

  Summary summary(const ir::Function *function) {
    const auto [entry, isNew] =
        summaries.try_emplace(function, unknownSummary(function));
    if (!isNew || !function->body)
      return entry->second;
    bind(function);
    Summary found;
    const auto outer = written;
    written = &found.written;
    ++isInside;
    found.effects = of(function->body);
    --isInside;
    written = outer;
    found.effects.writesLocal = false;
    if (holdsPointer(function->type->result))
      ir::walk(function->body, [&](const ir::Statement *s) {
        const auto *returned = dyn_cast<ir::ReturnStatement>(s);
        if (returned && returned->value)
          found.returned |= leads(returned->value);
      });
    return summaries[function] = found;
  }

  const Kernel &kernel;
  llvm::DenseSet<const ir::Function *> bound;
  llvm::DenseSet<const ir::Variable *> params, unknown;
  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Expr *>> makings;
  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Place *>> ranges;
  llvm::DenseMap<const ir::Variable *, const ir::CallStatement *> calls;
  llvm::DenseMap<const ir::Function *, Summary> summaries;
  llvm::SmallDenseSet<const ir::Variable *, 4> *written = nullptr;
  int isInside = 0; ///< functions whose summaries are being made
};

EffectFinder::EffectFinder(const Kernel &kernel)
    : state(std::make_unique<State>(kernel)) {}
EffectFinder::~EffectFinder() = default;

Effects EffectFinder::of(const ir::Expr *e) {
  return e ? state->of(e) : Effects();
}
Effects EffectFinder::of(const ir::Statement *s) {
  return s ? state->of(s) : Effects();
}

Effects regtt::kernel::effectsOf(const Kernel &kernel, const ir::Expr *e) {
  return EffectFinder(kernel).of(e);
}
Effects regtt::kernel::effectsOf(const Kernel &kernel, const ir::Statement *s) {
  return EffectFinder(kernel).of(s);
}

bool regtt::kernel::holdsVisit(const ir::Statement *s) {
  bool result = false;
  if (s)
    ir::walk(s, [&](const ir::Statement *inner) {
      result |= isa<ir::VisitStatement>(inner);
    });
  return result;
}
