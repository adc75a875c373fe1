import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { LiveProvider } from "@/components/draws/live/live-provider";
import { TerminalSale } from "@/components/terminal/sale/terminal-sale";
import { ScanGuard } from "@/components/terminal/shell/scan-guard";
import type { LiveState } from "@/lib/draws/rules.projection";
import messages from "@/messages/en.json";
import { demoCheckoutDraw, demoLive } from "./fake-checkout-draw";
import { fakeOrder } from "./fake-order";

/** `path` has ORDER in place of the order's id. */
type Call = { path: string; key: string | null; body: Record<string, unknown> };

export type SaleStage = {
  routes: Record<string, () => Response | Promise<Response>>;
  assign: ReturnType<typeof vi.fn>;
  getCalls: (path: string) => Call[];
};

/** The server's answer to every reservation: 40 tickets for $20, without a buyer. */
export const order = fakeOrder({
  amount: 20,
  buyer: null,
  placedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
  lines: [{ poolId: "main", packageId: "p40", quantity: 1, tickets: 40, amount: 20 }],
});

export const sold = { ...order, status: "finalized" as const };

export const pollPath = "/api/terminal/orders/demo/ORDER";

export const cashPath = "/api/terminal/orders/demo/ORDER/cash";

/** Resets the browser before each test. */
export function saleStage(): SaleStage {
  let calls: Call[] = [];
  const stage: SaleStage = {
    routes: {},
    assign: vi.fn(),
    getCalls: (path) => calls.filter((call) => call.path === path),
  };

  async function network(url: string, { body, headers }: RequestInit = {}): Promise<Response> {
    const path = url.replace(order.orderId, "ORDER");
    const key = new Headers(headers).get("Idempotency-Key");
    calls.push({ path, key, body: body ? JSON.parse(String(body)) : {} });
    return stage.routes[path]?.() ?? Response.json(demoLive());
  }

  beforeEach(() => {
    calls = [];
    stage.routes = {
      "/api/orders": () => Response.json({ order }, { status: 201 }),
      [pollPath]: () => Response.json({ order }),
      [cashPath]: () => Response.json({ order: sold }),
    };
    vi.stubGlobal("fetch", network);
    window.localStorage.clear();
    window.sessionStorage.clear();
    stage.assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined) as never;
  });

  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return stage;
}

export function refusal(reason: string, status: number): Response {
  return Response.json({ reason, requestId: "r" }, { status });
}

/** By default, cash needs no name and sales are open. */
export function openStage({
  allowsCash = true,
  allowsAnonymousCash = true,
  changes = {} as Partial<LiveState>,
  draw = demoCheckoutDraw(),
} = {}) {
  return render(
    <StrictMode>
      <LiveProvider drawId="demo" refreshMs={600_000} initial={demoLive(changes)}>
        <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
          <ScanGuard />
          <TerminalSale
            draw={draw}
            locale="en"
            allowsCash={allowsCash}
            allowsAnonymousCash={allowsAnonymousCash}
            scriptUrl="https://x.test/c.js"
            checkoutHost="https://shop.test"
          />
        </NextIntlClientProvider>
      </LiveProvider>
    </StrictMode>,
  );
}

export function clickButton(name: string | RegExp): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

/** Waits until the button accepts presses. */
async function findArmed(name: string | RegExp): Promise<HTMLElement> {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  return button;
}

export function findCashConfirm(): Promise<HTMLElement> {
  return findArmed(/Cash received/);
}

export async function cancelOrder(): Promise<void> {
  fireEvent.click(await findArmed("Cancel this order"));
}
