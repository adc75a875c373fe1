import { z } from "zod";

import { dollarsSchema } from "@/lib/draws/schema.fields";

/** Body of taking cash: what the buyer handed over, in dollars; left out where nobody counted it. */
export const cashSchema = z.strictObject({ given: dollarsSchema.optional() });
