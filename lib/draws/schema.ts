import { z } from "zod";
import { createOffset } from "@/lib/local-time";

import {
  countSchema,
  dollarsSchema,
  idSchema,
  instantSchema,
  linkSchema,
  localeSchema,
  provinceSchema,
  textSchema,
} from "./schema.fields";
import {
  additionalOptionsSchema,
  addressSchema,
  adminRoleSchema,
  apiKeysSchema,
  bannerImageSchema,
  charitySchema,
  teamGroupsSchema,
  winnersSchema,
} from "./schema.options";
import {
  bundleSchema,
  countedPoolFields,
  drawTypeSchema,
  packageSchema,
  prizesSchema,
  secondDrawSchema,
  ticketPoolSchema,
  ticketPrinterSchema,
} from "./schema.packages";

/** What the platform counts itself; an exported draw carries it, an import may, and it is never taken from there. */
const countedFields = {
  ...countedPoolFields,
  numTicketsReserved: z.int().min(0).optional(),
  isProcessing: z.boolean().optional(),
};

const money = {
  jackpotTotal: dollarsSchema.default(0),
  ticketPriceInfo: z.array(packageSchema).max(50).default([]),
  ticketPools: z.array(ticketPoolSchema).max(20).default([]),
  secondDraws: z.array(secondDrawSchema).max(20).default([]),
  bundles: z.array(bundleSchema).max(50).default([]),
  maxTickets: countSchema.nullable().default(null),
  maxTicketPayout: countSchema.nullable().default(null),
  maxJackpot: dollarsSchema.nullable().default(null),
  paymentProvider: z.enum(["bambora", "stripe", "paypal"]).default("bambora"),
  apiKeys: apiKeysSchema,
  stripe: z
    .strictObject({
      stripeStatus: z.string().max(50).optional(),
      stripeId: z.string().max(100).optional(),
      feePercent: z.number().min(0).max(100).optional(),
    })
    .optional(),
};

const people = {
  organization: textSchema.default(""),
  organizationAddress: addressSchema.prefault({}),
  charity: charitySchema.optional(),
  supportEmail: z.email().optional(),
  userIDs: z.array(z.string().max(128)).max(1000).default([]),
  userRoles: z.record(z.string(), z.array(adminRoleSchema)).default({}),
  teams: teamGroupsSchema.default([]),
};

const rulesOfSale = {
  license: z.string().max(100).default(""),
  licensePDF: linkSchema.nullable().default(null),
  province: provinceSchema,
  enabledProvinces: z.array(provinceSchema).default([]),
  residenceProvinces: z.array(provinceSchema).default([]),
  minimumAge: z.int().min(18).max(21).optional(),
  checkoutAccess: z
    .strictObject({ requireGPSCheck: z.boolean().default(true), requireIPCheck: z.boolean().default(true) })
    .prefault({}),
  terminal: z
    .strictObject({
      allowCash: z.boolean().default(true),
      allowAnonymousCash: z.boolean().default(false),
      allowRefund: z.boolean().default(false),
      skipGPSCheck: z.boolean().default(false),
      skipIPCheck: z.boolean().default(false),
    })
    .prefault({}),
};

/** The draw entity with its defaults (docs/design.md, Draw fields); unknown fields are errors that name them. */
export const drawSchema = z.strictObject({
  id: idSchema,
  type: drawTypeSchema.default("5050 Cash"),
  locale: localeSchema,
  version: z.int().min(1).default(1),
  displayOnDashboard: z.boolean().default(true),
  state: z
    .strictObject({
      approval_state: z.enum(["Pending", "Approved", "Rejected"]).default("Pending"),
      time_state: z.enum(["Not Started", "Started", "Ended"]).default("Not Started"),
    })
    .prefault({}),
  parentId: idSchema,
  title: textSchema,
  urlSlug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/),
  name: z.string().max(200).default(""),
  bannerImage: bannerImageSchema.optional(),
  description: textSchema.default(""),
  rules: textSchema.default(""),
  startDate: instantSchema,
  endDate: instantSchema,
  dates: z.array(instantSchema).max(50).default([]),
  timeZone: z.string().max(64).refine(isTimeZone).default("America/Toronto"),
  drawLocation: textSchema.default(""),
  useRNG: z.boolean().optional(),
  winners: winnersSchema.default([]),
  ticketPrinter: ticketPrinterSchema.optional(),
  prizes: prizesSchema.default({}),
  pixelId: z.string().max(64).optional(),
  isTestDraw: z.boolean().default(false),
  recurringDraw: z.boolean().default(false),
  additionalOptions: additionalOptionsSchema,
  ...money,
  ...people,
  ...rulesOfSale,
  ...countedFields,
});

/** A draw as validated, secrets included. */
export type ImportedDraw = z.infer<typeof drawSchema>;

/** A draw as stored: without its payment secrets. */
export type Draw = Omit<ImportedDraw, "apiKeys" | keyof typeof countedFields>;

/** Payment credentials of a draw by provider, in the clear. */
export type ApiKeys = ImportedDraw["apiKeys"];

function isTimeZone(name: string): boolean {
  try {
    createOffset(name);
    return true;
  } catch {
    return false;
  }
}
