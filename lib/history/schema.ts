import { z } from "zod";

import { readHead } from "@/lib/audit/rules.chain";
import { idSchema } from "@/lib/draws/schema.fields";
import { createOffset } from "@/lib/local-time";

import { historyKinds, historySubjects } from "./rules";

function isZone(name: string): boolean {
  try {
    createOffset(name);
    return true;
  } catch {
    return false;
  }
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** Time of an entry to the microsecond, and its id. */
const placePattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6})_([\w-]{1,64})$/;

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
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .refine(isDay)
    .optional(),
  zone: z.string().max(64).refine(isZone).default("America/Toronto"),
  before: z.string().regex(placePattern).optional(),
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
    const head = readHead(text.trim());
    if (head) return head;
    context.addIssue({ code: "custom", message: "malformed" });
    return z.NEVER;
  }),
});
