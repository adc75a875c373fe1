/** Letters with a mark, and in the same place the one that each is found by. Indexes are made of both. */
export const markedLetters = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸàáâãäåçèéêëìíîïñòóôõöùúûüýÿ’";
export const plainLetters = "aaaaaaceeeeiiiinooooouuuuyyaaaaaaceeeeiiiinooooouuuuyy'";

/** A text as it is searched for: without marks, in small letters, one space between words. */
export function foldText(text: string): string {
  const plain = [...text].map((letter) => plainLetters[markedLetters.indexOf(letter)] ?? letter).join("");
  return plain.toLowerCase().trim().replace(/\s+/g, " ");
}
