import "server-only";

import { createElement } from "react";

import type { Picture } from "./image-cache";
import { createImageCache } from "./image-cache";

/** Waits a minute after a failure (in ms), so that a broken file doesn't delay every mail. */
const getPicture = createImageCache({ afterFailureMs: 60_000 });

/** As PNG, which every mail program shows. Null if it fails or can't be done now. */
export function renderThumbnail({ url, data }: { url: string; data: string }, size: number): Promise<Picture | null> {
  const name = `${url} ${size}`;
  return getPicture({ name, identity: `${name} ${data.length}`, draw: () => draw(data, size) });
}

/** Loads the renderer here, because it is large and most processes never need it. */
async function draw(data: string, size: number): Promise<Picture> {
  const { ImageResponse } = await import("next/og");
  const square = { width: size, height: size };
  const picture = createElement("img", { src: data, ...square, style: { ...square, objectFit: "contain" } });
  const answer = new ImageResponse(createElement("div", { style: { display: "flex", ...square } }, picture), square);
  return new Uint8Array(await answer.arrayBuffer());
}
