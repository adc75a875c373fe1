import type { PictureHost } from "@/lib/gateways/picture-host/gateway";

/** No host has a picture. */
export const noPictures: PictureHost = { get: async () => ({ kind: "unavailable", problem: "none here" }) };
