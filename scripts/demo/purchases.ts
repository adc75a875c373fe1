import type { PlaceOrderInput } from "@/lib/orders/schema";

export type DemoPurchase = Pick<PlaceOrderInput, "lines" | "locale" | "teamId"> & {
  bundles?: PlaceOrderInput["bundles"];
  buyer: NonNullable<PlaceOrderInput["buyer"]>;
};

/** A purchase with its time, as `dateAt` reads it. */
export type DemoSale = { at: string; purchase: DemoPurchase };

type Row = [
  at: string,
  name: string,
  city: string,
  postalCode: string,
  packageId: string,
  quantity: number,
  rest?: Partial<DemoPurchase>,
];

const french: Partial<DemoPurchase> = { locale: "fr" };

/** In the order of their times, because the winning numbers are those that the draw's first sales get. */
export function listSales(drawId: string): DemoSale[] {
  return demoSales[drawId.replace(/^(demo-closing)-\d+$/, "$1")] ?? [];
}

function toEmail(name: string): string {
  const unaccented = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return `${unaccented.replace(/[^a-z]+/g, ".")}@example.com`;
}

/** Numbers that Canada keeps for fiction. Other buyers gave none. */
const phones: Record<string, string> = {
  "Priya Venkataraghavan": "905-555-0163",
  "Yuki Hasegawa": "416-555-0108",
  "Anouk Desrosiers": "613-555-0171",
  "Odile Kwan": "613-555-0184",
  "Odette Laframboise": "613-555-0139",
  "Wren Abernathy": "705-555-0126",
  "Kwabena Holloway": "705-555-0192",
  "Theo Vanstone": "613-555-0115",
  "Ingrid Thorvaldson": "705-555-0147",
  "Dashiell Nakamura": "705-555-0158",
  "Pernille Castonguay": "613-555-0103",
};

function toSale([at, name, city, postalCode, packageId, quantity, rest]: Row): DemoSale {
  const phone = phones[name];
  const buyer = { name, email: toEmail(name), ...(phone ? { phone } : {}), province: "ON", city, postalCode } as const;
  return { at, purchase: { buyer, lines: [{ poolId: "main", packageId, quantity }], locale: "en", ...rest } };
}

const warmWinter: Row[] = [
  ["-3d 18:31", "Rosalind Achterberg", "Kingston", "K7L 1A1", "p40", 1, { teamId: "foxes" }],
  ["-3d 20:35", "Thaddeus Okonjo", "Ottawa", "K1P 1J1", "p120", 1, { teamId: "loons" }],
  ["-3d 20:41", "Maëlle Tremblay-Roy", "Sudbury", "P3E 1A1", "p40", 2, { ...french, teamId: "otters" }],
  ["-2d 08:17", "Priya Venkataraghavan", "Brampton", "L6Y 1A1", "p400", 1, { teamId: "owls" }],
  ["-2d 08:24", "Gus Lindqvist", "Thunder Bay", "P7B 1A1", "p10", 1, { teamId: "foxes" }],
  ["-2d 12:06", "Anouk Desrosiers", "Hawkesbury", "K6A 1A1", "p120", 1, { ...french, teamId: "loons" }],
  ["-2d 19:14", "Marcellus Whitefeather", "Kenora", "P9N 1A1", "p40", 1, { teamId: "owls" }],
  ["-2d 19:23", "Saoirse Mac Giolla", "Guelph", "N1H 1A1", "p10", 1],
  ["-1d 09:02", "Baptiste Charlebois", "Timmins", "P4N 1A1", "p40", 1, { ...french, teamId: "foxes" }],
  ["-1d 12:31", "Yuki Hasegawa", "Toronto", "M5V 1A1", "p400", 2, { teamId: "loons" }],
  ["-1d 18:47", "Delphine Okafor", "Windsor", "N9A 1A1", "p10", 2, { teamId: "otters" }],
  ["-95min", "Hamish Kowalczyk", "Barrie", "L4M 1A1", "p120", 2, { teamId: "foxes" }],
];

/** Together, these take all 60 tickets. */
const pancakes: Row[] = [
  ["-3d 18:29", "Wilhelmina Stroud", "Petrolia", "N0N 1R0", "ten", 1],
  ["-3d 18:33", "Hector Papineau", "Brockville", "K6V 1A1", "ten", 1],
  ["-3d 20:33", "Ignace Beaulieu", "Casselman", "K0A 1M0", "ten", 1, french],
  ["-3d 20:43", "Tomasz Birchall", "Perth", "K7H 1A1", "ten", 1],
  ["-2d 08:14", "Noor Haddadin", "London", "N6A 1A1", "ten", 1],
  ["-2d 08:22", "Fernande Quesnel", "Alfred", "K0B 1A0", "one", 6, french],
  ["-2d 12:08", "Orson Blackwater", "Perth", "K7H 2B2", "one", 4],
];

