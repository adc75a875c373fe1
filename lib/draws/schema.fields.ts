import { z } from "zod";

import { provinceCodes } from "@/lib/address";
import { languages } from "@/lib/platform/i18n/routing";
import { drawIdPattern } from "./rules.addresses";

/** Identifier of a draw, pool, package, bundle, team, parent or location: it stands in addresses and keys. */
export const idSchema = z.string().regex(drawIdPattern);

/** Text that admins write: one string for both languages, or one for each (docs/design.md, Texts in two languages). */
export const textSchema = z.union([
  z.string().max(20_000),
  z.strictObject({ en: z.string().max(20_000), fr: z.string().max(20_000).optional() }),
]);

/** Decimal dollars, zero or more, at most two decimals, below ten million. */
export const dollarsSchema = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6);

/** Decimal dollars above zero. */
export const priceSchema = dollarsSchema.refine((dollars) => dollars > 0);

/** The number of a ticket, as a database holds it. */
export const ticketNumberSchema = z.int().min(1).max(2_147_483_647);

/** A count of tickets, one or more. */
export const countSchema = z.int().min(1).max(1_000_000_000);

/** An instant in ISO 8601 with its offset, of the years 2000 to 2199: a database has no year 0, and no draw another. */
export const instantSchema = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 2000 && year < 2200;
});

/** An absolute https address, or a path of this site for files in `public`. */
export const linkSchema = z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^\/(?!\/)[\w./-]+$/)]);

/** An icon as Iconify names it: `prefix:name`. */
export const iconNameSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(100);

/** Two-letter code of a province or territory. */
export const provinceSchema = z.enum(provinceCodes);

/** A colour as `#rgb` or `#rrggbb`. */
export const colorSchema = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i);

/** More words of its own than this a draw does not have. */
const maxWords = 500;

const wordsSchema = z
  .record(
    z
      .string()
      .regex(/^[\w-]+(?:\.[\w-]+)+$/)
      .max(200),
    z.string().max(2000).regex(/\S/),
  )
  .refine((words) => Object.keys(words).length <= maxWords);

/**
 * `locale`: in which language a draw is kept, and whether its pages say words of its own (`messages`, ICU text by whole
 * key, for each language; docs/design.md, Words of a draw).
 */
export const localeSchema = z
  .strictObject({
    useLocal: z.boolean().default(false),
    lang: z.enum(languages).default("en"),
    messages: z.strictObject({ en: wordsSchema.optional(), fr: wordsSchema.optional() }).optional(),
  })
  .prefault({});
