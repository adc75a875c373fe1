"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { ConsoleOrder, ContactDetails } from "@/lib/console/orders/rules.order";
import { OrderDetail } from "./order-detail";
import type { Contact } from "./use-contact";

export const contactStatusId = "contact-status";

/** Contact details are masked until the person asks for them. */
export function BuyerCard({ order, contact }: { order: ConsoleOrder; contact: Contact }) {
  const t = useTranslations("console.orders.buyer");
  const { details, problem, isBusy } = contact;
  const show = async () => {
    await contact.show();
    focusId(contactStatusId);
  };
  return (
    <Card aria-labelledby="buyer" className="grid grid-cols-1 gap-3">
      <h2 id="buyer" className="text-xl">
        {t("title")}
      </h2>
      {problem ? <Notice id={contactStatusId} tone="danger" role="alert" title={problem} /> : null}
      <BuyerDetails order={order} details={details} />
      {order.actions.includes("contact") && !details ? (
        <>
          <Button variant="secondary" busy={isBusy} onClick={show} className="justify-self-start">
            {t("show")}
          </Button>
          <p className="text-muted text-sm">{t("logged")}</p>
        </>
      ) : null}
      {details ? (
        <p id={contactStatusId} role="status" tabIndex={-1} className="text-muted text-sm">
          {t("shown")}
        </p>
      ) : null}
    </Card>
  );
}

function BuyerDetails({ order: { buyer, erased }, details }: { order: ConsoleOrder; details: ContactDetails | null }) {
  const t = useTranslations("console.orders.buyer");
  if (!buyer) return <p className="text-muted">{t(erased ? "erased" : "none")}</p>;
  if (!details) {
    return (
      <dl>
        <OrderDetail name={t("name")}>{buyer.name}</OrderDetail>
        <OrderDetail name={t("email")}>{buyer.maskedEmail}</OrderDetail>
        <OrderDetail name={t("phone")}>{buyer.maskedPhone ?? t("noPhone")}</OrderDetail>
      </dl>
    );
  }
  const { name, email, phone } = details;
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
