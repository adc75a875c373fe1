import type { Locator } from "playwright/test";
import { expect } from "playwright/test";

import type { Stop, Visit } from "./stop";
import { getWords, goTo, opens } from "./stop";

export function payBar(visit: Visit): Locator {
  return visit.page.getByRole("region", { name: getWords(visit).checkout.bar.label });
}

function selling(name: string, path: string): Stop {
  return { name, route: "/[id]", open: opens(path, payBar) };
}

type ClosedReason = "draw-upcoming" | "draw-closed" | "draw-cancelled" | "sold-out" | "jackpot-reached";

function stopped(name: string, path: string, reason: ClosedReason): Stop {
  const shows = (visit: Visit) => visit.page.getByText(getWords(visit).live.stops[reason].title);
  return { name, route: "/[id]", open: opens(path, shows) };
}

const drawn: Stop = {
  name: "a draw that is drawn",
  route: "/[id]",
  open: opens("/demo-closed", (visit) => visit.page.getByText(getWords(visit).draw.check.hint)),
};

const titled: Stop = {
  name: "a titled address",
  route: "/[id]",
  open: opens("/demo5050?title=Gala&inSupportOf=Everybody", payBar),
};

const poster: Stop = {
  name: "a poster",
  route: "/[id]/poster",
  open: opens("/demo5050/poster", ({ page }) => page.getByRole("img").last()),
};

const plain: Stop = {
  name: "a plain list of packages",
  route: "/[id]",
  async open(visit) {
    await goTo(visit, "/arena");
    await payBar(visit).waitFor();
    const { checkout } = getWords(visit);
    await visit.page.getByRole("button", { name: checkout.plainList }).click();
    await visit.page.getByRole("button", { name: checkout.fullList }).click({ trial: true });
  },
};

const unfolded: Stop = {
  name: "a raffle with all of it unfolded",
  route: "/[id]",
  async open(visit) {
    await goTo(visit, "/demo-raffle#rules");
    await payBar(visit).waitFor();
    for (const summary of await visit.page.locator("summary").all()) await summary.click();
  },
};

/** The page of a finished draw, with the result for a number. */
function checked(name: string, number: number, answer: "won" | "lost"): Stop {
  return {
    name,
    route: "/[id]",
    async open(visit) {
      const words = getWords(visit).draw.check;
      await goTo(visit, "/demo-closed");
      await visit.page.getByRole("textbox", { name: words.title }).fill(String(number));
      const result = words[answer].replace(/\{number\}|<number><\/number>/, String(number));
      // The handler is attached a little after the page loads.
      await expect(async () => {
        await visit.page.getByRole("button", { name: words.button, exact: true }).click();
        await expect(visit.page.getByText(result)).toBeVisible({ timeout: 1000 });
      }).toPass();
    },
  };
}

export const drawStops: Stop[] = [
  selling("a 50/50 with all there is", "/demo5050"),
  selling("a raffle", "/demo-raffle"),
  unfolded,
  selling("a test draw", "/demo-test"),
  selling("a draw that asks for the position", "/demo-located"),
  selling("a draw that asks whether its visits are counted", "/counted"),
  plain,
  titled,
  poster,
  stopped("a draw that is not open yet", "/demo-upcoming", "draw-upcoming"),
  drawn,
  checked("a number that won", 23, "won"),
  checked("a number that did not win", 24, "lost"),
  stopped("a draw that is closed", "/closed", "draw-closed"),
  stopped("a draw that is cancelled", "/called-off", "draw-cancelled"),
  stopped("a draw that is sold out", "/few", "sold-out"),
  stopped("a draw at its jackpot limit", "/full-pot", "jackpot-reached"),
];
