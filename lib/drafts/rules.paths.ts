/** Reads the value at a path such as `secondDraws.0.title`. */
export function getValue(content: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], content);
}

/** Returns a copy with another value at a path. `undefined` removes a field, and an item of a list. */
export function setValue<Content extends object>(content: Content, path: string, value: unknown): Content {
  const [key = "", ...rest] = path.split(".");
  const current = (content as Record<string, unknown>)[key];
  const isIndex = /^\d+$/.test(rest[0] ?? "");
  const changed = rest.length > 0 ? setValue(toContainer(current, isIndex), rest.join("."), value) : value;
  if (Array.isArray(content)) {
    const index = Number(key);
    const isRemoved = changed === undefined;
    return (
      isRemoved ? content.filter((_item, at) => at !== index) : Object.assign([...content], { [index]: changed })
    ) as Content;
  }
  const next = isEmptyGroup(changed) ? undefined : changed;
  const { [key]: _removed, ...others } = content as Record<string, unknown>;
  return (next === undefined ? others : { ...content, [key]: next }) as Content;
}

/** A group of fields whose last one was removed is removed, too. An item of a list stays until it is removed itself. */
function isEmptyGroup(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0;
}

function toContainer(value: unknown, isList: boolean): object {
  if (value !== null && typeof value === "object") return value;
  return isList ? [] : {};
}
