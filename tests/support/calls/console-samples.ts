const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" };

const registration = { ...credential, response: { clientDataJSON: "e30", attestationObject: "oA" } };

const signature = {
  ...credential,
  response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA", userHandle: "AA" },
};

type ConsoleSample = { body: () => Record<string, unknown>; takesEmpty?: true };

/** Calls about people of the console. Each has a valid form, although no passkey is right. */
export const consoleSamples: Record<string, ConsoleSample> = {
  "POST /api/admin/invitation": {
    body: () => ({ code: "0".repeat(26), credential: registration, name: "Laptop", locale: "en" }),
  },
  "POST /api/admin/invitation/options": { body: () => ({ code: "0".repeat(26) }) },
  "POST /api/admin/me/confirm": { body: () => ({ credential: signature }) },
  "POST /api/admin/me/passkeys": { body: () => ({ credential: registration, name: "Phone" }) },
  "POST /api/admin/persons": {
    body: () => ({
      ...{ email: "nobody@example.test", name: "Nobody", locale: "en" },
      roles: [{ role: "auditor", scope: { kind: "parent", parentId: "test-parent" } }],
    }),
  },
  "POST /api/admin/persons/[personId]": { body: () => ({ give: [], endsAt: null }), takesEmpty: true },
  "POST /api/admin/sign-in/demo": { body: () => ({ role: "auditor", token: "0".repeat(43) }) },
  "POST /api/admin/sign-in": { body: () => ({ credential: signature }) },
};
