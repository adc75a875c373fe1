import { torontoInstant } from "./demo-time";

const description = {
  en: "Every night, families sleep in the chairs beside their children’s beds. Half of the pot goes to one winner; the other half builds twelve family rooms at the Maple Hollow Children’s Hospice, with real beds, a kitchen and a door that closes.\n\nBuy before an early bird draw and your numbers are in it. They stay in for the main draw.",
  fr: "Chaque nuit, des parents dorment sur une chaise au chevet de leur enfant. La moitié de la cagnotte va à une seule personne; l’autre sert à aménager douze chambres pour les familles à la Maison Maple Hollow, une maison de soins palliatifs pour enfants : de vrais lits, une cuisine et une porte qui ferme.\n\nAchetez avant un tirage hâtif : vos numéros y participent, puis restent en jeu pour le grand tirage.",
};

const rules = {
  en: "1. The winner receives half of the pot; the other half goes to the foundation.\n2. To buy tickets, you must be 18 or older, live in Ontario and be in Ontario when you buy.\n3. Numbers are issued in order, from 1, when the payment is approved. They cannot be exchanged.\n4. The winning number is drawn by a random number generator from all numbers sold. Voided numbers cannot win.\n5. You don’t need to be present to win. The winner is called and emailed within two days of the draw.\n6. The prize must be claimed within six months of the draw.\n7. Directors and staff of the foundation, and people who live with them, may not take part.\n8. A ticket is not a donation: no tax receipt is issued.",
  fr: "1. La personne gagnante reçoit la moitié de la cagnotte; l’autre moitié est versée à la fondation.\n2. Les billets sont vendus uniquement aux personnes de 18 ans ou plus qui habitent en Ontario et s’y trouvent au moment de l’achat.\n3. Les numéros sont attribués dans l’ordre, à partir de 1, dès que le paiement est accepté. Ils ne sont pas échangeables.\n4. Le numéro gagnant est tiré par un générateur de nombres aléatoires parmi tous les numéros vendus. Un numéro annulé ne peut pas gagner.\n5. Votre présence n’est pas requise pour gagner. La personne gagnante est jointe par téléphone et par courriel dans les deux jours suivant le tirage.\n6. Le lot doit être réclamé dans les six mois suivant le tirage.\n7. Les administrateurs et le personnel de la fondation, ainsi que les personnes qui vivent avec eux, ne peuvent pas participer.\n8. Un billet n’est pas un don : aucun reçu fiscal n’est délivré.",
};

const faq = [
  {
    question: { en: "When do I get my numbers?", fr: "Quand vais-je recevoir mes numéros?" },
    answer: {
      en: "Right away: they’re on your screen as soon as the bank approves your payment. Save the page, print it, or take a photo.",
      fr: "Tout de suite : ils s’affichent dès que la banque approuve le paiement. Conservez la page, imprimez-la ou prenez-la en photo.",
    },
  },
  {
    question: { en: "How much can I win?", fr: "Combien puis-je gagner?" },
    answer: {
      en: "Half of the pot, which includes paper tickets sold at the arena. The amount at the top of this page grows with every ticket until sales close.",
      fr: "La moitié de la cagnotte, qui comprend les billets papier vendus à l’aréna. Le montant affiché en haut de la page augmente avec chaque billet jusqu’à la fin des ventes.",
    },
  },
  {
    question: { en: "Do more tickets give me a better chance?", fr: "Avec plus de billets, ai-je plus de chances?" },
    answer: {
      en: "Yes. Each ticket is one number in the draw, and larger packages give you more numbers per dollar.",
      fr: "Oui. Chaque billet est un numéro au tirage, et les plus gros ensembles donnent plus de numéros par dollar.",
    },
  },
  {
    question: { en: "How will I know if I won?", fr: "Comment saurai-je si j’ai gagné?" },
    answer: {
      en: "We’ll post the winning number on this page after the draw, and we’ll call and email the winner.",
      fr: "Le numéro gagnant est affiché sur cette page après le tirage, et la personne gagnante est jointe par téléphone et par courriel.",
    },
  },
  {
    question: { en: "Can I get my money back?", fr: "Puis-je obtenir un remboursement?" },
    answer: {
      en: "Tickets are final once their numbers are issued. If something went wrong with your payment, write to us with your order code.",
      fr: "La vente est finale dès que les numéros sont attribués. Si votre paiement a posé problème, écrivez-nous en indiquant votre code de commande.",
    },
  },
];

