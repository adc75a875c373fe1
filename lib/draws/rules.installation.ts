/** Thrown at the start when the key of this process opens nothing of the database; the message names no secret. */
export class WrongSecretsKey extends Error {
  constructor(keyId: string, sealedWith: string | null) {
    const other = sealedWith ? ` was sealed with the key ${sealedWith}` : " was sealed with another key";
    super(
      `SECRETS_KEY does not open this database: what it holds${other}, and this is the key ${keyId}. ` +
        "Start with the key that it was first started with, or name the database of this key in DATABASE_URL or DATA_DIR.",
    );
    this.name = "WrongSecretsKey";
  }
}

/** Thrown at the start when real money would meet the orders of a demo or a test, or the other way round. */
export class WrongMode extends Error {
  constructor(mode: string, boundTo: string) {
    super(
      `TIRAGE_MODE is ${mode}, and this database was first used in ${boundTo} mode: orders for real money and others are ` +
        "never in one database. Choose another in DATABASE_URL or DATA_DIR.",
    );
    this.name = "WrongMode";
  }
}
