import type { Topology } from "./topology";

/** One fault: brings it about, and ends when all parts stand again. What it gives is noted in the table. */
export type Step = { name: string; title: string; run: (topology: Topology) => Promise<string> };
