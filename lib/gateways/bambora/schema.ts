import { z } from "zod";

/** The gateway sends the same field as a string or a number (docs/bambora.md, Payment answers). */
const numeric = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(Number);

const textual = z.union([z.string(), z.number()]).transform(String);

/** Answer of a payment and of `GET /v1/payments/{id}`. `approved` is 1, "1" or true. */
export const paymentResponseSchema = z.object({
  id: textual,
  approved: z.union([z.boolean().transform(Number), numeric]),
  message_id: numeric,
  order_number: z.string().optional(),
  type: z.string().optional(),
  amount: numeric,
  auth_code: textual.nullish(),
  card: z.object({ card_type: z.string().nullish(), last_four: z.string().nullish() }).nullish(),
});

/** `GET /v1/payments/{id}` with later returns and voids. The list may be absent if there are none. */
export const adjustedResponseSchema = z.object({
  id: textual,
  adjusted_by: z
    .array(
      z.object({
        id: textual,
        type: z.string(),
        approval: z.union([z.boolean().transform(Number), numeric]),
        amount: numeric,
      }),
    )
    .nullish(),
});

/** The gateway masks the card's number. */
export const profileResponseSchema = z.object({
  customer_code: z.string(),
  card: z.object({ card_type: z.string().nullish(), number: z.string().nullish() }).nullish(),
});

export const errorResponseSchema = z.object({
  code: numeric,
  category: numeric,
  message: z.string().nullish(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).nullish(),
});

export type PaymentResponse = z.infer<typeof paymentResponseSchema>;

const flag = z.union([z.boolean().transform(Number), numeric]);

/** A row of the report `Search` (docs/bambora.md, Reports). `trn_date_time` carries its offset. */
const reportRowSchema = z.object({
  trn_id: textual,
  trn_order_number: textual,
  trn_type: z.string(),
  trn_response: flag,
  trn_amount: numeric,
  trn_returns: numeric.nullish(),
  trn_voided: flag.nullish(),
  trn_date_time: z.string().nullish(),
  currency_abbr: z.string().nullish(),
  trn_approval_code: textual.nullish(),
});

export const reportResponseSchema = z.object({ records: z.array(reportRowSchema) });

export type ReportRow = z.infer<typeof reportRowSchema>;
