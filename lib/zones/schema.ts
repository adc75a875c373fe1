import { z } from "zod";

export const chooseReadingSchema = z.strictObject({ keep: z.enum(["instant", "wall-clock"]) });
