// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import messages from "@/messages/en.json";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import { TeamChoice } from "./team-choice";

afterEach(cleanup);

const { team, teamWhole } = messages.checkout;

function choose(teams: number, changes: Partial<CheckoutDraw>, teamId = ""): void {
  const named = Array.from({ length: teams }, (_none, index) => ({ id: `t${index}`, name: { text: `Team ${index}` } }));
  const draw = { ...demoCheckoutDraw(), teams: [{ id: "all", title: { text: "Teams" }, teams: named }], ...changes };
  const control = { form: { teamId }, set: () => undefined } as unknown as FormControl;
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
      <TeamChoice draw={draw} control={control} />
    </NextIntlClientProvider>,
  );
}

it.each([2, 9])("asks in the draw's own words, among %d teams", (teams) => {
  choose(teams, { supportText: { text: "Cheer for" } });
  expect(screen.getByText("Cheer for")).toBeTruthy();
  expect(screen.queryByText(team)).toBeNull();
  cleanup();
  choose(teams, {});
  expect(screen.getByText(team)).toBeTruthy();
});

it.each([2, 9])("offers the whole group among %d teams, unless the draw turns that off", (teams) => {
  choose(teams, {});
  expect(screen.getByText(teamWhole)).toBeTruthy();
  cleanup();
  choose(teams, { canSelectWholeGroup: false });
  expect(screen.queryByText(teamWhole)).toBeNull();
  expect(screen.getByText("Team 1")).toBeTruthy();
});

it("thanks in the draw's own words once a team is chosen", () => {
  choose(2, { supportedText: { text: "They thank you" } });
  expect(screen.queryByText("They thank you")).toBeNull();
  cleanup();
  choose(2, { supportedText: { text: "They thank you" } }, "t1");
  expect(screen.getByText("They thank you")).toBeTruthy();
});
