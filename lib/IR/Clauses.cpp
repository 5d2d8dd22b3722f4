// Clauses: printed, read and verified.
#include "Faults.h"
#include "Names.h"
#include "Parser.h"
#include "TextPrinter.h"

#include "regtt/IR/Clause.h"

#include <llvm/ADT/Twine.h>

using namespace regtt::ir;

ClauseForm regtt::ir::formOf(Clause::Kind kind) {
  constexpr auto No = ClauseForm::No, May = ClauseForm::May,
                 Has = ClauseForm::Has;
  static constexpr ClauseForm forms[] = {
#define CLAUSE(NAME, TEXT, WORD, PLACE, VALUE) {WORD, PLACE, VALUE},
#include "regtt/IR/Clause.def"
  };
  return forms[kind];
}

void TextPrinter::printClauses(llvm::ArrayRef<Clause> clauses) {
  if (clauses.empty())
    return;
  const char *between = "[";
  for (const Clause &clause : clauses) {
    out << between;
    printPrefix(clause.loc);
    out << textOf(clause.kind);
    if (formOf(clause.kind).word != ClauseForm::No)
      out << " " << quotedText(clause.word);
    if (clause.place) {
      out << " ";
      print(clause.place);
    }
    if (clause.value) {
      out << ": ";
      print(clause.value);
    }
    between = ", ";
  }
  out << "]";
}

bool Parser::readClauses(std::vector<Clause> &clauses) {
  if (!takeMark("["))
    return true;
  do {
    Clause read;
    const auto loc = prefix();
    if (!loc)
      return false;
    const auto kind = named<Clause::Kind>(peek().text);
    if (!kind)
      return unexpected("a clause");
    take();
    read.kind = *kind;
    read.loc = *loc;
    const ClauseForm form = formOf(*kind);
    if (form.word != ClauseForm::No) {
      const auto word = expect(Token::String, "a word in quotes");
      if (!word)
        return false;
      read.word = *word;
    }
    if (form.place != ClauseForm::No && !(read.place = place()))
      return false;
    const bool hasValue = form.value == ClauseForm::Has   ? expectMark(":")
                          : form.value == ClauseForm::May ? takeMark(":")
                                                          : false;
    if (hasValue ? !(read.value = expr()) : form.value == ClauseForm::Has)
      return false;
    clauses.push_back(std::move(read));
  } while (takeMark(","));
  return expectMark("]");
}
