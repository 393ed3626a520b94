import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fault } from '../../faults/faults.ts'
import { mail, segment, startForTest, type Graph, type Reply, type Running } from '../microsoft-for-tests.ts'

/** What somebody does next: by another client, by Graph, or as a client that follows the deltas. */
const kinds = [
  'deliver',
  'mark',
  'unmark',
  'label',
  'archive',
  'trash',
  'move',
  'delete',
  'patch',
  'api-move',
  'api-delete',
  'draft',
  'follow',
] as const
type Kind = (typeof kinds)[number]

const faults: readonly Fault[] = [
  { kind: 'status', status: 503, headers: { 'retry-after': '1' } },
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'truncate' },
  { kind: 'html' },
  { kind: 'page-repeated' },
  { kind: 'lag', ms: 5_000 },
]

test(
  'Deltas followed from page to page equal the folders, whatever anybody does and whatever goes wrong',
  { timeout: 120_000 },
  async () => {
    const step = fc.record({ pick: fc.nat(), kind: fc.constantFrom(...kinds), wait: fc.nat(9_000) })
    const armed = fc.record({ at: fc.nat(30), fault: fc.constantFrom(...faults) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.array(armed, { maxLength: 6 }),
        fc.boolean(),
        async (steps, trouble, isImmutable) => {
          const running = await startForTest({ mailbox: { deltaNoise: 0.3 } })
          const { world, ada } = running
          const graph = patient(running.graph)
          const mirror = createMirror(graph, isImmutable)
          for (const [at, { kind, pick, wait }] of steps.entries()) {
            for (const fault of trouble)
              if (fault.at === at)
                world.faults.arm({ operation: 'graph.messages.*', times: 1, fault: fault.fault })
            await play(running, graph, mirror, kind, pick)
            await world.clock.advance(wait)
          }
          world.faults.clear()
          await mirror.follow()
          const truth = ada.truth().messages.map((message) => ({
            id: isImmutable ? message.id : ada.idIn('rest', message.id),
            place: message.places[0],
            isRead: message.keywords.includes('$seen'),
            categories: message.keywords.filter((word) => !word.startsWith('$')),
          }))
          expect(mirror.state()).toEqual(truth.sort(byId))
          await running.microsoft.close()
        },
      ),
      { numRuns: 25 },
    )
  },
)

type Ask = (path: string, options?: Parameters<Graph>[1]) => Promise<Reply>

/** Asks again when there was no answer or a useless one; never a page of a proxy for an answer. */
function patient(graph: Graph): Ask {
  return async (path, options) => {
    for (let tries = 0; tries < 10; tries++) {
      const reply = await graph(path, options).catch(() => undefined)
      if (reply && reply.status < 500) return reply
    }
    throw new Error(`No answer for ${path}`)
  }
}

interface Mirror {
  follow(): Promise<void>
  state(): object[]
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

const places: ReadonlyArray<readonly [place: string, name: string]> = [
  ['inbox', 'inbox'],
  ['archive', 'archive'],
  ['trash', 'deleteditems'],
  ['drafts', 'drafts'],
]

/** What a client keeps by deltas alone. */
function createMirror(graph: Ask, isImmutable: boolean): Mirror {
  const links = new Map(
    places.map(([place, name]) => [
      place,
      `/me/mailFolders/${name}/messages/delta?$select=isRead,categories`,
    ]),
  )
  const rows = new Map<string, { id: string; place: string; isRead: boolean; categories: string[] }>()
  const prefer = `odata.maxpagesize=3${isImmutable ? ', IdType="ImmutableId"' : ''}`

  function apply(place: string, one: Reply['body']): void {
    const known = rows.get(one.id)
    if (!one['@removed']) {
      const { isRead = known?.isRead, categories = known?.categories } = one
      rows.set(one.id, { id: one.id, place, isRead, categories })
    } else if (known?.place === place) rows.delete(one.id)
  }

  return {
    async follow() {
      for (const [place] of places) {
        for (let link = links.get(place); link !== undefined;) {
          const { body } = await graph(link, { headers: { prefer } })
          for (const item of body.value) apply(place, item)
          links.set(place, body['@odata.nextLink'] ?? body['@odata.deltaLink'])
          link = body['@odata.nextLink']
        }
      }
    },
    state: () => [...rows.values()].sort(byId),
  }
}

async function play({ ada }: Running, graph: Ask, mirror: Mirror, kind: Kind, pick: number): Promise<void> {
  const messages = ada.truth().messages
  const id = messages[pick % Math.max(1, messages.length)]?.id
  if (kind === 'follow') return mirror.follow()
  if (kind === 'draft') return void (await graph('/me/messages', { body: { subject: `Draft ${pick}` } }))
  if (kind === 'deliver' || id === undefined) return void ada.deliver(mail(`Nr ${pick}`))
  const path = `/me/messages/${segment(id)}`
  const destinationId = places[pick % places.length]?.[1] ?? ''
  const ids = [id]
  switch (kind) {
    case 'patch':
      return void (await graph(path, {
        method: 'PATCH',
        body: { isRead: pick % 2 === 0, categories: ['Grün'] },
      }))
    case 'api-move':
      return void (await graph(`${path}/move`, { body: { destinationId } }))
    case 'api-delete':
      return void (await graph(path, { method: 'DELETE' }))
    case 'mark':
    case 'unmark':
      return ada.act({ kind, ids, keyword: '$seen' })
    case 'label':
      return ada.act({ kind, ids, label: 'Rot' })
    case 'move':
      return ada.act({ kind, ids, to: 'inbox' })
    default:
      return ada.act({ kind, ids })
  }
}
