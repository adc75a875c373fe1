import { z } from "zod";

/** Body of `POST /api/verification/session`. */
export const openSessionSchema = z.strictObject({ key: z.string().min(1).max(512) });
