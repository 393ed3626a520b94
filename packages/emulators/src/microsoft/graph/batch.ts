import type { Fault } from '../../faults/faults.ts'
import { perform, type EmulatedAnswer } from '../../http/answer.ts'
import { isRecord } from './call.ts'
import {
  authenticate,
  dispatch,
  stamped,
  type GraphOutcome,
  type GraphService,
  type GraphRequest,
} from './dispatch.ts'
import { errorOfStatus, Refused } from '../refused.ts'

interface Part {
  id: string
  dependsOn: readonly string[]
  incoming: GraphRequest
}

interface PartAnswer {
  id: string
  status: number
  headers: Record<string, string>
  body?: unknown
}

/** [D] */
const maxParts = 20
/** Graph itself sends up to four parts at a time to one mailbox [D]. */
const atOnce = 4

/**
 * `POST /$batch`: every part meets limits, faults and the end of the token by itself, and the outer status is 200 all the
 * same. Only a batch that comes without a sound token is refused as a whole [K].
 */
export async function runBatch(service: GraphService, incoming: GraphRequest): Promise<GraphOutcome> {
  const operation = 'graph.batch'
  try {
    const account = authenticate(service, incoming.headers['authorization']).account.email
    const answer = await perform(service.world.faults, { operation, account }, (fault) =>
      answerBatch(service, incoming, fault),
    )
    return { operation, account, answer }
  } catch (error) {
    if (error instanceof Refused) return { operation, account: undefined, answer: error.answer }
    throw error
  }
}

async function answerBatch(
  service: GraphService,
  incoming: GraphRequest,
  fault: Fault | undefined,
): Promise<EmulatedAnswer> {
  try {
    const answers = await answerAll(service, readParts(incoming))
    if (fault?.kind === 'part-missing') answers.splice(Math.floor(answers.length / 2), 1)
    return { status: 200, body: { responses: answers } }
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** In any order, four at a time; a part waits for those it depends on. */
function answerAll(service: GraphService, parts: readonly Part[]): Promise<PartAnswer[]> {
  const answers: PartAnswer[] = []
  const statuses = new Map<string, number>()
  const waiting = [...parts]
  let running = 0
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      if (waiting.length === 0 && running === 0) return resolve(answers)
      while (running < atOnce) {
        const at = waiting.findIndex((part) => part.dependsOn.every((id) => statuses.has(id.toLowerCase())))
        const [part] = at < 0 ? [] : waiting.splice(at, 1)
        if (part === undefined) return
        running++
        void start(part)
      }
    }
    const start = async (part: Part): Promise<void> => {
      try {
        const answer = await answerPart(service, part, statuses)
        statuses.set(part.id.toLowerCase(), answer?.status ?? 599)
        if (answer) answers.push(answer)
        running--
        settle()
      } catch (error) {
        reject(error)
      }
    }
    settle()
  })
}

async function answerPart(
  service: GraphService,
  part: Part,
  statuses: ReadonlyMap<string, number>,
): Promise<PartAnswer | undefined> {
  const failed = part.dependsOn.some((id) => (statuses.get(id.toLowerCase()) ?? 0) >= 400)
  const { operation, account, answer } = failed
    ? { operation: 'graph.unknown', account: undefined, answer: failedDependency }
    : await dispatch(service, part.incoming)
  service.world.requests.record({
    operation,
    account,
    method: part.incoming.method,
    url: `/v1.0${part.incoming.url}`,
    status: answer.status,
    at: service.world.clock.now(),
    problems: [],
  })
  // Inside a batch there is no connection to cut: the part is not answered.
  if (answer.spoiled?.kind === 'lost') return undefined
  const full = stamped(service.world, part.incoming.headers, inWordsOfGraph(answer))
  return { id: part.id, status: full.status, ...dressed(full) }
}

/** Between Graph and a part there is no proxy whose page could come instead: the failure is told as Graph tells it. */
function inWordsOfGraph(answer: EmulatedAnswer): EmulatedAnswer {
  if (answer.spoiled?.kind !== 'replaced' || isRecord(answer.body)) return answer
  return { status: answer.status, body: errorOfStatus(answer.status) }
}

/** JSON as it is, bytes as base64 text. */
function dressed(answer: EmulatedAnswer): { headers: Record<string, string>; body?: unknown } {
  const headerPairs = Object.entries(answer.headers ?? {}).map(([name, value]) => [capitalised(name), value])
  const headers: Record<string, string> = Object.fromEntries(headerPairs)
  if (answer.body === undefined) return { headers }
  if (Buffer.isBuffer(answer.body)) return { headers, body: answer.body.toString('base64') }
  if (isRecord(answer.body)) headers['Content-Type'] = 'application/json'
  return { headers, body: answer.body }
}

function capitalised(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase())
}

const failedDependency: EmulatedAnswer = {
  status: 424,
  body: {
    error: {
      ...errorOfStatus(424).error,
      code: 'FailedDependency',
      message: 'A request on which this one depends failed.',
    },
  },
}

function readParts(incoming: GraphRequest): Part[] {
  const requests = isRecord(incoming.body) ? incoming.body['requests'] : undefined
  if (!Array.isArray(requests)) throw invalid('Invalid batch payload format.')
  if (requests.length > maxParts)
    throw invalid(`Number of batch requests exceeds the max value of ${maxParts}.`)
  const seenIds = new Set<string>()
  return requests.map((request: unknown) => {
    const part = readPart(request, incoming.headers)
    if (seenIds.has(part.id.toLowerCase())) throw invalid('Duplicate request id in the batch.')
    for (const id of part.dependsOn)
      if (!seenIds.has(id.toLowerCase()))
        throw invalid(`The request depends on '${id}', which does not come before it.`)
    seenIds.add(part.id.toLowerCase())
    return part
  })
}

function readPart(request: unknown, outer: GraphRequest['headers']): Part {
  if (!isRecord(request)) throw invalid('Invalid batch payload format.')
  const { id, method, url, headers, body, dependsOn } = request
  if (typeof id !== 'string' || id === '') throw invalid('A request of the batch has no id.')
  if (typeof method !== 'string' || typeof url !== 'string')
    throw invalid('A request lacks its method or url.')
  if (/^https?:/i.test(url)) throw invalid('The url of a request in a batch must be relative.')
  const own = isRecord(headers) ? Object.entries(headers) : []
  const lower = Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), String(value)]))
  if (body !== undefined && lower['content-type'] === undefined)
    throw invalid('Write request id : ' + id + ' does not contain Content-Type header or body.')
  return {
    id,
    dependsOn: Array.isArray(dependsOn) ? dependsOn.map(String) : [],
    incoming: {
      method: method.toUpperCase(),
      url: `/${url.replace(/^\/+/, '')}`,
      // Nothing is inherited but who asks: a Prefer of the whole batch does not reach its parts [D].
      headers: { ...lower, authorization: lower['authorization'] ?? outer['authorization'] },
      body: typeof body === 'string' ? Buffer.from(body) : body,
    },
  }
}

function invalid(message: string): Refused {
  return new Refused(400, 'BadRequest', message)
}
