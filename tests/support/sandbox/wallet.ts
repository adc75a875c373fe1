import { createAuthority } from "@/sandbox/apple/certificates";
import type { SignedParts } from "@/sandbox/apple/wallet-signature";
import { signToken } from "@/sandbox/apple/wallet-signature";

const authority = createAuthority("Test wallet authority");
const device = authority.issue({ name: "Test wallet" });

/** The root of the wallets of this process, for a sandbox's setting `walletRoots`. */
export const walletRoot = authority.certificate;

/** Signs with this process's wallet. */
export function signByWallet(parts: SignedParts): string {
  return signToken(parts, device);
}

/** Signs with a certificate of this process's authority that is over. */
export function signTooLate(parts: SignedParts): string {
  return signToken(parts, authority.issue({ name: "Test wallet" }, new Date(Date.now() - 60_000)));
}

/** Signs with a certificate of another authority, under the names of the right one. */
export function signByStranger(parts: SignedParts): string {
  return signToken(parts, createAuthority("Test wallet authority").issue({ name: "Test wallet" }));
}
