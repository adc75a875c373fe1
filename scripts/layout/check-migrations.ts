export type MigrationFile = { path: string; text: string };

type MigrationContext = {
  isOutsideTransaction: boolean;
  needs: string | undefined;
  number: string;
  isExisting: (table: string) => boolean;
  statements: readonly string[];
  /** Includes the statements of earlier migrations. */
  before: readonly string[];
};

type Rule = (statement: string, context: MigrationContext) => string | false | undefined;

/** Migrations up to this one could stop sales. They are never changed. */
const lastUnchecked = "0026";

const name = String.raw`(?:"?public"?\.)?"?(\w+)"?`;

/** Texts, comments and function bodies don't change the schema. */
const ignoredText = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * Finds statements that would stop sales or break the running version, in migrations after 0026 (decision 056). `files`
 * are all migrations, in order.
 */
export function checkMigrations(files: readonly MigrationFile[]): string[] {
  const before: string[] = [];
  return files.flatMap(({ path, text }) => {
    const number = /(\d{4})_[^/]*$/.exec(path)?.[1] ?? "";
    const statements = splitStatements(text);
    const created = new Set(statements.map((each) => find(each, `^create table (?:if not exists )?${name}`)[0]));
    const context: MigrationContext = {
      isOutsideTransaction: /^-- no-transaction$/m.test(text),
      needs: /^-- contract: needs (\d{4})$/m.exec(text)?.[1],
      number,
      isExisting: (table) => !created.has(table),
      statements,
      before,
    };
    return statements.flatMap((statement) => {
      const found = number > lastUnchecked ? rules.map((rule) => rule(statement, context)) : [];
      before.push(statement);
      return found.filter((problem) => typeof problem === "string" && problem).map((problem) => `${path}: ${problem}.`);
    });
  });
}

function splitStatements(text: string): string[] {
  const code = text.replace(ignoredText, (found) => (found.startsWith("-") || found.startsWith("/") ? "" : "''"));
  return code
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

function find(statement: string, pattern: string): string[] {
  return new RegExp(pattern, "i").exec(statement)?.slice(1) ?? [];
}

/** Undefined if the migration itself created the table. */
function findAlteredTable(statement: string, { isExisting }: Pick<MigrationContext, "isExisting">): string | undefined {
  const [table = ""] = find(statement, `^alter table (?:if exists )?(?:only )?${name}`);
  return table && isExisting(table) ? table : undefined;
}

/** Splits into single actions, such as `add column "note" text`. */
function splitActions(statement: string, context: MigrationContext): string[] {
  if (!findAlteredTable(statement, context)) return [];
  const actions = statement.replace(new RegExp(`^alter table (?:if exists )?(?:only )?${name} `, "i"), "");
  let depth = 0;
  const parts = [""];
  for (const letter of actions) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

const indexBesideSales: Rule = (statement, { isExisting }) => {
  const [table] = find(statement, `^create (?:unique )?index (?!concurrently).*? on (?:only )?${name}`);
  return table && isExisting(table) && `an index on "${table}" stops its sales while it is built: add concurrently`;
};

const indexOutside: Rule = (statement, { isOutsideTransaction }) =>
  /^(create (unique )?index|drop index) concurrently/i.test(statement) &&
  !isOutsideTransaction &&
  "concurrently can't run in a transaction: begin a file of its own with the line `-- no-transaction`";

const onlyIndexesOutside: Rule = (statement, { isOutsideTransaction }) =>
  isOutsideTransaction &&
  !/^(create (unique )?index concurrently if not exists|drop index concurrently if exists) /i.test(statement) &&
  "with `-- no-transaction`, only `create index concurrently if not exists` and `drop index concurrently if exists`";

const columnType: Rule = (statement, context) =>
  findAlteredTable(statement, context) &&
  / alter (column )?\S+ (set data )?type /i.test(statement) &&
  "another type writes the table again, and the earlier version can't read it: add a column and move over to it";

const notNull: Rule = (statement, context) => {
  const table = findAlteredTable(statement, context);
  const [column] = find(statement, `alter (?:column )?${name} set not null`);
  if (!table || !column) return false;
  const checks = context.before.flatMap((earlier) => {
    const pattern = `^alter table ${name} add constraint ${name} check \\(+(?:"?${table}"?\\.)?${name} is not null\\)+`;
    const [of, constraint = "", checked] = find(earlier, pattern);
    return of === table && checked === column ? [constraint] : [];
  });
  const isValid = (constraint: string) =>
    context.before.some(
      (earlier) => find(earlier, `^alter table ${name} validate constraint "?${constraint}"?$`).length,
    );
  return (
    !checks.some(isValid) &&
    `not null reads all of "${table}": before it, validate a check that "${column}" is not null`
  );
};

const removal: Rule = (statement, context) => {
  const isRemoval =
    / (drop (column )?(?!constraint|default|not null|column)"?\w|rename )/i.test(statement) &&
    findAlteredTable(statement, context) !== undefined;
  if (!isRemoval && !/^drop table/i.test(statement)) return false;
  if (context.needs === undefined)
    return "the earlier version needs what this removes: `-- contract: needs NNNN` says which don't";
  return context.needs >= context.number && "needs a migration of the version before: one with a lower number";
};

const constraintPattern = /^add (constraint|check|unique|primary key|foreign key|exclude)\b/i;

const constraint: Rule = (statement, context) =>
  splitActions(statement, context).some(
    (action) => constraintPattern.test(action) && !/ not valid$| using index /i.test(action),
  ) && "a constraint reads the whole table under its lock: add it `not valid`, or `using index`, and validate it later";

const validation: Rule = (statement, { statements }) => {
  const [added] = find(statement, `validate constraint ${name}`);
  const isAdded = (other: string) => find(other, `add constraint ${name}`)[0] === added;
  return (
    added && statements.some(isAdded) && "validate the constraint in a later migration, without the lock that adds it"
  );
};

function findColumnProblem(action: string): string | false {
  if (/ (unique|check|references|primary key)\b/i.test(action))
    return "a column's own constraint reads the whole table under its lock: add the column, then the constraint";
  if (/ not null/i.test(action) && !/ default /i.test(action))
    return "the earlier version doesn't fill this column: leave it nullable, or give it a default";
  const isComputed = / default (?!now\(\))\w+\(|serial| generated /i.test(action);
  return isComputed && "such a default writes the whole table again: add the column without it";
}

const newColumn: Rule = (statement, context) => {
  const added = splitActions(statement, context).filter((action) => /^add /i.test(action));
  return added
    .filter((action) => !constraintPattern.test(action))
    .map(findColumnProblem)
    .find(Boolean);
};

const rowsChanged: Rule = (statement, { isExisting }) => {
  const verbs = "update|delete from|merge into|truncate(?: table)?";
  const [table] = find(statement, `^(?:with .*\\) )?(?:${verbs}) (?:only )?${name}`);
  return table && isExisting(table) && `sales of "${table}" wait for rows that a migration locks: change them in a job`;
};

const rules: readonly Rule[] = [
  ...[indexBesideSales, indexOutside, onlyIndexesOutside, columnType, notNull],
  ...[removal, constraint, validation, newColumn, rowsChanged],
];
