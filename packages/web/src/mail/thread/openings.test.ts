import { describe, expect, test } from 'vitest'
import { client } from '../../commands/client.fixture.ts'
import { settled } from '../../records/mail/mail-server.fixture.ts'
import { createOpenings } from './openings.ts'

/** Somebody with one message, which has been read; what others do is heard of only when they say so. */
async function reading() {
  const { server, records, desk, actions, ref } = await client(1)
  const openings = createOpenings(
    async () => void (await records.reading.loadThread(ref(1))),
    () => actions.markSeen(ref(1), new Set(records.store.peekEmailsOf(ref(1)).map(({ id }) => id))),
  )
  const hear = async (): Promise<void> => {
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
  }
  server.flag('M1', '$seen')
  await hear()
  return {
    server,
    openings,
    hear,
    desk,
    ref,
    isSeen: () => server.email('M1')?.keywords['$seen'] === true,
    /** By another program. */
    makeUnread: () => server.flag('M1', '$seen', false),
    async open() {
      desk.openThread(ref(1))
      openings.turn(desk.open)
      await settled()
    },
    close() {
      desk.closeThread()
      openings.turn(undefined)
    },
  }
}

describe('a conversation that another program marks as unread', () => {
  test('is read when it is opened, although this client has yet to hear of it', async () => {
    const { makeUnread, openings, open, isSeen } = await reading()
    makeUnread()
    // Its body came before the answer to what was asked with it.
    openings.laidOut()
    await open()
    expect(isSeen()).toBe(true)
  })

  test('is read when it is opened again, prepared or open before, heard of or not', async () => {
    const { makeUnread, openings, open, close, isSeen, hear } = await reading()
    await openings.ask()
    openings.laidOut()
    makeUnread()
    await open()
    expect(isSeen()).toBe(true)
    close()
    makeUnread()
    await open()
    expect(isSeen()).toBe(true)
    close()
    makeUnread()
    await hear()
    await open()
    expect(isSeen()).toBe(true)
  })

  test('stays unread while it is open, until it is opened once more', async () => {
    const { makeUnread, openings, open, isSeen, hear } = await reading()
    openings.laidOut()
    await open()
    makeUnread()
    await hear()
    // Another look at the same message, for instance with its pictures.
    openings.laidOut()
    await settled()
    expect(isSeen()).toBe(false)
    await open()
    expect(isSeen()).toBe(true)
  })

  test('stays unread while it is only prepared, and when it is left before it could be read', async () => {
    const { makeUnread, openings, open, close, isSeen, hear } = await reading()
    makeUnread()
    await hear()
    await openings.ask()
    await open()
    close()
    openings.laidOut()
    await settled()
    expect(isSeen()).toBe(false)
  })

  test('is read when it is opened while what was asked to prepare it has yet to be answered', async () => {
    const { server, makeUnread, openings, open, isSeen } = await reading()
    openings.laidOut()
    const gate = server.hold()
    const preparing = openings.ask()
    await settled()
    gate.passOthers()
    makeUnread()
    await open()
    gate.release()
    await preparing
    await settled()
    expect(isSeen()).toBe(true)
  })
})
