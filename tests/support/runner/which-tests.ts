/** Rooms whose tests speak to a database: they run on PostgreSQL where there is one. */
export const withSql = [
  "activity",
  "audit",
  "draws",
  "eligibility",
  "feed",
  "invariants",
  "keys",
  "monitoring",
  "orders",
  "payments",
  "platform/db",
  "platform/jobs",
  "privacy",
  "receipts",
  "reconciliation",
  "refunds",
  "reports",
  "shares",
  "terminal",
  "verification",
  "zones",
];

/** But for views, whose modules keep state as they may in a page of their own, and for what changes its process. */
export const isolated = [
  "components/**/*.test.{ts,tsx}",
  "lib/platform/http/**/{app-check,browser-log}.test.ts",
  "lib/platform/guard/guard-servers.test.ts",
  "lib/platform/i18n/{require-zone-data,zone-offsets}.test.ts",
  "lib/wiring/stop-gracefully.test.ts",
  "scripts/server/listen-at.test.ts",
];

/** Nothing is left out: `npm run test:all` (docs/testing.md, Tiers). */
export const runsAll = process.env.TEST_TIER === "all";

/** Rooms whose tests run on PostgreSQL alone where there is one; the embedded database keeps its own rooms. */
export const onPostgresAlone = withSql
  .filter((room) => !room.startsWith("platform/"))
  .map((room) => `lib/${room}/**/*.test.ts`);

/** How many phones of one carrier buy within two minutes, each in a network of its own: a longer run sets it. */
export const phones = Number(process.env.PHONES ?? (runsAll ? 500 : 80));

/** Tests that wait for `npm run test:all`: what they guard changes seldom, and they take long. */
export const waiting = [
  "lib/invariants/**/reading-at-scale",
  "lib/orders/**/deadlocks",
  "lib/platform/db/**/earlier-orders",
  "lib/reconciliation/**/list-merchants",
  "tests/http/bounded-memory",
  "tests/http/image",
  "tests/simulation/negative-controls",
].map((name) => `${name}.test.ts`);

/**
 * The longest on the embedded database, about crowds, lost answers, removed guards and commands that watch a server: a
 * run without PostgreSQL leaves them to `.ci/run` and `npm run test:all`, and runs the rest of their rooms.
 */
export const longWithoutPostgres = [
  "lib/invariants/**/{audit-directions,check-chains,check-invariants}",
  "lib/payments/**/{cash-guards,declined-cards,match-payments,outages,reconcile-guards,settle-together,wide-networks}",
  "lib/platform/jobs/**/watch-jobs",
  "lib/privacy/**/erase-expired",
  "lib/receipts/**/{mail-lanes,queue-results}",
  "tests/faults/{answers,crowd,mail,moved-bank,stop}",
  "tests/http/{declined-cards,draw-feed,invariants,lost-answers,lost-payment,metrics,outages,report}",
  "tests/http/{payment-page,shared-caches,terminal-charges,terminal-orders,unfit-accounts,verification,who-may-hold}",
].map((name) => `${name}.test.ts`);

/** Where there is a PostgreSQL, these run on the embedded database too, and the others on PostgreSQL alone. */
export const onBothDatabases = [
  "http/orders",
  "http/refunds",
  "http/terminal-sales",
  "faults/full-disk",
  "faults/power",
];

/** Of pages, addresses, headers, files, input and memory, which no database changes: once is enough. */
export const databaseFree = [
  "access-logs",
  "app-check",
  "bounded-memory",
  "builds",
  "error-pages",
  "fuzz",
  "https-host",
  "hostile{,-access,-addresses,-pages}",
  "icons",
  "kept-pages",
  "language{,-rule}",
  "merchant-validation",
  "metadata",
  "nginx-rules",
  "onboarding",
  "payment-page",
  "rolling-restart",
  "script-policy",
  "shared-caches",
  "static-files",
  "terminal-guards",
  "two-builds",
  "verification-checks",
].map((name) => `tests/http/${name}.test.ts`);
