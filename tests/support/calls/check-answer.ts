import type { RouteRow } from "@/app/api/routes/row";
import { listRefusals } from "@/app/api/routes/row";
import { routes } from "@/app/api/routes/table";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import { refusalStatuses } from "@/lib/platform/http/reasons";

export type StatusAndReason = { status: number; reason?: unknown };

const byVariables = routes.toSorted((one, other) => one.path.split("[").length - other.path.split("[").length);

/** The status or reason that the table of routes doesn't list. Null if it lists both. */
export function whyUnexpected(method: string, url: string, { status, reason }: StatusAndReason): string | null {
  const rows = findRoutes(url);
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  // Answers without a reason come from a server in front of ours, or are the test's own subject.
  const isOther = rows.length === 0 || isRedirect || (status >= 400 && typeof reason !== "string");
  if (isOther || method === "HEAD" || method === "OPTIONS") return null;
  const row = rows.find((one) => one.method === method);
  const answer = `${method} ${rows[0]?.path} answered ${status} ${status < 400 ? "" : reason}`.trim();
  const successes = row ? (row.answers ?? [200]) : [];
  if (status < 400) return successes.includes(status) ? null : answer;
  const reasons: readonly RefusalReason[] = row ? listRefusals(row) : ["method-not-allowed", "not-found"];
  return reasons.some((one) => one === reason && refusalStatuses[one] === status) ? null : answer;
}

export function checkAnswer(method: string, url: string, answer: StatusAndReason): void {
  const why = whyUnexpected(method, url, answer);
  if (why) throw new Error(`${why}, which its row in app/api/routes doesn't name.`);
}

function toPattern(path: string): RegExp {
  const pattern = path
    .replace(".", "\\.")
    .replace("/[[...path]]", "(?:/.*)?")
    .replace(/\[\w+\]/g, "[^/]+");
  return new RegExp(`^${pattern}$`);
}

function findRoutes(url: string): RouteRow[] {
  if (!URL.canParse(url)) return [];
  const { pathname } = new URL(url);
  const [first] = byVariables.filter(({ path }) => toPattern(path).test(pathname));
  return routes.filter(({ path }) => path === first?.path);
}
