import "server-only";

import { viewDraw } from "@/lib/activity/view-draw";
import { refuse } from "@/lib/platform/http/reasons";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { translatorOf } from "@/lib/platform/i18n/translator";
import { env } from "@/lib/platform/server/env";
import { writeCalendar } from "@/lib/receipts/rules.calendar";
import { handleRead } from "@/lib/wiring/handle-call";

const type = "text/calendar; charset=utf-8";

/** Answers with a draw's dates for calendars. Refusals: `draw-not-found`, `not-found` for another language. */
export function answerCalendar(request: Request, { locale, id }: { locale: string; id: string }): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    if (!isLanguage(locale)) return refuse("not-found");
    const viewed = await viewDraw(ctx, id);
    if (!viewed.ok) return viewed;
    const place = { language: locale, t: translatorOf(locale), checkoutHost: env().CHECKOUT_HOST };
    const content = writeCalendar({ draw: viewed.draw, ...place, changedAt: viewed.updatedAt });
    return { ok: true, file: { content, type } };
  });
}
