import { toCanonicalText } from "@/lib/draws/import/rules.changes";
import type { LocalText } from "@/lib/local-text";

import type { ItemPair } from "./rules.items";
import { nameItem, pairItems } from "./rules.items";

/** A value of a definition that is neither object nor list. Null also stands for a missing value. */
export type LeafValue = string | number | boolean | null;

/** A list item that a path goes through. `path[depth]` is its position after the change. */
type PathItem = { depth: number; change: "added" | "removed" | "kept"; name: LocalText | null };

/** `path` leads from the field to the value. `isReordered` is true if a list has the same items in another order. */
export type ValueChange = {
  path: string[];
  items: PathItem[];
  before: LeafValue;
  after: LeafValue;
  isReordered?: true;
};

/** Titles of second draws, by the ids that winners and packages name them by. */
export type PoolTitles = Record<string, LocalText>;

/**
 * `isNew` is true for the first revision of a draw. The version before answers without `pools`, and it may still run
 * when browsers have this one (decision 056).
 */
export type RevisionView = { revision: number; isNew: boolean; pools?: PoolTitles; changes: ValueChange[] };

type PlainObject = Record<string, unknown>;

type Place = Pick<ValueChange, "path" | "items">;

function toObject(value: unknown): PlainObject | null {
  return typeof value === "object" && value !== null ? (value as PlainObject) : null;
}

export function compareValues(before: unknown, after: unknown, place: Place = { path: [], items: [] }): ValueChange[] {
  if (toCanonicalText(before) === toCanonicalText(after)) return [];
  const [left, right] = [toObject(before), toObject(after)];
  const keys = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])];
  if (keys.length === 0) return [{ ...place, before: toLeaf(before), after: toLeaf(after) }];
  const inner =
    Array.isArray(before) || Array.isArray(after)
      ? compareLists(Array.isArray(before) ? before : [], Array.isArray(after) ? after : [], place)
      : keys.flatMap((key) => compareValues(left?.[key], right?.[key], { ...place, path: [...place.path, key] }));
  // A plain value changed, or became an object or list (a text in two languages), or the reverse.
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

/** The titles of the later definition count. A second draw that it no longer has keeps its earlier one. */
export function listPoolTitles(before: unknown, after: unknown): PoolTitles {
  const secondDraws = [before, after].flatMap((definition) => {
    const list = toObject(definition)?.secondDraws;
    return Array.isArray(list) ? (list as { id: string; title: LocalText }[]) : [];
  });
  return Object.fromEntries(secondDraws.map(({ id, title }) => [id, title]));
}
