import "server-only";

import type { SQL } from "drizzle-orm";

/** Limits the rows of a table alias to all draws, to one, or to some orders of one. */
export type Scope = (alias: string) => SQL;

/** Selects the offending rows as `draw_id`, `subject`, `detail`. */
export type Finder = (scope: Scope, at: Date) => SQL;
