// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it, vi } from "vitest";

import messages from "@/messages/en.json";

import { fakeOrder } from "@/tests/support/views/fake-order";
import { ResendReceipt } from "./resend-receipt";

const order = fakeOrder({ status: "finalized" });

afterEach(() => vi.unstubAllGlobals());

function show(network: () => Promise<Response>) {
  const fetchSpy = vi.fn(network);
  vi.stubGlobal("fetch", fetchSpy);
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
      <ResendReceipt
        instanceId="demo"
        orderId={order.orderId}
        maskedEmail="m•••@example.com"
        isNew={false}
        refusals={{ "resend-limit": messages.reasons["resend-limit"] }}
        icon={null}
      />
    </NextIntlClientProvider>,
  );
  return fetchSpy;
}

describe("resending the receipt", () => {
  it("is requested once, however often the button is pressed, and says where it goes", async () => {
    let answer: (response: Response) => void = () => undefined;
    const calls = show(() => new Promise((resolve) => (answer = resolve)));
    const region = screen.getByRole("status");
    fireEvent.click(screen.getByRole("button", { name: messages.resend.send }));
    for (let click = 0; click < 3; click += 1) {
      fireEvent.click(screen.getByRole("button", { name: messages.resend.sending }));
    }
    answer(Response.json({ order }));
    await waitFor(() => expect(region.textContent).toContain("On its way to m•••@example.com"));
    expect(calls).toHaveBeenCalledOnce();
    expect(calls.mock.calls[0]).toMatchObject([`/api/orders/demo/${order.orderId}/resend`, { method: "POST" }]);
  });

  it("shows why the server refused", async () => {
    show(async () => Response.json({ reason: "resend-limit", requestId: "r" }, { status: 429 }));
    fireEvent.click(screen.getByRole("button"));
    await screen.findByText(messages.reasons["resend-limit"]);
  });

  it("says that it failed if nobody answered, and can be tried again", async () => {
    const calls = show(() => Promise.reject(new TypeError("Failed to fetch")));
    fireEvent.click(screen.getByRole("button"));
    await screen.findByText(messages.resend.failed);
    fireEvent.click(screen.getByRole("button", { name: messages.resend.send }));
    await waitFor(() => expect(calls).toHaveBeenCalledTimes(2));
  });
});
