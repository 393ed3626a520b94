import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FolderSession, Position } from './folder-session.ts'
import { collect, counter, createMirror, nth } from './pulls-for-tests.ts'

/** A provider's mailbox as another client of the same user sees it: what the session under test is held against. */
export interface OtherClient {
  /** Message-IDs stand for messages; they are unique within a test. */
  deliver(mailbox: string, message: Sample, options?: { keywords?: string[]; date?: Date }): Promise<void>
  setKeyword(mailbox: string, messageId: string, keyword: string, present: boolean): Promise<void>
  remove(mailbox: string, messageId: string): Promise<void>
  move(mailbox: string, messageId: string, to: string): Promise<void>
  /** Message-ID → keywords of everything in the mailbox. */
  contents(mailbox: string): Promise<Map<string, string[]>>
  /** Makes an empty mailbox and returns its remote id. */
  createMailbox(name: string): Promise<string>
}

export interface Provided extends AsyncDisposable {
  session: FolderSession
  other: OtherClient
  /** What the provider cannot do, by design. */
  lacks?: { fingerprint?: boolean; newIdsOnMove?: boolean }
}

export interface Sample {
  messageId: string
  raw: Buffer
}

let serial = 0

/** A small message with a Message-ID of its own. */
export function sample(text = 'Hello'): Sample {
  const messageId = `m${++serial}@contract.example`
  const raw = `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${text}\r\nMessage-ID: <${messageId}>\r\n\r\n${text}\r\n`
  return { messageId, raw: Buffer.from(raw) }
}

