import type { LocalText } from "@/lib/local-text";
import { readDrawFile } from "@/scripts/draw/read-draw-file";

import { dateAt } from "./dates";

/** The demo draws in the order in which they are imported; each has a file in `scripts/demo/draws`. */
const ids = [
  ...["demo5050", "demo-raffle", "demo-closing", "demo-drawn", "demo-test", "demo-small"],
  ...["demo-located", "demo-soldout", "demo-closed", "demo-upcoming"],
] as const;

/** What the demo itself knows of a draw that an import takes. */
type DemoDraw = { id: string; timeZone: string; title: LocalText; winners?: unknown[] };

/** A demo draw as an import takes it (docs/design.md, Demo draws): its file, with dates around `now`. */
export function demoDraw(id: (typeof ids)[number], now: Date): DemoDraw {
  const draw = readDrawFile(`scripts/demo/draws/${id}.jsonc`) as DemoDraw;
  const dated = (_key: string, value: unknown) =>
    typeof value === "string" ? (dateAt(value, draw.timeZone, now) ?? value) : value;
  return JSON.parse(JSON.stringify(draw), dated);
}

/** All demo draws of a start at `now`. */
export function demoDraws(now: Date): DemoDraw[] {
  return ids.map((id) => demoDraw(id, now));
}

/** Who wins the demo draws that are closed by hand once they have sold. */
export const demoWinners = {
  "demo-drawn": { poolId: "main", prizeType: "Grand Prize", number: 214, name: "Odile K." },
  "demo-closed": { poolId: "main", prizeType: "Grand Prize", number: 23, name: "Odette L." },
} as const;

/** A demo draw whose grand prize was drawn at `now`. */
export function withWinner<Closed extends { winners?: unknown[] }>(
  draw: Closed,
  id: keyof typeof demoWinners,
  now: Date,
) {
  return { ...draw, winners: [{ ...demoWinners[id], drawnAt: now.toISOString() }, ...(draw.winners ?? [])] };
}

/**
 * The demo draws of a start at `now`. The one about to close is over at most later starts, and cannot be sold anew:
 * then there is another, under the next number. `known` are the draws that are there, and whether each still sells.
 */
export function currentDraws(now: Date, known: ReadonlyMap<string, boolean>): DemoDraw[] {
  const closing = "demo-closing";
  let id: string = closing;
  for (let number = 2; known.get(id) === false; number += 1) id = `${closing}-${number}`;
  return demoDraws(now).map((draw) => (draw.id === closing ? { ...draw, id } : draw));
}
