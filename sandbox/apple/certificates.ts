import type { KeyObject } from "node:crypto";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { bits, der, identifier, sequence, text, utcTime } from "./der";

/** In PEM. The authority's own certificate follows in `certificate`. */
export type Identity = { certificate: string; key: string };

export type Subject = { name: string; uid?: string; addresses?: string[] };

/** `certificate` is the authority's own, in PEM. */
export type Authority = { certificate: string; issue: (subject: Subject, until?: Date) => Identity };

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };
type Issuer = { name: Buffer; privateKey: KeyObject };

export const ecdsaWithSha256 = sequence(identifier("1.2.840.10045.4.3.2"));
const dayMs = 24 * 60 * 60_000;

/** Has a new key. It and its certificates are valid for a year unless `until` is given. */
export function createAuthority(name: string): Authority {
  const keys = generateKeys();
  const oneYearFromNow = new Date(Date.now() + 365 * dayMs);
  const issuer = { name: encodeName({ name }), privateKey: keys.privateKey };
  const certificate = issueCertificate({ name }, keys, issuer, oneYearFromNow, true);
  return {
    certificate,
    issue(subject, until = oneYearFromNow) {
      const own = generateKeys();
      const key = own.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      return { certificate: issueCertificate(subject, own, issuer, until, false) + certificate, key };
    },
  };
}

function generateKeys(): KeyPair {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function attribute(type: string, value: string): Buffer {
  return der(0x31, sequence(identifier(type), text(value)));
}

function encodeName({ name, uid }: Subject): Buffer {
  const parts = uid === undefined ? [] : [attribute("0.9.2342.19200300.100.1.1", uid)];
  return sequence(...parts, attribute("2.5.4.3", name));
}

function extension(type: string, value: Buffer): Buffer {
  return sequence(identifier(type), der(0x01, Buffer.from([0xff])), der(0x04, value));
}

function subjectAltName(address: string): Buffer {
  const isIpv4 = /^[\d.]+$/.test(address);
  return isIpv4 ? der(0x87, Buffer.from(address.split(".").map(Number))) : der(0x82, Buffer.from(address, "latin1"));
}

function encodeExtensions({ addresses = [] }: Subject, isAuthority: boolean): Buffer {
  const constraints = isAuthority ? sequence(der(0x01, Buffer.from([0xff]))) : sequence();
  const names = addresses.length > 0 ? [extension("2.5.29.17", sequence(...addresses.map(subjectAltName)))] : [];
  return der(0xa3, sequence(extension("2.5.29.19", constraints), ...names));
}

function serialNumber(): Buffer {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return der(0x02, bytes);
}

/** An X.509 certificate (RFC 5280), valid from one day before now, or before `until` if that has passed. */
function issueCertificate(subject: Subject, keys: KeyPair, issuer: Issuer, until: Date, isAuthority: boolean): string {
  const from = new Date(Math.min(Date.now(), until.getTime()) - dayMs);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    serialNumber(),
    ecdsaWithSha256,
    issuer.name,
    sequence(utcTime(from), utcTime(until)),
    encodeName(subject),
    keys.publicKey.export({ type: "spki", format: "der" }),
    encodeExtensions(subject, isAuthority),
  );
  const signature = sign("sha256", body, issuer.privateKey);
  const base64 = sequence(body, ecdsaWithSha256, bits(signature)).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, "$&\n").trim()}\n-----END CERTIFICATE-----\n`;
}
