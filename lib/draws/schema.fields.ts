import { z } from "zod";
import { isDay, isTimeZone } from "@/lib/local-time";
import { languages } from "@/lib/platform/i18n/routing";
import { provinceCodes } from "@/lib/postal-address";
import { drawIdPattern } from "./pages/rules.page-paths";

export const idSchema = z.string().regex(drawIdPattern);

/** One text for both languages, or one for each (docs/design.md, Texts in two languages). */
export const textSchema = z.union([
  z.string().max(20_000),
  z.strictObject({ en: z.string().max(20_000), fr: z.string().max(20_000).optional() }),
]);

/** At most two decimals. */
export const dollarsSchema = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6);

export const priceSchema = dollarsSchema.refine((dollars) => dollars > 0);

/** The maximum is PostgreSQL's int4. */
export const ticketNumberSchema = z.int().min(1).max(2_147_483_647);

export const countSchema = z.int().min(1).max(1_000_000_000);

/** ISO 8601 with an offset. PostgreSQL has no year 0. */
export const instantSchema = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 2000 && year < 2200;
});

export const daySchema = z.string().refine(isDay);

export const timeZoneSchema = z.string().max(64).refine(isTimeZone);

/** An absolute https URL, or the path of a file in `public`. */
export const linkSchema = z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^\/(?!\/)[\w./-]+$/)]);

/** `prefix:name`, the form of Iconify. */
export const iconNameSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(100);

export const provinceSchema = z.enum(provinceCodes);

export const colorSchema = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i);

const maxWords = 500;

const overridesSchema = z
  .record(
    z
      .string()
      .regex(/^[\w-]+(?:\.[\w-]+)+$/)
      .max(200),
    z.string().max(2000).regex(/\S/),
  )
  .refine((words) => Object.keys(words).length <= maxWords);

/** The draw's own language and words: ICU messages by key and language (docs/design.md, Words of a draw). */
export const localeSchema = z
  .strictObject({
    useLocal: z.boolean().default(false),
    lang: z.enum(languages).default("en"),
    messages: z.strictObject({ en: overridesSchema.optional(), fr: overridesSchema.optional() }).optional(),
  })
  .prefault({});
