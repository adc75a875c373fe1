import "server-only";

import { readFile } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { createHostedPictures, isPublicIp, pictureLimits } from "./gateway.https";
import type { HostedPicture, PictureHost } from "./port";
import type { PictureType } from "./rules";
import { readPictureHead } from "./rules";

type Options = {
  /** The folder of the site's own files (`public`). */
  folder: string;
  timeoutMs: number;
  isAllowed?: (address: string) => boolean;
};

export function createPictureHost({ folder, timeoutMs, isAllowed = isPublicIp }: Options): PictureHost {
  const fetchHosted = createHostedPictures({ timeoutMs, isAllowed });
  const get = async (address: string) =>
    address.startsWith("/") ? readLocalPicture(folder, address) : fetchHosted(address);
  return {
    get: (address) =>
      get(address).catch((error: unknown) => ({
        kind: "unavailable",
        problem: error instanceof Error ? error.name : typeof error,
      })),
  };
}

function detectType(path: string, bytes: Uint8Array): PictureType | null {
  return path.endsWith(".svg") ? "image/svg+xml" : (readPictureHead(bytes)?.type ?? null);
}

/** Refuses a path that leads out of the folder. */
async function readLocalPicture(folder: string, path: string): Promise<HostedPicture> {
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep)) return { kind: "unavailable", problem: "outside of the site" };
  const bytes = await readFile(file);
  const type = detectType(path, bytes);
  if (!type || bytes.length > pictureLimits.bytes) return { kind: "unavailable", problem: "not a picture" };
  return { kind: "picture", bytes, type };
}
