import { z } from "zod";

/** In degrees, with `accuracy` in metres. Never stored or logged. */
export const positionSchema = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(10_000_000),
});

export type Position = z.infer<typeof positionSchema>;
