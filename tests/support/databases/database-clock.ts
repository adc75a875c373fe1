/**
 * Sets the clock that statements look at beside the believed one: to an ISO instant, or far back, where it never
 * counts.
 */
export function setDatabaseClock(at: string): string {
  return `create or replace function database_now() returns timestamptz language sql volatile
    as $$ select '${at}'::timestamptz $$`;
}

/** For databases whose time a test moves by hand: what the test says is what the time is. */
export const believeInjectedClock = setDatabaseClock("-infinity");
