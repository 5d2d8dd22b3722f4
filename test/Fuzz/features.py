"""The features that a random traversal draws, and which pairs of their values
no program can have, with the reason.

The first value of a feature is the plainest: the reducer falls back to it.
"""

FEATURES = {
    "lang": ["c99", "c89", "cpp11", "cpp17"],
    "func": ["static", "free", "namespace", "member", "static_member",
             "template_member", "template_free"],
    "param_q": ["pointer", "reference"],
    "param_n": ["const", "mutable"],
    "node": ["pointer", "reference", "method", "virtual", "array", "vector", "columns"],
    "no_child": ["null", "minus_one", "zero", "count"],
    "children": ["named", "array", "mixed", "nested", "std_array", "unique",
                 "shared", "unique_array", "list_vector", "list_unique",
                 "list_inplace", "list_array", "list_many", "list_counted",
                 "siblings", "heap", "packed"],
    "arity": [2, 1, 3, 4, 5, 6, 7, 8],
    "order": ["fields", "shuffled"],
    "null": ["callee", "caller", "both", "absent"],
    "shape": ["random", "chain", "deep", "empty", "single", "bushy",
              "sentinel"],
    "node_data": ["int", "small", "wide", "bool_enum", "float", "double",
                  "array", "nested", "pointer", "pointer_leaf", "mixed", "widths",
                  "bitfield", "inherited", "vector_union", "overlap"],
    "kept": ["none", "node", "number"],
    "between": ["none", "plain", "work", "leave", "deep"],
    "stack": ["none", "array", "below", "vector", "stack"],
    "state": ["counter", "small", "sum_float", "sum_double", "min_id",
              "kbest", "flags", "histogram", "nested", "mixed", "bitfield",
              "table", "heap", "pairs", "std_array"],
    "operand": ["address", "plus", "element", "vector", "std_array",
                "pointers", "deref_pointers", "deref_plus", "global_array"],
    "loop": ["less", "less_equal", "not_equal", "start", "outside", "size_t",
             "unsigned", "long", "plus_one", "down", "down_test", "step",
             "pointer", "iterator", "range", "two_pointers"],
    "args": ["none", "uniform", "scaled", "depth", "several", "reassigned",
             "per_child", "node_data", "small", "reference", "box",
             "box_reference"],
    "uniform": ["none", "global", "static", "constant", "members", "shared",
                "shared_reference"],
    "own": ["none", "result", "counter", "number", "slice", "row", "index",
            "local", "private", "firstprivate", "reduction"],
    "start": ["same", "own"],
    "array": ["none", "global", "pointer", "vector", "structs", "pointers"],
    "container": ["none", "member_queue", "member_list", "handed_queue",
                  "handed_list", "body_queue", "body_list",
                  "member_results", "handed_results", "body_results"],
    "functions": ["one", "two", "rest"],
    "bucket": ["none", "numbers", "clause", "structs", "pointers",
               "of_leaves", "vector", "vector_structs", "vector_pointers"],
    "stop": ["none", "flag", "count"],
    "pre": ["none", "counter", "several"],
    "trunc": ["early", "none", "twice", "if_else", "nested", "with_null",
              "leaf_only"],
    "control": ["sequence", "sets", "sets3", "near_far", "near_far_links",
                "pick_index", "pick_ternary", "loop", "loop_continue",
                "loop_stable", "loop_locals", "loop_guard", "guard_last",
                "guard_each", "early_return", "stable_each",
                "stable_return", "nested_guard", "else_guard", "twice",
                "sibling_test"],
    "guard": ["none", "state_local", "state_node", "state_arg", "state_only",
              "logical", "helper", "reassigned_local"],
    "helper": ["none", "value", "reference", "pointer", "nested", "template",
               "overload", "node_method", "query_method", "library", "objects",
               "early_exit", "default_args", "constexpr"],
    "value": ["none", "plain", "operators", "methods", "constructor",
              "template", "nested", "inherited", "array"],
    "work": ["plain", "for", "while", "do", "ternary", "bits", "casts",
             "promotion", "break_continue", "compound", "local_array",
             "comma", "alias", "switch", "lambda"],
    "after": ["none", "after", "between", "carried", "leave"],
    "returns": ["void", "sum", "max", "mix", "flag", "ignored", "down",
                "struct", "pair", "tuple"],
    "tail": ["none", "sum", "store", "branch", "several"],
    "calls": ["all", "if", "else", "continue", "nested"],
    "program": ["one", "feeding", "under", "switch", "until", "leave", "value",
                "trees", "trees_until", "trees_some", "trees_chosen"],
    "runs": ["once", "twice", "two_loops"],
    "words": ["plain", "generated", "keywords", "shadowing"],
    "literals": ["plain", "odd"],
    "around": ["none", "shadow", "cursor", "cursor_ahead", "counter",
               "counter_ahead", "wraps", "root", "root_alias", "root_ahead",
               "swap", "lookup", "flag", "inner", "iterator", "alias",
               "defaults", "recorded", "leaves"],
}

