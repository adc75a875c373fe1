// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";

import type { DrawName } from "@/lib/draws/client";
import { drawNamesQuery } from "@/lib/draws/client";
import { currentAdminQuery } from "@/lib/people/client";
import type { CurrentAdmin } from "@/lib/people/rules";
import type { RoleGrant } from "@/lib/people/rules.roles";
import type { Language } from "@/lib/platform/i18n/routing";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";

import { useOrganizers } from "./use-organizers";

const messages = { en: english, fr: french };

const draw = (id: string, parentId: string, organization: DrawName["organization"], month = 1): DrawName => ({
  ...{ id, parentId, organization, titles: id, salesOpen: false },
  opensAt: new Date(Date.UTC(2026, month)).toISOString(),
  drawsAt: new Date(Date.UTC(2026, month + 1)).toISOString(),
  isTest: false,
});

const draws = [
  draw("d1", "hawks", { en: "Hawks Foundation", fr: "Fondation des Faucons" }),
  draw("d2", "owls", "Owls", 1),
  draw("d3", "owls", "Night Watch", 2),
  draw("d4", "twins-a", "Twins"),
  draw("d5", "twins-b", "Twins"),
  draw("d6", "plain", ""),
];

function organizers(language: Language, scope: RoleGrant["scope"] = { kind: "everything" }) {
  const queries = new QueryClient();
  const admin: CurrentAdmin = {
    ...{ person: null, name: null, roles: [{ role: "admin", scope }], rights: ["view", "devices"] },
    ...{ passkeys: [], sessions: [], freshUntil: null },
  };
  queries.setQueryData(currentAdminQuery().queryKey, admin);
  queries.setQueryData(drawNamesQuery().queryKey, draws);
  const { result } = renderHook(() => useOrganizers(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="America/Toronto">
          {children}
        </NextIntlClientProvider>
      </QueryClientProvider>
    ),
  });
  return result.current;
}

it("an organizer has the name of its draws' organization, the newest one's first, and without one its id", () => {
  const { getName } = organizers("fr");
  expect(["hawks", "owls", "plain", "unknown"].map(getName)).toEqual([
    "Fondation des Faucons",
    "Night Watch et 1 autre",
    "plain",
    "unknown",
  ]);
});

it("organizers of the same name have their ids behind it", () => {
  const labels = organizers("en")
    .listOptions("devices", ["new"])
    .map(({ label }) => label);
  expect(labels).toEqual([
    "Hawks Foundation",
    "new",
    "Night Watch and 1 other",
    "plain",
    "Twins (twins-a)",
    "Twins (twins-b)",
  ]);
});

it("only organizers where the person has the right are offered", () => {
  const ids = (scope: RoleGrant["scope"]) =>
    organizers("en", scope)
      .listOptions("devices")
      .map(({ id }) => id);
  expect(ids({ kind: "parent", parentId: "hawks" })).toEqual(["hawks"]);
  expect(ids({ kind: "parent", parentId: "without-draws" })).toEqual(["without-draws"]);
  expect(ids({ kind: "draw", drawId: "d1" })).toEqual([]);
});
