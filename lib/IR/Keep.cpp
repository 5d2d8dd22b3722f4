// What functions name: the types and globals that a module without the others
// still needs.
#include "regtt/IR/Module.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt::ir;
using llvm::dyn_cast;

namespace {

class Names {
public:
  void function(const Function &function) {
    type(function.type);
    for (const Variable *param : function.params)
      type(param->type);
    if (!function.body)
      return;
    walk(function.body, [&](const Statement *s) {
      if (const Variable *made = declaredBy(s))
        type(made->type);
      if (const auto *range = dyn_cast<RangeLoopStatement>(s))
        type(range->variable->type);
      forEachPlace(s, [&](const Place *each) { place(each); });
      forEachOperand(s, [&](const Expr *e) { expr(e); });
    });
  }

  llvm::SmallPtrSet<const Type *, 16> types;
  llvm::SmallPtrSet<const Global *, 4> globals;

private:
  void expr(const Expr *e) {
    walk(e, [&](const Expr *each) {
      type(each->type);
      if (const Place *read = placeOf(each))
        place(read);
      if (const auto *asked = dyn_cast<ContainerReadExpr>(each))
        place(asked->container);
    });
  }
  void place(const Place *place) {
    type(place->type);
    if (const auto *data = std::get_if<DataRoot>(&place->root))
      type(data->type);
    if (const Variable *variable = place->variable())
      type(variable->type);
    if (const Global *global = place->global();
        global && globals.insert(global).second) {
      type(global->type);
      if (global->init)
        expr(global->init);
    }
    for (const Step &step : place->steps)
      if (const auto *inner = std::get_if<FieldStep>(&step))
        type(inner->field->parent);
  }
  void type(const Type *type) {
    if (!type || !types.insert(type).second)
      return;
    this->type(pointeeOf(type));
    if (const auto *array = dyn_cast<ArrayType>(type))
      this->type(array->element);
    else if (const auto *function = dyn_cast<FunctionType>(type)) {
      this->type(function->result);
      for (const Type *param : function->params)
        this->type(param);
    } else if (const auto *library = dyn_cast<LibraryType>(type)) {
      for (unsigned k = 0; k < library->arguments.size(); ++k)
        this->type(library->typeArgument(k));
    } else if (const auto *constants = dyn_cast<EnumType>(type)) {
      this->type(constants->underlying);
    } else if (const auto *record = dyn_cast<StructType>(type);
               record && record->isComplete()) {
      for (const Field &field : record->fields())
        this->type(field.type);
      for (const StructType *each : record->classes())
        this->type(each);
    }
  }
};

} // namespace

void Module::leaveOutFunctions() {
  functionList.clear();
  kernelList.clear();
  functionNames.clear();
}

void Module::keep(llvm::ArrayRef<const Function *> functions) {
  Names names;
  for (const Function *function : functions)
    names.function(*function);
  const auto isLeft = [&](const Function *function) {
    return !llvm::is_contained(functions, function);
  };
  const auto forget = [](auto &list, auto &byName, auto isLeftOut) {
    for (const auto *each : list)
      if (isLeftOut(each))
        byName.erase(each->name);
    llvm::erase_if(list, isLeftOut);
  };
  forget(kernelList, functionNames, isLeft);
  forget(functionList, functionNames, isLeft);
  forget(globalList, globalNames,
         [&](const Global *each) { return !names.globals.contains(each); });
  forget(named, typeNames,
         [&](const NamedType *each) { return !names.types.contains(each); });
  // In the order in which they are given.
  llvm::stable_sort(functionList, [&](const Function *a, const Function *b) {
    return llvm::find(functions, a) < llvm::find(functions, b);
  });
}
