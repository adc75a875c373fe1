import { z } from "zod";
import { isTemplate } from "@/lib/platform/i18n/format-template";
import {
  colorSchema,
  countSchema,
  dollarsSchema,
  iconNameSchema,
  idSchema,
  instantSchema,
  linkSchema,
  localeSchema,
  provinceSchema,
  textSchema,
  ticketNumberSchema,
  timeZoneSchema,
} from "./schema.fields";
import {
  bundleSchema,
  countedPoolFields,
  drawingFields,
  drawTypeSchema,
  packageSchema,
  prizesSchema,
  prizeTypeSchema,
  secondDrawSchema,
  ticketPoolSchema,
  ticketPrinterSchema,
} from "./schema.packages";

/** Card statements take 1 to 22 ASCII characters, with no space at either end. */
const statementPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,20}[\x21-\x7e])?$/;

/** Intervals are in ms, lengths in characters. The defaults are those of docs/design.md, Draw defaults. */
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
    /** The default notice says that tickets are not donations. */
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

/** `carousel_speed` is in ms (docs/design.md, Banner carousel: 5000). */
export const bannerImageSchema = z.strictObject({
  url: linkSchema,
  dominantColor: colorSchema.optional(),
  carousel_urls: z.array(linkSchema).max(20).default([]),
  carousel_speed: z.int().min(500).max(120_000).default(5000),
});

/** Shown on the draw's page (docs/design.md, Charity of a draw). */
export const charitySchema = z.strictObject({
  logo: linkSchema.optional(),
  color: colorSchema.optional(),
  story: textSchema.optional(),
  registration: z.string().max(40).optional(),
});

/** The specification's names of fields (docs/design.md, Address fields). */
export const postalAddressSchema = z.strictObject({
  line1: z.string().max(100).default(""),
  line2: z.string().max(100).default(""),
  city: z.string().max(100).default(""),
  state: z.string().max(50).default(""),
  postal_code: z.string().max(16).default(""),
  country: z.string().max(50).default("CA"),
});

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

/** `soldOnPaper` if the ticket was sold outside of the product, which has no record of the sale. */
export const winnerSchema = z.strictObject({
  poolId: idSchema,
  prizeType: prizeTypeSchema,
  number: ticketNumberSchema,
  name: z.string().max(100).optional(),
  drawnAt: instantSchema,
  soldOnPaper: z.boolean().optional(),
});

/** The specification's names (docs/design.md, Admin roles). */
export const adminRoleSchema = z.enum([
  "admin",
  "Winner Picker",
  "Teams Manager",
  "Order Manager",
  "Order Refunder",
  "Order Email Re-sender",
]);

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

/** Exports have these counted fields, so imports accept and drop them. */
const countedFields = {
  ...countedPoolFields,
  numTicketsReserved: z.int().min(0).optional(),
  isProcessing: z.boolean().optional(),
};

const moneyFields = {
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

const peopleFields = {
  organization: textSchema.default(""),
  organizationAddress: postalAddressSchema.prefault({}),
  charity: charitySchema.optional(),
  supportEmail: z.email().optional(),
  userIDs: z.array(z.string().max(128)).max(1000).default([]),
  userRoles: z.record(z.string(), z.array(adminRoleSchema)).default({}),
  teams: teamGroupsSchema.default([]),
};

const saleFields = {
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

/** Unknown fields are errors (docs/design.md, Draw fields). */
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
  timeZone: timeZoneSchema.default("America/Toronto"),
  drawLocation: textSchema.default(""),
  useRNG: z.boolean().optional(),
  winners: z.array(winnerSchema).max(500).default([]),
  ticketPrinter: ticketPrinterSchema.optional(),
  prizes: prizesSchema.default({}),
  ...drawingFields,
  pixelId: z.string().max(64).optional(),
  isTestDraw: z.boolean().default(false),
  recurringDraw: z.boolean().default(false),
  additionalOptions: additionalOptionsSchema,
  ...moneyFields,
  ...peopleFields,
  ...saleFields,
  ...countedFields,
});

export type ImportedDraw = z.infer<typeof drawSchema>;

export type Draw = Omit<ImportedDraw, "apiKeys" | keyof typeof countedFields>;

export type ApiKeys = ImportedDraw["apiKeys"];