# Values that are not drawn beside all others, but for every fourth traversal or
# where --fix asks for them: what regtt-cc refuses where it does harm. A value
# leaves this table when whatever is drawn with it is taken.
PENDING = {
    # Most of it moves what other iterations find their way by.
    "around": FEATURES["around"][1:],
}

# The messages that may refuse a traversal where a feature has another value than
# the plainest; others are failures.
REFUSALS = {
    "around": {"RTT1102", "RTT1103", "RTT1105", "RTT1106", "RTT1107", "RTT1114", "RTT1116",
               "RTT1117", "RTT1118", "RTT1119", "RTT1120", "RTT1125"},
    # What a kept pointer leads to may be what other iterations write.
    "kept": {"RTT1116"},
    # What follows a function that may leave before its call.
    "between": {"RTT1124"},
}

GUARDED = ["near_far", "near_far_links", "loop_guard", "guard_last",
           "guard_each", "early_return", "nested_guard", "else_guard"]
LOOPS = ["loop", "loop_continue", "loop_stable", "loop_locals", "loop_guard"]
LISTS = ["list_vector", "list_unique", "list_inplace", "list_array",
         "list_many", "list_counted", "siblings"]
C = ["c99", "c89"]
NO_INDEX = ["pointer", "two_pointers", "iterator", "range"]
CLAUSED = ["private", "firstprivate", "reduction"]
OWNED = ["unique", "shared", "unique_array"]
SCATTERED = ["named", "mixed", "unique", "shared", "packed"]
NUMBERS = ["array", "vector", "columns"]
NOT_NULL = ["reference", "method", "virtual"]
METHODS = ["method", "virtual"]
STACKS = ["array", "below", "vector", "stack"]
MEMBERS = ["member", "static_member", "template_member"]


def _not(feature, values):
    return [v for v in FEATURES[feature] if v not in values]


