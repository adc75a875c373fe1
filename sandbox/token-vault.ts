import { randomUUID } from "node:crypto";

/** The card behind a token, as it was typed: validity is checked when it is paid with. */
export type TokenizedCard = { number: string; expiryMonth: string; expiryYear: string; cvd: string };

/** Tokens live this long, in ms (docs/bambora.md, Card tokens). */
const tokenLifeMs = 5 * 60_000;

/** Single-use card tokens. `take` spends a token and gives its card, or null when it is unknown, spent or too old. */
export type TokenVault = {
  issue: (card: TokenizedCard, nowMs: number) => string;
  take: (code: string, nowMs: number) => TokenizedCard | null;
  peek: (code: string) => TokenizedCard | null;
};

/** An empty vault. Spent tokens are forgotten at once, so their cards are too. */
export function createTokenVault(): TokenVault {
  const tokens = new Map<string, { card: TokenizedCard; issuedMs: number }>();
  return {
    issue(card, nowMs) {
      for (const [code, held] of tokens) {
        if (nowMs - held.issuedMs <= tokenLifeMs) break;
        tokens.delete(code);
      }
      const code = `sb1-${randomUUID()}`;
      tokens.set(code, { card, issuedMs: nowMs });
      return code;
    },
    take(code, nowMs) {
      const held = tokens.get(code);
      tokens.delete(code);
      return held !== undefined && nowMs - held.issuedMs <= tokenLifeMs ? held.card : null;
    },
    peek: (code) => tokens.get(code)?.card ?? null,
  };
}
