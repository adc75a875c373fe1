import { z } from "zod";

/** Which reading of a draw's dates stays (decision 062). */
export const chooseReadingSchema = z.strictObject({ keep: z.enum(["instant", "wall-clock"]) });
