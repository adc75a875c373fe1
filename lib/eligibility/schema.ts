import { z } from "zod";

/**
 * Where the buyer's browser says that it is: degrees, and within how many metres. Used to decide the province, and
 * neither stored nor logged.
 */
export const positionSchema = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(10_000_000),
});

/** A position as validated. */
export type Position = z.infer<typeof positionSchema>;
