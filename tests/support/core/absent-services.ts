import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";
import type { PictureHost } from "@/lib/gateways/picture-host/port";

export const noPictures: PictureHost = { get: async () => ({ kind: "unavailable", problem: "none here" }) };

export const unsetProbe: SetupProbe = {
  readIdentity: () => null,
  digestFile: async () => ({ kind: "not-configured" }),
  fetchFile: async () => ({ kind: "unreachable" }),
  canReachApple: async () => false,
};
