import { ownPage } from '../http/test-http.ts'
import { routeCases } from './isolation-routes.ts'
import type { Objects } from './isolation-objects.ts'
import type { WholeServer } from './whole-server.ts'

/** By `METHOD /path`; each text without the reference that no other answer has. */
export type RouteAnswers = Map<string, { status: number; text: string; cookies: string[] }>

/** Asks every route for these objects with these headers, last the one that ends the session. */
export async function answersOfRoutes(
  { http, routes }: Pick<WholeServer, 'http' | 'routes'>,
  named: Objects,
  sent: Readonly<Record<string, string>>,
): Promise<RouteAnswers> {
  const answers: RouteAnswers = new Map()
  const isLast = (route: string) => Number(route === 'POST /logout')
  for (const route of routes.toSorted((a, b) => isLast(a) - isLast(b))) {
    const [method, path] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const request = routeCases[route]?.(named) ?? { url: path.replaceAll(/:\w+|\*/g, '1') }
    const headers = { ...ownPage, ...sent, ...request.headers }
    const { statusCode: status, body, cookies } = await http.inject({ method, ...request, headers })
    const text = body.replaceAll(/\b[0-9a-f]{12}\b/g, 'reference')
    answers.set(route, { status, text, cookies: cookies.map(({ name, value }) => `${name}=${value}`) })
  }
  return answers
}