/** What every provider's FolderSession must do; run it from the provider's own test with its server behind it. */
export function folderSessionSuite(name: string, provide: () => Promise<Provided>): void {
  describe(`${name} as a mail session`, () => {
    let provided: Provided
    let session: FolderSession
    let other: OtherClient
    let mailboxes = 0
    beforeAll(async () => {
      provided = await provide()
      ;({ session, other } = provided)
    })
    afterAll(async () => {
      await session.close()
      await provided[Symbol.asyncDispose]()
    })
    const mailbox = () => other.createMailbox(`Box ${++mailboxes}`)
    const nothingKnown = { all: () => Promise.resolve(new Map<string, string[]>()) }
    const readWhole = (id: string) => session.pull(id, undefined, nothingKnown)
    const mirrored = (id: string) => createMirror(session, id)

    describe('listing mailboxes', () => {
      it('gives each role once, and Inbox is selectable', async () => {
        const listed = await session.listMailboxes()
        const roles = listed.flatMap((one) => one.role ?? [])
        expect(new Set(roles).size).toBe(roles.length)
        expect(roles).toEqual(expect.arrayContaining(['inbox', 'sent', 'drafts', 'trash', 'junk']))
        expect(listed.find((one) => one.role === 'inbox')).toMatchObject({ isSelectable: true })
      })

      it('names a parent for every nested mailbox, and the parent is listed', async () => {
        const { remoteId } = await session.createMailbox('Child', await mailbox())
        const listed = await session.listMailboxes()
        const child = listed.find((one) => one.remoteId === remoteId)
        expect(child).toMatchObject({ name: 'Child', role: null })
        expect(listed.map((one) => one.remoteId)).toContain(child?.parentRemoteId)
      })

      it('changes the fingerprint with new mail, a mark and a removal, and with nothing else', async () => {
        const id = await mailbox()
        const message = sample()
        const look = async () =>
          (await session.listMailboxes()).find((one) => one.remoteId === id)?.fingerprint
        await other.deliver(id, sample())
        await readWhole(id)
        const seen = [await look(), await look()]
        expect(seen[1]).toBe(seen[0])
        await other.deliver(id, message)
        seen.push(await look())
        await other.setKeyword(id, message.messageId, '$flagged', true)
        seen.push(await look())
        await other.remove(id, message.messageId)
        seen.push(await look())
        expect(seen.includes(null)).toBe(provided.lacks?.fingerprint === true)
        expect(new Set(seen).size).toBe(provided.lacks?.fingerprint ? 1 : 4)
      })
    })

    describe('pulling', () => {
      it('reads a mailbox from the start, oldest first, then reports nothing new', async () => {
        const id = await mailbox()
        for (let count = 0; count < 3; count++) await other.deliver(id, sample())
        const first = await readWhole(id)
        expect(first).toMatchObject({ reset: false, complete: true, total: 3, vanished: [], keywords: [] })
        expect(first.appeared).toHaveLength(3)
        expect(first.appeared.map((one) => one.uid)).toEqual(
          first.appeared.map((one) => one.uid).toSorted((a, b) => a - b),
        )
        const known = {
          all: () => Promise.resolve(new Map(first.appeared.map((one) => [one.id, one.keywords]))),
        }
        const again = await session.pull(id, first.position, known)
        expect(again).toMatchObject({ reset: false, complete: true, total: 3 })
        expect([...again.appeared, ...again.keywords, ...again.vanished]).toEqual([])
      })

      it('reads an empty mailbox', async () => {
        const pull = await readWhole(await mailbox())
        expect(pull).toMatchObject({ appeared: [], total: 0, complete: true })
      })

      it('keeps a position that goes through JSON', async () => {
        const id = await mailbox()
        await other.deliver(id, sample())
        const { position, appeared } = await readWhole(id)
        const stored = JSON.parse(JSON.stringify(position)) as Position
        const known = new Map(appeared.map((one) => [one.id, one.keywords]))
        const again = await session.pull(id, stored, { all: () => Promise.resolve(known) })
        expect(again.appeared).toEqual([])
      })

      it('reports new mail, marks and removals made by another client', async () => {
        const id = await mailbox()
        const [kept, marked, removed, late] = [sample(), sample(), sample(), sample()]
        for (const message of [kept, marked, removed]) await other.deliver(id, message)
        const mirror = mirrored(id)
        await mirror.pull()
        await other.setKeyword(id, marked.messageId, '$flagged', true)
        await other.remove(id, removed.messageId)
        await other.deliver(id, late, { keywords: ['$seen'] })
        const pull = await mirror.pull()
        expect(pull.keywords.filter((one) => one.keywords.includes('$flagged'))).toHaveLength(1)
        expect(pull.vanished).toHaveLength(1)
        expect(pull.appeared.map((one) => one.keywords)).toEqual([['$seen']])
        expect(pull.total).toBe(3)
      })

      it('reports that the last message is gone', async () => {
        const id = await mailbox()
        const only = sample()
        await other.deliver(id, only)
        const mirror = mirrored(id)
        await mirror.pull()
        await other.remove(id, only.messageId)
        expect(await mirror.pull()).toMatchObject({
          vanished: [expect.any(String)],
          total: 0,
          complete: true,
        })
      })

      it('says nothing of a message that came and went between two pulls', async () => {
        const id = await mailbox()
        await other.deliver(id, sample())
        const mirror = mirrored(id)
        await mirror.pull()
        const brief = sample()
        await other.deliver(id, brief)
        await other.remove(id, brief.messageId)
        const pull = await mirror.pull()
        expect([...pull.appeared, ...pull.vanished, ...pull.keywords]).toEqual([])
      })

      it('follows any sequence of changes: pulls folded together equal what is there', async () => {
        const step = fc.record({
          what: fc.constantFrom('deliver', 'mark', 'unmark', 'remove', 'pull', 'move'),
          which: fc.nat(20),
          keyword: fc.constantFrom('$seen', '$flagged', '$forwarded', 'project-x'),
        })
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
            const [id, away] = [await mailbox(), await mailbox()]
            const mirror = mirrored(id)
            await mirror.pull()
            for (const { what, which, keyword } of steps) {
              const present = [...(await other.contents(id)).keys()]
              const target = present[which % Math.max(1, present.length)]
              if (what === 'deliver') await other.deliver(id, sample())
              else if (what === 'pull') await mirror.pull()
              else if (target === undefined) continue
              else if (what === 'remove') await other.remove(id, target)
              else if (what === 'move') await other.move(id, target, away)
              else await other.setKeyword(id, target, keyword, what === 'mark')
            }
            const last = await mirror.pull()
            const truth = await other.contents(id)
            expect(last.total).toBe(truth.size)
            expect(await mirror.byMessageId()).toEqual(truth)
          }),
          { numRuns: 6 },
        )
      })
    })

    describe('fetching', () => {
      it('gives the exact bytes, keywords and receipt time, and leaves the message unread', async () => {
        const id = await mailbox()
        const date = new Date('2021-03-04T05:06:07Z')
        const message = sample('Größe')
        await other.deliver(id, message, { keywords: ['$flagged'], date })
        const appeared = nth((await readWhole(id)).appeared, 0)
        const [fetched] = await collect(session.fetch(id, [appeared.id]))
        expect(fetched).toEqual({
          id: appeared.id,
          kind: 'message',
          raw: message.raw,
          keywords: ['$flagged'],
          receivedAt: date,
        })
        expect((await other.contents(id)).get(message.messageId)).toEqual(['$flagged'])
      })

      it('answers every id once and names those that are gone', async () => {
        const id = await mailbox()
        const samples = [sample(), sample(), sample()]
        for (const message of samples) await other.deliver(id, message)
        const ids = (await readWhole(id)).appeared.map((one) => one.id)
        await other.remove(id, nth(samples, 1).messageId)
        const fetched = await collect(session.fetch(id, ids.toReversed()))
        expect(new Map(fetched.map((one) => [one.id, one.kind]))).toEqual(
          new Map([
            [ids[0], 'message'],
            [ids[1], 'gone'],
            [ids[2], 'message'],
          ]),
        )
        expect(fetched).toHaveLength(3)
      })

      it('lets the consumer use the session while messages arrive', async () => {
        const id = await mailbox()
        for (let count = 0; count < 3; count++) await other.deliver(id, sample())
        const ids = (await readWhole(id)).appeared.map((one) => one.id)
        for await (const one of session.fetch(id, ids)) await session.setKeyword(id, [one.id], '$seen', true)
        expect([...(await other.contents(id)).values()]).toEqual([['$seen'], ['$seen'], ['$seen']])
      })

      it('fetches nothing for no ids', async () => {
        expect(await collect(session.fetch(await mailbox(), []))).toEqual([])
      })
    })

    describe('writing', () => {
      const filled = async (count: number) => {
        const id = await mailbox()
        const messages = Array.from({ length: count }, () => sample())
        for (const message of messages) await other.deliver(id, message)
        const ids = (await readWhole(id)).appeared.map((one) => one.id)
        return { id, messages, ids }
      }

      it('sets and clears keywords on many messages and names those that are gone', async () => {
        const { id, messages, ids } = await filled(4)
        await other.remove(id, nth(messages, 3).messageId)
        expect(await session.setKeyword(id, ids, '$seen', true)).toEqual({ gone: [ids[3]] })
        expect(await session.setKeyword(id, ids.slice(0, 2), '$forwarded', true)).toEqual({ gone: [] })
        await session.setKeyword(id, ids.slice(0, 1), '$seen', false)
        expect([...(await other.contents(id)).values()]).toEqual([
          ['$forwarded'],
          ['$forwarded', '$seen'],
          ['$seen'],
        ])
      })

      it('does nothing, without complaint, when every message is gone', async () => {
        const { id, messages, ids } = await filled(1)
        await other.remove(id, nth(messages, 0).messageId)
        const to = await mailbox()
        expect(await session.setKeyword(id, ids, '$seen', true)).toEqual({ gone: ids })
        expect(await session.move(id, ids, to)).toEqual({ moved: new Map(), gone: ids })
        expect(await session.copy(id, ids, to)).toEqual({ copied: new Map(), gone: ids })
        await session.expunge(id, ids)
      })

      it('moves messages and tells their new ids', async () => {
        const { id, messages, ids } = await filled(3)
        const to = await mailbox()
        await other.setKeyword(id, nth(messages, 0).messageId, '$flagged', true)
        const { moved, gone } = await session.move(id, ids.slice(0, 2), to)
        expect(gone).toEqual([])
        expect([...(await other.contents(id)).keys()]).toEqual([nth(messages, 2).messageId])
        expect(await other.contents(to)).toEqual(
          new Map([
            [nth(messages, 0).messageId, ['$flagged']],
            [nth(messages, 1).messageId, []],
          ]),
        )
        if (provided.lacks?.newIdsOnMove) return
        expect([...moved.keys()].toSorted()).toEqual(ids.slice(0, 2).toSorted())
        const [fetched] = await collect(session.fetch(to, [moved.get(nth(ids, 1)) ?? '']))
        expect(fetched).toMatchObject({ kind: 'message', raw: nth(messages, 1).raw })
      })

      it('copies messages and tells the ids of the copies', async () => {
        const { id, messages, ids } = await filled(2)
        const to = await mailbox()
        const { copied } = await session.copy(id, ids, to)
        expect([...(await other.contents(id)).keys()]).toHaveLength(2)
        expect([...(await other.contents(to)).keys()]).toEqual(messages.map((one) => one.messageId))
        if (provided.lacks?.newIdsOnMove) return
        expect(await session.probe(to, [...copied.values()])).toEqual(new Set(copied.values()))
      })

      it('stores a message with its marks and time, and tells where', async () => {
        const id = await mailbox()
        const { raw, messageId } = sample()
        const receivedAt = new Date('2020-02-03T04:05:06Z')
        const stored = await session.append(id, raw, ['$seen', '$draft', 'work'], receivedAt)
        expect([...(await other.contents(id)).keys()]).toEqual([messageId])
        if (!provided.lacks?.newIdsOnMove) expect(stored.id).toBeDefined()
        const [found] = await session.findByMessageId(id, messageId)
        if (stored.id !== undefined) expect(found).toBe(stored.id)
        const [fetched] = await collect(session.fetch(id, [found ?? '']))
        expect(fetched).toMatchObject({ kind: 'message', raw, receivedAt })
        if (fetched?.kind === 'message')
          expect(fetched.keywords).toEqual(expect.arrayContaining(['$seen', '$draft']))
        await expect(session.append('No such mailbox', raw, [], receivedAt)).rejects.toMatchObject({
          kind: 'gone',
        })
      })

      it('deletes for good exactly the messages named', async () => {
        const { id, messages, ids } = await filled(3)
        await session.expunge(id, [nth(ids, 0), nth(ids, 2)])
        expect([...(await other.contents(id)).keys()]).toEqual([nth(messages, 1).messageId])
      })

      it('says which messages still exist', async () => {
        const { id, messages, ids } = await filled(3)
        await other.remove(id, nth(messages, 1).messageId)
        expect(await session.probe(id, ids)).toEqual(new Set([ids[0], ids[2]]))
      })

      it('makes a mailbox with any name, and making it again is harmless', async () => {
        const parent = await mailbox()
        const name = 'Übung & 日本 "x" ~'
        const { remoteId } = await session.createMailbox(name, parent)
        const listed = (await session.listMailboxes()).find((one) => one.remoteId === remoteId)
        expect(listed).toMatchObject({ name, parentRemoteId: parent, isSelectable: true, isSubscribed: true })
        expect(await session.createMailbox(name, parent)).toEqual({ remoteId })
        await other.deliver(remoteId, sample())
        expect((await readWhole(remoteId)).total).toBe(1)
      })

      it('renames a mailbox with what lies in and below it, and doing it again changes nothing', async () => {
        const { id, messages } = await filled(2)
        const child = await session.createMailbox('Below', id)
        const name = `Renamed ${id} é`.replace(/[^\p{L}\d ]/gu, ' ')
        const { remoteId, below } = await session.renameMailbox(id, name, null)
        const listed = new Map((await session.listMailboxes()).map((one) => [one.remoteId, one]))
        expect(listed.get(remoteId)).toMatchObject({ name, parentRemoteId: null, isSubscribed: true })
        expect(listed.has(id)).toBe(id === remoteId)
        const childId = below ? below.to + child.remoteId.slice(below.from.length) : child.remoteId
        expect(listed.get(childId)).toMatchObject({ name: 'Below', parentRemoteId: remoteId })
        expect([...(await other.contents(remoteId)).keys()]).toEqual(messages.map((one) => one.messageId))
        expect(await session.renameMailbox(remoteId, name, null)).toMatchObject({ remoteId })
      })

      it('moves a mailbox into another, even one that is open, and expunges nothing', async () => {
        const { id, messages, ids } = await filled(2)
        const parent = await mailbox()
        await session.probe(id, ids)
        const { remoteId } = await session.renameMailbox(id, 'Inside', parent)
        const listed = (await session.listMailboxes()).find((one) => one.remoteId === remoteId)
        expect(listed).toMatchObject({ name: 'Inside', parentRemoteId: parent })
        expect((await other.contents(remoteId)).size).toBe(messages.length)
      })

      it('does not rename to a name that is taken, nor what is not there', async () => {
        const { id } = await filled(1)
        const taken = (await session.listMailboxes()).find((one) => one.role === 'sent')
        await expect(
          session.renameMailbox(id, taken?.name ?? '', taken?.parentRemoteId ?? null),
        ).rejects.toMatchObject({ kind: 'refused' })
        expect((await other.contents(id)).size).toBe(1)
        await expect(session.renameMailbox('No such mailbox', 'Any', null)).rejects.toMatchObject({
          kind: 'gone',
        })
      })

      it('subscribes and unsubscribes', async () => {
        const id = await mailbox()
        const isSubscribed = async () =>
          (await session.listMailboxes()).find((one) => one.remoteId === id)?.isSubscribed
        await session.subscribeMailbox(id, true)
        expect(await isSubscribed()).toBe(true)
        await session.subscribeMailbox(id, false)
        expect(await isSubscribed()).toBe(false)
      })

      it('deletes an empty mailbox, and none that holds mail or another mailbox', async () => {
        const { id } = await filled(1)
        await expect(session.deleteMailbox(id)).rejects.toMatchObject({ kind: 'refused' })
        expect((await other.contents(id)).size).toBe(1)
        const empty = await mailbox()
        const child = await session.createMailbox('Child of it', empty)
        await expect(session.deleteMailbox(empty)).rejects.toMatchObject({ kind: 'refused' })
        await session.deleteMailbox(child.remoteId)
        await session.deleteMailbox(empty)
        expect((await session.listMailboxes()).some((one) => one.remoteId === empty)).toBe(false)
        await expect(session.deleteMailbox(empty)).rejects.toMatchObject({ kind: 'gone' })
      })

      it('finds messages by their exact Message-ID', async () => {
        const { id, messages, ids } = await filled(2)
        const { messageId } = nth(messages, 0)
        expect(await session.findByMessageId(id, messageId)).toEqual([ids[0]])
        expect(await session.findByMessageId(id, messageId.slice(0, -1))).toEqual([])
      })

      it('refuses a mailbox that does not exist with a classified error', async () => {
        const { id, ids } = await filled(1)
        await expect(session.pull('No such mailbox', undefined, nothingKnown)).rejects.toMatchObject({
          kind: 'gone',
        })
        await expect(session.move(id, ids, 'No such mailbox')).rejects.toMatchObject({ kind: 'gone' })
        expect((await other.contents(id)).size).toBe(1)
      })
    })

    describe('watching', () => {
      it('calls back for new mail, a mark and a removal, and not after it was stopped', async () => {
        const id = await mailbox()
        const message = sample()
        const calls = counter()
        const stop = await session.watch(id, { changed: calls.count, ended: calls.fail })
        await other.deliver(id, message)
        await calls.more()
        await other.setKeyword(id, message.messageId, '$seen', true)
        await calls.more()
        await other.remove(id, message.messageId)
        await calls.more()
        await stop()
        const before = calls.total()
        await other.deliver(id, sample())
        await session.pull(id, undefined, nothingKnown)
        expect(calls.total()).toBe(before)
      })

      it('calls back for new mail that makes up for a removal', async () => {
        const id = await mailbox()
        const message = sample()
        await other.deliver(id, message)
        const calls = counter()
        const stop = await session.watch(id, { changed: calls.count, ended: calls.fail })
        await other.remove(id, message.messageId)
        await calls.more()
        await other.deliver(id, sample())
        await calls.more()
        await stop()
      })
    })
  })
}
