"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LoadFailure } from "@/components/console/load-failure";
import type { DrawOption } from "@/components/console/use-draw-titles";
import { useDrawOptions } from "@/components/console/use-draw-titles";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { toPersonOperator } from "@/lib/audit/rules";
import { drawNamesQuery } from "@/lib/draws/client";
import type { AddressFilter } from "@/lib/history/client";
import type { HistoryActor, HistoryPage } from "@/lib/history/rules";
import { historySubjects, kindsBySubject } from "@/lib/history/rules";
import { keysChain } from "@/lib/keys/rules";
import type { CurrentAdmin } from "@/lib/people/rules";
import { peopleChain } from "@/lib/people/rules";

import { useActorLabel, useChainLabel, useKindLabel } from "./use-entry-text";

export type ChangeFilter = (change: Partial<AddressFilter>) => void;

type FiltersProps = { filter: AddressFilter; change: ChangeFilter; page: HistoryPage | undefined; me: CurrentAdmin };

export function HistoryFilters({ filter, change, page, me }: FiltersProps) {
  const t = useTranslations("console.history");
  const names = useQuery(drawNamesQuery());
  const optionsOf = useDrawOptions();
  const isFiltered = Boolean(filter.chain || filter.kind || filter.who || filter.day);
  return (
    <Card aria-label={t("filters")} className="grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      <ChainFilter filter={filter} change={change} page={page} draws={optionsOf(names.data ?? [])} />
      <KindFilter filter={filter} change={change} />
      <WhoFilter {...{ filter, change, page, me }} />
      <Field id="history-day" label={t("day")}>
        <input
          id="history-day"
          type="date"
          className={controlClass}
          value={filter.day}
          onChange={(event) => change({ day: event.target.value })}
        />
      </Field>
      {isFiltered ? (
        <Button
          variant="quiet"
          className="-ml-5 justify-self-start sm:col-span-full"
          onClick={() => {
            change({ chain: "", kind: "", who: "", day: "" });
            focusId("history-chain");
          }}
        >
          {t("clear")}
        </Button>
      ) : null}
      {names.error ? (
        <div className="sm:col-span-full">
          <LoadFailure read={names} />
        </div>
      ) : null}
    </Card>
  );
}

type ChoiceProps = { id: string; label: string; value: string; onChange: (value: string) => void; children: ReactNode };

function Choice({ id, label, value, onChange, children }: ChoiceProps) {
  return (
    <Field id={id} label={label}>
      <select id={id} className={controlClass} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </Field>
  );
}

type ChainFilterProps = Pick<FiltersProps, "filter" | "change" | "page"> & { draws: readonly DrawOption[] };

function ChainFilter({ filter, change, page, draws }: ChainFilterProps) {
  const t = useTranslations("console.history");
  const chainLabel = useChainLabel();
  const groups = [peopleChain, keysChain];
  const { chain } = filter;
  const isListed = !chain || groups.includes(chain) || draws.some(({ id }) => id === chain);
  const titleOf = page?.entries.find((entry) => entry.chain === chain)?.title ?? null;
  return (
    <Choice id="history-chain" label={t("where")} value={chain} onChange={(value) => change({ chain: value })}>
      <option value="">{t("everywhere")}</option>
      {isListed ? null : <option value={chain}>{chainLabel(chain, titleOf)}</option>}
      {groups.map((group) => (
        <option key={group} value={group}>
          {chainLabel(group, null)}
        </option>
      ))}
      <optgroup label={t("groups.draws")}>
        {draws.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </optgroup>
    </Choice>
  );
}

function KindFilter({ filter, change }: Pick<FiltersProps, "filter" | "change">) {
  const t = useTranslations("console.history");
  const kindLabel = useKindLabel();
  return (
    <Choice id="history-kind" label={t("what")} value={filter.kind} onChange={(value) => change({ kind: value })}>
      <option value="">{t("anything")}</option>
      {historySubjects.map((subject) => (
        <optgroup key={subject} label={t(`groups.${subject}`)}>
          <option value={subject}>{t(`subjects.${subject}`)}</option>
          {kindsBySubject[subject].map((kind) => (
            <option key={kind} value={kind}>
              {kindLabel(kind)}
            </option>
          ))}
        </optgroup>
      ))}
    </Choice>
  );
}

/** Chooses among kinds of actors, and the one whose name was pressed in the list. */
function WhoFilter({ filter, change, page, me }: FiltersProps) {
  const t = useTranslations("console.history");
  const ownId = me.person?.personId ?? null;
  const actorLabel = useActorLabel(ownId);
  const { who } = filter;
  const bare = (key: string, kind: HistoryActor["kind"]): HistoryActor => ({ key, kind, name: null, operator: null });
  const own = ownId ? [bare(toPersonOperator(ownId), "person")] : [];
  const choices = [...own, bare("admin", "admin"), bare("upstream", "upstream"), bare("system", "system")];
  const isListed = !who || choices.some(({ key }) => key === who);
  const found = page?.entries.find((entry) => entry.who.key === who)?.who;
  const chosen = found ?? bare(who, (who.split(":")[0] ?? "") as HistoryActor["kind"]);
  return (
    <Choice id="history-who" label={t("who")} value={who} onChange={(value) => change({ who: value })}>
      <option value="">{t("anyone")}</option>
      {isListed ? null : <option value={who}>{actorLabel({ ...chosen, operator: null })}</option>}
      {choices.map((choice) => (
        <option key={choice.key} value={choice.key}>
          {actorLabel(choice)}
        </option>
      ))}
    </Choice>
  );
}
