import { z } from "zod";
import { maxReasonLength } from "./rules";

export const proposeCancellationSchema = z.strictObject({ reason: z.string().trim().min(1).max(maxReasonLength) });

/** The number of the proposal that the caller has read. */
export const decideCancellationSchema = z.strictObject({ proposal: z.int().min(1) });
