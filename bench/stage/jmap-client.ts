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

const using = [
  'urn:ietf:params:jmap:core',
  'urn:ietf:params:jmap:mail',
  'urn:plmail:params:jmap:lists',
  'urn:plmail:params:jmap:journal',
  'urn:plmail:params:jmap:reading',
]

export function jmapClient(address: string, token: string): JmapClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return {
    calls: async <Calls extends Call[]>(...methodCalls: Calls) => {
      const body = JSON.stringify({ using, methodCalls })
      const reply = await send(agent, 'POST', `${address}/jmap/api`, body, headers)
      if (reply.status !== 200) throw new Error(`JMAP answered ${reply.status} ${reply.body}`)
      const { methodResponses } = JSON.parse(reply.body) as { methodResponses: Call[] }
      const failed = methodResponses.find(([name]) => name === 'error')
      if (failed) throw new Error(`JMAP error ${JSON.stringify(failed)}`)
      return methodResponses as { [Each in keyof Calls]: Call }
    },
    upload: async (accountId, raw) => {
      const own = { ...headers, 'content-type': 'message/rfc822' }
      const reply = await send(agent, 'POST', `${address}/jmap/upload/${accountId}`, raw, own)
      if (reply.status !== 201) throw new Error(`The upload was answered with ${reply.status} ${reply.body}`)
      return (JSON.parse(reply.body) as { blobId: string }).blobId
    },
    another: () => jmapClient(address, token),
    close: () => agent.destroy(),
  }
}
