/** Rules of `demo-raffle`. */
export const raffleRules = {
  en: "1. To buy tickets, you must be 18 or older, live in Ontario and be in Ontario when you buy.\n2. At most 40,000 tickets are sold in the raffle, and at most 100 in one order.\n3. Each draw has its own licence, its own numbers and its own prizes. A number wins only in the draw that it was sold for.\n4. Every order includes at least one ticket of the Lifejacket Draw while it is on sale and tickets are left.\n5. A bundle holds tickets of several draws; its price is shared among them as the licence says.\n6. Numbers are issued in order, from 1, when the payment is approved. They cannot be exchanged.\n7. Winning numbers are drawn by a random number generator from all numbers sold. Voided numbers cannot win.\n8. A prize must be claimed within six months. A ticket is not a donation.",
  fr: "1. Les billets sont vendus uniquement aux personnes de 18 ans ou plus qui habitent en Ontario et s’y trouvent au moment de l’achat.\n2. Au plus 40 000 billets de tombola sont vendus, et au plus 100 par commande.\n3. Chaque tirage a sa propre licence, ses propres numéros et ses propres lots. Un numéro ne peut gagner qu’au tirage pour lequel il a été vendu.\n4. Chaque commande comprend au moins un billet du tirage des gilets de sauvetage tant qu’il est en vente et qu’il en reste.\n5. Un forfait comprend des billets de plusieurs tirages; son prix est réparti entre eux selon la licence.\n6. Les numéros sont attribués dans l’ordre, à partir de 1, dès que le paiement est accepté. Ils ne sont pas échangeables.\n7. Les numéros gagnants sont tirés par un générateur de nombres aléatoires parmi tous les numéros vendus. Un numéro annulé ne peut pas gagner.\n8. Un lot doit être réclamé dans les six mois. Un billet n’est pas un don.",
};

/** Questions of `demo-raffle`. */
export const raffleFaq = [
  {
    question: { en: "Is my number good in every draw?", fr: "Mon numéro compte-t-il pour tous les tirages?" },
    answer: {
      en: "No. Each draw has its own numbers. Your order lists them under the draw’s name, with its licence and date.",
      fr: "Non. Chaque tirage a ses propres numéros. Votre commande les présente sous le nom du tirage, avec sa licence et sa date.",
    },
  },
  {
    question: { en: "What’s in a bundle?", fr: "Que comprend un forfait?" },
    answer: {
      en: "Tickets for several draws, for less than you’d pay separately. The contents are listed under its name.",
      fr: "Des billets de plusieurs tirages, moins chers qu’achetés séparément. Son contenu est indiqué sous son nom.",
    },
  },
  {
    question: {
      en: "Are my tickets still in after an early bird?",
      fr: "Mes billets sont-ils encore valides après un tirage hâtif?",
    },
    answer: {
      en: "Yes. A number that wins an early bird can still win the cottage.",
      fr: "Oui, ils restent en jeu. Un numéro gagnant d’un tirage hâtif peut encore remporter le chalet.",
    },
  },
];
