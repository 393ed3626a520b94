import type { Capability } from './capability.ts'
import type { Method } from './method.ts'

/** A method and the capabilities of which a request must name one to call it (RFC 8620 §3.3). */
export interface RegisteredMethod extends Method {
  openedBy: readonly string[]
}

export type MethodTable = ReadonlyMap<string, RegisteredMethod>

/** The methods of all capabilities. Throws when two declare the same method, or are the same capability. */
export function createMethodTable(capabilities: readonly Capability[]): MethodTable {
  const uris = new Set<string>()
  const table = new Map<string, RegisteredMethod>()
  for (const { uri, family, methods = {} } of capabilities) {
    if (uris.has(uri)) throw new Error(`The capability ${uri} is declared twice`)
    uris.add(uri)
    const relatives = capabilities.filter((candidate) => candidate.family === family)
    const openedBy = family === undefined ? [uri] : relatives.map((relative) => relative.uri)
    for (const [name, method] of Object.entries(methods)) {
      const declared = table.get(name)
      if (declared)
        throw new Error(`The method ${name} is declared by ${declared.openedBy.join(', ')} and by ${uri}`)
      table.set(name, { ...method, openedBy })
    }
  }
  return table
}
