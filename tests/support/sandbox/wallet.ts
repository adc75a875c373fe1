import { createAuthority } from "@/sandbox/apple/certificates";
import type { SignedParts } from "@/sandbox/apple/wallet-signature";
import { signToken } from "@/sandbox/apple/wallet-signature";

const authority = createAuthority("Test wallet authority");
const device = authority.issue({ name: "Test wallet" });

/** For the sandbox's setting `walletRoots`. */
export const walletRoot = authority.certificate;

export function signByWallet(parts: SignedParts): string {
  return signToken(parts, device);
}

/** Signs with an expired certificate of the same authority. */
export function signTooLate(parts: SignedParts): string {
  return signToken(parts, authority.issue({ name: "Test wallet" }, new Date(Date.now() - 60_000)));
}

/** Signs with a certificate of another authority that has the same names. */
export function signByStranger(parts: SignedParts): string {
  return signToken(parts, createAuthority("Test wallet authority").issue({ name: "Test wallet" }));
}
