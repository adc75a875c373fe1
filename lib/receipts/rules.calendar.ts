import type { ICalEventData } from "ical-generator";
import ical from "ical-generator";
import { getSchedule, getSecondDrawDate } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { LocalText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import { organizationName, plainText } from "@/lib/receipts/paper/rules";

type CalendarSource = {
  draw: PublicDraw;
  language: Language;
  t: Translate;
  checkoutHost: string;
  /** The last change of the draw. Calendars compare it, and the file stays the same between changes. */
  changedAt: Date;
};

/** The length of a drawing's calendar entry. */
const lengthMs = 30 * 60_000;

/** Contains nothing about an order, so it is the same for all readers. */
export function writeCalendar(source: CalendarSource): string {
  const { draw, language } = source;
  const calendar = ical({ prodId: { company: "Tirage", product: "Draws", language: language.toUpperCase() } });
  const secondMoments = draw.secondDraws.flatMap((second) => {
    const at = getSecondDrawDate(second);
    return at ? [createDrawingMoment(source, `${draw.id}.${second.id}`, second.title, at)] : [];
  });
  const moments = [
    ...(draw.state.time_state === "Not Started" ? [createOpeningMoment(source)] : []),
    createDrawingMoment(source, draw.id, draw.title, getSchedule(draw).drawsAt),
    ...secondMoments,
  ];
  for (const moment of moments) calendar.createEvent(toCalendarEvent(source, moment));
  return calendar.toString();
}

type Moment = { id: string; summary: string; description: string; start: Date };

function createDrawingMoment(source: CalendarSource, id: string, title: LocalText, start: Date): Moment {
  const { language, t } = source;
  return {
    id,
    start,
    summary: t("draw.dates.secondDraw", { title: plainText(title, language) }),
    description: t("receipt.calendar", { organization: organizationName(source) }),
  };
}

/** The ids of second draws contain no dots, so this id is unique. */
function createOpeningMoment(source: CalendarSource): Moment {
  const { draw, language, t } = source;
  const start = getSchedule(draw).opensAt;
  const summary = t("receipt.calendarOpens", { title: plainText(draw.title, language) });
  return {
    id: `${draw.id}..opens`,
    summary,
    description: t("receipt.calendarBuy", { organization: organizationName(source) }),
    start,
  };
}

function toCalendarEvent({ draw, language, checkoutHost, changedAt }: CalendarSource, moment: Moment): ICalEventData {
  const { id, summary, description, start } = moment;
  const page = checkoutHost + localizedPath(language, `/${draw.id}`);
  return {
    id: `${id}@${new URL(checkoutHost).hostname}`,
    stamp: changedAt,
    start,
    end: new Date(start.getTime() + lengthMs),
    summary,
    description: `${description}\n${page}`,
    location: plainText(draw.drawLocation, language) || null,
    url: page,
  };
}
