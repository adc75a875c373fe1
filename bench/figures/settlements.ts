import type { Figure } from "@/bench/figure";
import type { Postgres } from "@/bench/postgres";

export const settlementFigures: Figure<Postgres>[] = [];
