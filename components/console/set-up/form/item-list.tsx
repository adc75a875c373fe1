"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";

import { toFieldId, useDraftContext, useDraftField } from "./draft-context";

type ItemListProps = {
  path: string;
  title: string;
  /** What is around it shows the title. */
  isTitleHidden?: boolean;
  /** Where an item has no name yet, it is called by its place. */
  getName: (item: unknown, index: number) => string;
  addLabel: string;
  createItem: (items: readonly unknown[]) => unknown;
  children: (path: string, index: number) => ReactNode;
};

/** The items of a list of the draft, which can be added, moved and removed. */
export function ItemList({
  path,
  title,
  isTitleHidden = false,
  getName,
  addLabel,
  createItem,
  children,
}: ItemListProps) {
  const { get, set } = useDraftContext();
  const t = useTranslations("console.setUp");
  const { error, isLocked, id } = useDraftField(path, "list");
  const [status, setStatus] = useState("");
  const value = get(path);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = () => {
    set(`${path}.${items.length}`, createItem(items));
    focusId(toFieldId(`${path}.${items.length}-item`));
  };
  const remove = (index: number) => {
    const name = getName(items[index], index);
    set(
      path,
      items.filter((_item, at) => at !== index),
    );
    setStatus(t("removed", { name }));
    focusId(`${id}-add`);
  };
  const move = (from: number, to: number) => {
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(from, 1));
    set(path, moved);
    setStatus(t("moved", { name: getName(items[from], from), place: to + 1, count: items.length }));
    focusId(toFieldId(`${path}.${to}-item`));
  };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="grid grid-cols-1 gap-4"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={isTitleHidden ? "sr-only" : "mb-2 font-semibold text-lg"}>{title}</legend>
      <p role="status" className="sr-only">
        {status}
      </p>
      {error ? (
        <p id={`${id}-error`} className="problem">
          <Icon name="alert" className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      ) : null}
      {items.length > 0 ? (
        <ol className="grid grid-cols-1 gap-4">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids of items can be edited, and fields hold no state
            <li key={index}>
              <Item
                id={toFieldId(`${path}.${index}-item`)}
                name={getName(item, index)}
                isLocked={isLocked}
                onUp={index > 0 ? () => move(index, index - 1) : null}
                onDown={index < items.length - 1 ? () => move(index, index + 1) : null}
                onRemove={() => remove(index)}
              >
                {children(`${path}.${index}`, index)}
              </Item>
            </li>
          ))}
        </ol>
      ) : null}
      {isLocked ? null : (
        <Button id={`${id}-add`} variant="secondary" className="justify-self-start" onClick={add}>
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}

type ItemProps = {
  id: string;
  name: string;
  isLocked: boolean;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
  children: ReactNode;
};

function Item({ id, name, isLocked, onUp, onDown, onRemove, children }: ItemProps) {
  const t = useTranslations("console.setUp");
  const action = useTranslations("console");
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-label={name}
      className="grid grid-cols-1 gap-4 rounded-control border border-line bg-sunken p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{name}</p>
        {isLocked ? null : (
          <span className="flex gap-1">
            <MoveButton label={action("actionFor", { action: t("up"), name })} onMove={onUp} isUp />
            <MoveButton label={action("actionFor", { action: t("down"), name })} onMove={onDown} />
            <Button variant="quiet" aria-label={action("actionFor", { action: t("remove"), name })} onClick={onRemove}>
              {t("remove")}
            </Button>
          </span>
        )}
      </header>
      {children}
    </section>
  );
}

function MoveButton({ label, onMove, isUp = false }: { label: string; onMove: (() => void) | null; isUp?: boolean }) {
  if (!onMove) return null;
  return (
    <Button variant="quiet" aria-label={label} className="px-3" onClick={onMove}>
      <Icon name="chevron-down" className={`size-5 ${isUp ? "rotate-180" : ""}`} />
    </Button>
  );
}
