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
  static const llvm::StringRef options[] = {
      "-I",         "-D",          "-U",
      "-L",         "-l",          "-include",
      "-imacros",   "-isystem",    "-iquote",
      "-idirafter", "-MF",         "-MT",
      "-MQ",        "-Xlinker",    "-T",
      "-u",         "-z",          "-isysroot",
      "--param",    "-Xassembler", "-Xpreprocessor"};
  return llvm::is_contained(options, argument);
}

bool isLinkOption(llvm::StringRef argument) {
  static const llvm::StringRef whole[] = {"-static",   "-shared", "-rdynamic",
                                          "-pie",      "-no-pie", "-s",
                                          "-nostdlib", "-r"};
  static const llvm::StringRef prefixes[] = {"-l", "-L", "-Wl,", "-Xlinker",
                                             "-T", "-u", "-z"};
  return llvm::is_contained(whole, argument) ||
         llvm::any_of(prefixes, [&](llvm::StringRef prefix) {
           return argument.starts_with(prefix);
         });
}

enum class Input { C, Cxx, Object };

Input kindOf(llvm::StringRef path) {
  return llvm::StringSwitch<Input>(llvm::sys::path::extension(path))
      .Case(".c", Input::C)
      .Cases(".cc", ".cp", ".cpp", ".cxx", ".c++", Input::Cxx)
      .Cases(".CPP", ".C", Input::Cxx)
      .Default(Input::Object);
}

} // namespace

llvm::Expected<CommandLine> regtt::parseCommandLine(int argc,
                                                    const char **argv) {
  CommandLine result;
  std::vector<const char *> own = {argv[0]};
  std::string language = "none";
  for (int i = 1; i < argc; ++i) {
    const llvm::StringRef argument = argv[i];
    if (argument == "--help" || argument == "--version" ||
        argument == "--help-markdown" || argument == "--show-tuning") {
      result.options.Help = argument == "--help";
      result.options.Version = argument == "--version";
      result.options.HelpMarkdown = argument == "--help-markdown";
      result.options.ShowTuning = argument == "--show-tuning";
      return result;
    }
    if (const OptionEntry *entry = ownOption(argument)) {
      own.push_back(argv[i]);
      if (!entry->value.empty() && !argument.contains('=')) {
        if (i + 1 == argc)
          return llvm::createStringError("option '%s' needs a value: %s",
                                         argv[i], entry->value.data());
        own.push_back(argv[++i]);
      }
      continue;
    }
    result.original.push_back(argument.str());
    if (argument == "-o" || argument == "-x") {
      if (i + 1 == argc)
        return llvm::createStringError("option '%s' needs a value", argv[i]);
      result.original.push_back(argv[i + 1]);
      (argument == "-o" ? result.output : language) = argv[++i];
    } else if (argument.starts_with("-o") && argument.size() > 2) {
      result.output = argument.drop_front(2).str();
    } else if (argument == "-c") {
      result.compileOnly = true;
    } else if (!argument.starts_with("-") || argument == "-") {
      const Input kind = language == "none"  ? kindOf(argument)
                         : language == "c"   ? Input::C
                         : language == "c++" ? Input::Cxx
                                             : Input::Object;
      if (kind == Input::Object)
        result.objects.push_back(argument.str());
      else
        result.sources.push_back({argument.str(), kind == Input::C});
    } else {
      result.passThrough |= argument == "-E" || argument == "-S" ||
                            argument == "-M" || argument == "-MM" ||
                            argument == "-fsyntax-only";
      std::vector<std::string> &group =
          isLinkOption(argument) ? result.link : result.compile;
      group.push_back(argument.str());
      if (takesValue(argument) && i + 1 < argc) {
        group.push_back(argv[++i]);
        result.original.push_back(argv[i]);
      }
    }
  }
  if (llvm::Error error = parseOwn(own, result.options))
    return error;
  return result;
}

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
}
