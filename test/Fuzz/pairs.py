"""Which pairs of values of features no program can have, with the reason."""

from .features import (C, CLAUSED, FEATURES, GUARDED, ITERATORS, LISTS, LOOPS,
                       METHODS, NOT_NULL, NO_INDEX, NUMBERS, OWNED, SCATTERED,
                       STACKS, drawn_values)
from .best import OF_CPP
from .walks import LINKED, STEPPED


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
     [c for c in FEATURES["container"] if c.startswith("handed")],
     "the loop has no index"),
    ("node", METHODS, "functions", ["two", "rest"],
     "its methods are declared one by one"),
    ("lang", C, "bucket", ["vector", "vector_structs", "vector_pointers"],
     "not in C"),
    ("lang", ["c99", "c89", "cpp11"], "helper", ["constexpr"],
     "if constexpr is of C++17"),
    ("lang", C, "loop", [*ITERATORS, "while_reference"], "not in C"),
    ("loop", ITERATORS, "operand",
     _not("operand", ["vector", "std_array"]), "no container to go over"),
    ("loop", ["pointer", "two_pointers", "while_pointer",
              "while_reference"], "operand",
     ["vector", "std_array", "pointers", "deref_pointers"],
     "its elements are not queries side by side"),
    ("loop", LINKED, "operand",
     ["pointers", "deref_pointers"], "the queries lead on to each other"),
    ("loop", STEPPED, "calls", ["continue", "nested"],
     "its step is not passed over"),
    ("loop", STEPPED, "tail", ["branch"], "its step is not passed over"),
    ("loop", STEPPED, "program", ["leave"], "its step is not passed over"),
    ("loop", STEPPED, "around", ["flag", "leaves"],
     "its step is not passed over"),
    ("loop", NO_INDEX, "own",
     ["result", "counter", "number", "slice", "row", "index"],
     "the loop has no index"),
    ("returns", ["void", "struct", "pair", "tuple", "optional"], "program", ["value"],
     "there is no number"),
    ("lang", C, "returns", ["pair", "tuple", "optional"], "not in C"),
    ("lang", ["cpp11"], "returns", ["optional"], "not in C++11"),
    ("lang", [*C, "cpp11"], "own", ["optional"], "not in C++11"),
    ("lang", C, "own", ["pair"], "not in C"),
    ("lang", C, "text", ["string"], "not in C"),
    ("lang", C, "helper", ["functor", "member_pointer", "visitor"], "not in C"),
    ("node", ["columns"], "text", ["string"], "arrays are of neither"),
    ("lang", C, "state", [*OF_CPP], "not in C"),
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
    ("program", ["leave"], "own", ["local", "scratch", "optional", "pair"],
     "nothing may follow where it ends"),
    ("program", ["leave"], "container",
     [c for c in FEATURES["container"] if c.startswith("body")],
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
    ("between", ["deeper"], "stack", STACKS,
     "a stack of its own is not carried behind so many functions"),
    ("loop", LINKED, "between", _not("between", ["none"]),
     "a query that is found by a link is not carried through a function"),
    ("loop", LINKED, "program", _not("program", ["one"]),
     "a query that is found by a link is not carried among several calls"),
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


_IMPOSSIBLE = _table()


def why_impossible(a, x, b, y):
    """Why value x of feature a and value y of b exclude each other, or ''."""
    return _IMPOSSIBLE.get((a, x, b, y), "")


def is_legal(draw):
    names = list(draw)
    return not any(
        why_impossible(a, draw[a], b, draw[b])
        for i, a in enumerate(names) for b in names[i + 1:])
