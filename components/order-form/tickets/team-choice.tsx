import { useTranslations } from "next-intl";
import type { CheckoutDraw, TeamOption } from "@/components/order-form/checkout-draw";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { LabelText } from "@/components/order-form/use-order-formatters";
import { controlClass, Field } from "@/components/ui/field";

export function TeamChoice({ draw, control }: { draw: CheckoutDraw; control: FormControl }) {
  const t = useTranslations("checkout");
  const { form, set } = control;
  const [group, ...otherGroups] = draw.teams;
  if (!group) return null;
  const label = draw.supportText ?? { text: t("team") };
  const wholeGroup = draw.canSelectWholeGroup ? [{ id: group.id, name: { text: t("teamWhole") } }] : [];
  const options: TeamOption[] = [...group.teams, ...wholeGroup, { id: "", name: { text: t("teamNone") } }];
  return (
    <div className="mt-5 grid gap-2 in-[.draw-side]:lg:mt-4">
      {otherGroups.length > 0 || group.teams.length > maxTeamChips ? (
        <TeamSelect draw={draw} control={control} label={label.text} />
      ) : (
        <fieldset>
          <legend className={titleClass}>
            <span>
              <LabelText label={label} />
            </span>
            <small className="hint font-normal font-sans in-[.draw-side]:lg:text-xs">{t("teamHint")}</small>
          </legend>
          <TeamChips options={options} chosen={form.teamId} onChoose={(id) => set("teamId", id)} />
        </fieldset>
      )}
      {draw.supportedText && form.teamId ? (
        <p className="hint">
          <LabelText label={draw.supportedText} />
        </p>
      ) : null}
    </div>
  );
}

const maxTeamChips = 8;

function TeamChips({
  options,
  chosen,
  onChoose,
}: {
  options: TeamOption[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  return (
    <div className="chips">
      {options.map(({ id, name, color, icon }) => (
        <label key={id} className={id ? "chip" : "chip neutral"}>
          <input type="radio" name="team" checked={chosen === id} onChange={() => onChoose(id)} className="cover" />
          {icon ? (
            // biome-ignore lint/performance/noImgElement: a small drawing of this site
            <img src={icon} alt="" width={28} height={28} loading="lazy" />
          ) : color ? (
            <i aria-hidden="true" style={{ background: color }} />
          ) : null}
          <span>
            <LabelText label={name} />
          </span>
        </label>
      ))}
    </div>
  );
}

function TeamSelect({ draw, control, label }: { draw: CheckoutDraw; control: FormControl; label: string }) {
  const t = useTranslations("checkout");
  return (
    <Field id="checkout-teamId" label={label} note={t("optional")} hint={t("teamHint")}>
      <select
        id="checkout-teamId"
        name="teamId"
        className={controlClass}
        value={control.form.teamId}
        onChange={(event) => control.set("teamId", event.target.value)}
      >
        <option value="">{t("teamNone")}</option>
        {draw.teams.map(({ id, title, teams }) => (
          <optgroup key={id} label={title.text}>
            {draw.canSelectWholeGroup ? <option value={id}>{t("teamWhole")}</option> : null}
            {teams.map((team) => (
              <option key={team.id} value={team.id}>
                {team.name.text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

const titleClass = "subtitle mb-2 flex w-full flex-wrap items-baseline justify-between gap-x-3 in-[.draw-side]:lg:mb-1";
