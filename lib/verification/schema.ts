import { z } from "zod";

/** The body of `POST /api/verification/session`. */
export const openSessionSchema = z.strictObject({ key: z.string().min(1).max(512) });