# (feature, values, feature, values, reason): none of the first with any of the
# second.
IMPOSSIBLE = [
    ("lang", C, "func", ["namespace", "member", "static_member",
                         "template_member", "template_free"], "not in C"),
    ("lang", C, "param_q", ["reference"], "not in C"),
    ("lang", C, "operand", ["vector", "std_array", "element",
                            "deref_pointers", "deref_plus"], "not in C"),
    ("lang", C, "value", ["operators", "methods", "constructor", "template",
                          "inherited"], "not in C"),
    ("lang", C, "work", ["lambda"], "not in C"),
    ("lang", C, "array", ["vector"], "not in C"),
    ("lang", C, "container", _not("container", ["none"]), "not in C"),
    ("lang", C, "around", ["iterator", "defaults"], "not in C"),
    ("loop", NO_INDEX, "container",
     ["handed_queue", "handed_list", "handed_results"], "the loop has no index"),
    ("node", METHODS, "functions", ["two", "rest"],
     "its methods are declared one by one"),
    ("lang", C, "bucket", ["vector", "vector_structs", "vector_pointers"],
     "not in C"),
    ("lang", ["c99", "c89", "cpp11"], "helper", ["constexpr"],
     "if constexpr is of C++17"),
    ("lang", C, "loop", ["iterator", "range"], "not in C"),
    ("loop", ["iterator", "range"], "operand",
     _not("operand", ["vector", "std_array"]), "no container to go over"),
    ("loop", ["pointer", "two_pointers"], "operand",
     ["vector", "std_array", "pointers", "deref_pointers"],
     "its elements are not queries side by side"),
    ("loop", NO_INDEX, "own",
     ["result", "counter", "number", "slice", "row", "index"],
     "the loop has no index"),
    ("returns", ["void", "struct", "pair", "tuple"], "program", ["value"],
     "there is no number"),
    ("lang", C, "returns", ["pair", "tuple"], "not in C"),
    ("lang", C, "state", ["pairs", "std_array"], "not in C"),
    ("lang", C, "args", ["reference", "box_reference"], "not in C"),
    ("args", ["box", "box_reference"], "start", ["own"],
     "the whole box is one for all"),
    ("returns", ["down"], "control", _not("control", ["pick_index",
                                                      "pick_ternary"]),
     "one call is the last thing"),
    ("returns", ["down"], "after", _not("after", ["none", "after"]),
     "nothing follows the call"),
    ("program", ["leave"], "tail", _not("tail", ["none"]),
     "nothing may follow where it ends"),
    ("around", ["root", "root_alias", "root_ahead"], "node",
     ["array", "vector", "columns", *NOT_NULL], "the root is no pointer"),
    ("around", ["root", "root_alias", "root_ahead"], "null",
     ["caller", "absent"], "the callee does not test the root"),
    ("program", ["leave"], "around", ["shadow", "cursor", "counter", "root",
                                      "root_alias", "swap", "lookup", "flag",
                                      "inner"],
     "nothing may follow where it ends"),
    ("program", ["leave"], "own", ["local"],
     "nothing may follow where it ends"),
    ("program", ["leave"], "container",
     ["body_queue", "body_list", "body_results"],
     "nothing may follow where it ends"),
    ("shape", ["deep"], "program", _not("program", ["one"]),
     "too many visits"),
    ("loop", NO_INDEX, "start", ["own"],
     "the loop has no index"),
    ("args", ["none"], "start", ["own"], "no argument"),
    ("node", METHODS, "array", ["global"],
     "it is a member of another class, or global"),
    ("func", ["static_member"], "array", ["global"],
     "the class has no object"),
    ("lang", C, "node_data", ["inherited"], "not in C"),
    ("node", ["virtual"], "children",
     [*OWNED, "list_unique", "list_inplace", "list_counted"],
     "an abstract class has no objects"),
    ("node", ["virtual"], "shape", ["sentinel"],
     "an abstract class has no objects"),
    ("node", METHODS, "between", _not("between", ["none"]),
     "its methods are declared one by one"),
    ("node", NUMBERS, "kept", ["node"], "a number is no pointer"),
    ("node", NUMBERS, "kept", ["number"], "a number is no pointer"),
    ("lang", C, "stack", ["vector", "stack"], "not in C"),
    ("stack", STACKS, "node", NOT_NULL, "a stack holds no references"),
    ("stack", STACKS, "functions", ["two", "rest"], "there is no call"),
    ("stack", STACKS, "args", _not("args", ["none", "uniform"]),
     "a stack holds nodes alone"),
    ("stack", STACKS, "after", _not("after", ["none"]),
     "nothing follows what is only put on a stack"),
    ("stack", STACKS, "returns", _not("returns", ["void"]),
     "what is put on a stack returns nothing"),
    ("lang", C, "helper", ["default_args", "reference", "template", "overload", "node_method",
                           "query_method"], "not in C"),
    ("lang", C, "uniform", ["members", "shared_reference"], "not in C"),
    ("lang", ["c89"], "control", LOOPS,
     "a loop over calls declares its variable"),
    ("param_q", ["pointer"], "operand", ["element", "deref_pointers",
                                         "deref_plus"],
     "the operand is an object"),
    ("param_q", ["reference"], "operand", ["address", "plus", "pointers"],
     "the operand is a pointer"),
    ("func", ["static", "free", "namespace", "template_free",
              "static_member"], "uniform", ["members"],
     "there is no this"),
    ("func", ["template_member", "template_free"], "operand",
     ["global_array"], "the query type is a template"),
    ("children", ["mixed"], "arity", [1], "one child is not mixed"),
    ("order", ["shuffled"], "arity", [1], "one child has one order"),
    ("order", ["shuffled"], "control", LOOPS + ["pick_index", "pick_ternary",
                                                "near_far"],
     "the control decides the order"),
    ("lang", C, "node", NOT_NULL, "not in C"),
    ("lang", C, "children", ["std_array", *OWNED], "not in C"),
    ("node", NOT_NULL, "null", ["callee", "both"], "the node is never null"),
    ("node", METHODS, "uniform", ["members"],
     "members of another class"),
    ("lang", C, "children", ["list_vector", "list_unique", "list_inplace"],
     "not in C"),
    ("children", LISTS, "control", _not("control", LOOPS),
     "a list is visited by a loop"),
    ("children", LISTS, "shape", ["sentinel"], "a list ends without"),
    ("children", OWNED, "shape", ["sentinel"], "a child has one owner"),
    ("children", SCATTERED, "control",
     LOOPS + ["pick_index", "near_far"], "needs an array of all children"),
    ("arity", [1], "control", ["sets", "sets3", "near_far", "near_far_links",
                               "pick_ternary", "guard_last", "guard_each",
                               "early_return", "stable_return",
                               "nested_guard", "else_guard", "sibling_test"],
     "needs two children"),
    ("null", ["caller"], "control", ["sibling_test"],
     "the child itself is not tested"),
    ("arity", [4, 5, 6, 7, 8], "control", ["near_far_links"],
     "two links of two or three children"),
    ("arity", [3, 4, 5, 6, 7, 8], "control", ["near_far", "twice"],
     "made for two children"),
    ("shape", ["deep", "chain"], "control", ["twice"],
     "2 to the depth visits"),
    ("func", ["static_member"], "operand", ["global_array"],
     "the types are declared in the class"),
    ("shape", ["empty"], "null", ["caller", "absent"],
     "the callee does not test the root"),
    ("null", ["absent"], "trunc", ["none", "twice", "with_null", "nested",
                                   "early"],
     "without null tests leaves end the recursion"),
    ("null", ["caller"], "trunc", ["with_null"], "the callee tests no null"),
    ("shape", ["sentinel"], "trunc", ["none", "twice", "early", "with_null",
                                      "nested"],
     "sentinels are told by their leaf flag"),
    ("null", ["absent"], "control", ["pick_ternary"],
     "some of its children are null"),
    ("control", _not("control", GUARDED), "guard", _not("guard", ["none"]),
     "no guard to fill"),
    ("control", GUARDED, "guard", ["none"], "needs a guard"),
    ("guard", ["state_arg"], "args", ["none"], "no argument"),
    ("lang", ["cpp11", "cpp17"], "words", ["keywords"],
     "not names in C++"),
    ("node", NUMBERS, "no_child", ["null"], "a number is no pointer"),
    ("node", ["pointer", *NOT_NULL], "no_child",
     ["minus_one", "zero", "count"], "a pointer is no number"),
    ("node", ["vector"], "lang", C, "not in C"),
    ("node", NUMBERS, "children", [*OWNED, "list_unique", "list_inplace"],
     "a number owns nothing"),
    ("node", ["pointer", *NOT_NULL], "children",
     ["heap", "packed"], "its children are computed from its number"),
    ("children", ["heap"], "no_child", ["minus_one", "zero"],
     "a heap ends with its last node"),
    ("children", ["heap"], "shape", ["chain", "deep", "sentinel"],
     "a heap is complete"),
    ("children", ["heap"], "arity", [1], "it would be a counter"),
    ("children", ["heap"], "control", ["pick_index", "near_far"],
     "data does not choose what is computed"),
    ("children", ["packed"], "arity", [1], "it would be a counter"),
    ("children", ["packed"], "null", ["callee", "caller", "both"],
     "the first child is always there"),
    ("children", ["packed"], "shape", ["chain", "deep", "sentinel"],
     "the first child follows its parent"),
    ("children", ["packed"], "control", ["sibling_test"],
     "the first child is always there"),
    ("node", ["columns"], "node_data", ["bitfield", "inherited",
                                        "vector_union", "overlap"],
     "arrays are of neither"),
    ("node", ["columns"], "helper", ["node_method", "objects"],
     "no object is the node"),
    ("control", ["loop_guard"], "guard", ["reassigned_local"],
     "a local that is changed is not one value for all iterations"),
]

