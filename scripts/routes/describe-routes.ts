import { z } from "zod";

import type { Caller, RouteRow } from "@/app/api/routes/row";
import { commonRefusals, listRefusals, needsCredential } from "@/app/api/routes/row";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import { fieldProblemKeys, refusalStatuses } from "@/lib/platform/http/reasons";

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
} & Record<string, unknown>;

/** Each table is between two comments. */
export function describeApi(page: string, rows: readonly RouteRow[]): string {
  return page.replace(/(<!-- npm run routes: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_all, start, name, end) => {
    const table = name === "refusals" ? refusalTable(rows) : callTable(rows.filter(({ caller }) => caller === name));
    return `${start}\n${table}\n${end}`;
  });
}

/** In OpenAPI 3.1. */
export function describeOpenApi(rows: readonly RouteRow[]): string {
  const calls = rows.filter(({ answers }) => answers?.length !== 0);
  const describeMethods = (path: string) => {
    const own = calls.filter((row) => getDocumentedPath(row) === path);
    return Object.fromEntries(own.map((row) => [row.method.toLowerCase(), describeOperation(row)]));
  };
  const paths = Object.fromEntries(
    calls.map((row) => [getDocumentedPath(row), describeMethods(getDocumentedPath(row))]),
  );
  const info = { title: "Tirage", version: "1", description: "What no schema says is in docs/api.md." };
  const refusal = { description: "A refusal", content: { "application/json": { schema: refusalSchema } } };
  const components = { securitySchemes, responses: { Refusal: refusal } };
  return `${JSON.stringify({ openapi: "3.1.1", info, paths, components }, null, 2)}\n`;
}

/** Refinements and transforms can't be expressed in JSON Schema and are left out. */
function toJsonSchema(input: z.ZodType): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return schema as Schema;
}

function getDocumentedPath({ path, documentedPath }: RouteRow): string {
  return documentedPath ?? path.replace(/\[(\w+)\]/g, "{$1}");
}

function formatCall(row: RouteRow): string {
  return `\`${row.method} ${getDocumentedPath(row)}\``;
}

/** With more fields, a row would be unreadable. */
const maxFields = 8;

function listFields(schema: Schema): string[] {
  const shapes = schema.oneOf ?? schema.anyOf ?? [schema];
  const names = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const isRequired = (name: string) => shapes.every(({ required = [] }) => required.includes(name));
  const all = names.map((name) => (isRequired(name) ? name : `${name}?`));
  return all.length > maxFields ? [...all.slice(0, maxFields), "…"] : all;
}

function describeInput({ query = {}, key, input, bodyTypes }: RouteRow): string {
  const marks = { required: "", optional: "?", repeated: "…" };
  const names = Object.entries(query).map(([name, use]) => `${name}${marks[use]}`);
  const parts = [
    ...(names.length > 0 ? [`\`?${names.join("&")}\``] : []),
    ...(input ? [`\`{${listFields(toJsonSchema(input)).join(", ")}}\``] : []),
    ...(bodyTypes ?? []).map((type) => `\`${type}\``),
    ...(key ? [`\`Idempotency-Key\`${key === "optional" ? "?" : ""}`] : []),
  ];
  return parts.join(", ");
}

function formatTable(head: string[], lines: string[][]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function callTable(rows: readonly RouteRow[]): string {
  const isOfAdmins = rows.some(({ right }) => right);
  const head = ["call", "takes", ...(isOfAdmins ? ["right"] : []), "what it is for"];
  const toCells = (row: RouteRow) => [
    formatCall(row),
    describeInput(row),
    ...(isOfAdmins ? [[row.right ?? []].flat().join(" or ")] : []),
    row.purpose,
  ];
  return formatTable(head, rows.map(toCells));
}

function formatReasons(reasons: readonly RefusalReason[]): string {
  return reasons.map((reason) => `\`${reason}\``).join(", ");
}

function refusalTable(rows: readonly RouteRow[]): string {
  const common = commonRefusals.map(({ name, refusals }) => [name, formatReasons(refusals)]);
  const own = rows
    .filter(({ refusals }) => refusals)
    .map((row) => [formatCall(row), formatReasons([...new Set(row.refusals)])]);
  return formatTable(["call", "refusals"], [...common, ...own]);
}

/** Any one of a caller's credentials is enough. */
const credentials: Partial<Record<Caller, string[]>> = {
  admin: ["adminKey", "consoleSession"],
  person: ["consoleSession", "adminKey"],
  monitor: ["metricsToken"],
  device: ["deviceCredential"],
  verifier: ["verificationSession"],
};

const securitySchemes = {
  adminKey: { type: "http", scheme: "bearer", description: "ADMIN_KEY, or a named key that has the right" },
  consoleSession: { type: "apiKey", in: "cookie", name: "__Host-tirage-console" },
  metricsToken: { type: "http", scheme: "bearer", description: "METRICS_TOKEN" },
  deviceCredential: { type: "apiKey", in: "cookie", name: "__Host-tirage-device" },
  verificationSession: { type: "apiKey", in: "cookie", name: "__Host-tirage-verification" },
};

const refusalSchema = {
  type: "object",
  properties: {
    statusCode: { type: "integer" },
    statusMessage: { type: "string" },
    reason: { type: "string", enum: Object.keys(refusalStatuses) },
    requestId: { type: "string" },
    fields: {
      type: "array",
      items: {
        type: "object",
        properties: { field: { type: "string" }, problem: { type: "string", enum: fieldProblemKeys } },
        required: ["field", "problem"],
      },
    },
  },
  required: ["statusCode", "statusMessage", "reason", "requestId"],
};

function describeResponses(row: RouteRow): Record<string, unknown> {
  const successes = (row.answers ?? [200]).map((status) => [status, { description: "Success" }] as const);
  const refusals = listRefusals(row);
  const statuses = [...new Set(refusals.map((reason) => refusalStatuses[reason]))].sort();
  const answers = statuses.map((status) => {
    const reasons = refusals.filter((reason) => refusalStatuses[reason] === status).sort();
    return [status, { $ref: "#/components/responses/Refusal", description: reasons.join(", ") }] as const;
  });
  return Object.fromEntries([...successes, ...answers]);
}

function describeParameters(row: RouteRow): unknown[] {
  const schema = { type: "string" };
  const inPath = [...getDocumentedPath(row).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema,
  }));
  const inQuery = Object.entries(row.query ?? {}).map(([name, use]) => ({
    name,
    in: "query",
    ...(use === "required" ? { required: true } : {}),
    schema: use === "repeated" ? { type: "array", items: schema } : schema,
  }));
  const key = { name: "Idempotency-Key", in: "header", required: row.key === "required" };
  return [
    ...inPath,
    ...inQuery,
    ...(row.key ? [{ ...key, schema: { ...schema, minLength: 16, maxLength: 128 } }] : []),
  ];
}

function describeBody({ input, bodyTypes = ["application/json"] }: RouteRow): unknown {
  const schema = input ? toJsonSchema(input) : {};
  return { required: true, content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])) };
}

function describeOperation(row: RouteRow): unknown {
  const schemes = credentials[row.caller] ?? [];
  const isNeeded = row.caller !== "device" || needsCredential(row);
  return {
    tags: [row.caller],
    description: row.purpose,
    ...(row.right ? { "x-right": row.right } : {}),
    security: isNeeded ? schemes.map((scheme) => ({ [scheme]: [] })) : [],
    parameters: describeParameters(row),
    ...(row.input || row.bodyTypes ? { requestBody: describeBody(row) } : {}),
    responses: describeResponses(row),
  };
}
