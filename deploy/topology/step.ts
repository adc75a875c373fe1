import type { Topology } from "./topology";

/** `run` ends when all parts work again; it returns a note for the table. */
export type Step = { name: string; title: string; run: (topology: Topology) => Promise<string> };
