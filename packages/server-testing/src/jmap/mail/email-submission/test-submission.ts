import { expect } from 'vitest'
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../../../servers/smtp-sink.ts'
import type { MessageToDeliver } from '../../../mail/test-mail.ts'
import { submitBySmtp } from '../../../../../server/src/providers/smtp/index.ts'
import { type JmapForTests, jmapForTests } from '../../test-jmap.ts'
import { type SendingForTests, sendingFor } from '../sending-behind-jmap.ts'
import { dialer } from '../../../egress/test-network.ts'

export type Json = Record<string, unknown>

/** JMAP over HTTP with a real SMTP server behind it. */
export interface SubmissionForTests extends AsyncDisposable {
  jmap: JmapForTests
  sink: SmtpSink
  sending: SendingForTests
  /** True: nothing listens where the server was. */
  isOffline: { value: boolean }
  /** The account's first identity. */
  identityId: string
  /** Calls one method on Ada's account and expects its own answer. */
  one(name: string, args: Json): Promise<Json>
  /** A draft of Ada's; its id. */
  draft(mail?: Partial<MessageToDeliver>): Promise<string>
  /** Creates one submission of it; its id. */
  submit(emailId: string, more?: Json, set?: Json): Promise<string>
  get(id: string): Promise<Json>
  /** Lets time pass and takes every step that is due. */
  after(seconds: number): Promise<void>
}

export async function submissionForTests(options: SmtpSinkOptions = {}): Promise<SubmissionForTests> {
  const sink = await startSmtpSink({ users: { ann: 'secret' }, ...options })
  const server = { dialer, host: sink.host, port: sink.port, encryption: 'none', username: 'ann' } as const
  let sending: SendingForTests | undefined
  const isOffline = { value: false }
  const jmap = await jmapForTests({
    jmap: (room) =>
      (sending = sendingFor(room, (_account, message, beforeEnd, signal) =>
        submitBySmtp(
          { ...server, port: isOffline.value ? 1 : sink.port },
          'secret',
          message,
          beforeEnd,
          signal,
        ),
      )),
  })
  const { ada, room } = jmap
  const one: SubmissionForTests['one'] = async (name, args) => {
    const [answer] = await ada.call([name, { accountId: ada.accountId, ...args }])
    expect(answer).toMatchObject([name, {}, 'c0'])
    return answer![1]
  }
  const identities = (await one('Identity/get', {}))['list'] as Array<{ id: string }>
  const identityId = identities[0]!.id
  return {
    jmap,
    sink,
    sending: sending!,
    isOffline,
    identityId,
    one,
    draft: async (message = {}) => {
      const usual = {
        from: 'a@example.test',
        to: 'bob@example.test',
        subject: 'Hello',
        id: 'one@example.test',
      }
      const boxes = [ada.account.boxes.drafts]
      const [id] = await ada.deliver([{ ...usual, boxes, keywords: ['$draft'], ...message }])
      return `M${id}`
    },
    submit: async (emailId, more = {}, set = {}) => {
      const create = { s: { identityId, emailId, ...more } }
      const answer = await one('EmailSubmission/set', { create, ...set })
      expect(answer['notCreated']).toBeNull()
      return (answer['created'] as { s: { id: string } }).s.id
    },
    get: async (id) => {
      const { list } = (await one('EmailSubmission/get', { ids: [id] })) as { list: Json[] }
      return list[0]!
    },
    after: async (seconds) => {
      room.clock.advance(seconds * 1000)
      await sending!.work(ada.account.id)
    },
    [Symbol.asyncDispose]: async () => {
      await jmap[Symbol.asyncDispose]()
      await sink[Symbol.asyncDispose]()
    },
  }
}
