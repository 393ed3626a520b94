import ts from 'typescript'
import { insertRow, named } from '../../packages/server/src/store/named-values.ts'
import type { Evaluator } from './evaluator.ts'
import type { FoundStatement } from './find-statements.ts'

type NamedStatement = Omit<FoundStatement, 'place' | 'call' | 'row'>

/** The functions of `store/named-values.ts` by name; each is handed its values second. */
const builders: Readonly<Record<string, typeof insertRow | typeof named>> = { insertRow, named }

/**
 * Returns what a call of `named` or `insertRow` makes: the product's own function reads the text, with each name as its
 * own value. Returns a sentence where that cannot be told from the sources.
 */
export function namedStatement(evaluator: Evaluator, call: ts.Expression): NamedStatement | string {
  const builder = ts.isCallExpression(call) ? builders[call.expression.getText()] : undefined
  if (!ts.isCallExpression(call) || !builder) return 'spreads its arguments'
  const [text, values, ending] = call.arguments
  const typeByName = values ? valueTypes(evaluator.sources.checker, values) : undefined
  if (!text || !typeByName) return 'its values have no names'
  const written = evaluator.evaluate(text)
  const after = ending ? evaluator.evaluate(ending) : ''
  if (typeof written !== 'string' || typeof after !== 'string') return 'its text is none'
  try {
    const names = Object.fromEntries([...typeByName.keys()].map((name) => [name, name]))
    const [numbered, inOrder] = builder(written, names, after)
    return {
      text: numbered,
      values: inOrder.flatMap((name) => typeByName.get(String(name)) ?? []),
      areAllListed: true,
      isNamed: true,
    }
  } catch (error) {
    return String(error)
  }
}

/** The types of an object's properties by name; undefined where the type of the object does not list them. */
function valueTypes(checker: ts.TypeChecker, values: ts.Expression): Map<string, ts.Type> | undefined {
  const type = checker.getTypeAtLocation(values)
  const isListed = checker.getIndexInfosOfType(type).length === 0 && !type.isUnion()
  return isListed
    ? new Map(
        checker
          .getPropertiesOfType(type)
          .map((property) => [property.name, checker.getTypeOfSymbol(property)]),
      )
    : undefined
}
