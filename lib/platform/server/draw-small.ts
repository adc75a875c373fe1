import "server-only";

import { createElement } from "react";

import type { Picture } from "./pictures";
import { createPictures } from "./pictures";

/** A file that is no picture must not hold up one mail after another. */
const pictureOf = createPictures({ afterFailureMs: 60_000 });

/** What draws is large, and most processes never need it. */
async function draw(data: string, size: number): Promise<Picture> {
  const { ImageResponse } = await import("next/og");
  const square = { width: size, height: size };
  const picture = createElement("img", { src: data, ...square, style: { ...square, objectFit: "contain" } });
  const answer = new ImageResponse(createElement("div", { style: { display: "flex", ...square } }, picture), square);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Draws a picture, given as a data address, within a square of `size` pixels, as PNG: what no mail program shows
 * becomes what all of them do. Null where it can't be drawn, or not now.
 */
export function drawSmall({ address, data }: { address: string; data: string }, size: number): Promise<Picture | null> {
  const name = `${address} ${size}`;
  return pictureOf({ name, identity: `${name} ${data.length}`, draw: () => draw(data, size) });
}
