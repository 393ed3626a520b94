import { Agent, type IncomingMessage, request } from 'node:http'

/** Asked for once, when the follower begins; everything after comes by events. */
export interface Copy {
  state: string
  /** Email id → its keywords in order, as one text. */
  keywords: Map<string, string>
}

interface FollowerFigures {
  events: number
  requests: number
  /** Requests that were turned away (429). */
  refused: number
}

/** A JMAP client that never polls: it asks for changes when its event source says that there are some. */
export interface Follower {
  readonly copy: Copy
  readonly figures: FollowerFigures
  /** What went wrong, if something did. */
  readonly failure: Error | undefined
  close(): void
}

type Json = Record<string, unknown>

interface Changed {
  updated: string[]
  newState: string
  hasMoreChanges: boolean
}

const using = ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail']

/** Resolves once the stream is open; what changes from then on is followed. */
export async function follow(
  address: string,
  token: string,
  accountId: string,
  begin: Copy,
): Promise<Follower> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const copy: Copy = { state: begin.state, keywords: new Map(begin.keywords) }
  const figures: FollowerFigures = { events: 0, requests: 0, refused: 0 }
  let newest = Number(begin.state)
  let working: Promise<void> | undefined
  let failure: Error | undefined
  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error))
  }

  const ask = async (): Promise<void> => {
    const changes = { accountId, sinceState: copy.state }
    const updated = { resultOf: '0', name: 'Email/changes', path: '/updated' }
    const answer = await post(agent, `${address}/jmap/api`, headers, {
      using,
      methodCalls: [
        ['Email/changes', changes, '0'],
        ['Email/get', { accountId, '#ids': updated, properties: ['keywords'] }, '1'],
        ['Mailbox/changes', changes, '2'],
      ],
    })
    figures.requests++
    if (answer.status === 429) {
      figures.refused++
      return new Promise((resolve) => setTimeout(resolve, 1000))
    }
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    const { methodResponses } = JSON.parse(answer.text) as { methodResponses: Array<[string, Json, string]> }
    const [changed, got] = [methodResponses[0], methodResponses[1]]
    if (changed?.[0] !== 'Email/changes' || got?.[0] !== 'Email/get') throw new Error(answer.text)
    for (const { id, keywords } of got[1]['list'] as Array<{ id: string; keywords: Json }>)
      copy.keywords.set(id, keywordText(keywords))
    copy.state = (changed[1] as unknown as Changed).newState
  }

  const catchUp = async (): Promise<void> => {
    while (Number(copy.state) < newest) await ask()
  }

  const hear = (states: Record<string, Record<string, string>>) => {
    if (failure !== undefined) return
    figures.events++
    newest = Math.max(newest, Number(states[accountId]?.['Email'] ?? 0))
    working ??= catchUp()
      .catch(fail)
      .finally(() => (working = undefined))
  }

  const stream = await openStream(`${address}/jmap/eventsource?types=*&closeafter=no&ping=0`, headers)
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^event: state$/m.test(block) ? /^data: (.*)$/m.exec(block)?.[1] : undefined
      if (data !== undefined)
        hear((JSON.parse(data) as { changed: Record<string, Record<string, string>> }).changed)
    }
  })
  stream.once('close', () => {
    if (!isClosing) fail(new Error('The stream ended'))
  })
  let isClosing = false
  return {
    copy,
    figures,
    get failure() {
      return failure
    },
    close: () => {
      isClosing = true
      stream.destroy()
      agent.destroy()
    },
  }
}

export const keywordText = (keywords: Json): string => Object.keys(keywords).sort().join(' ')

function openStream(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, headers: { ...headers, accept: 'text/event-stream' } })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      answer.on('error', () => {}) // 'close' follows
      if (answer.statusCode === 200) resolve(answer)
      else reject(new Error(`The event source answered ${answer.statusCode}`))
    })
    sent.end()
  })
}

function post(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  json: Json,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(json)
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...length } })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      )
    })
    sent.end(body)
  })
}
