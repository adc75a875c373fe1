import { z } from "zod";
import { idSchema } from "@/lib/draws/schema.fields";
import { transactionIdPattern } from "@/lib/orders/rules.payment";
import { emailSchema, lineSchema, nameSchema, orderIdSchema, phoneSchema } from "@/lib/orders/schema";

const billingFields = {
  name: lineSchema(64).optional(),
  address_line1: lineSchema(64).optional(),
  address_line2: lineSchema(64).optional(),
  city: lineSchema(32).optional(),
  province: lineSchema(2).optional(),
  country: lineSchema(2).optional(),
  postal_code: lineSchema(32).optional(),
  email_address: lineSchema(64).optional(),
  phone_number: lineSchema(40).optional(),
};

const billingSchema = z.strictObject(billingFields);

const contactFields = {
  ...billingFields,
  name: nameSchema(2),
  province: lineSchema(2).min(2),
  email_address: emailSchema,
};

/** The buyer's details, for an order that was placed without a buyer. */
export const contactSchema = z.object({ ...contactFields, phone_number: phoneSchema.optional() });

export type Contact = z.infer<typeof contactSchema>;

/** Apple's sheet requires all of these fields (docs/design.md, Apple Pay contact details). Accepts any phone. */
const sheetBillingSchema = z.strictObject({ ...contactFields, phone_number: lineSchema(40).min(1) });

/** In dollars. Compared with the order's amount and never trusted. */
const amountSchema = z.number().positive().max(1_000_000);

const tokenCodeSchema = z.string().regex(/^[\x21-\x7e]{8,40}$/);

const complete = z.literal(true).default(true);

const tokenPaymentSchema = z.strictObject({
  amount: amountSchema,
  payment_method: z.literal("token"),
  order_number: orderIdSchema,
  token: z.strictObject({ code: tokenCodeSchema, name: nameSchema(4), complete }),
  billing: billingSchema.default({}),
});

const profilePaymentSchema = z.strictObject({
  amount: amountSchema,
  payment_method: z.literal("payment_profile"),
  order_number: orderIdSchema,
  payment_profile: z.strictObject({
    customer_code: orderIdSchema,
    card_id: z.literal(1).default(1),
    complete,
  }),
  billing: billingSchema.default({}),
});

/**
 * Defined in docs/design.md, Apple Pay payment request. The order number is `AP` and the order's id, or `AP-` and the
 * time.
 */
const applePaymentSchema = z.strictObject({
  amount: amountSchema,
  payment_method: z.literal("apple_pay"),
  order_number: z.string().regex(/^AP(?:[0-9A-HJKMNP-TV-Z]{26}|-[0-9a-z]{8,9})$/),
  billing: sheetBillingSchema,
  apple_pay: z.strictObject({
    passthrough: z.literal(false).default(false),
    apple_pay_merchant_id: z.string().min(1).max(255),
    payment_token: z
      .string()
      .min(40)
      .max(30_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    complete,
  }),
});

/** Body of `POST /api/bambora/processPayment`. */
export const processPaymentSchema = z.strictObject({
  instanceId: idSchema,
  payment: z.discriminatedUnion("payment_method", [tokenPaymentSchema, profilePaymentSchema]),
  /** The device whose credential comes with the call charges. */
  atTerminal: z.literal(true).optional(),
});

/** Body of `POST /api/bambora/tokenize`. Without an order id, the browser must hold exactly one order. */
export const tokenizeSchema = z
  .strictObject({ instanceId: idSchema.optional(), orderId: orderIdSchema.optional(), token: tokenCodeSchema })
  .superRefine(({ instanceId, orderId }, { addIssue }) => {
    if ((instanceId === undefined) === (orderId === undefined)) return;
    addIssue({ code: "custom", path: [instanceId === undefined ? "instanceId" : "orderId"] });
  });

export type TokenizeInput = z.infer<typeof tokenizeSchema>;

/** Body of `POST /api/bambora/processApplePayPayment`. */
export const processApplePaySchema = z.strictObject({ instanceId: idSchema, payment: applePaymentSchema });

export type ApplePayPaymentInput = z.infer<typeof processApplePaySchema>;

export type PaymentInput = z.infer<typeof processPaymentSchema>["payment"] | z.infer<typeof applePaymentSchema>;

export type PayOrderInput = { instanceId: string; payment: PaymentInput; atTerminal?: true | undefined };

/** The bank's own records show a payment in full under a transaction number, or none. */
export const paymentDecisionSchema = z.discriminatedUnion("paid", [
  z.strictObject({ paid: z.literal(true), transactionId: z.string().regex(transactionIdPattern) }),
  z.strictObject({ paid: z.literal(false) }),
]);

export type PaymentDecision = z.infer<typeof paymentDecisionSchema>;
