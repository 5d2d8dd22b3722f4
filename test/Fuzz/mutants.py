"""Faults to put into the compiler and the runtime on purpose: (name, file,
text, replacement). Each text stands once in its file."""

SEGMENTS = "lib/Transform/Segments.cpp"
GUARDS = "lib/Transform/Guards.cpp"
CUTS = "lib/Transform/Cuts.cpp"
RESUME = "lib/Transform/ResumePoints.cpp"
LIVE = "lib/Analysis/Liveness.cpp"
PATHS = "lib/Analysis/CallPaths.cpp"
CLASSIFY = "lib/Analysis/Classify.cpp"
EFFECTS = "lib/Analysis/Effects.cpp"
LAYOUT = "lib/Transform/RecordLayout.cpp"
FOLLOW = "lib/Transform/FollowPointers.cpp"
ORDER = "lib/Transform/OrderSlots.cpp"
STMTS = "lib/Backend/Operator/StmtPrinter.cpp"
EXPRS = "lib/Backend/Operator/ExprPrinter.cpp"
OPERATOR = "lib/Backend/Operator/OperatorPrinter.cpp"
RUNTIME = "runtime/include/regtt/rt/core/"

MUTANTS = [
    ("guards are dropped", SEGMENTS,
     "result.guard = guards.add(terms);", "guards.add(terms);"),
    ("a guard in an else branch loses its negation", SEGMENTS,
     "stmt.negated != inElse", "stmt.negated"),
    ("a guard captures nothing", GUARDS,
     "for (const Term &term : terms)\n"
     "    capture(term.cond, &result);",
     ""),
    ("a guard keeps only its innermost condition", GUARDS,
     "result.terms.append(terms.begin(), terms.end());",
     "result.terms.push_back(terms.back());"),
    ("conditions after calls count as stable", CUTS,
     "effectsOf(traversal, function, e);\n"
     "  return effects.writesQuery || effects.readsWritten;",
     "effectsOf(traversal, function, e);\n"
     "  return effects.writesQuery && effects.readsWritten;"),
    ("work after a call does not wait for it", CUTS,
     "effectsOf(traversal, function, stmt);\n"
     "  return effects.writesQuery || effects.readsWritten;",
     "effectsOf(traversal, function, stmt);\n"
     "  return effects.writesQuery && effects.readsWritten && false;"),
    ("operands of later calls do not wait", CUTS,
     "return llvm::none_of(ownExprs(traversal, stmt),\n"
     "                         [&](const Expr *e) { return depends(e); });\n"
     "  }\n}", "return true;\n  }\n}"),
    ("a loop goes on without its step", RESUME,
     "if (loop.goesOn && loop.step) {", "if (false) {"),
    ("what follows a loop's last iteration is lost", RESUME,
     "place.frames.pop_back();\n    }\n    return out;",
     "return out;\n    }\n    return out;"),
    ("values do not live through loops", LIVE,
     "add(head, listBefore(stmt.body, head));", "listBefore(stmt.body, head);"),
    ("what a resume point needs does not live where its rope is made", LIVE,
     "return live[stmt.point];", "return {};"),
    ("locals that helpers capture do not live", LIVE,
     "use(captured);", ""),
    ("positions of a loop's calls do not advance", SEGMENTS,
     "traversal.calls[index].stride = stride;",
     "traversal.calls[index].stride = 0 * stride;"),
    ("positions of an else branch follow the other's", SEGMENTS,
     "returns(stmt.body) ? before : afterBody);",
     "returns(stmt.body) ? before : before);"),
    ("every path is closed", CLASSIFY,
     "if (path.items.size() != size_t(numSlots))", "if (false)"),
    ("paths in another order are closed", CLASSIFY,
     "path.items[slot].slots[0] != slot)",
     "path.items[slot].slots[0] < 0)"),
    ("guarded calls are unconditional", CLASSIFY,
     "if (item.conditional)", "if (false)"),
    ("static ropes ignore arguments", "lib/Variant/StaticRopes.cpp",
     "REGTT_NEED(traversal, constantArgs), ", ""),
    ("paths ignore else branches", PATHS,
     "list(stmt.orElse, other);", ""),
    ("paths ignore early returns", PATHS,
     "return leave(paths, Open::Returned);", "return;"),
    ("any null test may guard any child", PATHS,
     "if (sameSpelling(linkExpr(a), linkExpr(b), context.ast))",
     "if (true)"),
    ("a ternary chooses its first child", PATHS,
     "slotsOf(choice->getTrueExpr(), open, slots);\n"
     "      return slotsOf(choice->getFalseExpr(), open, slots);",
     "return slotsOf(choice->getTrueExpr(), open, slots);"),
    ("reads of the query are stable", EFFECTS,
     "result.readsWritten |= traversal.paths[access->second.path].written();",
     ""),
    ("helpers have no effects", EFFECTS, "merge(result, inner);", ""),
    ("slots stay in the order of fields", ORDER,
     "renumberSlots(traversal, rank);", ""),
    ("early returns after calls are not negated",
     "lib/Transform/EarlyReturns.cpp",
     "guard.negated = !guard.negated;", ""),
    ("null tests fold the wrong way", "lib/Transform/FoldNullTests.cpp",
     "std::move(*value ? stmt.body : stmt.orElse)",
     "std::move(*value ? stmt.orElse : stmt.body)"),
    ("what a branch reads is loaded there, whoever else reads it", LAYOUT,
     "if (!isNew && entry->second != branch)", "if (false)"),
    ("guards' reads belong to no branch", LAYOUT,
     "exprs.push_back(term.cond);", "(void)term;"),
    ("negation of a condition is not printed", EXPRS,
     'return negated ? "!(" + text + ")" : text;', "return text;"),
    ("explicit casts are not printed", EXPRS,
     ': "static_cast<" + values.spell(cast->getType()) + ">(" +\n'
     '                     print(cast->getSubExpr()) + ")";',
     ": print(cast->getSubExpr());"),
    ("float literals are doubles", EXPRS, 'text += "f";', ""),
    ("suffixes of unsigned literals are lost", EXPRS, 'text += "u";',
     'text += "";'),
    ("a slot's number ignores its group", EXPRS,
     "if (group.first == 0)\n    return index;",
     "if (group.first >= 0)\n    return index;"),
    ("presence of a link is inverted", EXPRS,
     '(present ? " != " : " == ")', '(present ? " == " : " != ")'),
    ("the first iteration's guard is not tested", STMTS,
     "if (call.guard >= 0 && call.position == 0 && call.loopVar) {",
     "if (false) {"),
    ("ropes do not name their guard", STMTS,
     "if (only && *only != call.guard)\n      return true;", ""),
    ("a loop's first value is forgotten", STMTS,
     "if (call.loopFirst != 0)", "if (false)"),
    ("a changed argument is read from the rope", EXPRS,
     "return arg.reassigned || argsAreLocal ? local(var)",
     "return argsAreLocal ? local(var)"),
    ("else branches are not printed", STMTS,
     "if (!stmt.orElse.empty()) {", "if (false) {"),
    ("offsets inside nested structs are dropped", "lib/Model/Layout.cpp",
     "result += ast.getFieldOffset", "result = ast.getFieldOffset"),
    ("what && says of a pointer is lost", FOLLOW,
     "return add(terms, {binary->getRHS(), negated});", "return;"),
    ("pointers are followed under the conditions of one place", FOLLOW,
     "if (!isNew)\n        intersect(entry->second, terms);", ""),
    ("conditions on pointers do not stay on arrival", LAYOUT,
     "keepConditions(traversal.function.body);", ""),
    ("children after the last one are read", RUNTIME + "tree.h",
     "i < list.count ? loadRecord(links + (list.first + i)) : none",
     "loadRecord(links + (list.first + i))"),
    ("the number of a list's ropes is one too low", RUNTIME + "ropes.h",
     "deferred(count ? count - 1 : 0)", "deferred(count > 1 ? count - 2 : 0)"),
    ("deferred ropes are always taken", RUNTIME + "autoropes.h",
     "} while (!admit(op, query, args));", "} while (false);"),
    ("a rope skipped at once is not asked for its guard",
     RUNTIME + "autoropes.h",
     "return atFirst != none || admit(op, query, args);", "return true;"),
    ("ropes are pushed in program order", RUNTIME + "autoropes.h",
     "for (int i = numRopes - 1; i >= 0; --i) {",
     "for (int i = 0; i < numRopes; ++i) {"),
    ("static ropes never skip", RUNTIME + "static_ropes.h",
     "link = ropes.any ? link + 1 : record.children.next;",
     "link = record.children.next == none || !ropes.any ? "
     "record.children.next : link + 1;"),
]
