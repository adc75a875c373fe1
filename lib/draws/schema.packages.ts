import { z } from "zod";

import {
  countSchema,
  dollarsSchema,
  idSchema,
  instantSchema,
  linkSchema,
  priceSchema,
  textSchema,
  ticketNumberSchema,
} from "./schema.fields";

export const packageSchema = z.strictObject({
  id: idSchema,
  tickets: countSchema.max(1_000_000),
  price: priceSchema,
  label: textSchema.optional(),
  highlighted: z.boolean().default(false),
});

export const ticketPoolSchema = z.strictObject({
  id: idSchema,
  title: textSchema,
  description: textSchema.optional(),
  ticketPriceInfo: z.array(packageSchema).min(1).max(50),
});

/** Packages of several pools at one price. `price` is an item's share in dollars. */
export const bundleSchema = z.strictObject({
  id: idSchema,
  title: textSchema,
  description: textSchema.optional(),
  items: z
    .array(
      z.strictObject({ poolId: idSchema, packageId: idSchema, quantity: countSchema.max(100), price: priceSchema }),
    )
    .min(1)
    .max(20),
});

/** The specification's names (docs/design.md, Draw types). */
export const drawTypeSchema = z.enum(["5050 Cash", "Prize raffle"]);

/** The specification's names (docs/design.md, Prizes and winners). */
export const prizeTypeSchema = z.enum(["Grand Prize", "Early Bird", "Add On"]);

const prizeSchema = z.strictObject({
  description: textSchema,
  winnerName: z.string().max(100).optional(),
  winningTicketNumber: ticketNumberSchema.optional(),
  drawDate: instantSchema.optional(),
  cutOffDate: instantSchema.optional(),
});

export const prizesSchema = z.partialRecord(prizeTypeSchema, z.array(prizeSchema).max(100));

/** The printer of paper tickets (docs/design.md, Ticket printer). */
export const ticketPrinterSchema = z.strictObject({ name: z.string().max(100), address: z.string().max(300) });

/** How prizes of a pool are drawn and claimed. Without defaults, so that the release before accepts what is stored. */
export const drawingFields = {
  once: z.enum(["order", "number", "none"]).optional(),
  redrawTerms: textSchema.optional(),
  claimTerms: z.strictObject({ days: z.int().min(1).max(3660).optional(), text: textSchema.optional() }).optional(),
};

export const countedPoolFields = {
  numTicketsFinal: z.int().min(0).optional(),
  lastPurchaseHistory: z.array(z.unknown()).optional(),
  metrics: z.record(z.string(), z.unknown()).optional(),
};

export const secondDrawSchema = z
  .strictObject({
    id: idSchema.refine((id) => id !== "main"),
    type: drawTypeSchema,
    title: textSchema,
    description: textSchema.default(""),
    startDate: instantSchema.optional(),
    cutOffDate: instantSchema.optional(),
    drawDate: instantSchema.optional(),
    ticketPackageInfo: z.array(packageSchema).min(1).max(50),
    maxTickets: countSchema.nullable().default(null),
    maxTicketPayout: countSchema.nullable().default(null),
    maxJackpot: dollarsSchema.nullable().default(null),
    jackpotTotal: dollarsSchema.default(0),
    license: z.string().max(100).default(""),
    licensePDF: linkSchema.nullable().default(null),
    ticketPrinter: ticketPrinterSchema.optional(),
    useRNG: z.boolean().optional(),
    prizes: prizesSchema.default({}),
    ...drawingFields,
    settings: z
      .strictObject({
        enabled: z.boolean().default(true),
        priority: z.int().min(0).max(1000).default(0),
        mandatoryPurchase: z.boolean().default(false),
      })
      .prefault({}),
    participatesInTeamStats: z.boolean().default(false),
    ...countedPoolFields,
  })
  .transform(({ numTicketsFinal: _final, lastPurchaseHistory: _recent, metrics: _metrics, ...second }) => second);

export type SecondDraw = z.infer<typeof secondDrawSchema>;