const teams = [
  {
    id: "rink",
    title: { en: "Play for your team", fr: "Encouragez votre équipe" },
    teams: [
      { id: "foxes", name: { en: "Foxes", fr: "Renards" }, color: "#c2410c", icon: "/demo/team-foxes.svg" },
      { id: "loons", name: { en: "Loons", fr: "Huards" }, color: "#1d4ed8", icon: "/demo/team-loons.svg" },
      { id: "otters", name: { en: "Otters", fr: "Loutres" }, color: "#0f766e", icon: "/demo/team-otters.svg" },
      { id: "owls", name: { en: "Owls", fr: "Harfangs" }, color: "#6d28d9", icon: "/demo/team-owls.svg" },
    ],
  },
];

function prizesAt(now: Date) {
  return {
    "Grand Prize": [
      {
        description: {
          en: "Half of the pot, paid in one cheque",
          fr: "La moitié de la cagnotte, versée en un seul chèque",
        },
        drawDate: torontoInstant(now, 12, "11:00"),
      },
    ],
    "Early Bird": [
      {
        description: { en: "$1,000 in cash", fr: "1 000 $ comptant" },
        drawDate: torontoInstant(now, 3, "19:00"),
      },
      {
        description: { en: "$2,500 in groceries and gas", fr: "2 500 $ d’épicerie et d’essence" },
        drawDate: torontoInstant(now, 7, "19:00"),
      },
    ],
    "Add On": [
      { description: { en: "A jersey signed by the whole team", fr: "Un chandail autographié par toute l’équipe" } },
    ],
  };
}

const additionalOptions = {
  customCountDownText: { en: "Sales close in", fr: "Fin des ventes dans" },
  customSupportText: { en: "Pick your team", fr: "Choisissez votre équipe" },
  customPostSupportSelectText: {
    en: "The team that sells the most tickets gets to name the new rooms.",
    fr: "L’équipe qui vend le plus de billets donnera son nom aux nouvelles chambres.",
  },
  faq,
  displayFAQ: true,
  uniqueOrderPrefix: "MH",
  featuredDraws: { mode: "all" },
};

/** The demo 50/50 with everything switched on: early birds, teams, prizes, FAQ, rules and licence. */
export function demo5050At(now: Date) {
  return {
    id: "demo5050",
    type: "5050 Cash",
    title: { en: "Warm Winter 50/50", fr: "50/50 Hiver au chaud" },
    urlSlug: "warm-winter",
    name: "Warm Winter 50/50",
    organization: {
      en: "Maple Hollow Children’s Hospice Foundation",
      fr: "Fondation de la Maison Maple Hollow",
    },
    organizationAddress: { line1: "12 Lantern Street", city: "Maple Hollow", state: "ON", postal_code: "K0Z 0Z0" },
    charity: {
      logo: "/demo/logo-hospice.svg",
      color: "#0d5e45",
      story: {
        en: "Half of every ticket goes to family rooms at the children’s hospice.",
        fr: "La moitié de chaque billet finance des chambres pour les familles.",
      },
      registration: "12345 6789 RR0001",
    },
    supportEmail: "help@maple-hollow.example",
    license: "DEMO-RAF-0005050",
    licensePDF: "/demo/licence.pdf",
    province: "ON",
    enabledProvinces: ["ON"],
    minimumAge: 18,
    terminal: { allowAnonymousCash: true, allowRefund: true },
    bannerImage: {
      url: "/demo/rink.svg",
      dominantColor: "#16304f",
      carousel_urls: ["rink", "rooms", "skaters", "lights", "quilt", "station"].map((name) => `/demo/${name}.svg`),
    },
    description,
    rules,
    jackpotTotal: 48_650,
    ticketPriceInfo: [
      { id: "p10", tickets: 10, price: 10 },
      { id: "p40", tickets: 40, price: 20, label: { en: "Most popular", fr: "Le plus populaire" }, highlighted: true },
      { id: "p120", tickets: 120, price: 40 },
      { id: "p400", tickets: 400, price: 100 },
    ],
    maxTicketPayout: 4000,
    startDate: torontoInstant(now, -6, "09:00"),
    endDate: torontoInstant(now, 12, "11:00"),
    dates: [
      torontoInstant(now, -6, "09:00"),
      torontoInstant(now, 3, "19:00"),
      torontoInstant(now, 7, "19:00"),
      torontoInstant(now, 11, "21:30"),
      torontoInstant(now, 12, "11:00"),
    ],
    teams,
    drawLocation: {
      en: "Maple Hollow Community Arena, centre ice",
      fr: "Aréna communautaire de Maple Hollow, au centre de la glace",
    },
    prizes: prizesAt(now),
    additionalOptions,
  };
}
