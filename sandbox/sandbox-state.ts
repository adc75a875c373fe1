import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Authority } from "./apple/certificates";
import { createAuthority } from "./apple/certificates";
import type { JsonObject } from "./bambora/read-json";
import type { FaultSwitch } from "./faults";
import { createFaultSwitch } from "./faults";
import type { TokenIssuer } from "./google/app-check-tokens";
import { createTokenIssuer } from "./google/app-check-tokens";
import type { Ledger } from "./ledger";
import { createLedger } from "./ledger";
import type { Mailbox } from "./mail/mailbox";
import { createMailbox } from "./mail/mailbox";
import type { TokenizedCard, TokenVault } from "./token-vault";
import { createTokenVault } from "./token-vault";

export type Application = { applicant: JsonObject; business: JsonObject };

export type StoredCard = TokenizedCard & { name: string };

export function profileKey(merchantId: string, customerCode: string): string {
  return `${merchantId}/${customerCode}`;
}

/**
 * Locale texts are by their path after `/api/locales/`. If `token` is null, every caller is accepted. `asked` counts
 * requests by path.
 */
type Upstream = {
  instances: Map<string, unknown>;
  words: Map<string, unknown>;
  token: string | null;
  hasTags: boolean;
  asked: Map<string, number>;
};

function createUpstream(): Upstream {
  return { instances: new Map(), words: new Map(), token: null, hasTags: true, asked: new Map() };
}

export const mailServerModes = ["up", "away", "silent", "busy", "refusing", "cutting", "stalling"] as const;

/**
 * Times are in ms. `reportEnd` decides if a report refuses rows past its end, `appCheckKeys` if Google's keys can be
 * read. `appCheckExchange` is the status of the token exchange. If `applePayDomains` is null, any is accepted.
 * `walletRoots` are further wallet authorities, in PEM.
 */
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

/** Slow cards take 45 s and more at Bambora (docs/bambora.md, Test cards). */
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

/** `reset` clears the state and abandons all pending answers. */
export type SandboxState = {
  ledger: Ledger;
  faults: FaultSwitch;
  tokens: TokenVault;
  walletAuthority: Authority;
  appCheck: TokenIssuer;
  spentWalletTokens: Set<string>;
  profiles: Map<string, StoredCard>;
  applications: Map<string, Application>;
  mailbox: Mailbox;
  upstream: Upstream;
  settings: SandboxSettings;
  allowedOrigin: string | null;
  now: () => number;
  advance: (advanceMs: number) => void;
  wait: (waitMs: number) => Promise<void>;
  abandonWaits: () => void;
  reset: () => void;
};

/** A slow bank has many waiting callers, so Node must not warn of a leak of listeners. */
function createAbandonment(): AbortController {
  const abandonment = new AbortController();
  setMaxListeners(0, abandonment.signal);
  return abandonment;
}

/** If `dataFile` is null, the ledger is in memory. If `allowedOrigin` is null, any page may embed the fields. */
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
    appCheck: createTokenIssuer(() => state.now()),
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
