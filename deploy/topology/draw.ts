import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { drawWith } from "@/tests/support/draws/draw";

import { runAdmin } from "./npm-script";
import type { Place } from "./place";

export async function importDraw(place: Place): Promise<string> {
  const draw = drawWith({ id: "topology" });
  const file = join(place.folder, "draw.json");
  await writeFile(file, JSON.stringify(draw));
  await runAdmin(place, "draw", "import", file);
  return draw.id;
}
