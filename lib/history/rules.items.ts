import { toCanonicalText } from "@/lib/draws/import/rules.changes";
import type { LocalText } from "@/lib/local-text";

type Item = { value: unknown; position: number };

/** The same item in two versions of a list. An item that was added or removed is only in one. */
export type ItemPair = { before?: Item; after?: Item };

/** Pairs items in the order of the later list, removed ones last. Items without an identity are paired by position. */
export function pairItems(before: unknown[], after: unknown[]): ItemPair[] {
  const pairs: ItemPair[] = after.map((value, position) => ({ after: { value, position } }));
  let rest: Item[] = before.map((value, position) => ({ value, position }));
  for (const keyOf of [...identityGetters, getPosition]) {
    const byKey = Map.groupBy(rest, keyOf);
    for (const pair of pairs) {
      const key = pair.before || !pair.after ? null : keyOf(pair.after);
      const found = key === null ? undefined : byKey.get(key)?.shift();
      if (found) pair.before = found;
    }
    const paired = new Set(pairs.map((pair) => pair.before));
    rest = rest.filter((item) => !paired.has(item));
  }
  return [...pairs, ...rest.map((item) => ({ before: item }))];
}

type ItemFields = Record<string, unknown>;

function fieldsOf({ value }: Item): ItemFields {
  return typeof value === "object" && value !== null ? (value as ItemFields) : {};
}

/**
 * Tried in this order. Equal values first, then numbers, because one prize may have several winners; then prizes,
 * because a number may have been corrected.
 */
const identityGetters: ((item: Item) => string | null)[] = [
  ({ value }) => toCanonicalText(value),
  (item) => joinFields(item, ["id"]),
  (item) => joinFields(item, ["poolId", "prizeType", "number"]),
  (item) => joinFields(item, ["poolId", "prizeType"]),
  (item) => joinFields(item, ["poolId", "packageId"]),
  (item) => (hasIdentity(item) ? null : joinFields(item, ["name"])),
  (item) => (hasIdentity(item) ? null : joinFields(item, ["description"])),
  (item) => (hasIdentity(item) ? null : joinFields(item, ["question"])),
];

function joinFields(item: Item, names: string[]): string | null {
  const values = names.map((name) => fieldsOf(item)[name]);
  return values.includes(undefined) ? null : toCanonicalText(values);
}

function hasIdentity(item: Item): boolean {
  return ["id", "poolId"].some((name) => name in fieldsOf(item));
}

function getPosition(item: Item): string | null {
  return hasIdentity(item) ? null : String(item.position);
}

/** In characters. Longer texts, such as descriptions, don't serve as names. */
const maxNameLength = 80;

/** Returns a label by which people recognize an item: a winner's prize and number, or a name. */
export function nameItem(value: unknown): LocalText | null {
  const { prizeType, number, label, title, name, description, question, id } = fieldsOf({ value, position: 0 });
  if (prizeType !== undefined) return `${prizeType} ${number}`;
  const named = [label, title, name, description, question, id].find(isName);
  return named ?? null;
}

function isName(value: unknown): value is LocalText {
  const text = typeof value === "object" && value !== null && "en" in value ? value.en : value;
  return typeof text === "string" && text !== "" && text.length <= maxNameLength;
}
