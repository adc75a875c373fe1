import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import type { Server } from "@/tests/support/servers/server";

/** An earlier build may have stored these words. One is valid; each of the others would break a page. */
const earlier = {
  en: {
    "checkout.heading": "Grab your lucky numbers",
    "checkout.pay": "Pay {sum}",
    "draw.rules": "Rules of the {draw",
    checkout: "A text where messages are nested now",
  },
};

const agedWords = [
  `create function age_words() returns trigger language plpgsql as
    $$ begin new.definition := jsonb_set(new.definition, '{locale,messages}', '${JSON.stringify(earlier)}'); return new;
    end $$`,
  "create trigger age_words before insert or update on draws for each row execute function age_words()",
];

let server: Server;

beforeAll(async () => {
  server = await startServerWithout(agedWords);
  await importDraw(server, drawWith({ id: "aged", rules: "Rules.", locale: { useLocal: true } }));
});
afterAll(() => server.stop());

describe("a draw whose own words are from an earlier build", () => {
  it.each(["/aged", "/1/aged", "/aged?title=Live"])("is shown at %s with those that fit", async (path) => {
    const answer = await fetch(`${server.url}${path}`);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain(earlier.en["checkout.heading"]);
    expect(text).not.toContain("Pay {sum}");
    expect(text).not.toContain("Rules of the");
  });

  it("answers its messages with those that fit", async () => {
    const { data } = await (await fetch(`${server.url}/api/locales/aged/en`)).json();
    expect(data.checkout).toMatchObject({ heading: earlier.en["checkout.heading"], pay: "Pay {amount}" });
    expect(data.draw.rules).not.toContain("Rules of the");
  });

  it("logs how many don't fit, and no error", async () => {
    for (let time = 0; time < 3; time += 1) await fetch(`${server.url}/aged?time=${time}`);
    const lines = server.output().split("\n");
    const warnings = lines.filter((line) => line.includes("own words don't fit"));
    expect(warnings.map((line) => JSON.parse(line).left)).toEqual([3]);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
