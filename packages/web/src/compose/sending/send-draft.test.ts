import { describe, expect, test } from 'vitest'
import type { When } from '../draft/envelope.ts'
import { sendDraft } from './send-draft.ts'

type Parts = Parameters<typeof sendDraft>
type Handed =
  | { kind: 'sent'; id: string }
  | { kind: 'refused'; why: { type: string; description: string } }
  | { kind: 'unreachable' }

const soon: When = { holdSeconds: 10 }

/** A draft that can be saved, a server that takes it as it is told to, and what became of both. */
function setting({ isOffline = false, isSaved = true, saverKind = 'saved' } = {}) {
  const handed: { emailId: string; envelope: unknown; operation: string }[] = []
  const cancelled: string[] = []
  const queued: { id: string; isTried: boolean }[] = []
  const told: string[] = []
  const added: { id: string; emailId: string; subject: string }[] = []
  const control = { outcomes: [] as Handed[], typesMeanwhile: 0, mayCancel: 'canceled' as string }
  const saver = {
    draft: { accountId: 'A1', emailId: 'M1' },
    state: { kind: saverKind },
    isBehind: false,
    unconfirmed: [],
  }
  let saves = 0
  const draft = {
    saver,
    about: undefined,
    fields: {
      sender: { accountId: 'A1', identity: { id: 'I1', email: 'ada@x.example' } },
      to: [{ name: null, email: 'bo@x.example' }],
      cc: [],
      bcc: [],
      subject: 'Lunch',
      asksReceipt: false,
    },
    files: { all: () => [], source: () => undefined },
    copy: () => ({ draft: { fields: draft.fields } }),
    release: () => undefined,
    flush: () => {
      saves += 1
      if (isSaved)
        Object.assign(saver, {
          draft: { accountId: 'A1', emailId: `M${String(saves)}` },
          state: { kind: saverKind },
        })
      return Promise.resolve(isSaved)
    },
  }
  const app = {
    connection: { isOffline },
    records: {
      submissions: {
        send: (
          _accountId: string,
          { emailId, envelope }: { emailId: string; envelope: unknown },
          operation: string,
        ) => {
          handed.push({ emailId, envelope, operation })
          if (control.typesMeanwhile > 0) {
            control.typesMeanwhile -= 1
            saver.state = { kind: 'changed' }
          }
          return Promise.resolve(
            control.outcomes.shift() ?? { kind: 'sent', id: `S${String(handed.length)}` },
          )
        },
        cancel: (_accountId: string, id: string) => (cancelled.push(id), Promise.resolve(control.mayCancel)),
      },
    },
    messageQueue: () =>
      Promise.resolve({
        add: (message: (typeof queued)[number]) => (queued.push(message), Promise.resolve(true)),
      }),
    undoStack: { push: () => undefined },
    toasts: { show: ({ text }: { text: string }) => void told.push(text) },
    dates: { moment: () => 'tomorrow at eight' },
    dialogs: { open: () => undefined },
  }
  const sendings = { add: (sending: (typeof added)[number]) => void added.push(sending) }
  const send = (when = soon) =>
    sendDraft(app as unknown as Parts[0], sendings as unknown as Parts[1], draft as unknown as Parts[2], when)
  return { send, handed, cancelled, queued, told, added, control }
}

describe('sending a draft', () => {
  test('saves it, hands it over and can be taken back for as long as it is held', async () => {
    const { send, handed, added } = setting()
    expect(await send()).toBeUndefined()
    expect(handed).toMatchObject([{ emailId: 'M1' }])
    expect(added).toMatchObject([{ id: 'S1', emailId: 'M1', subject: 'Lunch' }])
  })

  test('later says when instead', async () => {
    const { send, added, told } = setting()
    expect(await send({ at: new Date('2026-11-25T08:00:00Z') })).toBeUndefined()
    expect([added, told]).toEqual([[], [expect.stringContaining('tomorrow at eight')]])
  })

  test('takes what was typed meanwhile along: it is taken back and goes anew under another name', async () => {
    const { send, handed, cancelled, added, control } = setting()
    control.typesMeanwhile = 2
    expect(await send()).toBeUndefined()
    expect(handed.map(({ emailId }) => emailId)).toEqual(['M1', 'M2', 'M3'])
    expect(new Set(handed.map(({ operation }) => operation)).size).toBe(3)
    expect([cancelled, added.map(({ id }) => id)]).toEqual([['S1', 'S2'], ['S3']])
  })

  test('says so when it went before the last words could go along', async () => {
    const { send, cancelled, added, control } = setting()
    Object.assign(control, { typesMeanwhile: 1, mayCancel: 'too-late' })
    expect(await send()).toEqual(expect.any(String))
    expect([cancelled, added]).toMatchObject([['S1'], [{ id: 'S1' }]])
  })

  test('gives up catching up with somebody who never stops typing', async () => {
    const { send, handed, control } = setting()
    control.typesMeanwhile = 99
    expect(await send()).toEqual(expect.any(String))
    expect(handed).toHaveLength(5)
  })
})

describe('a draft that cannot be sent', () => {
  test('says what the server said, and nothing is on its way', async () => {
    const { send, added, queued, control } = setting()
    control.outcomes.push({
      kind: 'refused',
      why: { type: 'forbiddenFrom', description: 'Not your address' },
    })
    expect(await send()).toContain('Not your address')
    expect([added, queued]).toEqual([[], []])
  })

  test('is not handed over when the server refuses to store it', async () => {
    const { send, handed, queued } = setting({ isSaved: false, saverKind: 'refused' })
    expect(await send()).toEqual(expect.any(String))
    expect([handed, queued]).toEqual([[], []])
  })

  test('waits on this device while there is no network, without having been tried', async () => {
    const { send, handed, queued } = setting({ isOffline: true })
    expect(await send()).toBeUndefined()
    expect([handed, queued]).toMatchObject([[], [{ isTried: false }]])
  })

  test('waits under the name it was tried with when the answer got lost, so that it goes once', async () => {
    const { send, handed, queued, control } = setting()
    control.outcomes.push({ kind: 'unreachable' })
    expect(await send()).toBeUndefined()
    expect(queued).toMatchObject([{ id: handed[0]?.operation, isTried: true }])
  })
})
