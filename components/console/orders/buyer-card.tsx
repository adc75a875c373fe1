"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusalText } from "@/components/console/use-console-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import { showContact } from "@/lib/console/orders/client";
import type { ConsoleOrder, ContactDetails } from "@/lib/console/orders/rules.order";
import { OrderDetail } from "./order-detail";

const statusId = "contact-status";

/** Masks contact details until somebody asks for more, which the order's history records. */
export function BuyerCard({ order, onShown }: { order: ConsoleOrder; onShown: () => Promise<void> }) {
  const t = useTranslations("console.orders.buyer");
  const refusalText = useRefusalText();
  const [contact, setContact] = useState<ContactDetails | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    const answer = await showContact(order);
    setBusy(false);
    setProblem(answer.ok ? null : refusalText(answer));
    focusId(statusId);
    if (!answer.ok) return;
    setContact(answer.body.contact);
    await onShown();
  };
  return (
    <Card aria-labelledby="buyer" className="grid grid-cols-1 gap-3">
      <h2 id="buyer" className="text-xl">
        {t("title")}
      </h2>
      {problem ? <Notice id={statusId} tone="danger" role="alert" title={problem} /> : null}
      <BuyerDetails order={order} contact={contact} />
      {order.actions.includes("contact") && !contact ? (
        <>
          <Button variant="secondary" busy={isBusy} onClick={show} className="justify-self-start">
            {t("show")}
          </Button>
          <p className="text-muted text-sm">{t("logged")}</p>
        </>
      ) : null}
      {contact ? (
        <p id={statusId} role="status" tabIndex={-1} className="text-muted text-sm">
          {t("shown")}
        </p>
      ) : null}
    </Card>
  );
}

function BuyerDetails({ order: { buyer, erased }, contact }: { order: ConsoleOrder; contact: ContactDetails | null }) {
  const t = useTranslations("console.orders.buyer");
  if (!buyer) return <p className="text-muted">{t(erased ? "erased" : "none")}</p>;
  if (!contact) {
    return (
      <dl>
        <OrderDetail name={t("name")}>{buyer.name}</OrderDetail>
        <OrderDetail name={t("email")}>{buyer.maskedEmail}</OrderDetail>
        <OrderDetail name={t("phone")}>{buyer.maskedPhone ?? t("noPhone")}</OrderDetail>
      </dl>
    );
  }
  const { name, email, phone } = contact;
  return (
    <dl>
      <OrderDetail name={t("name")}>{name}</OrderDetail>
      <OrderDetail name={t("email")}>
        <a href={`mailto:${email}`} className="underline">
          {email}
        </a>
      </OrderDetail>
      <OrderDetail name={t("phone")}>
        {phone ? (
          <a href={`tel:${phone}`} className="underline">
            {phone}
          </a>
        ) : (
          t("noPhone")
        )}
      </OrderDetail>
    </dl>
  );
}
