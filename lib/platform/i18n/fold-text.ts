/** Each letter is replaced by the one at the same position. SQL indexes use both strings. */
export const markedLetters = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸàáâãäåçèéêëìíîïñòóôõöùúûüýÿ’";
export const plainLetters = "aaaaaaceeeeiiiinooooouuuuyyaaaaaaceeeeiiiinooooouuuuyy'";

export function foldText(text: string): string {
  const unaccented = [...text].map((letter) => plainLetters[markedLetters.indexOf(letter)] ?? letter).join("");
  return unaccented.toLowerCase().trim().replace(/\s+/g, " ");
}
