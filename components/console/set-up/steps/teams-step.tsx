"use client";

import { useTranslations } from "next-intl";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { CheckField, ChoiceField, LocalTextField, TextField } from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";
import { useItemTitle } from "@/components/console/set-up/form/use-item-title";
import { createItemId, toItems } from "@/lib/drafts/rules.items";

/** The teams that buyers can support, in groups. Ids of teams and groups are unique in the draw together. */
export function TeamsStep() {
  const t = useTranslations("console.setUp.teams");
  const { get } = useDraftContext();
  const getTitle = useItemTitle();
  const groups = toItems(get("teams"));
  const takenIds = groups.flatMap(({ id, teams }) => [id, ...toItems(teams).map((team) => team.id)]);
  return (
    <>
      <p>{t("intro")}</p>
      <ItemList
        path="teams"
        title={t("groups")}
        getName={getTitle}
        addLabel={t("addGroup")}
        createItem={() => ({ id: createItemId("group-", takenIds), teams: [] })}
      >
        {(group) => (
          <>
            <LocalTextField path={`${group}.title`} label={t("groupTitle")} hint={t("groupTitleHint")} />
            <ItemList
              path={`${group}.teams`}
              title={t("teams")}
              getName={getTitle}
              addLabel={t("addTeam")}
              createItem={() => ({ id: createItemId("team-", takenIds) })}
            >
              {(team) => (
                <>
                  <LocalTextField path={`${team}.name`} label={t("name")} />
                  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
                    <TextField path={`${team}.icon`} kind="link" label={t("icon")} hint={t("iconHint")} />
                    <TextField path={`${team}.color`} label={t("color")} hint={t("colorHint")} maxLength={7} />
                  </div>
                </>
              )}
            </ItemList>
          </>
        )}
      </ItemList>
      {groups.length > 0 ? <TeamOptions /> : null}
    </>
  );
}

function TeamOptions() {
  const t = useTranslations("console.setUp.teams");
  const path = "additionalOptions";
  return (
    <>
      <CheckField path={`${path}.canSelectAllGroups`} label={t("canSelectAllGroups")} isOnByDefault />
      <CheckField path={`${path}.displayTeamStats`} label={t("displayTeamStats")} isOnByDefault />
      <ChoiceField
        path={`${path}.displayTeamStatsConfig`}
        label={t("display")}
        fallback="both"
        options={(["labels", "icons", "both"] as const).map((value) => ({ value, label: t(`displays.${value}`) }))}
      />
      <LocalTextField path={`${path}.customSupportText`} label={t("customSupportText")} />
      <LocalTextField path={`${path}.customPostSupportSelectText`} label={t("customPostSupportSelectText")} />
    </>
  );
}
