// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";

import { Queries } from "@/components/ui/queries";
import type { TeamsView } from "@/lib/teams/rules";
import english from "@/messages/en.json";

import { DrawTeams } from "./draw-teams";

const t = english.console.teams;

const view: TeamsView = {
  id: "gala",
  title: "Gala",
  isFed: false,
  revision: 3,
  isBilingual: true,
  pictures: [{ picture: "/teams/hawks.svg", name: { en: "Hawks", fr: "Faucons" } }],
  groups: [
    {
      id: "sides",
      title: "Sides",
      teams: [
        { id: "foxes", name: { en: "Foxes", fr: "Renards" }, color: "#c2410c" },
        { id: "loons", name: "Loons" },
      ],
    },
  ],
};

afterEach(cleanup);

function show(given: TeamsView): void {
  render(
    <NextIntlClientProvider locale="en" messages={english}>
      <Queries>
        <DrawTeams view={given} readAt={1} onReload={async () => undefined} />
      </Queries>
    </NextIntlClientProvider>,
  );
}

const fields = () => screen.getAllByRole<HTMLInputElement>("textbox");

it("a draw of the feed shows its teams, says where they are changed, and offers nothing to change them with", () => {
  show({ ...view, isFed: true });
  screen.getByText(t.fedText);
  expect(fields().map(({ value }) => value)).toContain("Renards");
  expect(fields().every(({ readOnly }) => readOnly)).toBe(true);
  expect(screen.queryAllByRole("button")).toEqual([]);
  for (const color of screen.getAllByLabelText(/^Choose a colour/)) expect(color).toHaveProperty("disabled", true);
});

it("another draw's teams can be edited, with a name for each language", () => {
  show(view);
  expect(fields().some(({ readOnly }) => readOnly)).toBe(false);
  expect(screen.getAllByLabelText(t.nameFr)).toHaveLength(2);
  expect(screen.getByRole("button", { name: t.save })).toHaveProperty("disabled", true);
});

it("a draw in one language has one name for each team", () => {
  show({ ...view, isBilingual: false });
  expect(screen.queryAllByLabelText(t.nameFr)).toEqual([]);
  expect(screen.getAllByLabelText(t.name)).toHaveLength(2);
});

it("a picture is called by its file, whichever team has it, and the colour that is typed rings it", () => {
  const [group] = view.groups;
  const foxes = { id: "foxes", name: "Foxes", color: "#c2410c", icon: "/teams/team-heron.svg" };
  const pictures = [{ picture: "/teams/team-heron.svg", name: "Foxes" }];
  show({ ...view, isBilingual: false, pictures, groups: [{ id: "sides", title: "Sides", ...group, teams: [foxes] }] });
  screen.getByRole("button", { name: "Choose a picture for Foxes: team-heron.svg" });
  const getRing = () => document.querySelector<HTMLElement>("li > span")?.style.boxShadow;
  expect(getRing()).toContain("#c2410c");
  fireEvent.change(screen.getByLabelText(t.color), { target: { value: "#15803d" } });
  expect(getRing()).toContain("#15803d");
  fireEvent.change(screen.getByLabelText(t.color), { target: { value: "green" } });
  expect(getRing()).toBe("");
});
