// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";

import { PasskeyConfirmationProvider } from "@/components/console/use-passkey-confirmation";
import type { ListedDevice } from "@/lib/terminal/summary/rules";
import english from "@/messages/en.json";

import { TabletList } from "./tablets";

const t = english.console.tablets;

const instant = "2026-01-10T15:00:00.000Z";

const soldCash: ListedDevice["today"] = [{ method: "cash", orders: 3, amount: 75, refunded: 5 }];

const tablet = (name: string, changes: Partial<ListedDevice> = {}): ListedDevice => ({
  ...{ deviceId: name, label: name, name, parentId: "rink", locationId: "north", state: "registered" },
  ...{ operator: null, printer: null, listsOthers: false, lastSeenAt: null, createdAt: instant, today: [] },
  ...{ codeExpiresAt: instant, registeredAt: instant, revokedAt: null },
  ...changes,
});

const revoked = { state: "revoked", revokedAt: instant } as const;

afterEach(cleanup);

function show(devices: readonly ListedDevice[], query = ""): void {
  render(
    <NextIntlClientProvider locale="en" messages={english} timeZone="America/Toronto">
      <QueryClientProvider client={new QueryClient()}>
        <PathnameContext.Provider value="/console/tablets">
          <SearchParamsContext.Provider value={new URLSearchParams(query)}>
            <PasskeyConfirmationProvider>
              <TabletList devices={devices} />
            </PasskeyConfirmationProvider>
          </SearchParamsContext.Provider>
        </PathnameContext.Provider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

const manage = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${t.manage}.*${name}`) }));

it.each(["", "revoked=1"])("what a revoked tablet sold today counts and stays listed, with %j", (query) => {
  show([tablet("North gate", { ...revoked, today: soldCash }), tablet("Old gate", revoked)], query);
  screen.getByText("$70.00 today, from 3 orders");
  screen.getByText("North gate");
  expect(screen.queryAllByText("Old gate")).toHaveLength(query === "" ? 0 : 1);
});

it("the box for revoked tablets is there only if it would hide one", () => {
  show([tablet("North gate", { ...revoked, today: soldCash })]);
  expect(screen.queryByLabelText(t.showRevoked)).toBeNull();
});

it("revoking a tablet that took cash today asks to count the drawer", () => {
  const soldByCard: ListedDevice["today"] = [{ method: "card", orders: 1, amount: 20, refunded: 0 }];
  show([tablet("North gate", { today: soldCash }), tablet("South gate", { today: soldByCard })]);
  const ask = (name: string) => {
    manage(name);
    fireEvent.click(screen.getAllByRole("button", { name: t.revoke })[0] as HTMLElement);
  };
  ask("South gate");
  expect(screen.queryByText(/Count the drawer/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: english.console.confirm.cancel }));
  fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${t.done}.*South gate`) }));
  ask("North gate");
  screen.getByText(/This tablet took \$70\.00 in cash today\. Count its drawer\./);
});

it("a tablet that was never registered is offered a new code and nothing about one that keeps selling", () => {
  show([tablet("North gate", { state: "waiting", registeredAt: null })]);
  manage("North gate");
  screen.getByRole("button", { name: t.newCode });
  screen.getByText(t.newCodeText);
  expect(screen.queryByText(t.renewText)).toBeNull();
});
