// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it, vi } from "vitest";

import { Queries } from "@/components/ui/queries";
import { runWhenReloadable } from "@/lib/platform/http/browser/reload-hold";
import messages from "@/messages/en.json";
import { fakeOrder } from "@/tests/support/views/fake-order";
import { KioskOutcome } from "./kiosk-outcome";

it.each([
  ["card", "finalized", "2026-11-21T20:00:00Z", true],
  ["card", "reserved", null, false],
] as const)("says what the statement of a %s will show once its order is %s", (method, status, finalizedAt, isSaid) => {
  const order = fakeOrder({ status, method, finalizedAt });
  const { unmount } = render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
      <Queries>
        <KioskOutcome
          order={order}
          pools={[]}
          isFestive={false}
          statementDescriptor="ARENA 5050"
          onResume={vi.fn()}
          onStart={vi.fn()}
        />
      </Queries>
    </NextIntlClientProvider>,
  );
  expect(screen.queryAllByText("On your card statement: ARENA 5050")).toHaveLength(isSaid ? 1 : 0);
  unmount();
});

it("shows the numbers until the buyer has left, even after an update", async () => {
  const reload = vi.fn();
  const onStart = vi.fn();
  const order = fakeOrder({ status: "finalized", numbers: [{ poolId: "main", first: 1, last: 10, void: false }] });
  const { unmount } = render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
      <Queries>
        <KioskOutcome order={order} pools={[]} isFestive={false} onResume={vi.fn()} onStart={onStart} />
      </Queries>
    </NextIntlClientProvider>,
  );
  runWhenReloadable(reload);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: messages.kiosk.done }));
  expect(onStart).toHaveBeenCalledOnce();
  unmount();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
