import type { AdminKeyView } from "@/lib/keys/rules";
import { keyRights } from "@/lib/rights";
import type { AdminKeyOptions } from "./admin-key/options";
import { parseAdminKeyOptions } from "./admin-key/options";
import type { AdminAccess } from "./command/admin-client";
import { CommandError, callAdmin, findAdminAccess, requireSuccess } from "./command/admin-client";
import { runCommand } from "./command/run-command";
import { tableLines } from "./command/text-table";

const usage = `Usage: npm run admin-key -- create NAME --rights A,B --days N
                                        make a key for a person or a program, and show it once
         --expires DATE                 its last day (2026-12-31), instead of --days; at most 366 days
         --rights                       what it may do: ${keyRights.join(", ")}
       npm run admin-key -- list        list all keys with their rights and state
       npm run admin-key -- revoke NAME revoke a key for good, at once
Only ADMIN_KEY may do this.`;

const path = "/api/admin/keys";

async function list(access: AdminAccess): Promise<void> {
  const { adminKeys } = requireSuccess(await callAdmin<{ adminKeys: AdminKeyView[] }>(access, "GET", path));
  const rows = adminKeys.map(({ name, state, expiresAt, rights }) => [name, state, expiresAt, rights.join(", ")]);
  const headings = ["name", "state", "expires", "rights"].map((heading) => [heading, "left"] as const);
  console.log(rows.length > 0 ? tableLines(headings, rows).join("\n") : "No named keys yet.");
}

async function create(access: AdminAccess, body: Omit<AdminKeyOptions, "command">): Promise<void> {
  const answer = await callAdmin<{ key: string; adminKey: AdminKeyView }>(access, "POST", path, body);
  const { key, adminKey } = requireSuccess(answer);
  const { name, rights, expiresAt } = adminKey;
  console.log(`${key}\n\nThis is the only time that the key of ${name} is shown. Hand it over safely.`);
  console.log(`It may do: ${rights.join(", ")}. It expires at ${expiresAt}. Use it as ADMIN_KEY.`);
}

async function revoke(access: AdminAccess, name: string): Promise<void> {
  const keyPath = `${path}/${encodeURIComponent(name)}/revoke`;
  const { adminKey } = requireSuccess(await callAdmin<{ adminKey: AdminKeyView }>(access, "POST", keyPath));
  console.log(`Revoked the key of ${adminKey.name}. It opens nothing anymore.`);
}

function run(access: AdminAccess, { command, ...rest }: AdminKeyOptions): Promise<void> {
  if (command === "list") return list(access);
  return command === "create" ? create(access, rest) : revoke(access, "name" in rest ? rest.name : "");
}

async function main(args: string[]): Promise<void> {
  const options = parseAdminKeyOptions(args);
  if (!options) throw new CommandError(usage);
  await run(findAdminAccess(process.env), options);
}

await runCommand(usage, main);
