import type { ICalEventData } from "ical-generator";
import ical from "ical-generator";
import { scheduleOf, secondDrawsAt } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { LocalText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import { organizationName, plainText } from "./rules.paper";

type Dated = {
  draw: PublicDraw;
  language: Language;
  t: Translate;
  checkoutHost: string;
  /** When the draw last changed, which is what a calendar compares: asked twice, the file is the same. */
  changedAt: Date;
};

/** How long a draw stands in a calendar, in ms. */
const lengthMs = 30 * 60_000;

type Moment = { id: string; summary: string; description: string; start: Date };

function eventOf({ draw, language, checkoutHost, changedAt }: Dated, moment: Moment): ICalEventData {
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

/** A draw, or one of its second draws, at its time. */
function drawingOf(dated: Dated, id: string, title: LocalText, start: Date): Moment {
  const { language, t } = dated;
  return {
    ...{ id, start, summary: t("draw.dates.secondDraw", { title: plainText(title, language) }) },
    description: t("receipt.calendar", { organization: organizationName(dated) }),
  };
}

/** The moment from which tickets are sold; a second draw's id has no dots. */
function openingOf(dated: Dated): Moment {
  const { draw, language, t } = dated;
  const start = scheduleOf(draw).opensAt;
  const summary = t("receipt.calendarOpens", { title: plainText(draw.title, language) });
  return {
    id: `${draw.id}..opens`,
    summary,
    description: t("receipt.calendarBuy", { organization: organizationName(dated) }),
    start,
  };
}

/**
 * The dates of a draw and of its second draws as a file for calendars, and before its sales their opening. It is the
 * same for everybody: nothing in it comes from an order.
 */
export function writeCalendar(dated: Dated): string {
  const { draw, language } = dated;
  const calendar = ical({ prodId: { company: "Tirage", product: "Draws", language: language.toUpperCase() } });
  const seconds = draw.secondDraws.flatMap((second) => {
    const at = secondDrawsAt(second);
    return at ? [drawingOf(dated, `${draw.id}.${second.id}`, second.title, at)] : [];
  });
  const moments = [
    ...(draw.state.time_state === "Not Started" ? [openingOf(dated)] : []),
    drawingOf(dated, draw.id, draw.title, scheduleOf(draw).drawsAt),
    ...seconds,
  ];
  for (const moment of moments) calendar.createEvent(eventOf(dated, moment));
  return calendar.toString();
}
