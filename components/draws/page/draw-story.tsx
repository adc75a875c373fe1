import { getTranslations } from "next-intl/server";
import { PotHalves } from "@/components/draws/cause";
import type { DrawProps } from "@/components/draws/draw-filter";
import { DrawParagraphs, DrawText } from "@/components/draws/draw-text";
import { Organizer, Rules } from "@/components/draws/fine-print";
import { Icon } from "@/components/ui/icon";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";
import { lucideIcon, lucidePrefix } from "@/lib/platform/server/lucide-icons";
import { KeyDates } from "./key-dates";
import { SecondDrawList } from "./second-draw-list";
import type { StandingsTeam } from "./team-standings";
import { TeamStandings } from "./team-standings";

export async function DrawStory(props: DrawProps) {
  const { draw, live, locale } = props;
  return (
    <>
      <div className="story-first">
        <About {...props} />
        <KeyDates draw={draw} locale={locale} serverTime={live.serverTime} />
        <SecondDrawList draw={draw} live={live} locale={locale} />
        <Teams {...props} />
        <Questions draw={draw} locale={locale} />
      </div>
      <div className="story-rest">
        <Rules draw={draw} locale={locale} />
        <Organizer draw={draw} locale={locale} />
      </div>
    </>
  );
}

async function About({ draw, live, locale }: DrawProps) {
  const t = await getTranslations("draw");
  const halves = await PotHalves({ draw, live, locale });
  if (!halves && !localText(draw.description, locale).text) return null;
  return (
    <section aria-labelledby="about" className="about">
      <h2 id="about" className="text-2xl">
        {t(findMainWinner(draw) ? "aboutOver" : "about")}
      </h2>
      {halves}
      <div className="mt-3 grid gap-3 sm:text-lg sm:leading-relaxed">
        <DrawParagraphs text={draw.description} locale={locale} />
      </div>
    </section>
  );
}

async function Teams({ draw, locale }: DrawProps) {
  if (!draw.additionalOptions.displayTeamStats) return null;
  const t = await getTranslations("draw");
  const teamDraws = draw.secondDraws.filter((second) => second.settings.enabled && second.participatesInTeamStats);
  const titles = [draw, ...teamDraws].map(({ title }) => localText(title, locale).text);
  const draws = new Intl.ListFormat(formatLocale(locale)).format(titles);
  return draw.teams.map((group) => (
    <div key={group.id} className="story-teams">
      <TeamStandings
        id={group.id}
        title={localText(group.title, locale).text || t("teams")}
        show={draw.additionalOptions.displayTeamStatsConfig}
        teams={group.teams.map(({ id, name, color, icon }) => ({
          id,
          name: localText(name, locale).text,
          color,
          ...getIcon(icon),
        }))}
      />
      {teamDraws.length > 0 ? <p className="hint mt-3">{t("teamsCount", { draws })}</p> : null}
    </div>
  ));
}

function getIcon(icon: string | undefined): Pick<StandingsTeam, "icon" | "iconData"> {
  if (icon === undefined || icon.startsWith("https:")) return {};
  const [prefix, name = ""] = icon.split(":");
  const iconData = prefix === lucidePrefix ? lucideIcon(name) : null;
  return iconData ? { icon, iconData } : { icon };
}

type QuestionsProps = { draw: Pick<PublicDraw, "additionalOptions">; locale: Language };

async function Questions({ draw, locale }: QuestionsProps) {
  const { faq, displayFAQ } = draw.additionalOptions;
  if (!displayFAQ || faq.length === 0) return null;
  const t = await getTranslations("draw");
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="text-2xl">
        {t("questions")}
      </h2>
      <div className="mt-3 divide-y divide-line border-line border-y">
        {faq.map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and nothing else names a question
          <details key={index}>
            <summary className="question">
              <span>
                <DrawText text={question} locale={locale} />
              </span>
              <Icon name="chevron-down" />
            </summary>
            <div className="grid gap-3 pb-4 text-muted">
              <DrawParagraphs text={answer} locale={locale} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
