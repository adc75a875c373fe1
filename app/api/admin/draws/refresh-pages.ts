import "server-only";

import { revalidatePath } from "next/cache";

import { languages } from "@/lib/platform/i18n/routing";

/** Makes this process render the pages of a draw anew; other processes do within the pages' lifetime. */
export function refreshPages(drawId: string): void {
  for (const language of languages) {
    revalidatePath(`/${language}/${drawId}`);
    revalidatePath(`/${language}/1/${drawId}`);
  }
}
