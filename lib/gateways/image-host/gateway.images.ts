import "server-only";

import { readFile } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { createHostedImages, imageLimits, isPublicIp } from "./gateway.https";
import type { HostedImage, ImageHost } from "./port";
import type { ImageType } from "./rules";
import { readImageHead } from "./rules";

type Options = {
  /** The folder of the site's own files (`public`). */
  folder: string;
  timeoutMs: number;
  isAllowed?: (url: string) => boolean;
};

export function createImageHost({ folder, timeoutMs, isAllowed = isPublicIp }: Options): ImageHost {
  const fetchHosted = createHostedImages({ timeoutMs, isAllowed });
  const get = async (url: string) => (url.startsWith("/") ? readLocalImage(folder, url) : fetchHosted(url));
  return {
    get: (url) =>
      get(url).catch((error: unknown) => ({
        kind: "unavailable",
        problem: error instanceof Error ? error.name : typeof error,
      })),
  };
}

function detectType(path: string, bytes: Uint8Array): ImageType | null {
  return path.endsWith(".svg") ? "image/svg+xml" : (readImageHead(bytes)?.type ?? null);
}

/** Refuses a path that leads out of the folder. */
async function readLocalImage(folder: string, path: string): Promise<HostedImage> {
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep)) return { kind: "unavailable", problem: "outside of the site" };
  const bytes = await readFile(file);
  const type = detectType(path, bytes);
  if (!type || bytes.length > imageLimits.bytes) return { kind: "unavailable", problem: "not a picture" };
  return { kind: "image", bytes, type };
}
