import { renderUnicodeCompact } from "uqr";

import type { PersonView } from "@/lib/people/rules";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { getScopeId, roles, toRoleSlug } from "@/lib/people/rules.roles";
import type { AdminAccess } from "./command/admin-client";
import { CommandError, callAdmin, findAdminAccess, requireSuccess } from "./command/admin-client";
import { runCommand } from "./command/run-command";
import { tableLines } from "./command/text-table";
import type { ConsoleOptions } from "./console/options";
import { parseConsoleOptions } from "./console/options";

const usage = `Usage: npm run console -- invite EMAIL --role ROLE
                                        give somebody a role in the console, and print the link by which they make
                                        their passkey, once within a day; it is mailed too
         --role                         ${roles.map(toRoleSlug).join(", ")}
         --parent P                     only in the draws of one parent
         --draw D                       only in one draw
         --name NAME                    their name; without it, what stands before the @
         --lang fr                      the language of their emails; English without it
       npm run console -- list          list people with their roles, state and id`;

const path = "/api/admin/persons";

type Invited = { personId: string; isRegistered: boolean; link: string | null; isMailed: boolean };

async function invite(access: AdminAccess, { command: _command, ...person }: ConsoleOptions): Promise<void> {
  const invited = requireSuccess(await callAdmin<Invited>(access, "POST", path, person));
  const { personId, isRegistered } = invited;
  // Registered people may have lost their passkeys, so they are invited again.
  const again = isRegistered ? await callAdmin<Invited>(access, "POST", `${path}/${personId}/invite`) : null;
  const { link, isMailed } = again ? requireSuccess(again) : invited;
  if (link === null)
    throw new CommandError("They have the role, and no link: it would open more than this key may do.");
  console.log(`${link}\n\n${renderUnicodeCompact(link)}\n`);
  console.log(`The link works once, for 24 hours. ${isMailed ? "It was mailed too." : "It could not be mailed."}`);
  if (isRegistered) console.log("They have passkeys already; these end once the link is used.");
}

async function list(access: AdminAccess): Promise<void> {
  const { persons } = requireSuccess(await callAdmin<{ persons: PersonView[] }>(access, "GET", path));
  const describeRole = ({ role, scope }: RoleGrant) => `${toRoleSlug(role)} (${getScopeId(scope) || scope.kind})`;
  const rows = persons.map((person) => {
    const { name, email, state, roles: grants, personId } = person;
    return [name, email, state, grants.map(describeRole).join(", "), personId];
  });
  const headings = ["name", "email", "state", "roles", "id"].map((heading) => [heading, "left"] as const);
  console.log(rows.length > 0 ? tableLines(headings, rows).join("\n") : "Nobody yet.");
}

async function main(args: string[]): Promise<void> {
  const options = parseConsoleOptions(args);
  if (!options) throw new CommandError(usage);
  const access = findAdminAccess(process.env);
  await (options.command === "list" ? list(access) : invite(access, options));
}

await runCommand(usage, main);
