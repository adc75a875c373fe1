/**
 * @template Value
 * @typedef {{ value: Value, bytes: number }} Held
 */

/**
 * Values in memory, the least recently used one leaving first when there are too many or they are too large.
 * @template Value
 */
export class BoundedStore {
  /** @type {Map<string, Held<Value>>} */
  #held = new Map();
  #bytes = 0;

  /** @param {{ entries: number, bytes: number }} limits */
  constructor(limits) {
    this.limits = limits;
  }

  /** How much is held now. */
  get size() {
    return { entries: this.#held.size, bytes: this.#bytes };
  }

  /** @param {string} key @returns {Value | undefined} */
  get(key) {
    const held = this.#held.get(key);
    if (!held) return undefined;
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.value;
  }

  /** @param {string} key @param {Value} value @param {number} bytes */
  set(key, value, bytes) {
    this.delete(key);
    if (bytes > this.limits.bytes) return;
    this.#held.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= this.limits.entries && this.#bytes <= this.limits.bytes) break;
      this.delete(oldest);
    }
  }

  /** @param {string} key */
  delete(key) {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0;
    this.#held.delete(key);
  }

  clear() {
    this.#held.clear();
    this.#bytes = 0;
  }
}
