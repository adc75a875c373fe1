import { byteOrderMark } from "@/lib/csv";
import type { FailedLine } from "@/lib/platform/http/respond-lines";
import type { ReportEnd, ReportHead, ReportRange, ReportRecord } from "@/lib/reports/rules";
import type { AdminAccess } from "@/scripts/command/admin-client";
import { CommandError, streamAdmin } from "@/scripts/command/admin-client";
import { count } from "@/scripts/command/amounts";
import { openProgress } from "@/scripts/command/progress";
import type { CsvDetail } from "./report-csv";
import { openCsv } from "./report-csv";
import { openRows } from "./report-rows";
import { headLines, poolLines, totalLines, verdictLines, warningLines, winnerLines } from "./report-text";
import type { TextSink } from "./text-sink";
import { openFile, openOutput } from "./text-sink";

/** If `csv.file` is null, the CSV goes to standard output. */
export type ReportOptions = { csv: { file: string | null; detail: CsvDetail } | null; screen: number };

type Reader = {
  head: (head: ReportHead) => Promise<void>;
  range: (row: ReportRange) => Promise<void>;
  end: (end: ReportEnd) => Promise<void>;
};

export function parseReportOptions(words: readonly string[], screen: number): ReportOptions | null {
  const rest = [...words];
  const take = (word: string) => rest[0] === word && rest.shift() !== undefined;
  let isCsv = false;
  let file: string | null = null;
  let detail: CsvDetail = "ranges";
  while (rest.length > 0) {
    if (take("--numbers")) detail = "numbers";
    else if (take("--csv")) {
      isCsv = true;
      file = rest[0] && !rest[0].startsWith("--") ? (rest.shift() ?? null) : null;
    } else return null;
  }
  if (isCsv) return { csv: { file, detail }, screen };
  return detail === "numbers" ? null : { csv: null, screen };
}

function createLineWriter(sink: TextSink): (lines: readonly string[]) => Promise<void> {
  return (lines) => (lines.length > 0 ? sink.write(`${lines.join("\n")}\n`) : Promise.resolve());
}

function createTableReader(output: TextSink, screen: number): Reader {
  const write = createLineWriter(output);
  let rows: ReturnType<typeof openRows> = () => [];
  return {
    head: (head) => {
      rows = openRows(head, screen);
      return write([...headLines(head), ...head.pools.flatMap(poolLines), ...winnerLines(head)]);
    },
    range: (row) => write(rows(row)),
    end: (end) => write([...totalLines(end), "", ...verdictLines(end)]),
  };
}

function createCsvReader(sink: TextSink, detail: CsvDetail): Pick<Reader, "head" | "range"> {
  let csv: ReturnType<typeof openCsv>;
  return {
    head: (head) => {
      csv = openCsv(head, detail);
      return sink.write(csv.heading);
    },
    range: async (row) => {
      for (const line of csv.lines(row)) await sink.write(line);
    },
  };
}

function createFileReader(file: TextSink, output: TextSink, detail: CsvDetail, screen: number): Reader {
  const [table, csv] = [createTableReader(output, screen), createCsvReader(file, detail)];
  return {
    head: async (head) => {
      await table.head(head);
      await file.write(byteOrderMark);
      await csv.head(head);
    },
    range: csv.range,
    end: table.end,
  };
}

/** Keeps standard output pure CSV for piping; warnings and the verdict go to standard error. */
function createOutputReader(output: TextSink, detail: CsvDetail): Reader {
  const csv = createCsvReader(output, detail);
  const showProgress = (lines: readonly string[]) => lines.length > 0 && console.error(lines.join("\n"));
  return {
    ...csv,
    head: (head) => {
      showProgress(warningLines(head));
      return csv.head(head);
    },
    end: async (end) => {
      showProgress(verdictLines(end));
    },
  };
}

function createProgress(): { begin: (head: ReportHead) => void; add: (row: ReportRange) => void } {
  const showProgress = openProgress();
  let [read, total] = [0, 0];
  return {
    begin: (head) => {
      total = head.pools.reduce((sum, pool) => sum + pool.sold + pool.void, 0);
    },
    add: ({ state, tickets }) => {
      if (state !== "never-issued") read += tickets;
      showProgress(() => `${count(read)} of ${count(total)} numbers`);
    },
  };
}

/** Throws `CommandError` if the report was refused or is incomplete. */
async function readReport(access: AdminAccess, drawId: string, reader: Reader): Promise<ReportEnd> {
  const path = `/api/admin/draws/${encodeURIComponent(drawId)}/report`;
  const progress = createProgress();
  let end: ReportEnd | undefined;
  for await (const record of streamAdmin<ReportRecord | FailedLine>(access, path)) {
    if (record.kind === "failed") {
      throw new CommandError(
        `The server failed partway through (${record.reason}, request ${record.requestId}). Try again.`,
      );
    }
    if (record.kind === "draw") {
      progress.begin(record);
      await reader.head(record);
    } else if (record.kind === "range") {
      await reader.range(record);
      progress.add(record);
    } else end = record;
  }
  if (!end) throw new CommandError("The report stopped before it finished. Try again.");
  await reader.end(end);
  return end;
}

async function discardAfter<Result>(sink: TextSink | null, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await sink?.discard();
    throw error;
  }
}

/** If the report doesn't add up, throws `CommandError` after everything was printed. */
export async function printReport(access: AdminAccess, drawId: string, options: ReportOptions): Promise<void> {
  const { csv, screen } = options;
  const output = openOutput();
  const file = csv?.file ? openFile(csv.file) : null;
  const reader = !csv
    ? createTableReader(output, screen)
    : file
      ? createFileReader(file, output, csv.detail, screen)
      : createOutputReader(output, csv.detail);
  const end = await discardAfter(file, async () => {
    const read = await readReport(access, drawId, reader);
    await file?.end();
    return read;
  });
  if (csv?.file) await output.write(`The numbers are in ${csv.file}.\n`);
  await output.end();
  if (!end.addsUp) throw new CommandError("The report does not add up.");
}
