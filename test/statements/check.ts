import type pg from 'pg'
import type ts from 'typescript'
import { type Catalogue, analysed, catalogue, describe } from './describe.ts'
import type { FoundStatement } from './find-statements.ts'
import { nullableColumns } from './nullable.ts'
import { valueFacts, wrongIn } from './row-type.ts'

/** Prepares each statement on the database and compares what it answers with its declared row. */
export async function wrongStatements(
  checker: ts.TypeChecker,
  client: pg.ClientBase,
  statements: readonly FoundStatement[],
): Promise<string[]> {
  const known = await catalogue(client)
  const wrong: string[] = []
  for (const statement of statements)
    for (const sentence of await wrongStatement(checker, client, known, statement))
      wrong.push(`${statement.place}: ${sentence}`)
  return wrong
}

async function wrongStatement(
  checker: ts.TypeChecker,
  client: pg.ClientBase,
  known: Catalogue,
  statement: FoundStatement,
): Promise<string[]> {
  const { text, values, areAllListed, row } = statement
  try {
    const described = await describe(client, text)
    const { parameters } = described
    const wrong =
      areAllListed && values.length !== parameters.length
        ? [`takes ${parameters.length} values and is handed ${values.length}`]
        : []
    if (!row || described.columns.length === 0) return wrong
    const tree = await analysed(client, text, parameters)
    const nullable = nullableColumns(tree, {
      ...known,
      parameter: (number) => valueFacts(checker, values[number - 1]),
    })
    const columns = described.columns.map(({ name, type }, index) => ({
      name,
      type: known.types.get(type) ?? String(type),
      canBeNull: nullable[index] ?? true,
    }))
    return [...wrong, ...wrongIn(checker, row, columns)]
  } catch (error) {
    return [
      `${error instanceof Error ? error.message : String(error)} in ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
    ]
  }
}
