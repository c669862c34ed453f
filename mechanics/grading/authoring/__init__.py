"""Writing tasks: a first one that runs, what is wrong with one, and a rehearsal with right, wrong and no answers.

`commands` are what an author types; `solved` runs a solution in this process, `mutation` makes wrong variants of it,
`equivalence` says whether two answers mean the same, and the modules that end in ``_findings`` say what is wrong.
"""
