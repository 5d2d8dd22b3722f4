// Splits the command line into own options and the compilers'. Own options are
// those of Options.def, with two dashes; LLVM's parser reads them.
#include "regtt/Driver/CommandLine.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Path.h>

#include <memory>

using namespace regtt;
namespace cl = llvm::cl;

namespace {

struct OptionEntry {
  llvm::StringLiteral spelling;
  llvm::StringLiteral value; ///< empty for a flag
  llvm::StringLiteral fallback;
  llvm::StringLiteral help;
};

constexpr OptionEntry table[] = {
#define FLAG(NAME, SPELLING, HELP) {SPELLING, "", "", HELP},
#define BUILTIN FLAG
#define VALUE(NAME, SPELLING, DEFAULT, KIND, HELP)                             \
  {SPELLING, KIND, DEFAULT, HELP},
#include "regtt/Driver/Options.def"
#undef FLAG
#undef BUILTIN
#undef VALUE
};

struct CompilerOption {
  llvm::StringLiteral spelling, meaning;
};

constexpr CompilerOption compilerOptions[] = {
#define OPTION(SPELLING, MEANING) {SPELLING, MEANING},
#include "regtt/Driver/CompilerOptions.def"
#undef OPTION
};

const OptionEntry *ownOption(llvm::StringRef argument) {
  if (!argument.consume_front("--"))
    return nullptr;
  const llvm::StringRef name = argument.split('=').first;
  for (const OptionEntry &entry : table)
    if (entry.spelling == name)
      return &entry;
  return nullptr;
}

llvm::Error parseOwn(const std::vector<const char *> &arguments,
                     Options &options) {
  cl::ResetCommandLineParser(); // none of LLVM's own
#define BUILTIN(NAME, SPELLING, HELP)
#define FLAG(NAME, SPELLING, HELP)                                             \
  cl::opt<bool> flag##NAME(SPELLING, cl::desc(HELP));
#define VALUE(NAME, SPELLING, DEFAULT, KIND, HELP)                             \
  cl::opt<std::string> flag##NAME(SPELLING, cl::desc(HELP), cl::init(DEFAULT));
#include "regtt/Driver/Options.def"
#undef FLAG
#undef BUILTIN
#undef VALUE
  std::string message;
  llvm::raw_string_ostream errors(message);
  const bool parsed = cl::ParseCommandLineOptions(
      arguments.size(), arguments.data(), "", &errors);
#define BUILTIN(NAME, SPELLING, HELP)
#define FLAG(NAME, SPELLING, HELP) options.NAME = flag##NAME;
#define VALUE(NAME, SPELLING, DEFAULT, KIND, HELP) options.NAME = flag##NAME;
#include "regtt/Driver/Options.def"
#undef FLAG
#undef BUILTIN
#undef VALUE
  cl::ResetCommandLineParser();
  if (parsed)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::StringRef(message).split('\n').first.str().c_str());
}

/// Compilers' options whose value is the next argument.
bool takesValue(llvm::StringRef argument) {
  static const llvm::StringRef options[] = {"-A",
                                            "-B",
                                            "-D",
                                            "-I",
                                            "-L",
                                            "-MF",
                                            "-MQ",
                                            "-MT",
                                            "-T",
                                            "-U",
                                            "-Xassembler",
                                            "-Xclang",
                                            "-Xlinker",
                                            "-Xpreprocessor",
                                            "-aux-info",
                                            "-dumpbase",
                                            "-dumpbase-ext",
                                            "-dumpdir",
                                            "-e",
                                            "-idirafter",
                                            "-imacros",
                                            "-imultilib",
                                            "-include",
                                            "-iprefix",
                                            "-iquote",
                                            "-isysroot",
                                            "-isystem",
                                            "-iwithprefix",
                                            "-iwithprefixbefore",
                                            "-l",
                                            "-u",
                                            "-wrapper",
                                            "-z",
                                            "--param",
                                            "--sysroot"};
  return llvm::is_contained(options, argument);
}

