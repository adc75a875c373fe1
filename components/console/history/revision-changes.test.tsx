// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";

import { drawSchema } from "@/lib/draws/schema";
import { revisionQuery } from "@/lib/history/client";
import { compareValues } from "@/lib/history/rules.revision";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { RevisionChanges } from "./revision-changes";

const messages = { en: english, fr: french };

afterEach(cleanup);

const pools = { lifejacket: { en: "Life Jacket Draw", fr: "Tirage du gilet" } };

/** The terms and descriptions of a revision, one line each. Spaces that do not break are written as others. */
function getLines(language: Language, before: unknown, after: unknown): string[] {
  const queries = new QueryClient();
  const data = { revision: 2, isNew: false, pools, changes: compareValues(before, after) };
  const options = revisionQuery("gala", 2);
  queries.setQueryData(options.queryKey, data);
  queries.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="America/Toronto">
        <RevisionChanges id="r" draw="gala" revision={2} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return [...container.querySelectorAll("dt, dd")].map((line) => (line.textContent ?? "").replace(/\s/g, " "));
}

const winner = (prizeType: string, number: number, poolId = "main") => ({
  ...{ poolId, prizeType, number, drawnAt: "2026-11-29T16:01:00Z" },
});

it.each([
  ["en", "Winners", "Added: Grand prize, ticket 4047, drawn November 29, 2026 at 11:01 a.m. EST"],
  ["fr", "Gagnants", "Ajouté : gros lot, billet 4047, tiré le 29 novembre 2026 à 11 h 01 HNE"],
] as const)("a winner that is added is a line of its own in %s, and no other winner is rewritten", (...parts) => {
  const [language, field, line] = parts;
  const early = winner("Early Bird", 31);
  const lines = getLines(language, { winners: [early] }, { winners: [winner("Grand Prize", 4047), early] });
  expect(lines).toEqual([field, line]);
});

it.each([
  ["en", "Added: Grand prize, ticket 7, drawn November 29, 2026 at 11:01 a.m. EST · Ticket pool: Life Jacket Draw"],
  ["fr", "Ajouté : gros lot, billet 7, tiré le 29 novembre 2026 à 11 h 01 HNE · Groupe de billets : Tirage du gilet"],
] as const)("a winner of a second draw is shown with its title in %s", (language, line) => {
  const lines = getLines(language, { winners: [] }, { winners: [winner("Grand Prize", 7, "lifejacket")] });
  expect(lines.at(-1)).toBe(line);
});

it("a corrected number and a team's picture are named in words, without separators or paths", () => {
  const teamsWith = (icon?: string) => [{ id: "all", title: "Teams", teams: [{ id: "foxes", name: "Foxes", icon }] }];
  const lines = getLines(
    "en",
    { winners: [winner("Early Bird", 4047)], teams: teamsWith() },
    { winners: [winner("Early Bird", 4048)], teams: teamsWith("/demo/team-foxes.svg") },
  );
  expect(lines).toEqual([
    ...["Winners › Early bird 4048 › Number", "Before: 4047", "Now: 4048"],
    ...["Teams › Foxes › Picture", "Before: none", "Now: team-foxes.svg"],
  ]);
});

it("French names a removed winner and a new order", () => {
  const teams = [{ id: "a" }, { id: "b" }];
  const lines = getLines(
    "fr",
    { winners: [winner("Early Bird", 31)], teams },
    { winners: [], teams: teams.toReversed() },
  );
  expect(lines).toEqual([
    ...["Gagnants", "Retiré : tirage hâtif, billet 31, tiré le 29 novembre 2026 à 11 h 01 HNE"],
    ...["Équipes", "Ordre modifié"],
  ]);
});

type SchemaNode = {
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  additionalProperties?: SchemaNode;
  anyOf?: SchemaNode[];
};

function listFields({ properties, items, additionalProperties, anyOf = [] }: SchemaNode): string[] {
  const inner = [items, additionalProperties, ...anyOf].flatMap((node) => (node ? listFields(node) : []));
  return [...Object.entries(properties ?? {}).flatMap(([name, node]) => [name, ...listFields(node)]), ...inner];
}

it.each(languages)("every field of a draw's definition, however deep, has a label in %s", (language) => {
  const { fields, nestedFields } = messages[language].console.history;
  const schema = z.toJSONSchema(drawSchema, { io: "input", unrepresentable: "any" }) as SchemaNode;
  const notKept = [
    "apiKeys",
    "numTicketsFinal",
    "lastPurchaseHistory",
    "metrics",
    "numTicketsReserved",
    "isProcessing",
  ];
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => !notKept.includes(name));
  const nested = new Set(kept.flatMap(([, node]) => listFields(node)));
  expect(Object.keys(fields).sort()).toEqual(kept.map(([name]) => name).sort());
  const labelled = [...nested].filter((name) => ![...notKept, ...languages].some((other) => other === name));
  expect(Object.keys(nestedFields).sort()).toEqual(labelled.sort());
});