# The same of pairs that regtt-cc refuses by name so far.
NOT_CARRIED = [
    ("children", ["siblings"], "node", NUMBERS, "not carried so far"),
    ("children", ["heap"], "control", LOOPS, "not carried so far"),
    ("node", ["columns"], "bucket", _not("bucket", ["none"]),
     "not carried so far"),
    ("node", ["columns"], "children", ["list_vector", "list_many"],
     "not carried so far"),
    ("functions", ["two", "rest"], "work", ["lambda"],
     "lambdas over locals are not carried in one of several functions"),
    ("own", CLAUSED, "between", _not("between", ["none"]),
     "not carried so far"),
    ("program", ["trees", "trees_until", "trees_some", "trees_chosen", "value"],
     "between", _not("between", ["none"]), "not carried so far"),
    ("lang", ["c89"], "loop", ["two_pointers"],
     "an end that the head assigns is not carried so far"),
    ("args", ["reference", "box_reference"], "between",
     _not("between", ["none"]), "not carried so far"),
    ("kept", ["node", "number"], "args", ["reference", "box_reference"],
     "a temporary is not carried there where there are several calls"),
    ("functions", ["two"], "control", ["loop_guard"],
     "children that one of the two looks at where it makes no call"),
    ("kept", ["node", "number"], "work", ["lambda"],
     "a lambda's query with pointers in it is not carried so far"),
    ("own", CLAUSED, "program",
     _not("program", ["one"]), "clauses are not taken there"),
    ("own", CLAUSED, "around",
     ["root_ahead"],
     "a root that iterations choose makes several calls of one"),
    ("node", ["virtual"], "func", ["template_member", "template_free"],
     "the classes of an instantiation are not carried so far"),
    ("node", ["virtual"], "control", ["loop_guard"],
     "children that one of the classes looks at where it makes no call"),
    ("node", ["virtual"], "children", LISTS,
     "loops over lists in several classes are not carried so far"),
    ("node", ["virtual"], "own", CLAUSED, "not carried so far"),
    ("own", CLAUSED, "stack", STACKS, "not carried so far"),
    ("stack", STACKS, "children", LISTS,
     "a loop that pushes under conditions of more than the node runs so often "
     "as a constant says"),
    # Of three: numbers that a loop pushes. Each stack has two of them.
    ("stack", ["below", "vector"], "control", LOOPS,
     "numbers that a loop pushes are not carried so far"),
    ("stack", ["array", "stack"], "node", NUMBERS,
     "numbers that a loop pushes are not carried so far"),
    ("stack", STACKS, "work", ["lambda"],
     "lambdas over locals are not carried in one of several functions"),
    ("stack", STACKS, "bucket", ["clause"],
     "a clause's node is the one that the function is handed"),
    ("node", ["columns"], "node_data", ["pointer_leaf"],
     "pointers in an array are null or lead to something"),
]


