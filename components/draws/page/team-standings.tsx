"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { useLive } from "@/components/draws/live/live-provider";
import { useFormatters } from "@/components/ui/use-formatters";
import type { IconData } from "@/lib/platform/server/lucide-icons";

/** `icon` is a path of this site or an icon's name. `iconData` is its drawing, if it is inlined. */
export type StandingsTeam = {
  id: string;
  name: string;
  color?: string | undefined;
  icon?: string | undefined;
  iconData?: IconData | undefined;
};

type TeamStandingsProps = {
  id: string;
  title: string;
  teams: StandingsTeam[];
  show: "labels" | "icons" | "both";
};

export function TeamStandings({ id, title, teams, show }: TeamStandingsProps) {
  const live = useLive();
  const tickets = new Map(live.teams.map((team) => [team.teamId, team.tickets]));
  const share = (tickets.get(id) ?? 0) / teams.length;
  const standings = teams.map((team) => ({ ...team, tickets: Math.floor((tickets.get(team.id) ?? 0) + share) }));
  standings.sort((left, right) => right.tickets - left.tickets);
  const totalTickets = standings.reduce((sum, team) => sum + team.tickets, 0);
  return (
    <section aria-labelledby={`standings-${id}`}>
      <h2 id={`standings-${id}`} className="text-2xl">
        {title}
      </h2>
      <ol className="mt-3 grid gap-3">
        {standings.map((team) => (
          <TeamRow key={team.id} team={team} totalTickets={totalTickets} show={show} />
        ))}
      </ol>
    </section>
  );
}

type Standing = StandingsTeam & { tickets: number };

function TeamRow({
  team,
  totalTickets,
  show,
}: {
  team: Standing;
  totalTickets: number;
  show: TeamStandingsProps["show"];
}) {
  const t = useTranslations("live");
  const { number } = useFormatters();
  const icon = show === "labels" ? undefined : team.icon;
  const isIconAvailable = icon !== undefined && (icon.startsWith("/") || team.iconData !== undefined);
  return (
    <li className="flex items-center gap-3">
      {icon ? <TeamIcon icon={icon} iconData={team.iconData} /> : null}
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="flex justify-between gap-3 text-sm">
          <span className={show === "icons" && isIconAvailable ? "sr-only" : "font-semibold"}>{team.name}</span>
          <span className="tabular text-muted">
            {t("teamTickets", { count: team.tickets, formatted: number(team.tickets) })}
          </span>
        </span>
        <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-sunken">
          <span
            className="block h-full rounded-full bg-brand transition-[width] duration-500 dark:brightness-135"
            style={{
              width: `${totalTickets > 0 ? Math.round((100 * team.tickets) / totalTickets) : 0}%`,
              backgroundColor: team.color,
            }}
          />
        </span>
      </div>
    </li>
  );
}

function TeamIcon({ icon, iconData }: { icon: string; iconData: IconData | undefined }) {
  const iconSizeClass = "size-10 shrink-0";
  if (!icon.startsWith("/")) return <NamedIcon name={icon} iconData={iconData} className={iconSizeClass} />;
  // biome-ignore lint/performance/noImgElement: a small drawing of this site
  return <img src={icon} alt="" width={40} height={40} loading="lazy" className={iconSizeClass} />;
}

type NamedIconProps = {
  name: string;
  iconData?: IconData | undefined;
  className: string;
};

const LoadedIcon = lazy(() => import("@/components/ui/loaded-icon"));

function NamedIcon({ name, iconData, className }: NamedIconProps) {
  if (iconData) return <InlineIcon iconData={iconData} className={className} />;
  return (
    <Suspense fallback={<span className={className} />}>
      <LoadedIcon name={name} className={className} />
    </Suspense>
  );
}

function InlineIcon({ iconData: { body, width, height }, className }: { iconData: IconData; className: string }) {
  // The markup comes from Lucide's own package, so it is trusted.
  const markup = { dangerouslySetInnerHTML: { __html: body } };
  return <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={className} {...markup} />;
}
