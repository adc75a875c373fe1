import type { ContactField } from "@/lib/gateways/apple-pay/rules.contacts";

/** Fields of a contact as Apple names them, and the keys of our messages about them. */
export const contactKeys = {
  name: "name",
  emailAddress: "email",
  phoneNumber: "phone",
  postalAddress: "address",
  administrativeArea: "province",
  postalCode: "postalCode",
} as const satisfies Record<ContactField, string>;
