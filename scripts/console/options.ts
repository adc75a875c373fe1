import type { RoleGrant } from "@/lib/people/rules.roles";
import { roles, toRoleSlug, toScope } from "@/lib/people/rules.roles";
import type { Language } from "@/lib/platform/i18n/routing";
import { isLanguage } from "@/lib/platform/i18n/routing";

export type ConsoleOptions =
  | { command: "invite"; email: string; name: string; locale: Language; roles: [RoleGrant] }
  | { command: "list" };

const known = ["--role", "--parent", "--draw", "--name", "--lang"];

export function parseConsoleOptions([command, email, ...args]: readonly string[]): ConsoleOptions | null {
  if (command === "list") return email === undefined ? { command } : null;
  if (command !== "invite" || !email?.includes("@")) return null;
  const options = readOptions(args);
  return options && readInvite(email, options);
}

function readOptions(args: readonly string[]): Map<string, string> | null {
  const found = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) {
    const [option = "", value] = args.slice(index, index + 2);
    if (!known.includes(option) || found.has(option) || !value || value.startsWith("--")) return null;
    found.set(option, value);
  }
  return found;
}

function readInvite(email: string, options: ReadonlyMap<string, string>): ConsoleOptions | null {
  const word = options.get("--role")?.toLowerCase().replaceAll(" ", "-");
  const role = roles.find((each) => toRoleSlug(each) === word);
  const [parentId, drawId] = [options.get("--parent"), options.get("--draw")];
  const locale = options.get("--lang") ?? "en";
  if (!role || !isLanguage(locale) || (parentId !== undefined && drawId !== undefined)) return null;
  const kind = parentId === undefined ? (drawId === undefined ? "everything" : "draw") : "parent";
  const name = options.get("--name") ?? email.split("@")[0] ?? email;
  return { command: "invite", email, name, locale, roles: [{ role, scope: toScope(kind, parentId ?? drawId ?? "") }] };
}
