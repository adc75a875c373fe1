export const drawIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/**
 * The first segments of the product's URLs. The middleware's matcher and `deploy/nginx` repeat some of them,
 * because both take literals only; page-paths.test.ts compares all with the folders of `app`.
 */
export const firstSegments = [
  "1",
  "en",
  "fr",
  "api",
  "builds",
  "console",
  "dummy",
  "hashtest",
  "order",
  "staticSuccess",
  "success",
  "successV1",
  "terminal",
] as const;

/** Pages under /terminal, where the id of a draw may stand too. */
const terminalSegments = ["order-details", "recent-orders", "register", "unfinalized-orders"] as const;

/** Ids that would shadow a page (docs/design.md, Reserved URLs). */
export const reservedIds: readonly string[] = [...firstSegments, ...terminalSegments];

export function isReservedId(id: string): boolean {
  return reservedIds.includes(id);
}

/** The query parameters of docs/design.md, Title and description of a draw. */
export type TitleParameters = { title?: string | undefined; inSupportOf?: string | undefined };

export const titleParameters = ["title", "inSupportOf"] as const satisfies (keyof TitleParameters)[];

const maxTitleLength = 120;

function readTitleParameters(query: URLSearchParams): TitleParameters {
  const read = (name: string) => query.get(name)?.trim().slice(0, maxTitleLength) || undefined;
  return { title: read("title"), inSupportOf: read("inSupportOf") };
}

/** Moves these parameters into the path, behind the id, because pages are cached without their query. */
export function findTitledPath(path: string, query: URLSearchParams): string | null {
  const [, id = ""] = /^(?:\/1)?\/([^/]+)$/.exec(path) ?? [];
  if (!drawIdPattern.test(id) || isReservedId(id)) return null;
  const words = Object.entries(readTitleParameters(query)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (words.length === 0) return null;
  return `${path}~${Buffer.from(new URLSearchParams(words).toString()).toString("base64url")}`;
}

export function parseTitledId(segment: string): { id: string; words: TitleParameters } {
  const [id = "", written] = segment.split("~");
  if (written === undefined) return { id, words: {} };
  return { id, words: readTitleParameters(new URLSearchParams(Buffer.from(written, "base64url").toString())) };
}
