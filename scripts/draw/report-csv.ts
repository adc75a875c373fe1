import type { CsvCell } from "@/lib/csv";
import { csvLine } from "@/lib/csv";
import type { ReportHead, ReportRange } from "@/lib/reports/rules";

export type CsvDetail = "ranges" | "numbers";

const headings: Record<CsvDetail, readonly string[]> = {
  ranges: ["first_number", "last_number", "tickets"],
  numbers: ["number", "range_first", "range_last"],
};

const saleHeadings = ["state", "order", "sold_at", "void_since", "channel", "method", "package", "bundle", "amount"];

export type CsvWriter = { heading: string; lines: (row: ReportRange) => Iterable<string> };

/**
 * Amounts are dollars as numbers, instants ISO with offset. With one row per number, only the first row has the range's
 * amount, because a price may not be divisible by its tickets and the column must add up.
 */
export function openCsv(head: ReportHead, detail: CsvDetail): CsvWriter {
  const licences = new Map(head.pools.map((pool) => [pool.poolId, pool.licence]));
  const note = createNote(head);

  function write(row: ReportRange, numbers: CsvCell[], amountCents: number | null): string {
    const dollars = amountCents === null ? null : amountCents / 100;
    const sale = [row.orderCode, row.soldAt, row.voidedAt, row.channel, row.method, row.packageId, row.bundleId];
    const draw = [head.instanceId, licences.get(row.poolId) ?? null, row.poolId];
    return csvLine([...draw, ...numbers, row.state, ...sale, dollars, note]);
  }

  function* writeNumbers(row: ReportRange): Generator<string> {
    for (let number = row.first; number <= row.last; number += 1) {
      yield write(row, [number, row.first, row.last], number === row.first ? row.amountCents : null);
    }
  }

  const heading = csvLine(["draw", "licence", "pool", ...headings[detail], ...saleHeadings, "note"]);
  const writeRange = (row: ReportRange) => [write(row, [row.first, row.last, row.tickets], row.amountCents)];
  return { heading, lines: detail === "ranges" ? writeRange : writeNumbers };
}

/** The note is repeated in each row, so that a row copied out of the file still has it. */
function createNote({ isTest, isFinal }: ReportHead): string | null {
  return [...(isTest ? ["TEST"] : []), ...(isFinal ? [] : ["NOT FINAL"])].join(", ") || null;
}
