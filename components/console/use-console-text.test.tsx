// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";

import type { Role } from "@/lib/people/rules.roles";
import { roleRights, roles } from "@/lib/people/rules.roles";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { rightsWithoutPage, useRightsText } from "./use-console-text";

const messages = { en: english, fr: french };

function rightsText(language: Language, role: Role): string {
  const { result } = renderHook(() => useRightsText(), {
    wrapper: ({ children }) => (
      <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="America/Toronto">
        {children}
      </NextIntlClientProvider>
    ),
  });
  return result.current(role);
}

it.each(languages.flatMap((language) => roles.map((role) => ({ language, role }))))(
  "what a $role may do is said in $language by the table of roles, and nothing more",
  ({ language, role }) => {
    const { masked, readOnly, noWinners, allOthers, ...rights } = messages[language].console.rights;
    const said = rightsText(language, role).toLocaleLowerCase(language);
    const ofOthers = roles.flatMap((other) => (role === "admin" && other !== role ? roleRights[other] : []));
    const expected = roleRights[role]
      .filter((right) => right !== "find" || role === "Order Email Re-sender")
      .filter((right) => !ofOthers.includes(right) && !rightsWithoutPage.some((hidden) => hidden === right));
    expect(said.includes(allOthers.toLocaleLowerCase(language))).toBe(role === "admin");
    const found = Object.entries(rights).filter(([, sentence]) => said.includes(sentence.toLocaleLowerCase(language)));
    expect(found.map(([right]) => right).toSorted()).toEqual(expected.toSorted());
    const maskedRoles: readonly Role[] = ["Order Email Re-sender", "auditor"];
    expect(said.includes(masked.toLocaleLowerCase(language))).toBe(maskedRoles.includes(role));
    expect(said.includes(readOnly.toLocaleLowerCase(language))).toBe(role === "auditor");
    expect(said.includes(noWinners.toLocaleLowerCase(language))).toBe(role === "Winner Picker");
  },
);

it("an administrator has every right that another role has", () => {
  const others = roles.flatMap((role) => roleRights[role]);
  expect([...new Set(others)].filter((right) => !roleRights.admin.includes(right))).toEqual([]);
});

it("a role is one sentence for what it allows, and one for each limit", () => {
  expect(rightsText("en", "Order Email Re-sender")).toBe(
    "Find orders by email or code and resend receipts. Contact details stay hidden.",
  );
  expect(rightsText("fr", "Teams Manager")).toBe("Gérer les équipes.");
});
