// C++ for the reader, not for a compiler: the user's names as they are.
#include "Spelling.h"

#include "LocalUses.h"
#include "Recogniser.h"
#include "UserTexts.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/IR/Printer.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

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
  std::string list;
  for (const ir::Expr *argument : call.arguments)
    list += (list.empty() ? "" : ", ") + spelled(module, argument);
  return spelled(*call.callee) + "(" + list + ")";
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
  return llvm::StringRef(function.name)
      .take_until([](char c) { return c == '<'; })
      .str();
}

std::string recognise::spelled(const ir::Module &module, const ir::Type *type) {
  return MessageWords(module).spell(type);
}
