import type { Server } from "./server";

/** A token that no server has unless a test gives it. */
export const metricsToken = "RnV0dXJlLXByb29mLXRva2VuLTE3";

/** Series with their values, as `name{label="value"}` in the order in which they are told. */
export type Series = Map<string, number>;

/** The answer to a scrape of a server, by the right token unless told; null sends none. */
export function scrape({ url }: Pick<Server, "url">, token: string | null = metricsToken): Promise<Response> {
  return fetch(`${url}/api/metrics`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });
}

/** What a text of Prometheus' form tells. */
export function seriesOf(text: string): Series {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** What a server tells a monitor. */
export async function readSeries(server: Pick<Server, "url">): Promise<Series> {
  const response = await scrape(server);
  if (response.status !== 200) throw new Error(`No metrics: ${response.status}`);
  return seriesOf(await response.text());
}

/** The sum of all series of a metric that have these labels. */
export function sumOf(series: Series, metric: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  const own = [...series].filter(([key]) => key === metric || key.startsWith(`${metric}{`));
  return own.filter(([key]) => wanted.every((label) => key.includes(label))).reduce((sum, [, value]) => sum + value, 0);
}

/** Names of metrics that an expression of Prometheus reads. */
export function metricsIn(expression: string): string[] {
  return expression.match(/\b(?:tirage|process|nodejs)_\w+/g) ?? [];
}
