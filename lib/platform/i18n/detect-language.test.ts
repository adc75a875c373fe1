import { describe, expect, it } from "vitest";

import { detectLanguage } from "./detect-language";

const cookies = [undefined, "en", "fr", "de", ""];
const hosts = [undefined, "tickets.example.ca", "fr.example.ca", "FR.example.ca:3000", "fr", "africa.example.ca"];
const browsers = [
  { acceptLanguage: undefined, wants: "en" },
  { acceptLanguage: "", wants: "en" },
  { acceptLanguage: "en-CA,en;q=0.9,fr;q=0.8", wants: "en" },
  { acceptLanguage: "fr-CA,fr;q=0.9,en;q=0.8", wants: "fr" },
  { acceptLanguage: "en;q=0.5, FR-ca;q=0.7", wants: "fr" },
  { acceptLanguage: "en-CA,fr", wants: "en" },
  { acceptLanguage: "fr,en", wants: "fr" },
  { acceptLanguage: "de,fr;q=0.2,en;q=0.1", wants: "fr" },
  { acceptLanguage: "fr;q=0,de", wants: "en" },
  { acceptLanguage: "*,fr;q=0.5", wants: "en" },
  { acceptLanguage: "frr,es", wants: "en" },
];

describe("detectLanguage", () => {
  for (const host of hosts) {
    for (const { acceptLanguage, wants } of browsers) {
      it(`follows a chosen language on ${host} with ${acceptLanguage}`, () => {
        expect(detectLanguage({ cookie: "en", host, acceptLanguage })).toBe("en");
        expect(detectLanguage({ cookie: "fr", host, acceptLanguage })).toBe("fr");
      });

      it(`prefers the host ${host} to the browser's ${acceptLanguage}`, () => {
        const expected = host?.toLowerCase().startsWith("fr.") ? "fr" : wants;
        for (const cookie of cookies.filter((value) => value !== "en" && value !== "fr")) {
          expect(detectLanguage({ cookie, host, acceptLanguage })).toBe(expected);
        }
      });
    }
  }
});
