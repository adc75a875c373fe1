import { z } from "zod";

import { parseHead } from "@/lib/audit/rules.chain";
import { daySchema, idSchema, timeZoneSchema } from "@/lib/draws/schema.fields";
import { isDay } from "@/lib/local-time";

import { historyKinds, historySubjects } from "./rules";

export const historySchema = z.object({
  chain: z
    .string()
    .regex(/^(?:(?:parent|system):)?[\w-]{1,64}$/)
    .optional(),
  kind: z.enum([...historySubjects, ...historyKinds]).optional(),
  who: z
    .string()
    .regex(/^(?:admin|upstream|system|(?:person|key|device):[\w.-]{1,64})$/)
    .optional(),
  day: daySchema.optional(),
  signIns: z.enum(["shown", "hidden"]).default("shown"),
  zone: timeZoneSchema.default("America/Toronto"),
  before: z.string().refine(isPosition).optional(),
});

export type HistoryFilter = z.infer<typeof historySchema>;

export const revisionSchema = z.object({
  draw: idSchema,
  revision: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
});

export const sealSchema = z.object({
  head: z.string().transform((text, context) => {
    const head = parseHead(text.trim());
    if (head) return head;
    context.addIssue({ code: "custom", message: "malformed" });
    return z.NEVER;
  }),
});

/** The time of an entry to the microsecond, and its id. */
const positionPattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}\.\d{3})\d{3}_[\w-]{1,64}$/;

function isPosition(position: string): boolean {
  const [, day = "", time = ""] = positionPattern.exec(position) ?? [];
  return isDay(day) && !Number.isNaN(Date.parse(`${day}T${time}Z`));
}
