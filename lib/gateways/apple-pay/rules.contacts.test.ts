import { describe, expect, it } from "vitest";

import type { ProvinceCode } from "@/lib/postal-address";

import type { ContactProblem, SheetContact } from "./rules.contacts";
import { findAuthorizationProblems, findProvince, findSelectionProblems, toBillingDetails } from "./rules.contacts";

const whole: SheetContact = {
  givenName: "Marie",
  familyName: "Tremblay",
  emailAddress: "marie@example.test",
  phoneNumber: "416 555-0199",
  addressLines: ["1 Main St", "Unit 2"],
  locality: "Toronto",
  administrativeArea: "ON",
  postalCode: "M5V 3L9",
  countryCode: "CA",
};

/** As Apple sends a contact before the authorization. */
const redacted: SheetContact = {
  givenName: "",
  familyName: "",
  addressLines: [],
  locality: "Toronto",
  administrativeArea: "ON",
  postalCode: "M5V",
  countryCode: "CA",
};

const billing: SheetContact = {
  givenName: "Jean",
  familyName: "Gagnon",
  addressLines: ["2 Elm St"],
  locality: "Ottawa",
  administrativeArea: "ON",
  postalCode: "K1A 0A1",
};

const ontario: ProvinceCode[] = ["ON"];

describe("billing details", () => {
  it("come from the billing contact, and from the shipping contact where it is empty", () => {
    expect(toBillingDetails({ billingContact: billing, shippingContact: whole })).toEqual({
      name: "Jean Gagnon",
      address_line1: "2 Elm St",
      address_line2: "",
      city: "Ottawa",
      province: "ON",
      country: "CA",
      postal_code: "K1A 0A1",
      email_address: "marie@example.test",
      phone_number: "4165550199",
    });
  });

  it("never mix two addresses", () => {
    const halfBilling = { ...billing, addressLines: [], locality: "" };
    expect(toBillingDetails({ billingContact: halfBilling, shippingContact: whole })).toMatchObject({
      address_line1: "",
      city: "",
      postal_code: "K1A 0A1",
    });
  });

  it("prefer the billing contact's email and phone", () => {
    const own = { ...billing, emailAddress: "jean@example.test", phoneNumber: "613 555 0100" };
    expect(toBillingDetails({ billingContact: own, shippingContact: whole })).toMatchObject({
      email_address: "jean@example.test",
      phone_number: "6135550100",
    });
  });

  it("are empty if there are no contacts", () => {
    expect(toBillingDetails({})).toMatchObject({ name: "", email_address: "", phone_number: "", province: "" });
  });

  it("stay within the gateway's lengths", () => {
    const long = "x".repeat(100);
    const details = toBillingDetails({
      shippingContact: {
        ...whole,
        givenName: long,
        addressLines: [long, long],
        locality: long,
        phoneNumber: "1".repeat(40),
      },
    });
    expect([details.name, details.address_line1, details.address_line2].map((text) => text.length)).toEqual([
      64, 64, 64,
    ]);
    expect([details.city.length, details.phone_number.length]).toEqual([32, 40]);
  });
});

describe("the province", () => {
  it.each<[string, SheetContact, ProvinceCode | null]>([
    ["its code", { administrativeArea: "on" }, "ON"],
    [
      "the postal code where the province is written out",
      { administrativeArea: "Québec", postalCode: "H2X 1Y4" },
      "QC",
    ],
    ["the first three characters", { administrativeArea: "", postalCode: "V8T" }, "BC"],
    ["Nunavut and the Northwest Territories apart", { postalCode: "X0A 0A0" }, "NU"],
    ["the Northwest Territories", { postalCode: "X1A 1A1" }, "NT"],
    ["an empty country as Canada", { administrativeArea: "ON", countryCode: "" }, "ON"],
    ["no province of another country", { administrativeArea: "ON", countryCode: "US" }, null],
    ["no province where nothing tells it", { administrativeArea: "Ontario" }, null],
    ["no American code", { administrativeArea: "CA", postalCode: "95014" }, null],
  ])("is read from %s", (_what, contact, province) => {
    expect(findProvince(contact)).toBe(province);
  });
});

