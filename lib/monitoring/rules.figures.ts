/** Backlogs are counted up to this number, because counting longer ones is slow. */
export const countLimit = 20_000;

/** For the query alone. A scrape waits `scrapeTimeoutMs` for it and for a connection. */
export const queryTimeoutMs = 2000;
export const scrapeTimeoutMs = 3000;

type Kind = { type: "gauge" | "counter"; help: string; label?: string };

/** Every process reports the same figures, so Prometheus takes one of them (`max`). */
export const figureKinds = {
  tirage_orders: {
    type: "gauge",
    label: "state",
    help: `Open orders; those reserved are counted up to ${countLimit}. What was sold is in tirage_purchases.`,
  },
  tirage_purchases: {
    type: "gauge",
    help: "Orders with tickets that count; one with tickets in several pools counts in each.",
  },
  tirage_tickets_issued_total: { type: "counter", help: "Ticket numbers that were ever issued." },
  tirage_tickets: {
    type: "gauge",
    label: "state",
    help: "Tickets that are reserved, and those whose numbers are void.",
  },
  tirage_payment_attempts: {
    type: "gauge",
    label: "state",
    help: `Payments whose outcome is open, or asked for though nothing was found; counted up to ${countLimit}.`,
  },
  tirage_payment_attempts_overdue: {
    type: "gauge",
    help: "Open payments that nobody asks the gateway for, or that have been open for a day.",
  },
  tirage_payment_attempt_oldest_seconds: { type: "gauge", help: "Age of the oldest open payment; 0 without one." },
  tirage_refunds: { type: "gauge", label: "state", help: `Open refunds; counted up to ${countLimit}.` },
  tirage_refunds_overdue: {
    type: "gauge",
    help: "Open refunds that nobody sends or asks for, or that have been open for a day.",
  },
  tirage_refund_oldest_seconds: { type: "gauge", help: "Age of the oldest open refund; 0 without one." },
  tirage_emails: {
    type: "gauge",
    label: "state",
    help: `Emails that wait, and those that let all others go first (bulk); counted up to ${countLimit} each.`,
  },
  tirage_email_oldest_seconds: { type: "gauge", label: "state", help: "Age of the oldest email that waits." },
  tirage_email_overdue_seconds: {
    type: "gauge",
    label: "state",
    help: "For how long the email has been due that nobody took for longest.",
  },
  tirage_job_last_success_timestamp_seconds: {
    type: "gauge",
    label: "name",
    help: "When a job last succeeded in any process, by the database's clock.",
  },
  tirage_database_standbys: { type: "gauge", help: "Synchronous standbys that the database has." },
  tirage_database_archive_age_seconds: {
    type: "gauge",
    help: "Time since the database last archived a segment of WAL, or since its start; none if it archives nothing.",
  },
  tirage_database_archive_failures_total: {
    type: "counter",
    help: "Failed tries of the database to archive a segment of WAL; none if it archives nothing.",
  },
} as const satisfies Record<string, Kind>;

export type Figure = { metric: keyof typeof figureKinds; of: string | null; value: number };
