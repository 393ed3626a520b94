// A Google discovery document as a compact table: only the methods asked for and the shapes they reach.
import { paragraph } from './paragraph.mjs'

/**
 * @param {any} document @param {(id: string) => boolean} isWantedMethod method ids @param {string[]} alsoShapes
 * @returns {string} lines as packages/emulators/src/schemas/google-table.ts reads them
 */
export function pruneDiscovery(document, isWantedMethod, alsoShapes = []) {
  const methods = [...methodsOf(document)].filter((method) => isWantedMethod(method.id))
  const scopes = scopeNames(methods)
  const everywhere = fieldsOf(document.parameters ?? {}, new Set(['everywhere']))
  const ids = new Set(methods.map((method) => method.id))
  const shapes = reached(document, methods, alsoShapes)
  return [
    `document ${document.name} ${document.version} ${document.revision}`,
    ...[...scopes].map(([full, short]) => `scope ${short} ${full}`),
    ...(methods.length === 0 ? [] : ['everywhere', ...paragraph('', everywhere)]),
    ...methods.flatMap((method) => methodLines(document, method, scopes)),
    ...shapes.flatMap((name) => [
      `shape ${name}`,
      ...paragraph('', fieldsOf(document.schemas[name].properties ?? {}, ids)),
    ]),
  ].join('\n')
}

function* methodsOf(node) {
  yield* Object.values(node.methods ?? {})
  for (const resource of Object.values(node.resources ?? {})) yield* methodsOf(resource)
}

/** The last segment names a scope well enough; the one without a path is called `full`. */
function scopeNames(methods) {
  const full = [...new Set(methods.flatMap((method) => method.scopes ?? []))].sort()
  return new Map(full.map((scope) => [scope, /\/auth\/(.+)$/.exec(scope)?.[1] ?? 'full']))
}

function methodLines(document, method, scopes) {
  const query = Object.entries(method.parameters ?? {}).filter(
    ([, parameter]) => parameter.location === 'query',
  )
  const media = Object.values(method.mediaUpload?.protocols ?? {}).map((protocol) => protocol.path)
  return [
    `${method.httpMethod} ${document.servicePath ?? ''}${method.path} ${method.id}`,
    ...(query.length ? paragraph('?', fieldsOf(Object.fromEntries(query), new Set())) : []),
    ...(media.length ? paragraph('+', media) : []),
    ...(method.request ? [`  < ${method.request.$ref}`] : []),
    ...(method.response ? [`  > ${method.response.$ref}`] : []),
    ...paragraph(
      'scopes',
      method.scopes.map((scope) => scopes.get(scope)),
    ),
  ]
}

function fieldsOf(properties, ids) {
  return Object.entries(properties).map(([name, schema]) => {
    const required = (schema.annotations?.required ?? []).filter((id) => ids.has(id))
    const by = required.length ? `@${required.join(',')}` : ''
    return `${name}:${typeOf(schema)}${schema.required === true ? '!' : ''}${by}`
  })
}

function typeOf(schema) {
  if (schema.repeated) return `${typeOf({ ...schema, repeated: false })}[]`
  if (schema.$ref) return schema.$ref
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`
  if (schema.type === 'object') return `{${typeOf(schema.additionalProperties ?? { type: 'any' })}}`
  if (schema.enum) return `enum(${schema.enum.join('|')})`
  return schema.format ?? schema.type
}

function reached(document, methods, also) {
  const todo = [...also]
  for (const method of methods)
    for (const shape of [method.request, method.response]) if (shape) todo.push(shape.$ref)
  const names = new Set()
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (names.has(name)) continue
    names.add(name)
    const references = JSON.stringify(document.schemas[name]).matchAll(/"\$ref":"([^"]+)"/g)
    for (const [, reference] of references) todo.push(reference)
  }
  return [...names].sort()
}
