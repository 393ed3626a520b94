import { Agent } from 'node:http'
import { send } from './send.ts'

/** One method call or its answer: name, arguments, id. */
export type Call = [name: string, args: Record<string, unknown>, id: string]

export interface JmapClient {
  /** The answers to the calls, one each; throws when one of them failed. */
  calls<Calls extends Call[]>(...calls: Calls): Promise<{ [Each in keyof Calls]: Call }>
  /** Sends a message's bytes to an account; their blobId. */
  upload(accountId: string, raw: Buffer): Promise<string>
  /** Another connection beside this one. */
  another(): JmapClient
  close(): void
}

/** Where and how a server speaks JMAP. */
export interface JmapServer {
  /** `http://HOST:PORT`, without slash. */
  address: string
  /** A Unix socket to connect to instead of the host. */
  socketPath?: string
  apiPath: string
  uploadPath(accountId: string): string
  /** The `Authorization` header. */
  authorization: string
  /** Capabilities to name besides those of RFC 8620 and 8621. */
  extensions: readonly string[]
}

/** plMail itself. */
export function jmapClient(address: string, token: string): JmapClient {
  return connectJmap({
    address,
    apiPath: '/jmap/api',
    uploadPath: (accountId) => `/jmap/upload/${accountId}`,
    authorization: `Bearer ${token}`,
    extensions: [
      'urn:ietf:params:jmap:calendars',
      ...['lists', 'journal', 'reading', 'search'].map((name) => `urn:plmail:params:jmap:${name}`),
    ],
  })
}

/** A client with one connection of its own. */
export function connectJmap(server: JmapServer): JmapClient {
  const { address, socketPath, authorization } = server
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    ...(socketPath === undefined ? {} : { socketPath }),
  })
  const using = ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail', ...server.extensions]
  const headers = { 'content-type': 'application/json', authorization }
  return {
    calls: async <Calls extends Call[]>(...methodCalls: Calls) => {
      const body = JSON.stringify({ using, methodCalls })
      const reply = await send(agent, 'POST', `${address}${server.apiPath}`, body, headers)
      if (reply.status !== 200) throw new Error(`JMAP answered ${reply.status} ${reply.body}`)
      const { methodResponses } = JSON.parse(reply.body) as { methodResponses: Call[] }
      const failed = methodResponses.find(([name]) => name === 'error')
      if (failed) throw new Error(`JMAP error ${JSON.stringify(failed)}`)
      return methodResponses as { [Each in keyof Calls]: Call }
    },
    upload: async (accountId, raw) => {
      const own = { ...headers, 'content-type': 'message/rfc822' }
      const reply = await send(agent, 'POST', `${address}${server.uploadPath(accountId)}`, raw, own)
      if (reply.status !== 201) throw new Error(`The upload was answered with ${reply.status} ${reply.body}`)
      return (JSON.parse(reply.body) as { blobId: string }).blobId
    },
    another: () => connectJmap(server),
    close: () => agent.destroy(),
  }
}
