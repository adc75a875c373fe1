/** As nested in `messages/*.json`. */
export type MessageTree = { [key: string]: MessageTree | string };

/** By dotted key. */
export type FlatMessages = ReadonlyMap<string, string>;

/** A value that is neither text nor tree becomes an empty message, which is an error. */
export function flattenMessages(tree: MessageTree, prefix = ""): FlatMessages {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof value === "string") return [[path, value]];
    if (value === null || typeof value !== "object" || Array.isArray(value)) return [[path, ""]];
    return [...flattenMessages(value, path)];
  });
  return new Map(entries);
}

type Branch = { [key: string]: unknown };

function replaceAt(tree: Branch, [key = "", ...rest]: string[], message: unknown): Branch {
  if (!Object.hasOwn(tree, key)) return tree;
  const inner = rest.length > 0 ? replaceAt(tree[key] as Branch, rest, message) : message;
  return { ...tree, [key]: inner };
}

/** Replaces messages by dotted key in a copy; unknown keys are ignored. */
export function replaceMessages<Tree extends object>(tree: Tree, others: Readonly<Record<string, unknown>>): Tree {
  const replaced = Object.entries(others).reduce<Branch>(
    (changed, [key, message]) => replaceAt(changed, key.split("."), message),
    tree as Branch,
  );
  return replaced as Tree;
}
