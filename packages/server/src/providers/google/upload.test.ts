import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from '../../kit/random.ts'
import type { AccountSession } from '../contract/index.ts'
import { collectItems } from '../../../../server-testing/src/providers/contract/item-mirror.ts'
import {
  type GoogleForTests,
  googleForTests,
} from '../../../../server-testing/src/providers/google/test-google.ts'
import { createGoogleSession } from './session.ts'

const ada = 'ada@example.test'

const messageWith = (line: string): Buffer =>
  Buffer.from(
    [
      `From: ${ada}`,
      'To: bea@elsewhere.test',
      'Subject: Lines',
      'Message-ID: <lines@example.test>',
      'Date: Sat, 21 Nov 2026 08:00:00 +0000',
      '',
      'Above',
      line,
      `${line}--`,
      'Below',
      '',
    ].join('\r\n'),
  )

describe('a message that has the boundary of its own upload in it', () => {
  let emulated: GoogleForTests
  beforeEach(async () => {
    emulated = await googleForTests('upload')
    emulated.google.addAccount(ada)
  })
  afterEach(() => emulated[Symbol.asyncDispose]())

  const storedBytes = async (session: AccountSession, id: string): Promise<string> => {
    const [fetched] = await collectItems(session.fetch([id]))
    return fetched?.kind === 'message' ? fetched.raw.toString() : ''
  }

  test('is stored and sent whole, whatever lines a stranger wrote into it', async () => {
    const session = await emulated.open(ada)
    const raw = messageWith('--plmail-upload')
    const { id } = await session.append(['INBOX'], raw, ['$seen'], new Date())
    expect(await storedBytes(session, id)).toContain('Below')
    const sent = await session.send(raw)
    expect(sent).toMatchObject({ outcome: 'accepted', id: expect.any(String) as string })
    const sentId = sent.outcome === 'accepted' ? (sent.id ?? '') : ''
    expect(await storedBytes(session, sentId)).toContain('Below')
  })

  test('is uploaded with another boundary when the random one lies in its body', async () => {
    const unlucky = Buffer.alloc(24, 7)
    let draws = 0
    const session = createGoogleSession({
      ...(await emulated.needs(ada)),
      random: (size) => (draws++ < 2 ? unlucky.subarray(0, size) : systemRandom(size)),
    })
    const raw = messageWith(`--${unlucky.toString('hex')}`)
    const { id } = await session.append(['INBOX'], raw, ['$seen'], new Date())
    expect(await storedBytes(session, id)).toContain('Below')
    expect(draws).toBe(3)
  })
})
