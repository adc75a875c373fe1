import type { z } from "zod";

import type { FieldProblem, FieldProblemKey } from "./reasons";

type Issue = z.core.$ZodIssue;

/** The most problems that an answer lists: a small body can have tens of thousands. */
const maxProblems = 100;

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}

function problemOf(issue: Issue, input: unknown): FieldProblemKey {
  if (valueAt(input, issue.path) === undefined) return "required";
  if (issue.code === "invalid_type") return "wrong-type";
  if (issue.code === "too_small") return "too-small";
  if (issue.code === "too_big") return "too-large";
  if (issue.code === "invalid_value" && issue.values.length === 1 && issue.values[0] === true) return "must-accept";
  return "malformed";
}

function toProblems(issue: Issue, input: unknown): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), problem: problemOf(issue, input) }];
  return issue.keys.map((key) => ({ field: [...path, key].join("."), problem: "unknown" }));
}

/** Turns what zod found wrong with `input` into problems of named fields, one for each field, at most 100. */
export function fieldProblemsOf(error: z.ZodError, input: unknown): FieldProblem[] {
  const problems = error.issues.flatMap((issue) => toProblems(issue, input)).slice(0, maxProblems);
  return [...new Map(problems.map((problem) => [problem.field, problem])).values()];
}
