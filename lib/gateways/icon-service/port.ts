export type ServedIcon = { body: string; width: number; height: number };

export type ServedIcons = { kind: "icons"; icons: Map<string, ServedIcon> } | { kind: "unavailable"; problem: string };

/** Never throws, whatever the service answers. */
export type IconService = {
  find: (prefix: string, names: readonly string[]) => Promise<ServedIcons>;
};
