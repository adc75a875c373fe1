/** Statements use the later of the injected clock and this one. `at` is an ISO instant, or `-infinity` to ignore it. */
export function setDatabaseClock(at: string): string {
  return `create or replace function database_now() returns timestamptz language sql volatile
    as $$ select '${at}'::timestamptz $$`;
}

export const injectedClockOnly = setDatabaseClock("-infinity");
