import type { PictureHost } from "@/lib/gateways/picture-host/gateway";

export const noPictures: PictureHost = { get: async () => ({ kind: "unavailable", problem: "none here" }) };
