import type { Server } from "./server";

/** Servers have this token only if a test sets it. */
export const metricsToken = "RnV0dXJlLXByb29mLXRva2VuLTE3";

/** Values by `name{label="value"}`. */
export type Series = Map<string, number>;

/** If `token` is null, none is sent. */
export function scrape({ url }: Pick<Server, "url">, token: string | null = metricsToken): Promise<Response> {
  return fetch(`${url}/api/metrics`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });
}

export function parseSeries(text: string): Series {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

export async function readSeries(server: Pick<Server, "url">): Promise<Series> {
  const response = await scrape(server);
  if (response.status !== 200) throw new Error(`No metrics: ${response.status}`);
  return parseSeries(await response.text());
}

export function sumSeries(series: Series, metric: string, labels: Record<string, string> = {}): number {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  const own = [...series].filter(([key]) => key === metric || key.startsWith(`${metric}{`));
  return own.filter(([key]) => pairs.every((label) => key.includes(label))).reduce((sum, [, value]) => sum + value, 0);
}

export function listMetrics(expression: string): string[] {
  return expression.match(/\b(?:tirage|process|nodejs)_\w+/g) ?? [];
}
