import type { Account, PasscodeFamily } from "./accounts";
import { demoAccount } from "./accounts";
import type { LedgerTotals } from "./ledger";
import type { Transaction } from "./transaction";

export type AnswerBody = {
  id: string;
  code: number;
  token: string;
  slowMs: number;
  card?: { last_four?: string };
  links?: { rel: string }[];
  details: { field: string; message: string }[];
  records: Record<string, unknown>[];
  faults: { left: number }[];
};

export type ClientAnswer = { status: number; headers: Headers; text: string; body: AnswerBody };

export type SandboxClient = {
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ClientAnswer>;
  pay: (fields: object, account?: Account) => Promise<ClientAnswer>;
  payByCard: (number: string, fields?: object) => Promise<ClientAnswer>;
  token: (number?: string) => Promise<string>;
  search: (criteria: object[], fields?: object) => Promise<ClientAnswer>;
  ledger: (query?: string) => Promise<{ transactions: Transaction[]; totals: LedgerTotals }>;
  control: (path: string, body?: object) => Promise<ClientAnswer>;
};

export function passcodeHeader(family: PasscodeFamily, account: Account = demoAccount): Record<string, string> {
  const encoded = Buffer.from(`${account.merchantId}:${account.passcodes[family]}`).toString("base64");
  return { authorization: `Passcode ${encoded}` };
}

export function cardFields(number: string): object {
  return { name: "Camille Roy", number, expiry_month: "12", expiry_year: "30", cvd: "123" };
}

export function createClient(url: string): SandboxClient {
  const call: SandboxClient["call"] = async (method, path, body, headers = {}) => {
    const hasBody = body !== undefined;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(hasBody && { "content-type": "application/json" }), ...headers },
      ...(hasBody && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  };
  const pay: SandboxClient["pay"] = (fields, account) =>
    call("POST", "/v1/payments", fields, passcodeHeader("payments", account));
  return {
    call,
    pay,
    payByCard: (number, fields = {}) =>
      pay({ amount: 10, payment_method: "card", card: cardFields(number), ...fields }),
    async token(number = "4030000010001234") {
      const card = { number, expiry_month: "12", expiry_year: "30", cvd: "123" };
      return (await call("POST", "/scripts/tokenization/tokens", card)).body.token;
    },
    search: (criteria, fields = {}) =>
      call(
        "POST",
        "/v1/reports",
        {
          name: "Search",
          start_date: "2020-01-01T00:00:00",
          end_date: "2099-12-31T23:59:59",
          start_row: 1,
          end_row: 100,
          criteria,
          ...fields,
        },
        passcodeHeader("reporting"),
      ),
    ledger: async (query = "") => JSON.parse((await call("GET", `/sandbox/ledger${query}`)).text),
    control: (path, body = {}) => call("POST", `/sandbox/${path}`, body),
  };
}
