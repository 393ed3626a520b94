import ts from 'typescript'

/** A column as PostgreSQL describes it, and whether it can be null. */
export interface Column {
  name: string
  /** As `pg_type` names it. */
  type: string
  canBeNull: boolean
}

/** What is wrong with the declared type of a row, one sentence each. */
export function wrongIn(checker: ts.TypeChecker, row: ts.Type, columns: readonly Column[]): string[] {
  const declared = declaredProperties(checker, row)
  if (!declared) return []
  const wrong: string[] = []
  for (const column of columns) {
    const property = declared.get(column.name)
    if (property) wrong.push(...wrongType(checker, column, property))
    else wrong.push(`"${column.name}" is selected and not declared`)
  }
  for (const [name, { types }] of declared)
    if (
      !columns.some((column) => column.name === name) &&
      !types.some((type) => hasFlag(type, ts.TypeFlags.Undefined))
    )
      wrong.push(`"${name}" is declared and not selected`)
  return wrong
}

/** A property as the members of a row's type declare it. */
interface Declared {
  types: ts.Type[]
  /** Otherwise the row may be one without it: of an outer join that found nothing. */
  isEverywhere: boolean
}

/** Undefined where the type names no properties of its own. */
function declaredProperties(checker: ts.TypeChecker, row: ts.Type): Map<string, Declared> | undefined {
  if (checker.getIndexInfosOfType(row).length > 0) return undefined
  const members = row.isUnion() ? row.types : [row]
  const declared = new Map<string, ts.Type[]>()
  for (const member of members)
    for (const property of checker.getPropertiesOfType(member))
      declared.set(property.name, [...(declared.get(property.name) ?? []), checker.getTypeOfSymbol(property)])
  return new Map(
    [...declared].map(([name, types]) => [name, { types, isEverywhere: types.length === members.length }]),
  )
}

function wrongType(
  checker: ts.TypeChecker,
  { name, type: sqlType, canBeNull }: Column,
  { types, isEverywhere }: Declared,
): string[] {
  if (types.some((type) => type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any))) return []
  const shown = types.map((type) => checker.typeToString(type)).join(' | ')
  const isRead = types.every((type) => isLike(checker, sqlType, checker.getNonNullableType(type)))
  const wrong = isRead ? [] : [`"${name}" is ${sqlType}, declared ${shown}`]
  const isNullTaken = !isEverywhere || types.some((type) => hasFlag(type, ts.TypeFlags.Null))
  return canBeNull && !isNullTaken ? [...wrong, `"${name}" can be null, declared ${shown}`] : wrong
}

const numbers = /^(int2|int4|int8|oid|float4|float8)$/
const texts =
  /^(text|varchar|bpchar|name|uuid|numeric|tsvector|tsquery|inet|cidr|xid8?|time|record|void|unknown|regclass|char)$/

/** Whether the driver hands over what the type says (`store/database.ts` sets its parsers). */
function isLike(checker: ts.TypeChecker, sqlType: string, type: ts.Type): boolean {
  if (/^jsonb?$/.test(sqlType)) return true
  if (type.isUnion()) return type.types.every((part) => isLike(checker, sqlType, part))
  if (type.flags & ts.TypeFlags.Null) return true
  if (sqlType.startsWith('_')) {
    const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined
    return item !== undefined && isLike(checker, sqlType.slice(1), item)
  }
  if (numbers.test(sqlType)) return isNumber(checker, type)
  if (sqlType === 'bool') return checker.isTypeAssignableTo(type, checker.getBooleanType())
  // infinity comes as a number
  if (/^(timestamptz|timestamp|date)$/.test(sqlType))
    return type.symbol?.name === 'Date' || isNumber(checker, type)
  if (sqlType === 'bytea') return /^(Buffer|Uint8Array)$/.test(type.symbol?.name ?? '')
  return texts.test(sqlType) && checker.isTypeAssignableTo(type, checker.getStringType())
}

const isNumber = (checker: ts.TypeChecker, type: ts.Type) =>
  checker.isTypeAssignableTo(type, checker.getNumberType())

function hasFlag(type: ts.Type, flag: ts.TypeFlags): boolean {
  return (type.isUnion() ? type.types : [type]).some((part) => (part.flags & flag) !== 0)
}

/** Whether a value that is handed to `$n` is never null, and the items of a list never are. */
export function valueFacts(
  checker: ts.TypeChecker,
  type: ts.Type | undefined,
): { isNotNull: boolean; areItemsNotNull: boolean } {
  if (!type) return { isNotNull: false, areItemsNotNull: false }
  const none = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown
  const item = checker.getIndexTypeOfType(checker.getNonNullableType(type), ts.IndexKind.Number)
  return { isNotNull: !hasFlag(type, none), areItemsNotNull: item !== undefined && !hasFlag(item, none) }
}
