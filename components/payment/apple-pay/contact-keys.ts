import type { ContactField } from "@/lib/gateways/apple-pay/rules.contacts";

/** Apple's names of a contact's fields, with the keys of our messages. */
export const contactKeys = {
  name: "name",
  emailAddress: "email",
  phoneNumber: "phone",
  postalAddress: "address",
  administrativeArea: "province",
  postalCode: "postalCode",
} as const satisfies Record<ContactField, string>;