def _table():
    table = {}
    for a, some_a, b, some_b, reason in IMPOSSIBLE + NOT_CARRIED:
        for x in some_a:
            for y in some_b:
                table[(a, x, b, y)] = reason
                table[(b, y, a, x)] = reason
    _add_consequences(table)
    return table


def _add_consequences(table):
    """Adds the pairs that leave some third feature without a value."""
    names = list(FEATURES)
    pairs = [(a, x, b, y) for i, a in enumerate(names) for b in names[i + 1:]
             for x in FEATURES[a] for y in FEATURES[b]]
    found = True
    while found:
        found = False
        for a, x, b, y in pairs:
            if (a, x, b, y) in table:
                continue
            third = next((c for c in names if c not in (a, b) and all(
                (a, x, c, z) in table or (b, y, c, z) in table
                for z in drawn_values(c))), None)
            if third:
                reason = f"together they leave no value of {third}"
                table[(a, x, b, y)] = table[(b, y, a, x)] = reason
                found = True


def drawn_values(feature):
    """The values of a feature that draws choose from."""
    return [v for v in FEATURES[feature] if v not in PENDING.get(feature, [])]


_IMPOSSIBLE = _table()


def why_impossible(a, x, b, y):
    """Why value x of feature a and value y of b exclude each other, or ''."""
    return _IMPOSSIBLE.get((a, x, b, y), "")


def may_refuse(draw, message):
    """Whether regtt-cc may refuse a draw with that message."""
    return any(draw[f] != FEATURES[f][0] and message in messages
               for f, messages in REFUSALS.items())


def is_legal(draw):
    names = list(draw)
    return not any(
        why_impossible(a, draw[a], b, draw[b])
        for i, a in enumerate(names) for b in names[i + 1:])
