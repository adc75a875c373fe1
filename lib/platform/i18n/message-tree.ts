export type MessageTree = { [key: string]: MessageTree | string };

export type FlatMessages = ReadonlyMap<string, string>;

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

export function replaceMessages<Tree extends object>(
  tree: Tree,
  replacements: Readonly<Record<string, unknown>>,
): Tree {
  const replaced = Object.entries(replacements).reduce<Branch>(
    (changed, [key, message]) => replaceAt(changed, key.split("."), message),
    tree as Branch,
  );
  return replaced as Tree;
}