bool isLinkOption(llvm::StringRef argument) {
  static const llvm::StringRef whole[] = {"-static",   "-shared", "-rdynamic",
                                          "-pie",      "-no-pie", "-s",
                                          "-nostdlib", "-r",      "-e"};
  static const llvm::StringRef prefixes[] = {"-l", "-L", "-Wl,", "-Xlinker",
                                             "-T", "-u", "-z"};
  return llvm::is_contained(whole, argument) ||
         (argument != "-undef" &&
          llvm::any_of(prefixes, [&](llvm::StringRef prefix) {
            return argument.starts_with(prefix);
          }));
}

enum class Input { C, Cxx, Header, Other, Linked };

Input kindOf(llvm::StringRef path) {
  return llvm::StringSwitch<Input>(llvm::sys::path::extension(path))
      .Cases(".c", ".i", Input::C)
      .Cases(".cc", ".cp", ".cpp", ".cxx", ".c++", Input::Cxx)
      .Cases(".CPP", ".C", ".ii", Input::Cxx)
      .Cases(".h", ".hh", ".H", ".hp", ".hxx", Input::Header)
      .Cases(".hpp", ".HPP", ".h++", ".tcc", Input::Header)
      .Cases(".s", ".S", ".sx", ".m", ".mm", Input::Other)
      .Cases(".f", ".for", ".ftn", ".f90", ".f95", Input::Other)
      .Cases(".F", ".FOR", ".F90", ".F95", ".d", Input::Other)
      .Default(Input::Linked);
}

Input kindOf(llvm::StringRef path, llvm::StringRef language) {
  if (language == "none")
    return path == "-" ? Input::Other : kindOf(path);
  return llvm::StringSwitch<Input>(language)
      .Cases("c", "cpp-output", Input::C)
      .Cases("c++", "c++-cpp-output", Input::Cxx)
      .Cases("c-header", "c++-header", "c++-system-header", Input::Header)
      .Default(Input::Other);
}

/// Reads the words that are the compilers'.
class CompilerWords {
public:
  CompilerWords(CommandLine &result) : result(result) {}

  /// Takes a word and, where it needs one, the next, `next`, null if there is
  /// none. Whether the next was taken.
  llvm::Expected<bool> take(llvm::StringRef argument, const char *next) {
    result.original.push_back(argument.str());
    if (argument == "-o" || argument == "-x") {
      if (!next)
        return llvm::createStringError("option '%s' needs a value",
                                       argument.str().c_str());
      result.original.push_back(next);
      (argument == "-o" ? result.output : language) = next;
      return true;
    }
    if (argument.starts_with("-o"))
      result.output = argument.drop_front(2).str();
    else if (argument.starts_with("-x"))
      language = argument.drop_front(2).str();
    else if (argument == "-c")
      result.compileOnly = true;
    else if (!argument.starts_with("-") || argument == "-")
      takeInput(argument);
    else
      return takeOption(argument, next);
    return false;
  }

private:
  void takeInput(llvm::StringRef path) {
    result.hasInputs = true;
    const Input kind = kindOf(path, language);
    const std::string explicitly = language == "none" ? "" : language;
    switch (kind) {
    case Input::C:
    case Input::Cxx:
      result.link.push_back({path.str(), int(result.sources.size())});
      result.sources.push_back({path.str(), kind == Input::C, explicitly});
      return;
    case Input::Header:
      result.passThrough = true; // to be precompiled
      return;
    case Input::Other:
      result.others.push_back({path.str(), explicitly});
      if (!explicitly.empty())
        result.link.push_back({"-x" + explicitly});
      result.link.push_back({path.str()});
      if (!explicitly.empty())
        result.link.push_back({"-xnone"});
      return;
    case Input::Linked:
      result.link.push_back({path.str()});
      return;
    }
  }

