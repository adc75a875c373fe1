/** Where the caret stands in `text` when `count` digits are before it. */
export function caretAfter(text, count) {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index;
    if (/\d/.test(text[index])) seen += 1;
  }
  return text.length;
}
