import type messages from "@/messages/en.json";

type PathsOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : Key | `${Key}.${PathsOf<Tree[Key]>}`;
}[keyof Tree & string];

/** The dotted path of a message, or of all messages below a key. */
export type MessagePath = PathsOf<typeof messages>;

export type MessageBranch = { [key: string]: unknown };

/** Later trees replace earlier ones. */
export function mergeMessages(...trees: readonly MessageBranch[]): MessageBranch {
  const merged: MessageBranch = {};
  for (const tree of trees) {
    for (const [key, value] of Object.entries(tree)) {
      const existing = merged[key];
      merged[key] = isBranch(existing) && isBranch(value) ? mergeMessages(existing, value) : value;
    }
  }
  return merged;
}

export function pickMessages(tree: MessageBranch, paths: readonly string[]): MessageBranch {
  return mergeMessages(...paths.map((path) => pickPath(tree, path.split("."))));
}

function isBranch(value: unknown): value is MessageBranch {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pickPath(tree: MessageBranch, [key = "", ...rest]: readonly string[]): MessageBranch {
  const found = tree[key];
  if (found === undefined) return {};
  if (rest.length === 0) return { [key]: found };
  return isBranch(found) ? { [key]: pickPath(found, rest) } : {};
}
