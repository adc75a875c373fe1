import type { LocalText } from "@/lib/local-text";
import { readDrawFile } from "@/scripts/draw/read-draw-file";

import { dateAt } from "./dates";

/** In the order of import. Each has a file in `scripts/demo/draws`. */
const ids = [
  ...["demo5050", "demo-raffle", "demo-closing", "demo-drawn", "demo-test", "demo-small"],
  ...["demo-located", "demo-soldout", "demo-closed", "demo-upcoming"],
] as const;

type DemoDraw = { id: string; timeZone: string; title: LocalText; winners?: unknown[] };

/** A draw of docs/design.md, Demo draws. Dates in the file are relative to `now`. */
export function demoDraw(id: (typeof ids)[number], now: Date): DemoDraw {
  const draw = readDrawFile(`scripts/demo/draws/${id}.jsonc`) as DemoDraw;
  const resolveDate = (_key: string, value: unknown) =>
    typeof value === "string" ? (dateAt(value, draw.timeZone, now) ?? value) : value;
  return JSON.parse(JSON.stringify(draw), resolveDate);
}

export function demoDraws(now: Date): DemoDraw[] {
  return ids.map((id) => demoDraw(id, now));
}

export const demoWinners = {
  "demo-drawn": { poolId: "main", prizeType: "Grand Prize", number: 214, name: "Odile K." },
  "demo-closed": { poolId: "main", prizeType: "Grand Prize", number: 23, name: "Odette L." },
} as const;

export function withWinner<ClosedDraw extends { winners?: unknown[] }>(
  draw: ClosedDraw,
  id: keyof typeof demoWinners,
  now: Date,
) {
  return { ...draw, winners: [{ ...demoWinners[id], drawnAt: now.toISOString() }, ...(draw.winners ?? [])] };
}

/**
 * `demo-closing` closes within the hour and can't be reopened, so a later start creates `demo-closing-2` and so on.
 * `known` maps the id of each existing draw to true while it sells.
 */
export function currentDraws(now: Date, known: ReadonlyMap<string, boolean>): DemoDraw[] {
  const closing = "demo-closing";
  let id: string = closing;
  for (let number = 2; known.get(id) === false; number += 1) id = `${closing}-${number}`;
  return demoDraws(now).map((draw) => (draw.id === closing ? { ...draw, id } : draw));
}
