import type { WrittenEntry } from "@/lib/audit/rules";
import type { DrawAction } from "@/lib/draws/import/rules.changes";
import type { AdminDraw } from "@/lib/draws/rules.projection";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { AmbiguousDraw } from "@/lib/zones/rules";
import type { AdminAccess } from "./command/admin-client";
import { CommandError, callAdmin, findAdminAccess, requireSuccess } from "./command/admin-client";
import { explainFields } from "./command/explain-refusal";
import { historyLines } from "./command/history-text";
import { writePrivately } from "./command/private-files";
import { runCommand } from "./command/run-command";
import { draftDraw } from "./draw/draft-draw";
import { parseDraftOptions } from "./draw/draft-options";
import { parseReportOptions, printReport } from "./draw/print-report";
import { readDrawFile } from "./draw/read-draw-file";
import { ambiguousLines, parseZoneOptions } from "./draw/zone-text";

const usage = `Usage: npm run draw -- new FILE      write a draw file with comments, to fill in and import
         --raffle                    a prize raffle instead of a 50/50
         --province QC               where it is sold instead of ON: sets its age and time zone
       npm run draw -- import FILE   create or update a draw from its JSON, in which comments are allowed
       npm run draw -- list          list all draws with their state and sales
       npm run draw -- open ID       reopen sales after an admin closed them
       npm run draw -- close ID      close sales now
       npm run draw -- refresh ID    fetch a draw from the upstream platform now
       npm run draw -- free-holds ID cancel reserved orders that nobody has started to pay
         --unknown                   only from browsers that haven't paid in this draw before
       npm run draw -- zones         list draws whose dates were written with an offset that isn't their zone's
       npm run draw -- zones ID --keep instant      keep their instants: buyers read another time from now on
       npm run draw -- zones ID --keep wall-clock   keep the time on the clock: the instants move
       npm run draw -- history ID    show who did what to the draw, and when
       npm run draw -- report ID     account for every number: sold, void or never issued, with totals
         --csv [FILE]                write the numbers as CSV, to FILE or standard output (npm run -s draw)
         --numbers                   with --csv: one row per number instead of per range`;

const subjectCommands = ["import", "open", "close", "refresh", "free-holds", "history", "report"];

function describe(draw: AdminDraw): string {
  const state = draw.salesOpen ? "open" : (draw.reason ?? "not on sale");
  const left = draw.left === null ? "no limit" : `${draw.left} left`;
  const sales = `${draw.sold} sold, ${draw.reserved} reserved, ${left}, pot $${draw.pot.toFixed(2)}`;
  const dates = `opens ${draw.opensAt}, closes ${draw.closedAt ?? draw.closesAt}`;
  return `${draw.id}  ${draw.title}\n  ${state} (${draw.approvalState}, ${draw.timeState}); ${sales}\n  ${dates}`;
}

async function importFile(access: AdminAccess, file: string): Promise<void> {
  type Imported = { draw: AdminDraw; warnings: FieldProblem[] };
  const answer = await callAdmin<Imported>(access, "POST", "/api/admin/draws", readDrawFile(file));
  const { draw, warnings } = requireSuccess(answer);
  console.log(`${answer.status === 201 ? "Created" : "Updated"}: ${describe(draw)}`);
  if (warnings.length > 0) console.log(["Warnings:", ...explainFields(warnings)].join("\n"));
}

function writeDraft(args: string[]): void {
  const options = parseDraftOptions(args);
  if (!options) throw new CommandError(usage);
  const { file, ...draft } = options;
  writePrivately(file, draftDraw({ ...draft, now: new Date() }));
  console.log(`Wrote ${file}. Fill it in, then: npm run draw -- import ${file}`);
}

async function listDraws(access: AdminAccess): Promise<void> {
  const { draws } = requireSuccess(await callAdmin<{ draws: AdminDraw[] }>(access, "GET", "/api/admin/draws"));
  console.log(draws.length > 0 ? draws.map(describe).join("\n") : "No draws yet.");
}

async function callOn(access: AdminAccess, action: "open" | "close" | "refresh", drawId: string): Promise<void> {
  const path = `/api/admin/draws/${encodeURIComponent(drawId)}/${action}`;
  const { draw } = requireSuccess(await callAdmin<{ draw: AdminDraw }>(access, "POST", path));
  console.log(describe(draw));
}

async function freeHolds(access: AdminAccess, drawId: string, options: string[]): Promise<void> {
  const path = `/api/admin/draws/${encodeURIComponent(drawId)}/free-holds`;
  const body = { unknownOnly: options.includes("--unknown") };
  const { released } = requireSuccess(await callAdmin<{ released: number }>(access, "POST", path, body));
  console.log(released === 1 ? "Cancelled 1 reserved order." : `Cancelled ${released} reserved orders.`);
}

async function listZones(access: AdminAccess): Promise<void> {
  const { draws } = requireSuccess(
    await callAdmin<{ draws: AmbiguousDraw[] }>(access, "GET", "/api/admin/draws/zones"),
  );
  console.log(ambiguousLines(draws).join("\n"));
}

async function chooseReading(access: AdminAccess, drawId: string, keep: string): Promise<void> {
  const path = `/api/admin/draws/${encodeURIComponent(drawId)}/zones`;
  const { draw } = requireSuccess(await callAdmin<{ draw: AdminDraw }>(access, "POST", path, { keep }));
  console.log(describe(draw));
}

async function listHistory(access: AdminAccess, drawId: string): Promise<void> {
  const path = `/api/admin/draws/${encodeURIComponent(drawId)}/history`;
  const answer = await callAdmin<{ entries: WrittenEntry<DrawAction>[] }>(access, "GET", path);
  console.log(historyLines(requireSuccess(answer).entries).join("\n"));
}

function screenWidth(): number {
  return process.stdout.columns || Number(process.env.COLUMNS) || 80;
}

async function main([command, subject, ...rest]: string[]): Promise<void> {
  if (command === "new") return writeDraft(subject ? [subject, ...rest] : []);
  const keep = command === "zones" && subject ? parseZoneOptions(rest) : null;
  const isComplete = subject
    ? subjectCommands.includes(command ?? "") || keep !== null
    : command === "list" || command === "zones";
  const report = command === "report" ? parseReportOptions(rest, screenWidth()) : null;
  const isUnclear = !keep && rest.some((option) => command !== "free-holds" || option !== "--unknown");
  if (!isComplete || (command === "report" ? !report : isUnclear)) throw new CommandError(usage);
  const access = findAdminAccess(process.env);
  if (command === "zones") return keep ? chooseReading(access, subject ?? "", keep) : listZones(access);
  if (command === "list") return listDraws(access);
  if (command === "import") return importFile(access, subject ?? "");
  if (command === "free-holds") return freeHolds(access, subject ?? "", rest);
  if (command === "history") return listHistory(access, subject ?? "");
  if (report) return printReport(access, subject ?? "", report);
  return callOn(access, command === "open" || command === "refresh" ? command : "close", subject ?? "");
}

await runCommand(usage, main);
