import type { Route } from './call.ts'

/** A path below `/v1.0`, taken apart. */
export interface RoutedRequest {
  /** Whose data: `me`, or what stands behind `/users/`; absent outside of both. */
  user: string | undefined
  /** `/users/{id}` is `me` here. */
  segments: readonly string[]
}

/** Throws a URIError for broken percent encoding. */
export function takeApart(path: string): RoutedRequest {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .flatMap(unbracket)
  const [root = '', second] = segments
  if (root.toLowerCase() === 'me') return { user: 'me', segments: ['me', ...shorten(segments.slice(1))] }
  if (root.toLowerCase() === 'users' && second !== undefined)
    return { user: second, segments: ['me', ...shorten(segments.slice(2))] }
  return { user: undefined, segments }
}

/** `mailFolders('inbox')` is `mailFolders/inbox`, and `microsoft.graph.delta()` is `delta`. */
function unbracket(raw: string): string[] {
  const text = decodeURIComponent(raw)
  const keyed = /^([\w.$]+)\('([^']*)'\)$/.exec(text)
  if (keyed?.[1] !== undefined && keyed[2] !== undefined) return [keyed[1], keyed[2]]
  return [text.replace(/\(\)$/, '').replace(/^microsoft\.graph\.(?=[a-z]\w*$)/, '')]
}

/** A folder within a folder is that folder, and a message within a folder that message. */
function shorten(segments: readonly string[]): readonly string[] {
  const [first, , third, fourth] = segments.map((segment) => segment.toLowerCase())
  if (first !== 'mailfolders' || fourth === undefined) return segments
  if (third === 'childfolders' && fourth !== '$count') return shorten(['mailFolders', ...segments.slice(3)])
  if (third === 'messages' && fourth !== 'delta' && fourth !== '$count')
    return ['messages', ...segments.slice(3)]
  return segments
}

export type Routed =
  | { route: Route; params: Record<string, string> }
  /** The path is there, the method is not. */
  | 'wrong method'
  | undefined

/** Literal segments win over placeholders; their case does not matter. */
export function findRoute(routes: readonly Route[], method: string, segments: readonly string[]): Routed {
  const fitting = routes
    .map((route) => ({ route, params: fit(route.path, segments) }))
    .filter((match): match is { route: Route; params: Record<string, string> } => match.params !== undefined)
    .sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  const match = fitting.find((candidate) => candidate.route.method === method)
  return match ?? (fitting.length > 0 ? 'wrong method' : undefined)
}

function fit(path: string, segments: readonly string[]): Record<string, string> | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  if (parts.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, name] of parts.entries()) {
    const actual = segments[at] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = actual
    else if (name.toLowerCase() !== actual.toLowerCase()) return undefined
  }
  return params
}
