import { z } from "zod";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { drawSchema } from "@/lib/draws/schema";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";

type Shape = {
  type?: string;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | false;
  items?: Shape;
  anyOf?: Shape[];
};

type JsonObject = Record<string, unknown>;

const drawShape = z.toJSONSchema(drawSchema, { io: "input", unrepresentable: "any" }) as Shape;

/** Never imported, because they change with time and sales. */
const derivedFields: ReadonlySet<string> = new Set([
  "isHot",
  "closedAt",
  "salesOpen",
  "reason",
] satisfies (keyof PublicDraw)[]);

/** If one of these is wrong, its stored value is kept and the rest of the draw is imported. */
const separableFields: ReadonlySet<string> = new Set(["timeZone", "winners"] satisfies (keyof Draw)[]);

/** An answer with more unknown fields than this is not a draw, and the import refuses it. */
const maxIgnored = 100;

const typoLetters = 2;

/**
 * Returns the definition to import and its unknown fields (`ignored`). A null counts as a missing field where null is
 * not allowed. A misspelled field stays, so that the import refuses it.
 */
export function readInstance(body: unknown, drawId: string): { instance: unknown; ignored: FieldProblem[] } {
  if (!isObject(body)) return { instance: body, ignored: [] };
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => !derivedFields.has(name)));
  const filter = createFieldFilter();
  const instance = filter.filterValue({ ...fields, id: fields.id ?? drawId }, drawShape, "");
  return { instance, ignored: filter.ignored() };
}

export function completeInstance(instance: unknown, stored: Draw | null): unknown {
  if (!isObject(instance) || !stored) return instance;
  const { locale, secondDraws, ...rest } = instance;
  const { locale: storedLocale, secondDraws: storedSeconds, ...before } = stored;
  return {
    ...(fillMissing(rest, before, drawShape) as JsonObject),
    locale: completeLocale(locale, storedLocale),
    secondDraws: completeSecondDraws(secondDraws, storedSeconds),
  };
}

export function findSeparableFields({ fields = [] }: Refusal): string[] {
  const names = new Set(fields.map(({ field }) => field.split(".")[0] ?? ""));
  return [...names].every((name) => separableFields.has(name)) ? [...names] : [];
}

export function withStoredFields(instance: unknown, fields: readonly string[], stored: Draw | null): unknown {
  const kept = fields.map((field) => [field, stored?.[field as keyof Draw]]);
  return isObject(instance) ? { ...instance, ...Object.fromEntries(kept) } : instance;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function getAlternatives(shape: Shape): Shape[] {
  return shape.anyOf ? shape.anyOf.flatMap(getAlternatives) : [shape];
}

function isNullable(shape: Shape): boolean {
  return getAlternatives(shape).some(({ type }) => type === "null" || type === undefined);
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (letter === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Makes `end_date` and `endDate` equal. */
function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, "");
}

function isTypo(name: string, names: readonly string[]): boolean {
  const letters = normalizeName(name);
  return names.map(normalizeName).some((one) => {
    const isNear = Math.abs(one.length - letters.length) <= typoLetters;
    return isNear && editDistance(letters, one) <= typoLetters;
  });
}

/** Decides once per path, for all items of a list. */
function createFieldFilter() {
  const decisions = new Map<string, boolean>();

  function isIgnored(path: string, name: string, names: readonly string[]): boolean {
    const before = decisions.get(path);
    if (before !== undefined) return before;
    if (decisions.size >= maxIgnored) return false;
    // Inherited names such as `__proto__` stay, so that the import refuses them.
    const ignored = !(name in Object.prototype) && !isTypo(name, names);
    decisions.set(path, ignored);
    return ignored;
  }

  function filterFields(value: JsonObject, shapes: Record<string, Shape>, path: string): JsonObject {
    const names = Object.keys(shapes);
    const kept = Object.entries(value).flatMap(([name, part]) => {
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      if (!shape) return isIgnored(path + name, name, names) ? [] : [[name, part]];
      if (part === null && !isNullable(shape)) return [];
      return [[name, filterValue(part, shape, `${path}${name}.`)]];
    });
    return Object.fromEntries(kept);
  }

  function filterValue(value: unknown, shape: Shape, path: string): unknown {
    // Credentials are imported unchanged or refused.
    if (path === "apiKeys.") return value;
    const shapes = getAlternatives(shape);
    const items = shapes.find((one) => one.items)?.items;
    if (Array.isArray(value)) return items ? value.map((part) => filterValue(part, items, `${path}*.`)) : value;
    if (!isObject(value)) return value;
    const properties = shapes.find((one) => one.properties)?.properties;
    if (properties) return filterFields(value, properties, path);
    const values = shapes.find((one) => one.additionalProperties)?.additionalProperties;
    if (!values) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, filterValue(part, values, `${path}${key}.`)]),
    );
  }

  const ignored = () =>
    [...decisions].flatMap(([field, isLeftOut]): FieldProblem[] => (isLeftOut ? [{ field, problem: "unknown" }] : []));
  return { filterValue, ignored };
}

function fillMissing(value: unknown, before: unknown, shape: Shape | undefined): unknown {
  if (value === undefined) return before;
  const properties = shape?.properties;
  if (!properties || !isObject(value) || !isObject(before)) return value;
  const lacking = Object.keys(properties).filter((name) => before[name] !== undefined);
  const merged = lacking.map((name) => [name, fillMissing(value[name], before[name], properties[name])]);
  return { ...value, ...Object.fromEntries(merged) };
}

/** The platform's public answers leave out disabled second draws, so the stored ones stay where they were. */
function completeSecondDraws(sent: unknown, before: Draw["secondDraws"]): unknown {
  if (!Array.isArray(sent)) return sent ?? before;
  const shape = drawShape.properties?.secondDraws?.items;
  const secondDraws: unknown[] = sent.map((second: unknown) => {
    const stored = before.find(({ id }) => isObject(second) && second.id === id);
    return fillMissing(second, stored, shape);
  });
  for (const [at, second] of before.entries()) {
    const isSent = sent.some((one: unknown) => isObject(one) && one.id === second.id);
    if (!isSent && !second.settings.enabled) secondDraws.splice(at, 0, second);
  }
  return secondDraws;
}

/** Words are fetched by separate calls, so only the language of the stored draw is kept. */
function completeLocale(sent: unknown, { lang }: Draw["locale"]): unknown {
  return sent === undefined || isObject(sent) ? { lang, ...sent } : sent;
}
