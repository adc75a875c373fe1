import { z } from "zod";

/** What the bank's own records say of a payment: made in full under a transaction number, or not made. */
export const paymentStatementSchema = z.discriminatedUnion("paid", [
  z.strictObject({ paid: z.literal(true), transactionId: z.string().regex(/^\d{4,20}$/) }),
  z.strictObject({ paid: z.literal(false) }),
]);

/** What an admin states of a payment. */
export type PaymentStatement = z.infer<typeof paymentStatementSchema>;
