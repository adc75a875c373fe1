import { endRestoredSessions } from "@/lib/people/sessions/end-restored-sessions";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { LostNumbers } from "@/lib/reconciliation/void-lost-numbers";
import { voidLostNumbers } from "@/lib/reconciliation/void-lost-numbers";
import { createContext } from "@/lib/wiring/create-context";
import { runtime } from "@/lib/wiring/runtime";
import { CommandError } from "./command/admin-client";
import { runCommand } from "./command/run-command";
import { importChangedDraws } from "./restored/import-changed-draws";
import { parseRestoredOptions } from "./restored/options";
import { peopleLine, restoredLines } from "./restored/text";

const usage = `Usage: npm run restored -- --to TIME     after a restore, before any process is started: make void
                                        what sales since TIME may have issued, list their payments,
                                        and end the sessions of the console
         TIME                           the instant that the database was restored to, such as 2026-11-20T18:00:00Z
         --cash DRAW=DOLLARS            cash taken in this draw since TIME; for each draw that has tablets
         --import FILE                  first import this draw, which was imported since TIME (can be repeated)
         --refresh DRAW                 the same for a draw of the draw feed that is new or changed since TIME
       It needs the server's own environment and a database that nobody sells from.`;

function explain({ reason, fields = [] }: Refusal): string {
  if (reason === "bank-not-answering") return "The gateway didn't answer. No numbers were made void: run it again.";
  const lines = fields.map(({ field, problem }) => {
    if (field === "to") return "  Numbers were issued after this instant. Stop all processes, and check the time.";
    if (field.startsWith("cash ") && problem === "required") {
      return `  Draw ${field.slice(5)} has tablets: add --cash ${field.slice(5)}=DOLLARS, 0 if no cash was taken.`;
    }
    if (field.startsWith("cash ")) return `  There is no draw ${field.slice(5)}.`;
    return `  ${field}: the gateway's report can't be read without one that it accepts.`;
  });
  return [`No numbers were made void (${reason}).`, ...lines].join("\n");
}

async function main(args: string[]): Promise<void> {
  const request = parseRestoredOptions(args);
  if (!request) throw new CommandError(usage);
  const name = process.env.TIRAGE_ADMIN || process.env.USER || process.env.USERNAME;
  const ctx = await createContext("jobs", { kind: "admin", grants: "all", ...(name ? { name } : {}) });
  try {
    for (const line of await importChangedDraws(ctx, request)) console.log(line);
    const done: LostNumbers | Refusal = await voidLostNumbers(ctx, request);
    if (!done.ok) throw new CommandError(explain(done));
    console.log(restoredLines(done).join("\n"));
    console.log(peopleLine(await endRestoredSessions(ctx)));
  } finally {
    await (await runtime()).close();
  }
}

await runCommand(usage, main, [
  ...["InvalidEnvironment", "SchemaMismatch", "DataDirectoryInUse"],
  ...["WrongSecretsKeyError", "WrongModeError", "UnsafeDatabase"],
]);
