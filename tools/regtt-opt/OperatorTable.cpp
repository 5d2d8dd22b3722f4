// What Operators.def says, as a table.
#include "Passes.h"

#include "regtt/IR/Operators.h"

#include <llvm/Support/FormatVariadic.h>

using namespace regtt;
using namespace regtt::ir;

static llvm::StringRef textOf(Laws::Of values) {
  static constexpr llvm::StringLiteral texts[] = {"bool", "integer", "float"};
  return texts[values];
}

static llvm::StringRef textOf(Laws::Identity identity) {
  static constexpr llvm::StringLiteral texts[] = {"0",  "-0",     "1",
                                                  "~0", "lowest", "highest"};
  return texts[identity];
}

static llvm::StringRef textOf(Holds holds) {
  static constexpr llvm::StringLiteral texts[] = {"always", "without NaN",
                                                  "without NaN, 0", "never"};
  return texts[static_cast<unsigned>(holds)];
}

void regtt::opt::printOperators(llvm::raw_ostream &out) {
  static constexpr Combiner combiners[] = {
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE) Combiner::NAME,
#include "regtt/IR/Operators.def"
  };
  static constexpr char row[] = "{0,-9}{1,-8}{2,-9}{3,-12}{4,-8}{5,-6}"
                                "{6,-12}{7,-16}{8,-11}{9,-12}{10}\n";
  const auto line = [&](auto... cells) {
    out << llvm::StringRef(llvm::formatv(row, cells...).str()).rtrim() << "\n";
  };
  line("operator", "values", "identity", "if", "inverse", "exact",
       "associative", "commutative", "idempotent", "NaN", "equals");
  const auto orNone = [](llvm::StringRef text) {
    return text.empty() ? "-" : text;
  };
  for (const Combiner combiner : combiners)
    for (const Laws::Of values : {Laws::Bool, Laws::Integer, Laws::Float}) {
      const Laws *laws = lawsOf(combiner, values);
      if (!laws)
        continue;
      const auto inverse = inverseOf(combiner);
      line(textOf(combiner), textOf(values), textOf(laws->identity),
           textOf(laws->isIdentity), inverse ? textOf(*inverse) : "-",
           laws->isExact ? "yes" : "no", textOf(laws->associative),
           textOf(laws->commutative), textOf(laws->idempotent),
           orNone(laws->nan), orNone(laws->equals));
    }
}
