import { canonical } from "@/lib/draws/import/rules.changes";

/** A value of a draw's definition that holds no other. It is also null where there is no value. */
export type LeafValue = string | number | boolean | null;

/** `path` begins with the field and leads to the value within it. */
export type ValueChange = { path: string[]; before: LeafValue; after: LeafValue };

/** What a revision changed. `isNew` is true for the draw's first revision. */
export type RevisionView = { revision: number; isNew: boolean; changes: ValueChange[] };

type Branch = Record<string, unknown>;

function branchOf(value: unknown): Branch | null {
  return typeof value === "object" && value !== null ? (value as Branch) : null;
}

/** Compares two definitions, down to the values that differ, and lists these by place. */
export function compareValues(before: unknown, after: unknown, path: string[] = []): ValueChange[] {
  if (canonical(before) === canonical(after)) return [];
  const [left, right] = [branchOf(before), branchOf(after)];
  const keys = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])];
  if (keys.length === 0) return [{ path, before: leafOf(before), after: leafOf(after) }];
  const inner = keys.flatMap((key) => compareValues(left?.[key], right?.[key], [...path, key]));
  // A single value changed, or one became an object or list, such as a text in two languages, or the other way round.
  const replaced = left && right ? [] : [{ path, before: leafOf(before), after: leafOf(after) }];
  return [...replaced.filter((change) => change.before !== change.after), ...inner];
}

function leafOf(value: unknown): LeafValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
