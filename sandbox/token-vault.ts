import { randomUUID } from "node:crypto";

/** The card as typed, because it is checked when it pays. */
export type TokenizedCard = { number: string; expiryMonth: string; expiryYear: string; cvd: string };

/** In ms (docs/bambora.md, Card tokens). */
const tokenLifetimeMs = 5 * 60_000;

/** `take` spends a token. Null if it is unknown, spent or too old. */
export type TokenVault = {
  issue: (card: TokenizedCard, nowMs: number) => string;
  take: (code: string, nowMs: number) => TokenizedCard | null;
  peek: (code: string) => TokenizedCard | null;
};

/** A spent token is deleted immediately, together with its card. */
export function createTokenVault(): TokenVault {
  const tokens = new Map<string, { card: TokenizedCard; issuedMs: number }>();
  return {
    issue(card, nowMs) {
      for (const [code, held] of tokens) {
        if (nowMs - held.issuedMs <= tokenLifetimeMs) break;
        tokens.delete(code);
      }
      const code = `sb1-${randomUUID()}`;
      tokens.set(code, { card, issuedMs: nowMs });
      return code;
    },
    take(code, nowMs) {
      const held = tokens.get(code);
      tokens.delete(code);
      return held !== undefined && nowMs - held.issuedMs <= tokenLifetimeMs ? held.card : null;
    },
    peek: (code) => tokens.get(code)?.card ?? null,
  };
}
