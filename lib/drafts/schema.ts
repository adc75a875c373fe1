import { z } from "zod";

import type { Draw } from "@/lib/draws/schema";
import { apiKeysSchema } from "@/lib/draws/schema";
import { idSchema, provinceSchema, textSchema } from "@/lib/draws/schema.fields";
import { drawTypeSchema } from "@/lib/draws/schema.packages";

/**
 * The fields of a definition that are set up. All others come from the draw's life (winners, state, counters), from
 * those who may work on it, or from credentials, which are never shown.
 */
export const setUpFields = [
  "type",
  "locale",
  "displayOnDashboard",
  "title",
  "urlSlug",
  "name",
  "organization",
  "organizationAddress",
  "charity",
  "supportEmail",
  "license",
  "licensePDF",
  "province",
  "enabledProvinces",
  "residenceProvinces",
  "minimumAge",
  "checkoutAccess",
  "terminal",
  "bannerImage",
  "description",
  "rules",
  "startDate",
  "endDate",
  "dates",
  "timeZone",
  "drawLocation",
  "useRNG",
  "ticketPrinter",
  "prizes",
  "once",
  "redrawTerms",
  "claimTerms",
  "pixelId",
  "isTestDraw",
  "recurringDraw",
  "additionalOptions",
  "jackpotTotal",
  "ticketPriceInfo",
  "ticketPools",
  "secondDraws",
  "bundles",
  "maxTickets",
  "maxTicketPayout",
  "maxJackpot",
  "teams",
] as const satisfies readonly (keyof Draw)[];

export type SetUpField = (typeof setUpFields)[number];

/** May be incomplete or contradictory. `findDraftProblems` says in what. */
export type DraftContent = Partial<Record<SetUpField, unknown>>;

/** Only the names of fields are checked, so that an unfinished draft can be saved. */
const contentSchema = z.partialRecord(z.enum(setUpFields), z.unknown());

export const createDraftSchema = z.union([
  z.strictObject({
    drawId: idSchema,
    parentId: idSchema,
    title: textSchema,
    type: drawTypeSchema,
    province: provinceSchema,
  }),
  /** Copies a draw as the next one, whose sales open when those of the copied draw have closed. */
  z.strictObject({ drawId: idSchema, copyOf: idSchema, name: z.string().trim().max(200).optional() }),
  /** Begins to change a stored draw. */
  z.strictObject({ drawId: idSchema }),
  /** Begins to change a stored draw into what it was at an earlier revision. */
  z.strictObject({ drawId: idSchema, revision: z.int().min(1) }),
  /** Begins a new draw, or changes of a stored one, with what a file says. */
  z.strictObject({ drawId: idSchema, parentId: idSchema, content: contentSchema }),
  z.strictObject({ drawId: idSchema, content: contentSchema }),
]);

export type CreateDraftInput = z.infer<typeof createDraftSchema>;

/** `revision` is the one that was read, so that two people who edit notice each other. */
export const saveDraftSchema = z.strictObject({ revision: z.int().min(1), content: contentSchema });

export type SaveDraftInput = z.infer<typeof saveDraftSchema>;

export const draftRevisionSchema = z.strictObject({ revision: z.int().min(1) });

/** A draw's merchant account, which replaces the one that it had. */
export const credentialsSchema = z.strictObject({ bambora: apiKeysSchema.unwrap().shape.bambora.unwrap() });

export type CredentialsInput = z.input<typeof credentialsSchema>;
