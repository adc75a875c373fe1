import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Authority } from "./apple/certificates";
import { createAuthority } from "./apple/certificates";
import type { JsonObject } from "./bambora/read-json";
import type { FaultSwitch } from "./faults";
import { createFaultSwitch } from "./faults";
import type { TokenMaker } from "./google/app-check-tokens";
import { createTokenMaker } from "./google/app-check-tokens";
import type { Ledger } from "./ledger";
import { createLedger } from "./ledger";
import type { Mailbox } from "./mail/mailbox";
import { createMailbox } from "./mail/mailbox";
import type { TokenizedCard, TokenVault } from "./token-vault";
import { createTokenVault } from "./token-vault";
import type { Upstream } from "./upstream/upstream";
import { createUpstream } from "./upstream/upstream";

/** A merchant's application as it was told so far. */
export type Application = { applicant: JsonObject; business: JsonObject };

/** A card that is kept under a customer code. */
export type StoredCard = TokenizedCard & { name: string };

/** Where a merchant's profile is kept. */
export function profileKey(merchantId: string, customerCode: string): string {
  return `${merchantId}/${customerCode}`;
}

/** How the mail server behaves (mail-server.ts). */
export const mailServerModes = ["up", "away", "silent", "busy", "refusing", "cutting", "stalling"] as const;

/** Settings over the control API; times in ms. `reportLagMs`: how long a report does not show a new transaction;
 * `reportEnd`: whether it answers rows past its last one by none or refuses them;
 * `appCheckKeys`: whether Google's keys can be read; `appCheckExchange`: the status that who asks for a token gets;
 * `applePayDomains`: those registered with Apple, null for any; `walletRoots`: more authorities of wallets, in PEM. */
export type SandboxSettings = {
  slowMs: number;
  reportLagMs: number;
  reportEnd: "empty" | "refused";
  tokenService: "up" | "down";
  mailServer: (typeof mailServerModes)[number];
  applePayDomains: string[] | null;
  walletRoots: string[];
  appCheckKeys: "up" | "down";
  appCheckExchange: number;
};

/** Slow cards answer after 45 s and more at Bambora (docs/bambora.md, Test cards). */
export const defaultSettings: SandboxSettings = {
  slowMs: 45_000,
  reportLagMs: 0,
  reportEnd: "empty",
  tokenService: "up",
  mailServer: "up",
  applePayDomains: null,
  walletRoots: [],
  appCheckKeys: "up",
  appCheckExchange: 200,
};

/** All that one running sandbox knows. `reset` empties it and abandons every answer still to come. */
export type SandboxState = {
  ledger: Ledger;
  faults: FaultSwitch;
  tokens: TokenVault;
  /** Issues the certificates that the stand-in of a device signs with. */
  walletAuthority: Authority;
  /** Makes tokens of Firebase App Check. */
  appCheck: TokenMaker;
  /** By the transaction that Apple names in them. */
  spentWalletTokens: Set<string>;
  /** Stored cards by merchant and customer code. */
  profiles: Map<string, StoredCard>;
  /** Applications of merchants by id. */
  applications: Map<string, Application>;
  mailbox: Mailbox;
  /** The platform that has draws of its own. */
  upstream: Upstream;
  settings: SandboxSettings;
  allowedOrigin: string | null;
  now: () => number;
  advance: (advanceMs: number) => void;
  wait: (waitMs: number) => Promise<void>;
  abandonWaits: () => void;
  reset: () => void;
};

/** Ends waits, however many: a slow bank keeps all of its callers at once, which is no leak. */
function createAbandonment(): AbortController {
  const abandonment = new AbortController();
  setMaxListeners(0, abandonment.signal);
  return abandonment;
}

/**
 * A fresh state; `dataFile` null keeps the ledger in memory only, `allowedOrigin` null lets any page embed the fields.
 */
export function createState(options: {
  dataFile: string | null;
  allowedOrigin: string | null;
  slowMs: number;
}): SandboxState {
  let clockOffsetMs = 0;
  let running = createAbandonment();
  const initialSettings = { ...defaultSettings, slowMs: options.slowMs };
  const state: SandboxState = {
    ledger: createLedger(options.dataFile),
    faults: createFaultSwitch(),
    tokens: createTokenVault(),
    walletAuthority: createAuthority("Sandbox wallet authority"),
    appCheck: createTokenMaker(() => state.now()),
    spentWalletTokens: new Set(),
    profiles: new Map(),
    applications: new Map(),
    mailbox: createMailbox(),
    upstream: createUpstream(),
    settings: { ...initialSettings },
    allowedOrigin: options.allowedOrigin,
    now: () => Date.now() + clockOffsetMs,
    advance(advanceMs) {
      clockOffsetMs += advanceMs;
    },
    async wait(waitMs) {
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: running.signal });
    },
    abandonWaits() {
      running.abort();
      running = createAbandonment();
    },
    reset() {
      state.abandonWaits();
      state.ledger.clear();
      state.faults.clear();
      state.mailbox.clear();
      state.upstream = createUpstream();
      state.tokens = createTokenVault();
      state.spentWalletTokens.clear();
      state.profiles.clear();
      state.applications.clear();
      state.settings = { ...initialSettings };
      clockOffsetMs = 0;
    },
  };
  return state;
}
