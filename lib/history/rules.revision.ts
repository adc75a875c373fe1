import { canonical } from "@/lib/draws/import/rules.changes";

/** A value of a draw's definition that is no object or list. Null also stands for a missing value. */
export type LeafValue = string | number | boolean | null;

/** `path` begins with the field and leads to the value within it. */
export type ValueChange = { path: string[]; before: LeafValue; after: LeafValue };

/** What a revision changed. `isNew` is true for the draw's first revision. */
export type RevisionView = { revision: number; isNew: boolean; changes: ValueChange[] };

/** Lists the values that differ between two definitions, with their paths. */
export function compareValues(before: unknown, after: unknown, path: string[] = []): ValueChange[] {
  if (canonical(before) === canonical(after)) return [];
  const [left, right] = [toPlainObject(before), toPlainObject(after)];
  const keys = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])];
  if (keys.length === 0) return [{ path, before: toLeaf(before), after: toLeaf(after) }];
  const nestedChanges = keys.flatMap((key) => compareValues(left?.[key], right?.[key], [...path, key]));
  // A single value changed, or one became an object or list, such as a text in two languages, or the other way round.
  const ownChange = left && right ? [] : [{ path, before: toLeaf(before), after: toLeaf(after) }];
  return [...ownChange.filter((change) => change.before !== change.after), ...nestedChanges];
}

function toLeaf(value: unknown): LeafValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

type PlainObject = Record<string, unknown>;

function toPlainObject(value: unknown): PlainObject | null {
  return typeof value === "object" && value !== null ? (value as PlainObject) : null;
}
