/** Papers, the law and the address for questions that the smaller demo draws share. */
export const licence = {
  licensePDF: "/demo/licence.pdf",
  province: "ON",
  minimumAge: 18,
  supportEmail: "help@maple-hollow.example",
};

function rulesFor(who: { en: string; fr: string }) {
  return {
    en: `1. To buy tickets, you must be ${who.en}.\n2. Numbers are issued in order, from 1, when the payment is approved.\n3. The winning number is drawn by a random number generator from all numbers sold.\n4. You don’t need to be present to win. A prize must be claimed within six months.`,
    fr: `1. Les billets sont vendus uniquement aux personnes ${who.fr}.\n2. Les numéros sont attribués dans l’ordre, à partir de 1, dès que le paiement est accepté.\n3. Le numéro gagnant est tiré par un générateur de nombres aléatoires parmi tous les numéros vendus.\n4. Votre présence n’est pas requise pour gagner. Un lot doit être réclamé dans les six mois.`,
  };
}

/** The rules of the smaller demo draws. */
export const rules = rulesFor({
  en: "18 or older and in Ontario when you buy",
  fr: "de 18 ans ou plus qui se trouvent en Ontario au moment de l’achat",
});

/** The rules of one that sells to residents alone. */
export const residentRules = rulesFor({
  en: "18 or older, live in Ontario and be in Ontario when you buy",
  fr: "de 18 ans ou plus qui habitent en Ontario et s’y trouvent au moment de l’achat",
});
