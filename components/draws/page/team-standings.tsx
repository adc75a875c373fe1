"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { useLive } from "@/components/draws/live/live-provider";
import { useFormatters } from "@/components/ui/use-formatters";
import type { IconData } from "@/lib/platform/server/lucide-icons";

/** `icon` is a path of this site or an icon's name. `drawing` has its data, if it is inlined. */
export type StandingsTeam = {
  id: string;
  name: string;
  color?: string | undefined;
  icon?: string | undefined;
  drawing?: IconData | undefined;
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
  const all = standings.reduce((sum, team) => sum + team.tickets, 0);
  return (
    <section aria-labelledby={`standings-${id}`}>
      <h2 id={`standings-${id}`} className="text-2xl">
        {title}
      </h2>
      <ol className="mt-3 grid gap-3">
        {standings.map((team) => (
          <TeamRow key={team.id} team={team} all={all} show={show} />
        ))}
      </ol>
    </section>
  );
}

type Standing = StandingsTeam & { tickets: number };

function TeamRow({ team, all, show }: { team: Standing; all: number; show: TeamStandingsProps["show"] }) {
  const t = useTranslations("live");
  const { number } = useFormatters();
  const icon = show === "labels" ? undefined : team.icon;
  const isSure = icon !== undefined && (icon.startsWith("/") || team.drawing !== undefined);
  return (
    <li className="flex items-center gap-3">
      {icon ? <TeamIcon icon={icon} drawing={team.drawing} /> : null}
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="flex justify-between gap-3 text-sm">
          <span className={show === "icons" && isSure ? "sr-only" : "font-semibold"}>{team.name}</span>
          <span className="tabular text-muted">
            {t("teamTickets", { count: team.tickets, formatted: number(team.tickets) })}
          </span>
        </span>
        <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-sunken">
          <span
            className="block h-full rounded-full bg-brand transition-[width] duration-500 dark:brightness-135"
            style={{ width: `${all > 0 ? Math.round((100 * team.tickets) / all) : 0}%`, backgroundColor: team.color }}
          />
        </span>
      </div>
    </li>
  );
}

function TeamIcon({ icon, drawing }: { icon: string; drawing: IconData | undefined }) {
  const room = "size-10 shrink-0";
  if (!icon.startsWith("/")) return <NamedIcon name={icon} drawing={drawing} className={room} />;
  // biome-ignore lint/performance/noImgElement: a small drawing of this site
  return <img src={icon} alt="" width={40} height={40} loading="lazy" className={room} />;
}

type NamedIconProps = {
  name: string;
  drawing?: IconData | undefined;
  className: string;
};

const LoadedIcon = lazy(() => import("@/components/ui/loaded-icon"));

function NamedIcon({ name, drawing, className }: NamedIconProps) {
  if (drawing) return <Drawing drawing={drawing} className={className} />;
  return (
    <Suspense fallback={<span className={className} />}>
      <LoadedIcon name={name} className={className} />
    </Suspense>
  );
}

function Drawing({ drawing: { body, width, height }, className }: { drawing: IconData; className: string }) {
  // The markup comes from Lucide's own package.
  const markup = { dangerouslySetInnerHTML: { __html: body } };
  return <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={className} {...markup} />;
}
