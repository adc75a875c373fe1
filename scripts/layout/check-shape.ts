import type { RoomKind } from "./rooms";
import { findRoom, platformFolders } from "./rooms";
import type { SourceFile } from "./source-file";
import { toFunctionName, useCaseVerbs } from "./verbs";

export type Findings = { errors: string[]; warnings: string[] };

type Check = (file: SourceFile, kind: RoomKind) => string | null;

const serverRooms = new Set<RoomKind>(["store", "gateway-adapter", "use-case", "job", "wiring", "database"]);
const barredNames = /(^|\/)(index|utils?|misc|helpers?|common)\.(ts|tsx|mts|mjs|js)$/;
const environmentReaders = /^(lib\/platform\/server\/env\.ts|[^/]+|(scripts|deploy|sandbox|tests|bench)\/.*)$/;
const unrepeatable = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|(?<![\w.])fetch\(/;
const zoneWriters = /^lib\/(local-time|platform\/i18n\/zoned-parts)\.ts$/;
const zoneWords = /\bIntl\.DateTimeFormat\b|\.toLocale(Date|Time)String\(|\bat time zone (?!'UTC')/i;
const withoutZones = new Set<RoomKind>(["test", "tooling", "sandbox"]);

export function checkShape(file: SourceFile): Findings {
  const { kind } = findRoom(file.path);
  const problems = checks.flatMap((check) => check(file, kind) ?? []);
  return { errors: problems.map((problem) => `${file.path}: ${problem}.`), warnings: checkLength(file) };
}

function lineCount(file: SourceFile): number {
  return file.text.replace(/\n$/, "").split("\n").length;
}

function checkName({ path }: SourceFile): string | null {
  if (!barredNames.test(path)) return null;
  return "a file is named for what it holds: no barrels, utils, misc, helpers. Import the file you mean";
}

function checkRoom(_file: SourceFile, kind: RoomKind): string | null {
  if (kind !== "unknown") return null;
  return (
    "this is no room of lib: a subject holds rules, schema, store, gateway, client, job and <verb>-<noun>.ts files, " +
    `directly or in one folder by subject; folders of lib/platform are ${platformFolders.join(", ")}`
  );
}

function checkServerOnly({ path, text }: SourceFile, kind: RoomKind): string | null {
  const isEnvironment = kind === "platform" && /^lib\/platform\/server\/env\./.test(path);
  if (!serverRooms.has(kind) && !isEnvironment) return null;
  return text.startsWith('import "server-only";\n') ? null : 'begin the file with import "server-only";';
}

function checkEnvironment({ path, text }: SourceFile, kind: RoomKind): string | null {
  if (kind === "test" || environmentReaders.test(path) || !/\bprocess\.env\b/.test(text)) return null;
  return "process.env is read in lib/platform/server/env.ts alone: call env()";
}

function checkServerAction({ text }: SourceFile, kind: RoomKind): string | null {
  if (kind === "tooling" || !/^\s*["']use server["'];?\s*$/m.test(text)) return null;
  return "writes go through route handlers: move this to app/api/.../route.ts and a use case";
}

function checkPurity({ text }: SourceFile, kind: RoomKind): string | null {
  if (kind !== "rules" || !unrepeatable.test(text)) return null;
  return "rules know no clock, no randomness and no network: take what varies as a parameter";
}

function checkZones({ path, text }: SourceFile, kind: RoomKind): string | null {
  if (withoutZones.has(kind) || zoneWriters.test(path) || !zoneWords.test(text)) return null;
  return (
    "the zone data of browsers and databases may be years old: write times with formatInstant or createLocalTime, " +
    "and give SQL the instants at which a day begins and ends"
  );
}

function checkVerb({ path }: SourceFile, kind: RoomKind): string | null {
  if (kind !== "use-case") return null;
  const verb = (path.split("/").pop() ?? "").split("-")[0] ?? "";
  if (useCaseVerbs.includes(verb)) return null;
  return `"${verb}" is not a verb of scripts/layout/verbs.ts: rename the use case, or add the verb there by decision`;
}

function checkUseCaseExport({ path, text }: SourceFile, kind: RoomKind): string | null {
  if (kind !== "use-case") return null;
  const name = toFunctionName(path);
  const isExported = new RegExp(`^export (async )?function ${name}\\b`, "m").test(text);
  return isExported ? null : `a use case exports the function that it is named after, ${name}`;
}

function checkEdgeSize(file: SourceFile, kind: RoomKind): string | null {
  const most = { route: 40, page: 60 }[kind as string];
  if (!most || lineCount(file) <= most) return null;
  return `${lineCount(file)} lines, at most ${most}: a decision belongs in a use case, markup in components`;
}

const checks: readonly Check[] = [
  checkName,
  checkRoom,
  checkServerOnly,
  checkEnvironment,
  checkServerAction,
  checkPurity,
  checkZones,
  checkVerb,
  checkUseCaseExport,
  checkEdgeSize,
];

const maxLines = 350;

function checkLength(file: SourceFile): string[] {
  const lines = lineCount(file);
  return lines > maxLines ? [`${file.path}: ${lines} lines, at most ${maxLines}: it holds two subjects.`] : [];
}
