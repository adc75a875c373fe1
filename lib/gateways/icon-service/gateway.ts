/** Data of an icon as the service gave it; sizes in units. */
export type ServedIcon = { body: string; width: number; height: number };

/** What asking for icons gave: those that there are, by name; or that nobody knows. */
export type ServedIcons = { kind: "icons"; icons: Map<string, ServedIcon> } | { kind: "unavailable"; problem: string };

/** A service of icons behind a typed port. A call never throws for what it answers or fails to. */
export type IconService = {
  /** Asks once for icons of one set. */
  find: (prefix: string, names: readonly string[]) => Promise<ServedIcons>;
};
