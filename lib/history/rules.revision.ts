import { toCanonicalText } from "@/lib/draws/import/rules.changes";
import type { LocalText } from "@/lib/local-text";

import type { ItemPair } from "./rules.items";
import { nameItem, pairItems } from "./rules.items";

/** A value of a draw's definition that is no object or list. Null also stands for a missing value. */
export type LeafValue = string | number | boolean | null;

/** An item of a list that a path goes through. Its position, which is `path[depth]`, is that after the change. */
type PathItem = { depth: number; change: "added" | "removed" | "kept"; name: LocalText | null };

/** `path` begins with the field and leads to the value within it. `isReordered` is of a list whose order changed. */
export type ValueChange = {
  path: string[];
  items: PathItem[];
  before: LeafValue;
  after: LeafValue;
  isReordered?: true;
};

/** What a revision changed. `isNew` is true for the draw's first revision. */
export type RevisionView = { revision: number; isNew: boolean; changes: ValueChange[] };

type PlainObject = Record<string, unknown>;

type Place = Pick<ValueChange, "path" | "items">;

function toObject(value: unknown): PlainObject | null {
  return typeof value === "object" && value !== null ? (value as PlainObject) : null;
}

/** Lists the values that differ between two definitions, with their paths. */
export function compareValues(before: unknown, after: unknown, place: Place = { path: [], items: [] }): ValueChange[] {
  if (toCanonicalText(before) === toCanonicalText(after)) return [];
  const [left, right] = [toObject(before), toObject(after)];
  const keys = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])];
  if (keys.length === 0) return [{ ...place, before: toLeaf(before), after: toLeaf(after) }];
  const inner =
    Array.isArray(before) || Array.isArray(after)
      ? compareLists(Array.isArray(before) ? before : [], Array.isArray(after) ? after : [], place)
      : keys.flatMap((key) => compareValues(left?.[key], right?.[key], { ...place, path: [...place.path, key] }));
  // A single value changed, or one became an object or list, such as a text in two languages, or the other way round.
  const replaced = left && right ? [] : [{ ...place, before: toLeaf(before), after: toLeaf(after) }];
  return [...replaced.filter((change) => change.before !== change.after), ...inner];
}

function compareLists(before: unknown[], after: unknown[], place: Place): ValueChange[] {
  const pairs = pairItems(before, after);
  const changes = pairs.flatMap((pair) => {
    const [left, right] = [pair.before, pair.after];
    const change = left === undefined ? "added" : right === undefined ? "removed" : "kept";
    const item = { depth: place.path.length, change, name: nameItem((right ?? left)?.value) } as const;
    const path = [...place.path, String((right ?? left)?.position)];
    return compareValues(left?.value, right?.value, { path, items: [...place.items, item] });
  });
  return hasNewOrder(pairs) ? [...changes, { ...place, before: null, after: null, isReordered: true }] : changes;
}

function hasNewOrder(pairs: ItemPair[]): boolean {
  const positions = pairs.flatMap(({ before, after }) => (before && after ? [before.position] : []));
  return positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0));
}

function toLeaf(value: unknown): LeafValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
