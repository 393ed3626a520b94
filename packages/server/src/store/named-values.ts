/** The text of a statement with `$1` and on, and its values in that order: what `query`, `prepared` and `send` take. */
type PositionalStatement = [text: string, values: unknown[]]

/** A text whose names became numbers, and the names in the order of these. */
interface NumberedText {
  text: string
  names: readonly string[]
}

/** By text as it is written: the program has few, and a text of a hot path is read once. */
const numberedTexts = new Map<string, NumberedText>()

/**
 * Gives the values of a statement names: `$sentAt` in its text is `values.sentAt`, wherever it stands. Statements with
 * more than nine values are written like this. Throws where a name has no value or a value no name.
 */
export function named(text: string, values: Readonly<Record<string, unknown>>): PositionalStatement {
  let numbered = numberedTexts.get(text)
  if (!numbered) numberedTexts.set(text, (numbered = numberedText(text)))
  const { names } = numbered
  const positional = names.map((name) => requireValue(name, values))
  const unnamed = Object.keys(values).find((name) => !names.includes(name))
  if (unnamed !== undefined) throw new Error(`The statement does not name $${unnamed}`)
  return [numbered.text, positional]
}

/**
 * Returns the statement that inserts one row, with each column beside its value. `ending` follows: `returning id`.
 * Table, columns and ending are the program's own words, never a stranger's.
 */
export function insertRow(
  table: string,
  row: Readonly<Record<string, unknown>>,
  ending = '',
): PositionalStatement {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) ${ending}`
  return [text.trimEnd(), Object.values(row)]
}

function numberedText(text: string): NumberedText {
  const names: string[] = []
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text: numbered, names }
}

function requireValue(name: string, values: Readonly<Record<string, unknown>>): unknown {
  if (!(name in values)) throw new Error(`The statement has no value for $${name}`)
  return values[name]
}
