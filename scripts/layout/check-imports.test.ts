import { describe, expect, test } from "vitest";

import { checkImports } from "./check-imports";
import { parseImports, toSourceFile } from "./source-file";

const known = new Set([
  "app/[locale]/page.tsx",
  "components/ui/button.tsx",
  "components/checkout/checkout.tsx",
  "components/payment/purchase.ts",
  "lib/payments/pay/store.ts",
  "lib/payments/reconcile/rules.ts",
  "lib/wiring/create-context.ts",
  "lib/money.ts",
  "lib/platform/db/database.ts",
  "lib/draws/tables.ts",
  "lib/platform/http/reasons.ts",
  "lib/draws/client.ts",
  "lib/draws/rules.ts",
  "lib/draws/schema.ts",
  "lib/draws/store.ts",
  "lib/orders/reserve/place-order.ts",
  "lib/orders/rules.ts",
  "lib/orders/store.ts",
  "lib/gateways/payment/port.ts",
  "lib/gateways/bambora/gateway.bambora.ts",
  "lib/gateways/apple-pay/port.setup.ts",
  "lib/gateways/payment/charge-payment.ts",
  "sandbox/start-sandbox.ts",
  "scripts/demo/draws.ts",
]);

function check(path: string, statement: string): string[] {
  return checkImports(toSourceFile(path, `${statement}\n`), known);
}

