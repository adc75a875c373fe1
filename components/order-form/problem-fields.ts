import type { FieldProblemKey } from "@/lib/platform/http/reasons";

import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm, FormField } from "./checkout-form";
import { includedPools } from "./checkout-form";

/** A field of the form that can have a problem; each second draw is a field of its own. */
export type ProblemField = Exclude<FormField, "addOns" | "addOnQuantities"> | `addOns.${string}` | "position";

/** What is wrong at fields of the form. */
export type FormProblems = { [field in ProblemField]?: FieldProblemKey };

/** The fields in the order in which they stand on the page: the first one with a problem gets the focus. */
export const fieldOrder: readonly string[] = [
  "choice",
  "quantity",
  "addOns",
  "teamId",
  "name",
  "email",
  "province",
  "phone",
  "postalCode",
  "position",
  "age",
  "location",
  "rules",
];

/**
 * Problems that a change at `field` leaves: its own is gone, and so are those of second draws that a bundle now brings.
 */
export function problemsAfter(
  problems: FormProblems,
  field: ProblemField,
  draw: CheckoutDraw,
  form: CheckoutForm,
): FormProblems {
  const solved = new Set<string>([field, ...(field === "quantity" ? ["choice"] : [])]);
  for (const poolId of includedPools(draw, form)) solved.add(`addOns.${poolId}`);
  return Object.fromEntries(Object.entries(problems).filter(([known]) => !solved.has(known)));
}

/** Fields with a problem, in the order of the page. */
export function problemFields(problems: FormProblems): ProblemField[] {
  const rankOf = (field: string) => fieldOrder.indexOf(field.split(".")[0] ?? "");
  return (Object.keys(problems) as ProblemField[]).sort((left, right) => rankOf(left) - rankOf(right));
}
