import type { ICalEventData } from "ical-generator";
import ical from "ical-generator";
import { scheduleOf } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { LocalText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import { plainText } from "./rules.parts";

type Dated = { draw: PublicDraw; language: Language; t: Translate; checkoutHost: string; now: Date };

/** How long a draw stands in a calendar, in ms. */
const lengthMs = 30 * 60_000;

type Moment = { id: string; title: LocalText; start: Date };

function eventOf({ draw, language, t, checkoutHost, now }: Dated, { id, title, start }: Moment): ICalEventData {
  const page = checkoutHost + localizedPath(language, `/${draw.id}`);
  return {
    id: `${id}@${new URL(checkoutHost).hostname}`,
    stamp: now,
    start,
    end: new Date(start.getTime() + lengthMs),
    summary: t("draw.dates.secondDraw", { title: plainText(title, language) }),
    description: `${t("receipt.calendar", { organization: plainText(draw.organization, language) })}\n${page}`,
    location: plainText(draw.drawLocation, language) || null,
    url: page,
  };
}

/**
 * The dates of a draw and of its second draws as a file for calendars. It is the same for everybody: nothing in it
 * comes from an order.
 */
export function writeCalendar(dated: Dated): string {
  const { draw, language } = dated;
  const calendar = ical({ prodId: { company: "Tirage", product: "Draws", language: language.toUpperCase() } });
  calendar.createEvent(eventOf(dated, { id: draw.id, title: draw.title, start: scheduleOf(draw).drawsAt }));
  for (const { id, title, drawDate } of draw.secondDraws) {
    if (drawDate) calendar.createEvent(eventOf(dated, { id: `${draw.id}.${id}`, title, start: new Date(drawDate) }));
  }
  return calendar.toString();
}