describe("checkImports", () => {
  test.each([
    ["app/api/orders/route.ts", 'import { placeOrder } from "@/lib/orders/reserve/place-order";'],
    ["app/api/orders/route.ts", 'import { createContext } from "@/lib/wiring/create-context";'],
    ["app/[locale]/page.tsx", 'import { Button } from "@/components/ui/button";'],
    ["components/checkout/checkout.tsx", 'import type { PlaceOrderInput } from "@/lib/orders/schema";'],
    ["components/checkout/checkout.tsx", 'import { liveQuery } from "@/lib/draws/client";'],
    ["components/terminal/sale/use-sale.ts", 'import { runPurchase } from "@/components/payment/purchase";'],
    ["components/terminal/terminal-frame.tsx", 'import { D } from "@/components/terminal/device/device-provider";'],
    ["components/terminal/sale/use-sale.ts", 'import { notesOf } from "@/components/terminal/receipt/sold-note";'],
    ["lib/payments/pay/pay-order.ts", 'import { readOrderRow } from "@/lib/orders/store";'],
    ["lib/orders/reserve/place-order.ts", 'import type { Context } from "@/lib/wiring/create-context";'],
    ["lib/orders/reserve/place-order.ts", 'import { chargePayment } from "@/lib/gateways/payment/charge-payment";'],
    ["lib/orders/reserve/place-order.ts", 'import { readDrawRecord } from "@/lib/draws/store";'],
    ["lib/orders/store.ts", 'import { sql } from "drizzle-orm";'],
    ["lib/gateways/bambora/rules.codes.ts", 'import type { ChargeRefusal } from "@/lib/gateways/payment/port";'],
    ["lib/gateways/apple-pay/rules.session.ts", 'import type { SetupProbe } from "./port.setup";'],
    ["lib/wiring/create-context.ts", 'import { createBamboraGateway } from "@/lib/gateways/bambora/gateway.bambora";'],
    ["lib/orders/reserve/place-order.test.ts", 'import { startSandbox } from "@/sandbox/start-sandbox";'],
    ["lib/platform/i18n/request.ts", 'import messages from "@/messages/en.json";'],
    ["scripts/demo/seed.ts", 'import { demoDraws } from "./draws";'],
  ])("allows %s to import %s", (path, statement) => {
    expect(check(path, statement)).toEqual([]);
  });

  test.each([
    ["app/api/orders/route.ts", 'import { findOrder } from "@/lib/orders/store";', "use cases of their own domain"],
    ["app/api/ready/route.ts", 'import { sql } from "drizzle-orm";', "SQL belongs in"],
    [
      "app/api/orders/route.ts",
      'import { createBamboraGateway } from "@/lib/gateways/bambora/gateway.bambora";',
      "ctx",
    ],
    [
      "components/checkout/checkout.tsx",
      'import { placeOrder } from "@/lib/orders/reserve/place-order";',
      "page, a route handler",
    ],
    ["components/checkout/checkout.tsx", 'import { drawSchema } from "@/lib/draws/schema";', "import type"],
    [
      "components/checkout/checkout.tsx",
      'import type { Row } from "@/lib/orders/store";',
      "use cases of their own domain",
    ],
    ["components/checkout/checkout.tsx", 'import { z } from "zod";', "out of the browser"],
    ["components/ui/button.tsx", 'import { Checkout } from "@/components/checkout/checkout";', "knows no domain"],
    ["components/ui/button.tsx", 'import { getPotCents } from "@/lib/draws/rules";', "knows no domain"],
    ["components/order-form/offers.ts", 'import { run } from "@/components/payment/purchase";', "stands below"],
    ["components/terminal/home.tsx", 'import { C } from "@/components/checkout/checkout";', "stands below"],
    [
      "components/terminal/shell/refresh-line.tsx",
      'import { D } from "@/components/terminal/device/use-device";',
      "below",
    ],
    ["components/terminal/receipt/sold-order.tsx", 'import { u } from "@/components/terminal/sale/use-sale";', "below"],
    ["components/terminal/orders/order-list.tsx", 'import { F } from "@/components/terminal/terminal-frame";', "below"],
    ["lib/refunds/send-refund.ts", 'import { deadlineFrom } from "@/lib/payments/reconcile/rules";', "knows only"],
    [
      "lib/terminal/orders/view-order.ts",
      'import { openAttempt } from "@/lib/payments/pay/store";',
      "use cases of their own domain",
    ],
    ["lib/draws/import/import-draw.ts", 'import { holdLimits } from "@/lib/orders/rules";', "only audit"],
    ["lib/gateways/payment/charge-payment.ts", 'import type { Draw } from "@/lib/draws/schema";', "no other domain"],
    [
      "lib/gateways/apple-pay/port.setup.ts",
      'import type { PaymentGateway } from "@/lib/gateways/payment/port";',
      "knows no other gateway",
    ],
    [
      "lib/gateways/payment/charge-payment.ts",
      'import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";',
      "knows no other gateway",
    ],
    [
      "lib/gateways/payment/list-payments.ts",
      'import { createBamboraGateway } from "@/lib/gateways/bambora/gateway.bambora";',
      "wired",
    ],
    [
      "lib/orders/reserve/place-order.ts",
      'import { createContext } from "@/lib/wiring/create-context";',
      "take ctx as a parameter",
    ],
    ["lib/orders/reserve/place-order.ts", 'import { pools } from "@/lib/draws/tables";', "store.ts"],
    ["lib/orders/rules.ts", 'import { findOrder } from "./store";', "use cases of their own domain"],
    ["lib/orders/rules.ts", 'import { randomBytes } from "node:crypto";', "pure"],
    ["lib/platform/http/reasons.ts", 'import { getPotCents } from "@/lib/draws/rules";', "knows no domain"],
    ["lib/orders/reserve/place-order.ts", 'import { startSandbox } from "@/sandbox/start-sandbox";', "over HTTP"],
    ["lib/orders/reserve/place-order.ts", 'export { findOrder } from "../orders/store";', "instead of ../"],
    ["app/[locale]/page.tsx", 'const view = await import("@/lib/orders/store");', "use cases of their own domain"],
    ["sandbox/start-sandbox.ts", 'import { toCents } from "@/lib/money";', "direction"],
    ["lib/orders/reserve/place-order.ts", 'import { demoDraws } from "@/scripts/demo/draws";', "tools"],
  ])("rejects %s importing %s", (path, statement, hint) => {
    const [error, ...more] = check(path, statement);
    expect(error).toContain(`${path}:1 imports`);
    expect(error).toContain(hint);
    expect(more).toEqual([]);
  });
});

describe("parseImports", () => {
  test("reads imports over several lines, recognizes types and skips comments", () => {
    const text = [
      'import "server-only";',
      "",
      '// import { old } from "@/lib/old";',
      "import {",
      "  first,",
      "  second,",
      '} from "@/lib/first";',
      'import type { Third } from "./third";',
      "/** Example: import('@/lib/example') */",
      'export const later = () => import("./later");',
    ].join("\n");
    expect(parseImports(text)).toEqual([
      { specifier: "server-only", typeOnly: false, line: 1 },
      { specifier: "@/lib/first", typeOnly: false, line: 4 },
      { specifier: "./third", typeOnly: true, line: 8 },
      { specifier: "./later", typeOnly: false, line: 10 },
    ]);
  });
});
