import "server-only";

import type { SQL } from "drizzle-orm";

/** Condition that keeps the rows of a table alias to what is looked at: all draws, one, or some orders of one. */
export type Scope = (alias: string) => SQL;

/** Builds a query of offending rows: `draw_id`, `subject` and `detail` of each. `at` is the instant of the check. */
export type Finder = (scope: Scope, at: Date) => SQL;
