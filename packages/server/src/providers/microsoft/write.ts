import { ProviderError } from '../contract/index.ts'
import { readString, readStrings } from '../contract/read-json.ts'
import { type BatchAnswer, batch, type BatchCall } from './batch.ts'
import { graphError } from './classify.ts'
import { type Graph, segment } from './graph.ts'
import { categoryName, isCategory, keywordPatch } from './places.ts'

export async function setKeyword(
  graph: Graph,
  ids: readonly string[],
  keyword: string,
  present: boolean,
  now: () => Date,
): Promise<{ gone: string[] }> {
  const patch = keywordPatch(keyword, present)
  if (!patch) return { gone: [] }
  const calls = ids.map((id) => readPatch(id, patch))
  const { gone } = await run(graph, calls, 'marking messages', now)
  return { gone }
}

/** A message is in one folder: putting it into another moves it. Categories are written whole. */
export async function place(
  graph: Graph,
  ids: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  now: () => Date,
): Promise<{ gone: string[]; renamed: Map<string, string> }> {
  const [folder] = add.filter((id) => !isCategory(id))
  if (folder === undefined && remove.some((id) => !isCategory(id))) {
    const problem = { problem: 'mail-limit/microsoft-folder' } as const
    throw new ProviderError('refused', problem.problem, { problem })
  }
  const tagged = await retag(graph, { ids, add: nameCategories(add), remove: nameCategories(remove), now })
  const left = ids.filter((id) => !tagged.gone.includes(id))
  if (folder === undefined) return { gone: tagged.gone, renamed: new Map() }
  const calls = left.map((id): BatchCall => ({
    key: id,
    method: 'POST',
    url: `/me/messages/${segment(id)}/move`,
    body: { destinationId: folder },
  }))
  const { gone, done } = await run(graph, calls, 'moving messages', now)
  const renamed = [...done].flatMap(([id, { body }]) => {
    const newId = readString(body['id'])
    return newId === '' || newId === id ? [] : [[id, newId] as const] // some mailboxes ignore immutable ids
  })
  return { gone: [...tagged.gone, ...gone], renamed: new Map(renamed) }
}

const nameCategories = (mailboxes: readonly string[]): string[] =>
  mailboxes.filter(isCategory).map(categoryName)

interface TagChange {
  ids: readonly string[]
  add: readonly string[]
  remove: readonly string[]
  now: () => Date
}

async function retag(graph: Graph, { ids, add, remove, now }: TagChange): Promise<{ gone: string[] }> {
  if (add.length + remove.length === 0) return { gone: [] }
  const batchCalls = ids.map((id): BatchCall => ({
    key: id,
    method: 'GET',
    url: `/me/messages/${segment(id)}?$select=categories`,
  }))
  const before = await run(graph, batchCalls, 'reading categories', now)
  const calls = [...before.done].map(([id, { body }]) => {
    const remaining = readStrings(body['categories']).filter((category) => !remove.includes(category))
    return readPatch(id, { categories: [...new Set([...remaining, ...add])] })
  })
  const after = await run(graph, calls, 'changing categories', now)
  return { gone: [...before.gone, ...after.gone] }
}

const readPatch = (id: string, body: unknown): BatchCall => ({
  key: id,
  method: 'PATCH',
  url: `/me/messages/${segment(id)}`,
  body,
})

/** For good: "trash" would be a move to Deleted Items. */
export async function destroy(graph: Graph, ids: readonly string[], now: () => Date): Promise<void> {
  const calls = ids.map((id): BatchCall => ({
    key: id,
    method: 'POST',
    url: `/me/messages/${segment(id)}/permanentDelete`,
  }))
  await run(graph, calls, 'deleting messages', now)
}

/** Every part is carried out or gone; the first other answer is thrown once all have answered. */
async function run(
  graph: Graph,
  calls: readonly BatchCall[],
  doing: string,
  now: () => Date,
): Promise<{ gone: string[]; done: Map<string, BatchAnswer> }> {
  const gone: string[] = []
  const done = new Map<string, BatchAnswer>()
  let trouble: ProviderError | undefined
  for await (const answer of batch(graph, calls, doing)) {
    const { key, status, headers, body } = answer
    if (status === 404) gone.push(key)
    else if (status < 400) done.set(key, answer)
    else trouble ??= graphError({ status, headers, body: JSON.stringify(body) }, doing, now())
  }
  if (trouble) throw trouble
  return { gone, done }
}
