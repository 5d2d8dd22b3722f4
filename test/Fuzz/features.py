"""The features that a random traversal draws; pairs.py says which pairs of their
values no program can have.

The first value of a feature is the plainest: the reducer falls back to it.
"""

from .walks import LINKED, OVER_QUERIES, WALKS

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
    "between": ["none", "plain", "work", "leave", "deep", "deeper"],
    "stack": ["none", "array", "below", "vector", "stack"],
    "state": ["counter", "small", "sum_float", "sum_double", "min_id",
              "kbest", "flags", "histogram", "nested", "mixed", "bitfield",
              "table", "heap", "pairs", "std_array", "std_heap", "structs"],
    "operand": ["address", "plus", "element", "vector", "std_array",
                "pointers", "deref_pointers", "deref_plus", "global_array"],
    "loop": ["less", "less_equal", "not_equal", "start", "outside", "size_t",
             "unsigned", "long", "plus_one", "down", "down_test", "step",
             "pointer", "iterator", "range", "two_pointers", *WALKS],
    "args": ["none", "uniform", "scaled", "depth", "several", "reassigned",
             "per_child", "node_data", "small", "reference", "box",
             "box_reference"],
    "uniform": ["none", "global", "static", "constant", "members", "shared",
                "shared_reference"],
    "own": ["none", "result", "counter", "number", "slice", "row", "index",
            "local", "scratch", "optional", "pair", "private", "firstprivate",
            "reduction"],
    "start": ["same", "own"],
    "array": ["none", "global", "pointer", "vector", "structs", "pointers"],
    "container": ["none", "member_queue", "member_list", "handed_queue",
                  "handed_list", "body_queue", "body_list",
                  "member_results", "handed_results", "body_results",
                  "member_heap", "handed_heap", "body_heap"],
    "functions": ["one", "two", "rest"],
    "bucket": ["none", "numbers", "clause", "structs", "pointers",
               "of_leaves", "vector", "vector_structs", "vector_pointers"],
    "text": ["none", "chars", "string"],
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
               "early_exit", "default_args", "constexpr", "functor",
               "member_pointer", "visitor"],
    "value": ["none", "plain", "operators", "methods", "constructor",
              "template", "nested", "inherited", "array"],
    "work": ["plain", "for", "while", "do", "ternary", "bits", "casts",
             "promotion", "break_continue", "compound", "local_array",
             "comma", "alias", "switch", "lambda"],
    "after": ["none", "after", "between", "carried", "leave"],
    "returns": ["void", "sum", "max", "mix", "flag", "ignored", "down",
                "struct", "pair", "tuple", "optional"],
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

# The messages that may refuse a traversal where a feature has one of the values;
# others are failures.
REFUSALS = [
    ("around", FEATURES["around"][1:],
     {"RTT1102", "RTT1103", "RTT1105", "RTT1106", "RTT1107", "RTT1114", "RTT1116",
      "RTT1117", "RTT1118", "RTT1119", "RTT1120", "RTT1125"}),
    # What a kept pointer leads to may be what other iterations write.
    ("kept", FEATURES["kept"][1:], {"RTT1116"}),
    # What follows a function that may leave before its call.
    ("between", FEATURES["between"][1:], {"RTT1124"}),
    # Where the queries of a list lie is not known ahead of the loop: an array of
    # such numbers as an iteration writes may lie there, too.
    ("loop", LINKED, {"RTT1116", "RTT1117"}),
]

GUARDED = ["near_far", "near_far_links", "loop_guard", "guard_last",
           "guard_each", "early_return", "nested_guard", "else_guard"]
LOOPS = ["loop", "loop_continue", "loop_stable", "loop_locals", "loop_guard"]
LISTS = ["list_vector", "list_unique", "list_inplace", "list_array",
         "list_many", "list_counted", "siblings"]
C = ["c99", "c89"]
NO_INDEX = ["pointer", "two_pointers", "iterator", "range", *OVER_QUERIES]
ITERATORS = ["iterator", "range", "while_iterator"]
CLAUSED = ["private", "firstprivate", "reduction"]
OWNED = ["unique", "shared", "unique_array"]
SCATTERED = ["named", "mixed", "unique", "shared", "packed"]
NUMBERS = ["array", "vector", "columns"]
NOT_NULL = ["reference", "method", "virtual"]
METHODS = ["method", "virtual"]
STACKS = ["array", "below", "vector", "stack"]
MEMBERS = ["member", "static_member", "template_member"]


def drawn_values(feature):
    """The values of a feature that draws choose from."""
    return [v for v in FEATURES[feature] if v not in PENDING.get(feature, [])]


def may_refuse(draw, message):
    """Whether regtt-cc may refuse a draw with that message."""
    return any(draw[f] in values and message in messages
               for f, values, messages in REFUSALS)
