import { join } from "node:path";
import type { ErasedPerson } from "@/lib/privacy/erase-person";
import type { ExportedPerson } from "@/lib/privacy/export-buyer";
import type { AdminAccess } from "./command/admin-client";
import { CommandError, callAdmin, findAdminAccess, requireSuccess } from "./command/admin-client";
import { privateFolder, writePrivately } from "./command/private-files";
import { runCommand } from "./command/run-command";
import type { PersonOptions } from "./person/options";
import { parsePersonOptions } from "./person/options";
import { personLines } from "./person/text";

const usage = `Usage: npm run person -- export EMAIL   write everything stored about a person to a new file, as JSON
         --file FILE                    which file (private/person-DATE.json)
       npm run person -- erase EMAIL    erase what tells who they are from every order where the rules allow it
         --dry-run                      only say what would be erased, and what wouldn't`;

async function exportPerson(access: AdminAccess, email: string, file: string | null): Promise<void> {
  const person = requireSuccess(await callAdmin<ExportedPerson>(access, "POST", "/api/admin/people/export", { email }));
  const target = file ?? join(privateFolder, `person-${person.exportedAt.slice(0, 19).replaceAll(":", "")}.json`);
  writePrivately(target, `${JSON.stringify(person, null, 2)}\n`);
  const also = person.access ? " and access to the console" : "";
  console.log(
    `Wrote ${person.orders.length} order(s)${also} to ${target}. Give it to this person only, then delete it.`,
  );
}

async function erasePerson(access: AdminAccess, email: string, dryRun: boolean): Promise<void> {
  const path = "/api/admin/people/erase";
  const person = requireSuccess(await callAdmin<ErasedPerson>(access, "POST", path, { email, dryRun }));
  console.log(personLines(person, dryRun).join("\n"));
  const isKept = person.kept.length + person.unfinished > 0 || person.access === "kept";
  if (isKept) process.exitCode = 1;
}

function run(access: AdminAccess, options: PersonOptions): Promise<void> {
  if (options.command === "export") return exportPerson(access, options.email, options.file);
  return erasePerson(access, options.email, options.dryRun);
}

async function main(args: string[]): Promise<void> {
  const options = parsePersonOptions(args);
  if (!options) throw new CommandError(usage);
  await run(findAdminAccess(process.env), options);
}

await runCommand(usage, main);