  bool takeOption(llvm::StringRef argument, const char *next) {
    result.passThrough |= argument == "-E" || argument == "-S" ||
                          argument == "-M" || argument == "-MM" ||
                          argument == "-###";
    result.assembly |= argument == "-S";
    result.partial |= argument == "-r";
    result.syntaxOnly |= argument == "-fsyntax-only";
    const bool links = isLinkOption(argument);
    const auto add = [&](const std::string &word) {
      if (links)
        result.link.push_back({word});
      else
        result.compile.push_back(word);
    };
    add(argument.str());
    if (!takesValue(argument) || !next)
      return false;
    add(next);
    result.original.push_back(next);
    return true;
  }

  CommandLine &result;
  std::string language = "none";
};

} // namespace

llvm::Expected<CommandLine>
regtt::parseCommandLine(llvm::ArrayRef<const char *> arguments) {
  CommandLine result;
  std::vector<const char *> own = {arguments[0]};
  CompilerWords words(result);
  for (size_t i = 1; i < arguments.size(); ++i) {
    const llvm::StringRef argument = arguments[i];
    const char *next = i + 1 < arguments.size() ? arguments[i + 1] : nullptr;
#define FLAG(NAME, SPELLING, HELP)
#define VALUE(NAME, SPELLING, DEFAULT, KIND, HELP)
#define BUILTIN(NAME, SPELLING, HELP)                                          \
  if (argument == "--" SPELLING) {                                             \
    result.options.NAME = true;                                                \
    return result;                                                             \
  }
#include "regtt/Driver/Options.def"
#undef FLAG
#undef BUILTIN
#undef VALUE
    if (const OptionEntry *entry = ownOption(argument)) {
      own.push_back(arguments[i]);
      if (!entry->value.empty() && !argument.contains('=')) {
        if (!next)
          return llvm::createStringError("option '%s' needs a value: %s",
                                         arguments[i], entry->value.data());
        own.push_back(next);
        ++i;
      }
      continue;
    }
    llvm::Expected<bool> tookNext = words.take(argument, next);
    if (!tookNext)
      return tookNext.takeError();
    i += *tookNext;
  }
  if (llvm::Error error = parseOwn(own, result.options))
    return error;
  return result;
}

bool regtt::isC(llvm::StringRef path) { return kindOf(path) == Input::C; }

void regtt::printHelp(llvm::raw_ostream &out) {
  out << "regtt-cc: compiles annotated tree traversals for GPUs and threads\n\n"
         "usage: regtt-cc [options] [compiler options] FILE...\n\n"
         "Used like g++ or gcc: -c, -o, -I, -D, -O, -std, -l and whatever else "
         "goes to the\ncompilers. A file without '#pragma regtt' is compiled "
         "as "
         "it is.\n\nOptions:\n";
  for (const OptionEntry &entry : table) {
    std::string head = "  --" + entry.spelling.str();
    if (!entry.value.empty())
      head += "=" + entry.value.str();
    out << head << "\n";
    // Wrapped at 72 columns, indented by six.
    size_t column = 0;
    for (llvm::StringRef rest = entry.help; !rest.empty();) {
      const auto [word, tail] = rest.split(' ');
      if (column == 0 || column + word.size() + 1 > 72) {
        out << (column ? "\n" : "") << "      " << word;
        column = 6 + word.size();
      } else {
        out << " " << word;
        column += 1 + word.size();
      }
      rest = tail;
    }
    if (!entry.fallback.empty())
      out << "\n      Default: " << entry.fallback;
    out << "\n";
  }
}

void regtt::printOptionsPage(llvm::raw_ostream &out) {
  out << "# Options of regtt-cc\n\nMade from the option table; everything that "
         "is not listed goes to the compilers.\n\n| option | default | meaning "
         "|\n| --- | --- | --- |\n";
  for (const OptionEntry &entry : table) {
    std::string value;
    for (char c : entry.value)
      value += c == '|' ? std::string("\\|") : std::string(1, c);
    out << "| `--" << entry.spelling << (value.empty() ? "" : "=") << value
        << "` | " << entry.fallback << " | " << entry.help << " |\n";
  }
  out << "\n## The compilers' own\n\n| option | what it does |\n| --- | --- "
         "|\n";
  for (const CompilerOption &option : compilerOptions)
    out << "| `" << option.spelling << "` | " << option.meaning << " |\n";
}
