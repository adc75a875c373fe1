import "server-only";

import type { SQL } from "drizzle-orm";

/** Limits the rows of a table alias to all draws, one, or some orders of one. */
export type Scope = (alias: string) => SQL;

/** Builds a query of offending rows: `draw_id`, `subject`, `detail`. */
export type Finder = (scope: Scope, at: Date) => SQL;
