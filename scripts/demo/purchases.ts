import type { PlaceOrderInput } from "@/lib/orders/schema";

export type DemoPurchase = Pick<PlaceOrderInput, "lines" | "locale" | "teamId"> & {
  bundles?: PlaceOrderInput["bundles"];
  buyer: NonNullable<PlaceOrderInput["buyer"]>;
};

type Row = [
  name: string,
  city: string,
  postalCode: string,
  packageId: string,
  quantity: number,
  rest?: Partial<DemoPurchase>,
];

const french: Partial<DemoPurchase> = { locale: "fr" };

export function listPurchases(drawId: string): DemoPurchase[] {
  return demoPurchases[drawId.replace(/^(demo-closing)-\d+$/, "$1")] ?? [];
}

function toEmail(name: string): string {
  const unaccented = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return `${unaccented.replace(/[^a-z]+/g, ".")}@example.com`;
}

function toPurchase([name, city, postalCode, packageId, quantity, rest]: Row): DemoPurchase {
  return {
    buyer: { name, email: toEmail(name), province: "ON", city, postalCode },
    lines: [{ poolId: "main", packageId, quantity }],
    locale: "en",
    ...rest,
  };
}

const warmWinter: Row[] = [
  ["Rosalind Achterberg", "Kingston", "K7L 1A1", "p40", 1, { teamId: "foxes" }],
  ["Thaddeus Okonjo", "Ottawa", "K1P 1J1", "p120", 1, { teamId: "loons" }],
  ["Maëlle Tremblay-Roy", "Sudbury", "P3E 1A1", "p40", 2, { ...french, teamId: "otters" }],
  ["Priya Venkataraghavan", "Brampton", "L6Y 1A1", "p400", 1, { teamId: "owls" }],
  ["Gus Lindqvist", "Thunder Bay", "P7B 1A1", "p10", 1, { teamId: "foxes" }],
  ["Anouk Desrosiers", "Hawkesbury", "K6A 1A1", "p120", 1, { ...french, teamId: "loons" }],
  ["Marcellus Whitefeather", "Kenora", "P9N 1A1", "p40", 1, { teamId: "owls" }],
  ["Saoirse Mac Giolla", "Guelph", "N1H 1A1", "p10", 1],
  ["Baptiste Charlebois", "Timmins", "P4N 1A1", "p40", 1, { ...french, teamId: "foxes" }],
  ["Yuki Hasegawa", "Toronto", "M5V 1A1", "p400", 2, { teamId: "loons" }],
  ["Delphine Okafor", "Windsor", "N9A 1A1", "p10", 2, { teamId: "otters" }],
  ["Hamish Kowalczyk", "Barrie", "L4M 1A1", "p120", 2, { teamId: "foxes" }],
];

/** Together these take all 60 tickets. */
const pancakes: Row[] = [
  ["Wilhelmina Stroud", "Petrolia", "N0N 1R0", "ten", 1],
  ["Hector Papineau", "Brockville", "K6V 1A1", "ten", 1],
  ["Ignace Beaulieu", "Casselman", "K0A 1M0", "ten", 1, french],
  ["Tomasz Birchall", "Perth", "K7H 1A1", "ten", 1],
  ["Noor Haddadin", "London", "N6A 1A1", "ten", 1],
  ["Fernande Quesnel", "Alfred", "K0B 1A0", "one", 6, french],
  ["Orson Blackwater", "Perth", "K7H 2B2", "one", 4],
];

const harvest: Row[] = [
  ["Odette Laframboise", "Embrun", "K0A 1W0", "twenty", 2, french],
  ["Cormac Delacroix", "Goderich", "N7A 1A1", "twenty", 1],
  ["Zainab Oyelaran", "Hamilton", "L8P 1A1", "three", 2],
  ["Ulric Featherstone", "Picton", "K0K 2T0", "three", 1],
  ["Marguerite Sans-Souci", "Kapuskasing", "P5N 1A1", "twenty", 1, french],
  ["Dashiell Nakamura", "Peterborough", "K9H 1A1", "three", 3],
];

const trail: Row[] = [
  ["Leonora Vasquez-Munn", "Huntsville", "P1H 1A1", "sixty", 1],
  ["Gédéon Lafrenière", "Mattawa", "P0H 1V0", "twenty", 2, french],
  ["Kwabena Holloway", "North Bay", "P1B 1A1", "two-hundred", 1],
  ["Pernille Castonguay", "Rockland", "K4K 1A1", "sixty", 2, french],
  ["Alasdair Nwosu", "Bracebridge", "P1L 1A1", "three", 2],
  ["Tamsin Oakley-Roy", "Gravenhurst", "P1P 1A1", "twenty", 1],
  ["Rémi Desjarlais", "Sudbury", "P3C 1A1", "sixty", 1, french],
];

const supper: Row[] = [
  ["Josephine Aubuchon", "Cornwall", "K6H 1A1", "thirty", 1],
  ["Emeka Lindstrom", "Gananoque", "K7G 1A1", "eighty", 1],
  ["Solange Bergeron", "Plantagenet", "K0B 1L0", "five", 1, french],
  ["Ruaridh MacPhail", "Napanee", "K7R 1A1", "thirty", 2],
  ["Odile Kwan", "Kingston", "K7L 2B2", "eighty", 1, french],
  ["Theo Vanstone", "Belleville", "K8N 1A1", "five", 2],
  ["Mireille Sauvageau", "L’Orignal", "K0B 1K0", "thirty", 1, french],
  ["Bashir Galbraith", "Trenton", "K8V 1A1", "eighty", 1],
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
  ["Ingrid Thorvaldson", "Parry Sound", "P2A 1A1", "c3", 1, { lines: [raffle("c3"), jacket], teamId: "heron" }],
  ["Rosaire Bellefeuille", "Sturgeon Falls", "P2B 1A1", "", 1, { ...french, ...bundle("whole-crew"), teamId: "heron" }],
  ["Amadou Keïta", "Orillia", "L3V 1A1", "", 1, { ...bundle("first-mate", 2), teamId: "tern" }],
  ["Wren Abernathy", "Gore Bay", "P0P 1H0", "c8", 1, { lines: [raffle("c8"), lights("h25"), jackets] }],
  ["Ghislaine Portelance", "Hearst", "P0L 1N0", "c1", 1, { ...french, lines: [raffle("c1", 2), lights("h5"), jacket] }],
  ["Sunniva Dhaliwal", "Sault Ste. Marie", "P6A 1A1", "c20", 1, { lines: [raffle("c20"), lights("h100"), jackets] }],
];

const rehearsal: Row[] = [
  ["Test Buyer", "Cobourg", "K9A 1A1", "ten", 1],
  ["Client Essai", "Casselman", "K0A 1M0", "three", 2, french],
];

export const demoPurchases: Record<string, DemoPurchase[]> = {
  demo5050: warmWinter.map(toPurchase),
  "demo-raffle": lighthouse.map(toPurchase),
  "demo-test": rehearsal.map(toPurchase),
  "demo-soldout": pancakes.map(toPurchase),
  "demo-closed": harvest.map(toPurchase),
  "demo-closing": trail.map(toPurchase),
  "demo-drawn": supper.map(toPurchase),
};
