import type { ContactField } from "@/lib/gateways/apple-pay/rules.contacts";

export const contactKeys = {
  name: "name",
  emailAddress: "email",
  phoneNumber: "phone",
  postalAddress: "address",
  administrativeArea: "province",
  postalCode: "postalCode",
} as const satisfies Record<ContactField, string>;
