import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";
import type { ImageHost } from "@/lib/gateways/image-host/port";

export const noPictures: ImageHost = { get: async () => ({ kind: "unavailable", problem: "none here" }) };

export const unsetProbe: SetupProbe = {
  readIdentity: () => null,
  digestFile: async () => ({ kind: "not-configured" }),
  fetchFile: async () => ({ kind: "unreachable" }),
  canReachApple: async () => false,
};
