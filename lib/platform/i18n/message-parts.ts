import type messages from "@/messages/en.json";

type PathsOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : Key | `${Key}.${PathsOf<Tree[Key]>}`;
}[keyof Tree & string];

/** The path of a message, or of all that lie below it, joined by dots. */
export type MessagePath = PathsOf<typeof messages>;

/** Messages by their keys, in whatever form a build gives them: a text, or what it compiled one to. */
export type MessageBranch = { [key: string]: unknown };

function isBranch(value: unknown): value is MessageBranch {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The messages of several trees; where two say the same, the later one counts. */
export function mergeMessages(...trees: readonly MessageBranch[]): MessageBranch {
  const merged: MessageBranch = {};
  for (const tree of trees) {
    for (const [key, value] of Object.entries(tree)) {
      const known = merged[key];
      merged[key] = isBranch(known) && isBranch(value) ? mergeMessages(known, value) : value;
    }
  }
  return merged;
}

function pickOne(tree: MessageBranch, [key = "", ...rest]: readonly string[]): MessageBranch {
  const found = tree[key];
  if (found === undefined) return {};
  if (rest.length === 0) return { [key]: found };
  return isBranch(found) ? { [key]: pickOne(found, rest) } : {};
}

/** Of a tree, the messages at `paths`; one that it does not have is left out. */
export function pickMessages(tree: MessageBranch, paths: readonly string[]): MessageBranch {
  return mergeMessages(...paths.map((path) => pickOne(tree, path.split("."))));
}