describe("an authorized payment", () => {
  it("is charged if everything is there", () => {
    expect(findAuthorizationProblems({ billingContact: billing, shippingContact: whole }, ontario)).toEqual([]);
    expect(findAuthorizationProblems({ shippingContact: whole }, ontario)).toEqual([]);
  });

  it.each<[string, SheetContact, Partial<ContactProblem>]>([
    ["no e-mail", { ...whole, emailAddress: " " }, { field: "emailAddress", problem: "required" }],
    ["an e-mail that is none", { ...whole, emailAddress: "marie" }, { field: "emailAddress", problem: "malformed" }],
    [
      "an e-mail longer than the gateway takes",
      { ...whole, emailAddress: `${"m".repeat(60)}@example.test` },
      { field: "emailAddress", problem: "malformed" },
    ],
    ["no phone", { ...whole, phoneNumber: "" }, { field: "phoneNumber", problem: "required" }],
    ["no name", { ...whole, givenName: "", familyName: "" }, { field: "name", problem: "required" }],
    [
      "no address",
      { emailAddress: "a@b.example", phoneNumber: "4165550199", givenName: "Al" },
      { field: "postalAddress", problem: "required" },
    ],
    [
      "another province",
      { ...whole, administrativeArea: "QC", postalCode: "H2X 1Y4" },
      { field: "administrativeArea", problem: "not-eligible" },
    ],
    ["another country", { ...whole, countryCode: "US" }, { field: "administrativeArea", problem: "not-eligible" }],
    ["a postal code that is none", { ...whole, postalCode: "12345" }, { field: "postalCode", problem: "malformed" }],
  ])("with %s is returned to the sheet", (_what, shippingContact, expected) => {
    expect(findAuthorizationProblems({ shippingContact }, ontario)).toEqual([{ contact: "shipping", ...expected }]);
  });

  it.each([
    ["(416) 555-0199 ext. 12", "4165550199"],
    ["+44 20 7946 0958", "442079460958"],
    ["911", "911"],
    ["none\u2028\u0007", "none"],
  ])("isn't refused for its phone, once its buyer has authorized it: %j", (phoneNumber, kept) => {
    const contacts = { shippingContact: { ...whole, phoneNumber } };
    expect(findAuthorizationProblems(contacts, ontario)).toEqual([]);
    expect(toBillingDetails(contacts).phone_number).toBe(kept);
  });

  it("is refused for the billing address if that is the one that pays", () => {
    const abroad = { ...billing, administrativeArea: "QC", postalCode: "H2X 1Y4" };
    expect(findAuthorizationProblems({ billingContact: abroad, shippingContact: whole }, ontario)).toEqual([
      { contact: "billing", field: "administrativeArea", problem: "not-eligible" },
    ]);
  });

  it("reports everything that is wrong at once", () => {
    expect(findAuthorizationProblems({}, ontario).map(({ field }) => field)).toEqual([
      "name",
      "emailAddress",
      "phoneNumber",
      "postalAddress",
    ]);
  });
});

describe("a selected contact", () => {
  it("is accepted while Apple hides the rest of it", () => {
    expect(findSelectionProblems(redacted)).toEqual([]);
  });

  it("must have an email and a phone if it shows them at all", () => {
    expect(findSelectionProblems({ ...redacted, emailAddress: "", phoneNumber: "" })).toEqual([
      { contact: "shipping", field: "emailAddress", problem: "required" },
      { contact: "shipping", field: "phoneNumber", problem: "required" },
    ]);
  });

  it.each([
    ["another province", { administrativeArea: "QC", postalCode: "H2X 1Y4" }],
    ["another country", { administrativeArea: "NY", postalCode: "10001", countryCode: "US" }],
  ])("in %s doesn't block a buyer whose billing address is valid", (_what, change) => {
    expect(findSelectionProblems({ ...redacted, ...change })).toEqual([]);
    const contacts = { billingContact: billing, shippingContact: { ...whole, ...change } };
    expect(findAuthorizationProblems(contacts, ontario)).toEqual([]);
  });
});
