import { z } from "zod";

/** Body of `POST /api/verification/session`: the admin's key, which is posted once. */
export const openSessionSchema = z.strictObject({ key: z.string().min(1).max(512) });
