import { sign, verify, X509Certificate } from "node:crypto";
import type { Identity } from "./certificates";
import { ecdsaWithSha256 } from "./certificates";
import { der, identifier, sequence, valueAt } from "./der";

/** The parts that a wallet signs (EC_v1). The transaction id is hexadecimal, the others are base64. */
export type SignedParts = { ephemeralPublicKey: string; data: string; transactionId: string };

const sha256 = sequence(identifier("2.16.840.1.101.3.4.2.1"));
const one = der(0x02, Buffer.from([1]));
const signedData = [0, 1, 0];
const paths = { certificate: [...signedData, 3, 0], signature: [...signedData, 4, 0, 4] };

/** A detached CMS signature (RFC 5652) in base64. Unlike Apple's, it has no signed attributes, so no signing time. */
export function signToken(parts: SignedParts, { certificate, key }: Identity): string {
  const { raw } = new X509Certificate(certificate);
  const [serialNumber, issuer] = [valueAt(raw, [0, 0, 1]).bytes, valueAt(raw, [0, 0, 3]).bytes];
  const signature = der(0x04, sign("sha256", toBytes(parts), key));
  const signer = sequence(one, sequence(issuer, serialNumber), sha256, ecdsaWithSha256, signature);
  const content = sequence(identifier("1.2.840.113549.1.7.1"));
  const signed = sequence(one, der(0x31, sha256), content, der(0xa0, raw), der(0x31, signer));
  return sequence(identifier("1.2.840.113549.1.7.2"), der(0xa0, signed)).toString("base64");
}

/** Checks that a certificate issued by a root (PEM) signed these parts and hasn't expired. */
export function isSignedToken(signature: string, parts: SignedParts, roots: readonly string[]): boolean {
  try {
    const cms = Buffer.from(signature, "base64");
    const certificate = new X509Certificate(valueAt(cms, paths.certificate).bytes);
    const isTrusted = roots.some((root) => isIssuedBy(new X509Certificate(root), certificate));
    return isTrusted && verify("sha256", toBytes(parts), certificate.publicKey, valueAt(cms, paths.signature).content);
  } catch {
    return false;
  }
}

function toBytes({ ephemeralPublicKey, data, transactionId }: SignedParts): Buffer {
  return Buffer.concat([
    Buffer.from(ephemeralPublicKey, "base64"),
    Buffer.from(data, "base64"),
    Buffer.from(transactionId, "hex"),
  ]);
}

function isIssuedBy(root: X509Certificate, certificate: X509Certificate): boolean {
  const isOver = Date.parse(certificate.validTo) <= Date.now();
  return !isOver && certificate.checkIssued(root) && certificate.verify(root.publicKey);
}
