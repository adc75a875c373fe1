import { z } from "zod";
import { isTemplate } from "@/lib/platform/i18n/format-template";

import {
  colorSchema,
  iconNameSchema,
  idSchema,
  instantSchema,
  linkSchema,
  textSchema,
  ticketNumberSchema,
} from "./schema.fields";
import { prizeTypeSchema } from "./schema.packages";

/** What card statements have room for: 1 to 22 characters of ASCII, without spaces around them. */
const statementPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,20}[\x21-\x7e])?$/;

/** `additionalOptions` with its defaults (docs/design.md, Draw defaults); intervals in ms, lengths in characters. */
export const additionalOptionsSchema = z
  .strictObject({
    customCountDownText: textSchema.optional(),
    customSupportText: textSchema.optional(),
    customPostSupportSelectText: textSchema.optional(),
    faq: z
      .array(z.strictObject({ question: textSchema, answer: textSchema }))
      .max(100)
      .default([]),
    uniqueOrderPrefix: z
      .string()
      .regex(/^[A-Z0-9]{0,6}$/)
      .default(""),
    canSelectAllGroups: z.boolean().default(true),
    displayFAQ: z.boolean().default(false),
    displayTeamStats: z.boolean().default(true),
    custom5050Page: z.boolean().default(true),
    enableFireworks: z.boolean().default(true),
    enableNoticeOn5050Page: z.boolean().default(false),
    /** What that notice says; left out, it says that tickets are no donations. */
    customNoticeText: textSchema.optional(),
    allowAccessibilityModeForTicketPackageSelection: z.boolean().default(true),
    recentPurchases_refreshRate: z.int().min(1000).max(600_000).default(10_000),
    displayDateTimeTicketPurchaseTemplate: z.string().max(100).refine(isTemplate).optional(),
    displayTeamStatsConfig: z.enum(["labels", "icons", "both"]).default("both"),
    titleLengthToStackForTicketPools: z.int().min(1).max(500).default(23),
    titleLengthToStackForBundles: z.int().min(1).max(500).default(23),
    featuredDraws: z.strictObject({ mode: z.string().max(50) }).optional(),
    statementDescriptor: z.string().regex(statementPattern).optional(),
    mayBeCashAdvance: z.boolean().default(false),
  })
  .prefault({});

/** `bannerImage`; `carousel_speed` in ms (docs/design.md, Banner carousel: 5000). */
export const bannerImageSchema = z.strictObject({
  url: linkSchema,
  dominantColor: colorSchema.optional(),
  carousel_urls: z.array(linkSchema).max(20).default([]),
  carousel_speed: z.int().min(500).max(120_000).default(5000),
});

/** Who a draw is for, as its page shows it (docs/design.md, Charity of a draw). */
export const charitySchema = z.strictObject({
  logo: linkSchema.optional(),
  color: colorSchema.optional(),
  story: textSchema.optional(),
  registration: z.string().max(40).optional(),
});

/** An address (docs/design.md, Address fields). */
export const addressSchema = z.strictObject({
  line1: z.string().max(100).default(""),
  line2: z.string().max(100).default(""),
  city: z.string().max(100).default(""),
  state: z.string().max(50).default(""),
  postal_code: z.string().max(16).default(""),
  country: z.string().max(50).default("CA"),
});

/** Groups of teams that a buyer may support. */
export const teamGroupsSchema = z
  .array(
    z.strictObject({
      id: idSchema,
      title: textSchema,
      teams: z
        .array(
          z.strictObject({
            id: idSchema,
            name: textSchema,
            icon: z.union([linkSchema, iconNameSchema]).optional(),
            color: colorSchema.optional(),
          }),
        )
        .min(1)
        .max(200),
    }),
  )
  .max(20);

/** A winner; `soldOnPaper` says that the ticket was sold outside of the product, which then has no sale of it. */
export const winnerSchema = z.strictObject({
  poolId: idSchema,
  prizeType: prizeTypeSchema,
  number: ticketNumberSchema,
  name: z.string().max(100).optional(),
  drawnAt: instantSchema,
  soldOnPaper: z.boolean().optional(),
});

/** Winners, imported once the numbers are drawn. */
export const winnersSchema = z.array(winnerSchema).max(500);

/** Roles that an admin of a draw may hold (docs/design.md, Admin roles). */
export const adminRoleSchema = z.enum([
  "admin",
  "Winner Picker",
  "Teams Manager",
  "Order Manager",
  "Order Refunder",
  "Order Email Re-sender",
]);

/** Payment credentials of a draw. Secrets: they are sealed before they are stored and never projected. */
export const apiKeysSchema = z
  .strictObject({
    bambora: z
      .strictObject({
        merchantId: z.string().regex(/^\d{4,12}$/),
        passcode: z.string().min(8).max(200),
        reportingPasscode: z.string().min(8).max(200).optional(),
        profilePasscode: z.string().min(8).max(200).optional(),
        maximumAmount: z.number().min(1).max(1_000_000).default(1000),
      })
      .optional(),
    stripe: z.record(z.string(), z.string()).optional(),
    paypal: z.record(z.string(), z.string()).optional(),
  })
  .prefault({});
