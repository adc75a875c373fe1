import "server-only";

import { request } from "undici";
import { z } from "zod";

import { createConnections } from "@/lib/platform/http/connections";

import type { IconService, ServedIcon, ServedIcons } from "./port";

/** An icon has a few hundred bytes. */
const maxBytes = 256 * 1024;

const size = z.number().min(1).max(4096);

const offset = { left: z.number().optional(), top: z.number().optional() };

const iconSchema = z.object({
  ...offset,
  rotate: z.number().optional(),
  hFlip: z.boolean().optional(),
  vFlip: z.boolean().optional(),
  body: z.string().min(1).max(20_000),
  width: size.optional(),
  height: size.optional(),
});

const answerSchema = z.object({
  ...offset,
  prefix: z.string(),
  icons: z.record(z.string(), iconSchema),
  width: size.default(16),
  height: size.default(16),
});

type Transform = Pick<z.infer<typeof iconSchema>, "left" | "top" | "rotate" | "hFlip" | "vFlip">;

/** `url` is an Iconify API's, without a slash at the end. */
export function createIconService({ url, timeoutMs }: { url: string; timeoutMs: number }): IconService {
  const dispatcher = createConnections(timeoutMs / 2);
  const fetchIcons = async (prefix: string, names: readonly string[]): Promise<ServedIcons> => {
    const answer = await request(`${url}/${prefix}.json?icons=${names.join(",")}`, {
      dispatcher,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readLimited(answer.body).catch((error: unknown) => {
      if (answer.statusCode === 404) return null;
      throw error;
    });
    if (answer.statusCode === 404) return { kind: "icons", icons: new Map() };
    if (answer.statusCode !== 200) return { kind: "unavailable", problem: `status ${answer.statusCode}` };
    return readIcons(body, prefix, names);
  };
  return {
    find: (prefix, names) =>
      fetchIcons(prefix, names).catch((error: unknown) => ({
        kind: "unavailable",
        problem: error instanceof Error ? error.name : typeof error,
      })),
  };
}

function isTransformed({ left, top, rotate, hFlip, vFlip }: Transform): boolean {
  return Boolean(left || top || rotate || hFlip || vFlip);
}

/** Leaves out icons with an offset or a rotation, because `ServedIcon` can't represent them. */
function readIcons(body: unknown, prefix: string, names: readonly string[]): ServedIcons {
  const answer = answerSchema.safeParse(body).data;
  if (answer?.prefix !== prefix) return { kind: "unavailable", problem: "nothing readable" };
  const icons = names.flatMap((name): [string, ServedIcon][] => {
    const icon = Object.hasOwn(answer.icons, name) ? answer.icons[name] : undefined;
    if (!icon || isTransformed({ ...answer, ...icon })) return [];
    return [[name, { body: icon.body, width: icon.width ?? answer.width, height: icon.height ?? answer.height }]];
  });
  return { kind: "icons", icons: new Map(icons) };
}

async function readLimited(chunks: AsyncIterable<Buffer>): Promise<unknown> {
  const read: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error("The answer is too large.");
    read.push(chunk);
  }
  return JSON.parse(Buffer.concat(read).toString("utf8"));
}
