export type DeviceOptions =
  | { command: "create"; parent: string; location: string; name: string }
  | { command: "list"; parent: string | null }
  | { command: "history"; parent: string }
  | { command: "renew" | "revoke"; deviceId: string }
  | { command: "set"; deviceId: string; listsOthers: boolean };

export function parseDeviceOptions([command, ...args]: readonly string[]): DeviceOptions | null {
  if (command === "create") {
    const options = readOptions(args, ["parent", "location", "name"]);
    const [parent, location, name] = ["parent", "location", "name"].map((key) => options?.get(key));
    return parent && location && name ? { command, parent, location, name } : null;
  }
  if (command === "list") {
    const options = readOptions(args, ["parent"]);
    return options && { command, parent: options.get("parent") ?? null };
  }
  const [subject, ...rest] = args;
  if (command === "set" && subject && !subject.startsWith("-")) {
    const setting = readOptions(rest, ["lists-others"])?.get("lists-others");
    return setting === "on" || setting === "off" ? { command, deviceId: subject, listsOthers: setting === "on" } : null;
  }
  if (!subject || subject.startsWith("-") || rest.length > 0) return null;
  if (command === "history") return { command, parent: subject };
  return command === "renew" || command === "revoke" ? { command, deviceId: subject } : null;
}

function readOptions(args: readonly string[], allowed: readonly string[]): Map<string, string> | null {
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) {
    const [option = "", value] = args.slice(index, index + 2);
    const name = option.replace(/^--/, "");
    if (!option.startsWith("--") || !allowed.includes(name) || options.has(name) || !value) return null;
    options.set(name, value);
  }
  return options;
}
