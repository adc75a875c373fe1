/**
 * Who the demo's draws are for: invented, each with its mark, its colour and what a ticket does, in two lines of a
 * phone.
 */
export const demoCharities = {
  rescue: {
    logo: "/demo/logo-rescue.svg",
    color: "#12507f",
    story: {
      en: "Every ticket helps keep two rescue boats ready, day and night.",
      fr: "Chaque billet aide à garder deux bateaux prêts, jour et nuit.",
    },
  },
  quilters: {
    logo: "/demo/logo-quilters.svg",
    color: "#97193f",
    story: {
      en: "Every dollar goes to beds and breakfasts at the winter shelter.",
      fr: "Chaque dollar paie des lits et des déjeuners au refuge d’hiver.",
    },
  },
  firefighters: {
    logo: "/demo/logo-firefighters.svg",
    color: "#a81226",
    story: {
      en: "Half of every ticket buys a camera that sees through smoke.",
      fr: "La moitié de chaque billet paie une caméra qui voit dans la fumée.",
    },
  },
  skaters: {
    logo: "/demo/logo-skaters.svg",
    color: "#17599a",
    story: {
      en: "Half of every ticket builds a warming hut where the ice begins.",
      fr: "La moitié de chaque billet bâtit un abri chauffé près de la glace.",
    },
  },
  foodBank: {
    logo: "/demo/logo-food-bank.svg",
    color: "#85460c",
    story: {
      en: "Half of every ticket fills the food bank before the snow comes.",
      fr: "La moitié de chaque billet garnit les tablettes avant la neige.",
    },
  },
  theatre: {
    logo: "/demo/logo-theatre.svg",
    color: "#0d5666",
    story: {
      en: "Half of every ticket keeps the lights on at our last stage.",
      fr: "La moitié de chaque billet garde éclairée notre dernière scène.",
    },
  },
  searchDogs: {
    logo: "/demo/logo-search-dogs.svg",
    color: "#1b5a4b",
    story: {
      en: "Half of every ticket trains a dog that finds lost people.",
      fr: "La moitié de chaque billet forme un chien qui retrouve les gens.",
    },
  },
  kitchen: {
    logo: "/demo/logo-kitchen.svg",
    color: "#284fae",
    story: {
      en: "Half of every ticket puts hot suppers on the long table.",
      fr: "La moitié de chaque billet met un souper chaud sur la table.",
    },
  },
};
