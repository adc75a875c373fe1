/** SVG is accepted only from this site, because it may contain scripts. */
export type ImageType = "image/png" | "image/jpeg" | "image/svg+xml";

export type ImageHead = { type: "image/png" | "image/jpeg"; width: number; height: number };

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads the bytes, whatever type the host claims. Null unless they are a PNG or JPEG. */
export function readImageHead(bytes: Uint8Array): ImageHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, pngSignature) && bytes.length >= 24) {
    return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  return startsWith(bytes, [0xff, 0xd8, 0xff]) ? readJpegHead(view) : null;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Frame markers of a JPEG contain its size. Three markers in their range are tables. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpegHead(view: DataView): ImageHead | null {
  for (let offset = 2; offset + 9 <= view.byteLength; ) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    if (isFrameMarker(marker))
      return { type: "image/jpeg", width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return null;
}
