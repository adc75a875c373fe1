import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { getUsableOverrides } from "./message-overrides";

let logged: string[];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, "warn").mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

/** An earlier build may have accepted these. */
const earlier = {
  en: {
    "checkout.heading": "Grab your lucky numbers",
    "checkout.gone": "A message that is no more",
    "checkout.pay": "Pay, as long as it had no amount",
    checkout: "A text where messages are nested now",
    "draw.rules": "Text of which nothing can be {made",
  },
  fr: { "checkout.pay": "Payer {amount}, merci", "checkout.heading": "Prenez {vos} numéros" },
};

describe("a draw's own words from an earlier build", () => {
  it("are used if they fit this build's messages, and dropped otherwise", () => {
    expect(getUsableOverrides({ version: "one 1", messages: earlier })).toEqual({
      en: { "checkout.heading": "Grab your lucky numbers" },
      fr: { "checkout.pay": "Payer {amount}, merci" },
    });
  });

  it("are logged in one line per version, and not if all fit", () => {
    for (let time = 0; time < 3; time += 1) getUsableOverrides({ version: "two 1", messages: earlier });
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      {
        words: "two 1",
        left: 5,
        places: "en.checkout.gone en.checkout.pay en.checkout en.draw.rules fr.checkout.heading",
      },
    ]);
    getUsableOverrides({ version: "two 2", messages: earlier });
    getUsableOverrides({ version: "two 3", messages: { fr: { "checkout.pay": "Payer {amount}, merci" } } });
    expect(logged).toHaveLength(2);
  });

  it("are checked once", () => {
    const words = { version: "three 1", messages: earlier };
    expect(getUsableOverrides(words)).toBe(getUsableOverrides({ ...words }));
  });
});
