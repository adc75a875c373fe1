"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { Disclosure } from "@/components/console/disclosure";
import { LoadFailure } from "@/components/console/load-failure";
import type { DrawOption } from "@/components/console/use-draw-titles";
import { useDrawOptions } from "@/components/console/use-draw-titles";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { toPersonOperator } from "@/lib/audit/rules";
import { drawNamesQuery } from "@/lib/draws/client";
import type { HistoryQueryFilter } from "@/lib/history/client";
import type { HistoryActor, HistoryPage } from "@/lib/history/rules";
import { historySubjects, kindsBySubject } from "@/lib/history/rules";
import { keysChain } from "@/lib/keys/rules";
import type { CurrentAdmin } from "@/lib/people/rules";
import { peopleChain } from "@/lib/people/rules";

import { useActorLabel, useChainLabel, useKindLabel } from "./use-entry-text";

export type ChangeFilter = (change: Partial<HistoryQueryFilter>) => void;

type FiltersProps = {
  filter: HistoryQueryFilter;
  change: ChangeFilter;
  page: HistoryPage | undefined;
  admin: CurrentAdmin;
};

export function HistoryFilters({ filter, change, page, admin }: FiltersProps) {
  const t = useTranslations("console.history");
  const names = useQuery(drawNamesQuery());
  const toDrawOptions = useDrawOptions();
  const filterSummary = useFilterSummary({ filter, page, admin });
  return (
    <section aria-label={t("filters")}>
      <Disclosure title={t("filters")} summary={filterSummary}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <ChainFilter filter={filter} change={change} page={page} draws={toDrawOptions(names.data ?? [])} />
          <KindFilter filter={filter} change={change} />
          <WhoFilter {...{ filter, change, page, admin }} />
          <Field id="history-day" label={t("day")}>
            <input
              id="history-day"
              type="date"
              className={controlClass}
              value={filter.day}
              onChange={(event) => change({ day: event.target.value })}
            />
          </Field>
          {filterSummary ? (
            <Button
              variant="quiet"
              className="-ml-5 justify-self-start sm:col-span-full"
              onClick={() => {
                change({ chain: "", kind: "", signIns: "", who: "", day: "" });
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
        </div>
      </Disclosure>
    </section>
  );
}

/** Empty if no filter is chosen. */
function useFilterSummary({ filter, page, admin }: Omit<FiltersProps, "change">): string {
  const t = useTranslations("console.history");
  const chainLabel = useChainLabel();
  const kindLabel = useKindLabel();
  const actorLabel = useActorLabel(admin.person?.personId ?? null);
  const { chain, kind, signIns, who, day } = filter;
  const title = page?.entries.find((entry) => entry.chain === chain)?.title ?? null;
  const subject = historySubjects.find((name) => name === kind);
  const kindText = subject ? t(`subjects.${subject}`) : kindLabel({ action: kind });
  const parts = [
    chain ? chainLabel(chain, title) : "",
    kind ? kindText : "",
    signIns ? t("anything") : "",
    who ? actorLabel(findActor(who, page)) : "",
    day,
  ];
  return parts.filter(Boolean).join(", ");
}

const createActor = (key: string, kind: HistoryActor["kind"]): HistoryActor => ({
  key,
  kind,
  name: null,
  operator: null,
});

/** With the name from an entry, if the page has one. */
function findActor(who: string, page: HistoryPage | undefined): HistoryActor {
  const actor = page?.entries.find((entry) => entry.who.key === who)?.who;
  return { ...(actor ?? createActor(who, (who.split(":")[0] ?? "") as HistoryActor["kind"])), operator: null };
}

type SelectFieldProps = {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

function SelectField({ id, label, value, onChange, children }: SelectFieldProps) {
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
  const title = page?.entries.find((entry) => entry.chain === chain)?.title ?? null;
  return (
    <SelectField id="history-chain" label={t("where")} value={chain} onChange={(value) => change({ chain: value })}>
      <option value="">{t("everywhere")}</option>
      {isListed ? null : <option value={chain}>{chainLabel(chain, title)}</option>}
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
    </SelectField>
  );
}

const anythingValue = "anything";

function KindFilter({ filter: { kind, signIns }, change }: Pick<FiltersProps, "filter" | "change">) {
  const t = useTranslations("console.history");
  const kindLabel = useKindLabel();
  const chosen = kind === "" && signIns === "shown" ? anythingValue : kind;
  const choose = (value: string) =>
    change(value === anythingValue ? { kind: "", signIns: "shown" } : { kind: value, signIns: "" });
  return (
    <SelectField id="history-kind" label={t("what")} value={chosen} onChange={choose}>
      <option value="">{t("noSignIns")}</option>
      <option value={anythingValue}>{t("anything")}</option>
      {historySubjects.map((subject) => (
        <optgroup key={subject} label={t(`groups.${subject}`)}>
          <option value={subject}>{t(`subjects.${subject}`)}</option>
          {kindsBySubject[subject].map((kind) => (
            <option key={kind} value={kind}>
              {kindLabel({ action: kind })}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

function WhoFilter({ filter, change, page, admin }: FiltersProps) {
  const t = useTranslations("console.history");
  const ownId = admin.person?.personId ?? null;
  const actorLabel = useActorLabel(ownId);
  const { who } = filter;
  const ownActors = ownId ? [createActor(toPersonOperator(ownId), "person")] : [];
  const choices = [
    ...ownActors,
    createActor("admin", "admin"),
    createActor("upstream", "upstream"),
    createActor("system", "system"),
  ];
  const isListed = !who || choices.some(({ key }) => key === who);
  return (
    <SelectField id="history-who" label={t("who")} value={who} onChange={(value) => change({ who: value })}>
      <option value="">{t("anyone")}</option>
      {isListed ? null : <option value={who}>{actorLabel(findActor(who, page))}</option>}
      {choices.map((choice) => (
        <option key={choice.key} value={choice.key}>
          {actorLabel(choice)}
        </option>
      ))}
    </SelectField>
  );
}