const harvest: Row[] = [
  ["-3d 18:35", "Odette Laframboise", "Embrun", "K0A 1W0", "twenty", 2, french],
  ["-3d 20:38", "Cormac Delacroix", "Goderich", "N7A 1A1", "twenty", 1],
  ["-2d 08:28", "Zainab Oyelaran", "Hamilton", "L8P 1A1", "three", 2],
  ["-2d 19:12", "Ulric Featherstone", "Picton", "K0K 2T0", "three", 1],
  ["-1d 09:05", "Marguerite Sans-Souci", "Kapuskasing", "P5N 1A1", "twenty", 1, french],
  ["-1d 12:28", "Dashiell Nakamura", "Peterborough", "K9H 1A1", "three", 3],
];

const trail: Row[] = [
  ["-3d 20:36", "Leonora Vasquez-Munn", "Huntsville", "P1H 1A1", "sixty", 1],
  ["-2d 08:19", "Gédéon Lafrenière", "Mattawa", "P0H 1V0", "twenty", 2, french],
  ["-2d 19:17", "Kwabena Holloway", "North Bay", "P1B 1A1", "two-hundred", 1],
  ["-1d 09:13", "Pernille Castonguay", "Rockland", "K4K 1A1", "sixty", 2, french],
  ["-1d 16:12", "Alasdair Nwosu", "Bracebridge", "P1L 1A1", "three", 2],
  ["-97min", "Tamsin Oakley-Roy", "Gravenhurst", "P1P 1A1", "twenty", 1],
  ["-34min", "Rémi Desjarlais", "Sudbury", "P3C 1A1", "sixty", 1, french],
];

const supper: Row[] = [
  ["-3d 18:37", "Josephine Aubuchon", "Cornwall", "K6H 1A1", "thirty", 1],
  ["-2d 08:21", "Emeka Lindstrom", "Gananoque", "K7G 1A1", "eighty", 1],
  ["-2d 12:11", "Solange Bergeron", "Plantagenet", "K0B 1L0", "five", 1, french],
  ["-2d 19:26", "Ruaridh MacPhail", "Napanee", "K7R 1A1", "thirty", 2],
  ["-1d 12:19", "Odile Kwan", "Kingston", "K7L 2B2", "eighty", 1, french],
  ["-1d 18:44", "Theo Vanstone", "Belleville", "K8N 1A1", "five", 2],
  ["-138min", "Mireille Sauvageau", "L’Orignal", "K0B 1K0", "thirty", 1, french],
  ["-24min", "Bashir Galbraith", "Trenton", "K8V 1A1", "eighty", 1],
];

const jacket = { poolId: "lifejacket", packageId: "j1", quantity: 1 };
const jackets = { poolId: "lifejacket", packageId: "j5", quantity: 1 };
const lights = (packageId: string, quantity = 1) => ({ poolId: "harbour-lights", packageId, quantity });
const raffle = (packageId: string, quantity = 1) => ({ poolId: "main", packageId, quantity });
const bundle = (bundleId: string, quantity = 1): Partial<DemoPurchase> => ({
  lines: [],
  bundles: [{ bundleId, quantity }],
});

const lighthouse: Row[] = [
  [
    "-3d 20:45",
    "Ingrid Thorvaldson",
    "Parry Sound",
    "P2A 1A1",
    "c3",
    1,
    { lines: [raffle("c3"), jacket], teamId: "heron" },
  ],
  [
    "-2d 12:03",
    "Rosaire Bellefeuille",
    "Sturgeon Falls",
    "P2B 1A1",
    "",
    1,
    { ...french, ...bundle("whole-crew"), teamId: "heron" },
  ],
  ["-2d 19:21", "Amadou Keïta", "Orillia", "L3V 1A1", "", 1, { ...bundle("first-mate", 2), teamId: "tern" }],
  ["-1d 09:09", "Wren Abernathy", "Gore Bay", "P0P 1H0", "c8", 1, { lines: [raffle("c8"), lights("h25"), jackets] }],
  [
    "-1d 16:08",
    "Ghislaine Portelance",
    "Hearst",
    "P0L 1N0",
    "c1",
    1,
    { ...french, lines: [raffle("c1", 2), lights("h5"), jacket] },
  ],
  [
    "-141min",
    "Sunniva Dhaliwal",
    "Sault Ste. Marie",
    "P6A 1A1",
    "c20",
    1,
    { lines: [raffle("c20"), lights("h100"), jackets] },
  ],
];

const rehearsal: Row[] = [
  ["-1d 09:16", "Test Buyer", "Cobourg", "K9A 1A1", "ten", 1],
  ["-1d 12:22", "Client Essai", "Casselman", "K0A 1M0", "three", 2, french],
];

const demoSales: Record<string, DemoSale[]> = {
  demo5050: warmWinter.map(toSale),
  "demo-raffle": lighthouse.map(toSale),
  "demo-test": rehearsal.map(toSale),
  "demo-soldout": pancakes.map(toSale),
  "demo-closed": harvest.map(toSale),
  "demo-closing": trail.map(toSale),
  "demo-drawn": supper.map(toSale),
};

export const demoPurchases: Record<string, DemoPurchase[]> = Object.fromEntries(
  Object.entries(demoSales).map(([drawId, sales]) => [drawId, sales.map(({ purchase }) => purchase)]),
);
