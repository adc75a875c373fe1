export type Column = { heading: string; align: "left" | "right"; width: number };

export function tableLine(columns: readonly Column[], cells: readonly string[]): string {
  const padded = cells.map((cell, index) => pad(cell, columns[index] ?? { heading: "", align: "left", width: 0 }));
  return `  ${padded.join("  ")}`.trimEnd();
}

export function tableHeading(columns: readonly Column[]): string {
  return tableLine(
    columns,
    columns.map((column) => column.heading),
  );
}

export function column(heading: string, align: Column["align"], width = 0): Column {
  return { heading, align, width: Math.max(measureWidth(heading), width) };
}

/** Columns are as wide as their widest cell. */
export function tableLines(
  headings: readonly (readonly [heading: string, align: Column["align"]])[],
  rows: readonly string[][],
): string[] {
  const columns = headings.map(([heading, align], index) =>
    column(heading, align, Math.max(0, ...rows.map((row) => measureWidth(row[index] ?? "")))),
  );
  return [tableHeading(columns), ...rows.map((row) => tableLine(columns, row))];
}

function measureWidth(text: string): number {
  return [...text].length;
}

function pad(text: string, { align, width }: Column): string {
  const room = " ".repeat(Math.max(0, width - measureWidth(text)));
  return align === "right" ? room + text : text + room;
}
