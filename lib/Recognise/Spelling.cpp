// C++ for the reader, not for a compiler: the user's names as they are.
#include "Spelling.h"

#include "LocalUses.h"
#include "Recogniser.h"
#include "UserTexts.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/IR/LibraryParts.h"
#include "regtt/IR/Printer.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// `*n` -> `n->`, `q.list` -> `q.list.`: ahead of a method's name.
static std::string objectOf(llvm::StringRef object) {
  const llvm::StringRef pointer = object.drop_front(object.starts_with("*"));
  if (cpp::identifier(pointer) != pointer && pointer != object)
    return ("(" + object + ").").str();
  return (pointer + (pointer == object ? "." : "->")).str();
}

/// `n->near(q.x)` of a method, `near(n, q.x)` of any other function.
static std::string spelledCall(const ir::Module &module,
                               const ir::Function &callee,
                               llvm::ArrayRef<const ir::Expr *> arguments) {
  std::string object, list;
  if (!callee.params.empty() && isThis(callee.params[0])) {
    object = objectOf(spelled(module, arguments[0]));
    arguments = arguments.drop_front();
  }
  for (const ir::Expr *argument : arguments)
    list += (list.empty() ? "" : ", ") + spelled(module, argument);
  const std::string name = spelled(callee);
  return object + (object.empty() ? name : lastName(name).str()) + "(" + list +
         ")";
}

namespace {

/// Whatever hides it.
class MessageWords : public cpp::Words {
public:
  explicit MessageWords(const ir::Module &module) : module(module) {}

  bool isC() const override { return module.isC; }
  std::string variable(const ir::Variable &variable) override {
    return variable.name;
  }
  std::string field(const ir::Field &field) override { return field.name; }
  std::optional<std::string> pointerTo(const ir::Field &field) override {
    return ir::accessOf(field);
  }
  bool isPointer(const ir::Variable &variable) override {
    return isThis(&variable);
  }
  std::string global(const ir::Global &global) override {
    return lastName(global.name).split('.').first.str();
  }
  std::string function(const ir::Function &function) override {
    return spelled(function);
  }
  std::string type(const ir::NamedType &type) override {
    return lastName(type.name).str();
  }
  bool isTaken(llvm::StringRef) override { return false; }
  std::optional<std::string> constant(const ir::EnumType &type,
                                      const llvm::APInt &value) override {
    for (const ir::EnumType::Constant &each : type.constants)
      if (each.value == value)
        return each.name;
    return std::nullopt;
  }
  std::optional<std::string> libraryFunction(llvm::StringRef name) override {
    return name.str();
  }
  /// A cast that nobody wrote is nothing to the reader.
  std::optional<cpp::Text> expression(const ir::Expr &e,
                                      cpp::Parts &parts) override {
    if (const llvm::StringRef text = module.spelling(&e); !text.empty())
      return cpp::Text{text.str(), cpp::identifier(text) == text
                                       ? cpp::Precedence::Primary
                                       : cpp::Precedence::Assignment};
    if (const auto *cast = dyn_cast<ir::CastExpr>(&e); cast && !cast->isWritten)
      return parts.exact(cast->operand);
    if (const auto *call = dyn_cast<ir::CallExpr>(&e))
      return cpp::Text{spelledCall(module, *call->callee, call->arguments),
                       cpp::Precedence::Postfix};
    return std::nullopt;
  }

private:
  const ir::Module &module;
};

/// What C++ has no words for is said in the language's.
std::string said(llvm::Expected<cpp::Text> text, const std::string &otherwise) {
  if (text)
    return text->text;
  llvm::consumeError(text.takeError());
  std::string result = otherwise;
  llvm::erase(result, '%');
  llvm::StringRef rest = result;
  rest.consume_front("load ");
  return rest.str();
}

} // namespace

std::string recognise::textAt(const ir::Module &module, ir::Location range) {
  const auto text = UserTexts(module).of(range);
  return text ? text->rtrim("; \n").str() : "";
}

std::string recognise::spelled(const ir::Module &module, const ir::Expr *e) {
  const std::string own = textAt(module, e->loc);
  if (!own.empty() && !llvm::StringRef(own).contains('\n'))
    return own;
  MessageWords words(module);
  return said(cpp::printValue(module, e, words), ir::toString(e));
}

std::string recognise::spelled(const ir::Module &module,
                               const ir::CallStatement &call) {
  return spelledCall(module, *call.callee, call.arguments);
}

std::string recognise::spelledIn(const ir::Module &module,
                                 const ir::BlockStatement &body,
                                 const ir::Expr *e) {
  const auto *value = dyn_cast<ir::ValueExpr>(e);
  std::string result;
  if (value && isTemporary(value->variable))
    ir::walk(static_cast<const ir::Statement *>(&body),
             [&](const ir::Statement *s) {
               if (ir::declaredBy(s) != value->variable)
                 return;
               if (const auto *let = dyn_cast<ir::LetStatement>(s))
                 result = spelledIn(module, body, let->value);
               else if (const auto *call = dyn_cast<ir::CallStatement>(s))
                 result = spelled(module, *call);
             });
  return result.empty() ? spelled(module, e) : result;
}

std::string recognise::spelled(const ir::Module &module, const ir::Place *place,
                               size_t steps) {
  // The module makes places, and says nothing by one more of them.
  if (steps < place->steps.size())
    place = const_cast<ir::Module &>(module).place(
        place->root, place->steps.take_front(steps));
  MessageWords words(module);
  return said(cpp::printPlace(module, place, words), ir::toString(place));
}

std::string recognise::spelled(const ir::Function &function) {
  const llvm::StringRef name =
      llvm::StringRef(function.name).take_until([](char c) {
        return c == '<';
      });
  // `load.2` is another `load` of the user's.
  const auto [plain, number] = name.rsplit('.');
  return (llvm::all_of(number, llvm::isDigit) && !number.empty() ? plain : name)
      .str();
}

std::string recognise::spelled(const ir::Module &module, const ir::Type *type) {
  return MessageWords(module).spell(type);
}
