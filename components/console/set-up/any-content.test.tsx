// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";

import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import { getValue } from "@/lib/drafts/rules.paths";
import { stepFields } from "@/lib/drafts/rules.steps";
import type { DraftContent } from "@/lib/drafts/schema";
import english from "@/messages/en.json";

import { stepForms } from "./draft-form";
import { DraftProvider } from "./form/draft-context";
import type { DraftEditor } from "./form/use-draft";

afterEach(cleanup);

const nested = ["title", "prizes", "settings", "items", "ticketPriceInfo", "teams", "Grand Prize", "faq", "messages"];

const values = (() => {
  const plain: unknown[] = [null, 5, "x", true, [], [null], [5], {}, { en: {} }, { en: null, fr: 5 }];
  const inner = plain.flatMap((value) => [
    Object.fromEntries(nested.map((field) => [field, value])),
    [{ id: 5, title: value }],
  ]);
  return [...plain, ...inner, ...inner.map((value) => [value])];
})();

function show(content: DraftContent) {
  const view = {
    content,
    problems: [],
    checks: [],
    lockedFields: [],
    droppedFields: [],
    drawId: "any",
    hasCredentials: false,
  };
  const editor = {
    view,
    content,
    state: { kind: "saved" },
    get: (path: string) => getValue(content, path),
    set: () => {},
  };
  const forms = Object.entries(stepForms).map(([step, Form]) => <Form key={step} />);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NextIntlClientProvider locale="en" messages={english} timeZone="America/Toronto">
        <PasskeyConfirmationProvider>
          <DraftProvider editor={editor as unknown as DraftEditor} isChecked>
            {forms}
          </DraftProvider>
        </PasskeyConfirmationProvider>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  cleanup();
}

// A file may say anything, and its draft must open so that somebody can correct it.
it.each(Object.values(stepFields).flat())("a draft opens with any value of %s", (field) => {
  for (const value of values) expect(() => show({ [field]: value }), JSON.stringify(value)).not.toThrow();
});
