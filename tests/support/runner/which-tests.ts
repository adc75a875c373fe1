/** Unit tests of these folders of `lib` also run on PostgreSQL, if there is one. */
export const databaseRooms = [
  "activity",
  "admin",
  "audit",
  "console",
  "drafts",
  "draws",
  "eligibility",
  "feed",
  "history",
  "invariants",
  "keys",
  "monitoring",
  "orders",
  "payments",
  "people",
  "platform/db",
  "platform/jobs",
  "privacy",
  "receipts",
  "reconciliation",
  "refunds",
  "reports",
  "shares",
  "teams",
  "terminal",
  "verification",
  "zones",
];

/** Tests that need their own modules: views, whose modules have state, and tests that change their process. */
export const isolatedTests = [
  "components/**/*.test.{ts,tsx}",
  "lib/platform/http/**/{app-check,browser-log}.test.ts",
  "lib/platform/guard/guard-servers.test.ts",
  "lib/platform/i18n/{require-zone-data,zone-offsets}.test.ts",
  "lib/wiring/{stop-gracefully,ended-access}.test.ts",
  "scripts/server/listen-at.test.ts",
  "app/api/routes/rights.test.ts",
];

/** `npm run test:all` leaves nothing out (docs/testing.md, Tiers). */
export const isFullRun = process.env.TEST_TIER === "all";

/** Unit tests that run only on PostgreSQL, if there is one. */
export const postgresOnlyTests = databaseRooms
  .filter((room) => !room.startsWith("platform/"))
  .map((room) => `lib/${room}/**/*.test.ts`);

/** Phones in one carrier's wide network that buy within two minutes, each from its own network. */
export const phones = Number(process.env.PHONES ?? (isFullRun ? 500 : 80));

/** Only `npm run test:all` runs these, because they are slow and their code seldom changes. */
export const fullRunTests = [
  "lib/invariants/**/reading-at-scale",
  "lib/orders/**/deadlocks",
  "lib/platform/db/**/earlier-orders",
  "lib/reconciliation/**/list-merchants",
  "tests/http/bounded-memory",
  "tests/http/image",
  "tests/simulation/negative-controls",
].map((name) => `${name}.test.ts`);

/** The longest tests on the embedded database. Without PostgreSQL, only `.ci/run` and `npm run test:all` run them. */
export const slowEmbeddedTests = [
  "lib/invariants/**/{audit-directions,check-chains,check-invariants}",
  "lib/payments/**/{cash-guards,declined-cards,match-payments,outages,reconcile-guards,settle-together,wide-networks}",
  "lib/platform/jobs/**/watch-jobs",
  "lib/privacy/**/erase-expired",
  "lib/receipts/**/{mail-lanes,queue-results}",
  "tests/faults/{answers,crowd,mail,moved-bank,stop}",
  "tests/http/{declined-cards,draw-feed,invariants,lost-answers,lost-payment,metrics,outages,report}",
  "tests/http/{payment-page,shared-caches,terminal-charges,terminal-orders,unfit-accounts,verification,who-may-hold}",
].map((name) => `${name}.test.ts`);

/** HTTP and fault tests that run on both databases. All others run only on PostgreSQL, if there is one. */
export const bothDatabaseTests = [
  "http/orders",
  "http/refunds",
  "http/terminal-sales",
  "faults/full-disk",
  "faults/power",
];

/** HTTP tests that don't depend on the database, so they run only once. */
export const databaseIndependentTests = [
  "access-logs",
  "app-check",
  "bounded-memory",
  "builds",
  "error-pages",
  "fuzz",
  "https-host",
  "hostile{,-access,-urls,-pages}",
  "icons",
  "cached-pages",
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
