import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";

/** Finds nothing set up: for tests that do not verify Apple Pay. */
export const unsetProbe: SetupProbe = {
  readIdentity: () => null,
  digestFile: async () => ({ kind: "not-configured" }),
  fetchFile: async () => ({ kind: "unreachable" }),
  reachApple: async () => false,
};
