import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wholeServer } from '../../../server-testing/src/main/whole-server.ts'

/** The addresses that docs/jmap.md tells of are those of the server. */
const document = readFileSync(join(import.meta.dirname, '../../../../docs/jmap.md'), 'utf8')

test('docs/jmap.md tells of every address below /jmap and /api, and of none that is not there', async () => {
  await using server = await wholeServer()
  const told = [...document.matchAll(/`(GET|POST|PUT|DELETE)(?:`, `HEAD)? (\/[^`?]*)/g)].map(
    ([, method, path]) => `${method} ${path!.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  )
  // A name in a path says nothing but where something stands.
  const anonymous = (routes: readonly string[]) => routes.map((route) => route.replaceAll(/:\w+/g, ':x'))
  const [there, named] = [anonymous(server.routes), anonymous(told)]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((route) => !there.includes(route))).toEqual([])
  const mustBeTold = there.filter((route) => /^\w+ \/(jmap|api)\//.test(route))
  expect(mustBeTold.filter((route) => !named.includes(route))).toEqual([])
})
