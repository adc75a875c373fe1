import { z } from "zod";

/** Body of the release of a draw's holds by an admin: those of browsers that have not paid before alone, or all. */
export const releaseHoldsSchema = z.strictObject({ unknownOnly: z.boolean().default(false) });
