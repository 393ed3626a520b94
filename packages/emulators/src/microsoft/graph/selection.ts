import { checkSelection, findMember } from '../../schemas/graph-paths.ts'
import { graphTable } from '../schema.ts'
import { Refused } from '../refused.ts'

/** The fields and relations that a request selects. */
export interface FieldSelection {
  /** As the metadata spells them; absent means the usual ones. */
  fields: ReadonlySet<string> | undefined
  expand: ReadonlyArray<ExpandOption>
}

export interface ExpandOption {
  name: string
  /** `$select`, `$filter`, `$top` … within the brackets. */
  options: ReadonlyMap<string, string>
}

/** Reads `$select` and `$expand`. A property that the type lacks fails the whole request [S, F]. */
export function readSelection(type: string, query: URLSearchParams): FieldSelection {
  const select = query.get('$select')
  const expand = query.get('$expand')
  if (select !== null) refuseUnknown(type, select, '$select')
  if (expand !== null) refuseUnknown(type, expand, '$expand')
  return {
    fields: select === null || select.trim() === '*' ? undefined : getFields(type, select),
    expand: expand === null ? [] : splitOutside(expand, ',').map(readExpansion),
  }
}

export function refuseUnknown(type: string, list: string, option: string): void {
  const [problem] = checkSelection(graphTable, type, list, option)
  if (problem === undefined) return
  const text = problem.replace(/^\$\w+: /, '').replace(/ on (\w+)$/, " on type 'microsoft.graph.$1'.")
  throw new Refused(400, 'RequestBroker--ParseUri', text)
}

function getFields(type: string, select: string): ReadonlySet<string> {
  const names = select.split(',').map((name) => name.trim())
  return new Set(
    names
      .filter((name) => name !== '')
      .map((name) => name.replace(/^microsoft\.graph\.\w+\//, ''))
      .map((name) => findMember(graphTable, type, name.split('/')[0] ?? '')?.name ?? name),
  )
}

function readExpansion(text: string): ExpandOption {
  const parts = /^\s*([\w.]+)\s*(?:\((.*)\))?\s*$/s.exec(text)
  if (!parts?.[1])
    throw new Refused(400, 'RequestBroker--ParseUri', `The $expand '${text}' could not be parsed.`)
  const options = splitOutside(parts[2] ?? '', ';').map((option): [string, string] => {
    const equals = option.indexOf('=')
    return [option.slice(0, equals).trim().toLowerCase(), option.slice(equals + 1).trim()]
  })
  return { name: parts[1], options: new Map(options) }
}

/** The pieces between separators that stand outside of brackets and quotes. */
function splitOutside(text: string, separator: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let isQuoted = false
  let piece = ''
  for (const sign of text) {
    if (sign === "'") isQuoted = !isQuoted
    if (!isQuoted && sign === '(') depth++
    if (!isQuoted && sign === ')') depth--
    if (sign === separator && depth === 0 && !isQuoted) {
      pieces.push(piece)
      piece = ''
    } else piece += sign
  }
  if (piece.trim() !== '') pieces.push(piece)
  return pieces
}
