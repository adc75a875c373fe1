import { viewDraw } from "@/lib/activity/view-draw";
import { refuse } from "@/lib/platform/http/reasons";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { env } from "@/lib/platform/server/env";
import { writeCalendar } from "@/lib/receipts/rules.calendar";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ locale: string; id: string }> };

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { locale, id } = await params;
  return handleRead(request, async ({ ctx }) => {
    if (!isLanguage(locale)) return refuse("not-found");
    const view = await viewDraw(ctx, id);
    if (!view.ok) return view;
    const place = { language: locale, t: findTranslator(locale), checkoutHost: env().CHECKOUT_HOST };
    const content = writeCalendar({ draw: view.draw, ...place, changedAt: view.updatedAt });
    return { ok: true, file: { content, type: "text/calendar; charset=utf-8" } };
  });
}
