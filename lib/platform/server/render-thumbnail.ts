import "server-only";

import { createElement } from "react";

import type { Picture } from "./picture-cache";
import { createPictureCache } from "./picture-cache";

/**
 * A picture that failed isn't drawn again for a minute (in ms), so that a broken file doesn't delay mail after mail.
 */
const getPicture = createPictureCache({ afterFailureMs: 60_000 });

/** Renders a data URL as PNG, which every mail program shows. Null if it fails or can't be done now. */
export function renderThumbnail({ url, data }: { url: string; data: string }, size: number): Promise<Picture | null> {
  const name = `${url} ${size}`;
  return getPicture({ name, identity: `${name} ${data.length}`, draw: () => draw(data, size) });
}

/** The renderer is large, and most processes never need it, so it is loaded here. */
async function draw(data: string, size: number): Promise<Picture> {
  const { ImageResponse } = await import("next/og");
  const square = { width: size, height: size };
  const picture = createElement("img", { src: data, ...square, style: { ...square, objectFit: "contain" } });
  const answer = new ImageResponse(createElement("div", { style: { display: "flex", ...square } }, picture), square);
  return new Uint8Array(await answer.arrayBuffer());
}
