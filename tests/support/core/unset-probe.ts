import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";

export const unsetProbe: SetupProbe = {
  readIdentity: () => null,
  digestFile: async () => ({ kind: "not-configured" }),
  fetchFile: async () => ({ kind: "unreachable" }),
  reachApple: async () => false,
};
