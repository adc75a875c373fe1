import type { ChainHead } from "./rules.chain";

/** Where the chain of a draw ended at one check: `seal` is as much of the seal as tells it from any other. */
export type KnownHead = { drawId: string; sequence: number; seal: string };

/** 96 bits: nobody finds another entry with the same. */
const shownLength = 16;

/** The head of a draw's chain as it is told, to be kept elsewhere. */
export function shownHead(drawId: string, { sequence, seal }: ChainHead): KnownHead {
  return { drawId, sequence, seal: seal.slice(0, shownLength) };
}

/** A head as one word: `draw=sequence:seal`. */
export function writeHead({ drawId, sequence, seal }: KnownHead): string {
  return `${drawId}=${sequence}:${seal}`;
}

/** Reads what `writeHead` wrote; null when it is something else. */
export function readHead(text: string): KnownHead | null {
  const [, drawId, sequence, seal] = /^([^=]+)=([1-9]\d{0,14}):([\w-]{16})$/.exec(text) ?? [];
  return drawId && sequence && seal ? { drawId, sequence: Number(sequence), seal } : null;
}
