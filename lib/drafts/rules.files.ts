import { stepFields } from "./rules.steps";
import type { DraftContent } from "./schema";

/** Leaves room for the rest of a call, whose body may have 64 KiB. */
export const maxFileBytes = 60_000;

/** Fields of a definition that nobody sets up, by where they come from. */
export const otherFields = {
  start: ["id", "parentId"],
  publishing: ["version", "state"],
  drawings: ["winners"],
  people: ["userIDs", "userRoles"],
  credentials: ["apiKeys"],
  provider: ["paymentProvider", "stripe"],
  sales: ["numTicketsFinal", "numTicketsReserved", "lastPurchaseHistory", "metrics", "isProcessing"],
} as const;

export type DefinitionFile = {
  /** As far as the file names them. */
  drawId: string | null;
  parentId: string | null;
  title: unknown;
  content: DraftContent;
  hasCredentials: boolean;
  /** Fields with a value that the set-up doesn't take. */
  leftOutFields: string[];
  /** Names that no field of a definition has. */
  unknownFields: string[];
};

export type FileProblem = "too-large" | "not-json" | "not-a-draw";

/** Reads a definition, as an export gives it and an import takes it, without checking its values. */
export function readDefinitionFile(
  text: string,
): { ok: true; file: DefinitionFile } | { ok: false; problem: FileProblem } {
  if (new TextEncoder().encode(text).length > maxFileBytes) return { ok: false, problem: "too-large" };
  const definition = parseObject(text);
  if (definition === "not-json") return { ok: false, problem: "not-json" };
  const setUpFields: readonly string[] = Object.values(stepFields).flat();
  const entries = Object.entries(definition ?? {});
  const content = Object.fromEntries(entries.filter(([field]) => setUpFields.includes(field)));
  if (!definition || Object.keys(content).length === 0) return { ok: false, problem: "not-a-draw" };
  const knownFields = [...setUpFields, ...Object.values(otherFields).flat()];
  const notTaken: readonly string[] = [...otherFields.drawings, ...otherFields.people, ...otherFields.provider];
  const { id, parentId, title, apiKeys } = definition;
  const file = {
    ...{ drawId: toName(id), parentId: toName(parentId), title, content },
    hasCredentials: !isEmpty(apiKeys),
    leftOutFields: notTaken.filter((field) => !isEmpty(definition[field]) && definition[field] !== "bambora"),
    unknownFields: entries.map(([field]) => field).filter((field) => !knownFields.includes(field)),
  };
  return { ok: true, file };
}

function parseObject(text: string): Record<string, unknown> | null | "not-json" {
  try {
    // Some editors begin a file with a byte order mark.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return "not-json";
  }
}

const toName = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** An export has empty lists and groups of what a draw doesn't have. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
