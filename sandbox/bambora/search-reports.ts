import type { Account } from "@/sandbox/accounts";
import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Transaction } from "@/sandbox/transaction";
import { localTime } from "@/sandbox/zoned-time";
import { authorizeCall } from "./authorize-call";
import { GatewayError } from "./gateway-error";
import type { JsonObject } from "./read-json";
import { isObject, readJson } from "./read-json";
import { fullRow, minimalRow } from "./report-row";

type Criterion = (transaction: Transaction) => boolean;
type Query = { isMinimal: boolean; from: string; to: string; startRow: number; endRow: number; criteria: Criterion[] };

/** Bambora's number for this field (docs/bambora.md, Reports). */
export const orderNumberField = 5;

const fieldReaders: Record<number, (transaction: Transaction) => string> = {
  1: ({ id }) => id,
  2: ({ amountCents }) => (amountCents / 100).toFixed(2),
  3: ({ card }) => card?.lastFour ?? "",
  4: ({ card }) => card?.owner ?? "",
  [orderNumberField]: ({ orderNumber }) => orderNumber,
  6: ({ customerIp }) => customerIp,
  7: ({ approved }) => (approved ? "TEST" : ""),
  8: ({ type }) => type,
  9: ({ card }) => card?.type ?? "",
  10: ({ approved }) => (approved ? "1" : "0"),
  11: ({ billing }) => billing.name ?? "",
  12: ({ billing }) => billing.email_address ?? "",
  13: ({ billing }) => billing.phone_number ?? "",
  15: ({ custom }) => custom.ref1 ?? "",
  16: ({ custom }) => custom.ref2 ?? "",
  17: ({ custom }) => custom.ref3 ?? "",
  18: ({ custom }) => custom.ref4 ?? "",
  19: ({ custom }) => custom.ref5 ?? "",
  23: ({ originalId }) => originalId ?? "",
};
const numericFields = new Set([1, 2, 10, 23]);
const referenceFields = new Set([15, 16, 17, 18, 19]);

export function searchedOrderNumber(body: JsonObject): string | undefined {
  const criteria: unknown[] = Array.isArray(body.criteria) ? body.criteria : [];
  const found = criteria.find(
    (row) => isObject(row) && Number(row.field) === orderNumberField && row.operator === "%3D",
  );
  return isObject(found) && typeof found.value === "string" ? found.value : undefined;
}

/** Includes declines (docs/bambora.md, Reports). Refuses with 314 and the field. */
export function searchReports(state: SandboxState, call: Call): Reply {
  const account = authorizeCall(call, "reporting");
  const body = readJson(call);
  const query = readQuery(body);
  const visibleUntilMs = state.now() - state.settings.reportLagMs;
  const found = candidates(state, account, body).filter(
    (row) =>
      row.createdMs <= visibleUntilMs && isWithin(row, account, query) && query.criteria.every((fits) => fits(row)),
  );
  const isPastEnd = query.startRow > Math.max(1, found.length);
  if (isPastEnd && state.settings.reportEnd === "refused") throw invalid("start_row");
  const toRow = query.isMinimal ? minimalRow : fullRow;
  const page = found.slice(query.startRow - 1, query.endRow);
  return jsonReply(200, { records: page.map((row, index) => toRow(row, account, query.startRow + index)) });
}

function compare(field: number, left: string, right: string): number {
  if (numericFields.has(field)) return Number(left) - Number(right);
  return left === right ? 0 : left < right ? -1 : 1;
}

// As documented, operators are URL-encoded inside the JSON.
const operators: Record<string, (field: number, left: string, right: string) => boolean> = {
  "%3D": (field, left, right) => compare(field, left, right) === 0,
  "%3C": (field, left, right) => compare(field, left, right) < 0,
  "%3E": (field, left, right) => compare(field, left, right) > 0,
  "%3C%3D": (field, left, right) => compare(field, left, right) <= 0,
  "%3E%3D": (field, left, right) => compare(field, left, right) >= 0,
  "START%20WITH": (_field, left, right) => left.startsWith(right),
};

function invalid(field: string): GatewayError {
  return new GatewayError(314, [{ field, message: `Invalid ${field}` }]);
}

function readCriterion(value: unknown, index: number): Criterion {
  const path = `criteria:${index}`;
  if (!isObject(value)) throw invalid(path);
  const field = Number(value.field);
  const reader = fieldReaders[field];
  const operator = typeof value.operator === "string" ? value.operator : "";
  const matches = operators[operator];
  if (reader === undefined) throw invalid(`${path}:field`);
  const isPrefix = operator === "START%20WITH";
  // The order number only supports comparisons, references only equality and prefix.
  const isAllowed = referenceFields.has(field) ? isPrefix || operator === "%3D" : !isPrefix;
  if (matches === undefined || !isAllowed) throw invalid(`${path}:operator`);
  if (typeof value.value !== "string" && typeof value.value !== "number") throw invalid(`${path}:value`);
  const wanted = String(value.value);
  return (transaction) => matches(field, reader(transaction), wanted);
}

// Dates are in the account's local time. A date with an offset or a Z would be misread, so it is refused.
function readDate(body: JsonObject, field: "start_date" | "end_date"): string {
  const value = body[field];
  const match =
    typeof value === "string" ? /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?(?:\.\d+)?$/.exec(value) : null;
  if (match === null) throw invalid(field);
  return `${match[1]}T${match[2] ?? (field === "start_date" ? "00:00:00" : "23:59:59")}`;
}

function readRow(body: JsonObject, field: "start_row" | "end_row"): number {
  const row = Number(body[field]);
  if (!Number.isInteger(row) || row < 1) throw invalid(field);
  return row;
}

function readQuery(body: JsonObject): Query {
  if (body.name !== "Search" && body.name !== "TransHistoryMinimal") throw invalid("name");
  const startRow = readRow(body, "start_row");
  const endRow = readRow(body, "end_row");
  if (endRow < startRow + 1 || endRow - startRow > 500) throw invalid("end_row");
  const criteria = body.criteria ?? [];
  if (!Array.isArray(criteria)) throw invalid("criteria");
  return {
    isMinimal: body.name === "TransHistoryMinimal",
    from: readDate(body, "start_date"),
    to: readDate(body, "end_date"),
    startRow,
    endRow,
    criteria: criteria.map(readCriterion),
  };
}

function isWithin(transaction: Transaction, account: Account, { from, to }: Query): boolean {
  const created = localTime(transaction.createdMs, account.timeZone);
  return created >= from && created <= to;
}

// Filters by order number first, so that a lookup stays fast in a long ledger.
function candidates(state: SandboxState, account: Account, body: JsonObject): Transaction[] {
  return state.ledger.list({ merchantId: account.merchantId, orderNumber: searchedOrderNumber(body) });
}
