import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { processApplePaySchema, processPaymentSchema } from "@/lib/payments/schema";
import { toFieldProblems } from "@/lib/platform/http/read-json";
import { applePaymentBody, orderBody, paymentBody } from "@/tests/support/calls/route-bodies";
import { fuzzBodies } from "@/tests/support/hostile/fuzz-bodies";
import type { Json } from "@/tests/support/hostile/hostile-bodies";
import { placeOrderSchema } from "./schema";

const order = orderBody("a-draw", {
  bundles: [{ bundleId: "both", quantity: 1 }],
  teamId: "north",
  buyer: { name: " Zoë Ó Briain ", email: "zoe@example.test", phone: "+1 416 555-0100", province: "ON", city: "Ajax" },
});
const target = { drawId: "a-draw", orderId: "0123456789ABCDEFGHJKMNPQRS" };

function parseText(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}

describe.each([
  ["placeOrderSchema", placeOrderSchema, order],
  ["processPaymentSchema", processPaymentSchema, paymentBody(target)],
  ["processApplePaySchema", processApplePaySchema, applePaymentBody(target)],
] as [string, z.ZodType, Json][])("%s", (_name, schema, valid) => {
  it("accepts valid values unchanged, and names a field for everything it refuses", () => {
    const property = fc.property(fuzzBodies([valid]), (body) => {
      const value = parseText(body);
      const parsed = schema.safeParse(value);
      if (parsed.success) expect(schema.parse(JSON.parse(JSON.stringify(parsed.data)))).toEqual(parsed.data);
      else expect(toFieldProblems(parsed.error, value)).not.toEqual([]);
    });
    fc.assert(property, { seed: 5050, numRuns: 2000 });
  });

  it("accepts the body that the others are derived from", () => {
    expect(schema.safeParse(valid).success).toBe(true);
  });
});

describe("a name", () => {
  function takes(name: string): boolean {
    const body = { ...order, buyer: { name, email: "a@example.test", province: "ON" } };
    return placeOrderSchema.safeParse(body).success;
  }

  it.each(["Zoë Ó Briain", "O'Neil-Smith, Jr.", "李小", "سارة", "علی‌رضا", "<b>Bob</b>", "Marie 👩‍👩‍👧‍👦"])(
    "can be %s",
    (name) => {
      expect(takes(name)).toBe(true);
    },
  );

  it("has at least one letter and no control character, line break or text direction mark", () => {
    const points = fc.constantFrom(..."\u0000\u0007\n\r\t\u007f\u0085\u2028\u2029\u202a\u202e\u2066\u2069");
    fc.assert(fc.property(points, (point) => !takes(`Ann${point}Lee`)));
    expect(["12345", "\u200b\u200b", "\u3164\u3164", "A\u2060\u00ad", "...", "😀😀"].map(takes)).toEqual(
      Array(6).fill(false),
    );
  });

  it("is stored without invisible characters", () => {
    const body = {
      ...order,
      buyer: { name: "\u200bAnn\u2060 \u3164Lee\u00ad", email: "a@example.test", province: "ON" },
    };
    expect(placeOrderSchema.parse(body).buyer?.name).toBe("Ann Lee");
  });
});
