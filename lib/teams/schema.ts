import { z } from "zod";

import { teamGroupsSchema } from "@/lib/draws/schema";

/** The teams of all groups of a draw, in their new order. Titles of groups can't be changed. */
export const changeTeamsSchema = z.strictObject({
  revision: z.int().min(1),
  teams: z.array(teamGroupsSchema.element.omit({ title: true })).max(20),
});

export type ChangeTeamsInput = z.infer<typeof changeTeamsSchema>;
