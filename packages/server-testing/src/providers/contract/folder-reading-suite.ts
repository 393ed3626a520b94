import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../server/src/providers/contract/folder-session.ts'
import { sample, type Suite } from './provided-folders.ts'
import { collect, nth } from './folder-mirror.ts'

/** What every FolderSession must tell of mailboxes and of the messages in them. */
export function readingClaims(suite: Suite): void {
  const { mailbox, readWhole, mirrored } = suite
  describe('listing mailboxes', () => {
    it('gives each role once, and Inbox is selectable', async () => {
      const listed = await suite.session.listMailboxes()
      const roles = listed.flatMap((listedMailbox) => listedMailbox.role ?? [])
      expect(new Set(roles).size).toBe(roles.length)
      expect(roles).toEqual(expect.arrayContaining(['inbox', 'sent', 'drafts', 'trash', 'junk']))
      expect(listed.find((listedMailbox) => listedMailbox.role === 'inbox')).toMatchObject({
        isSelectable: true,
      })
    })

    it('names a parent for every nested mailbox, and the parent is listed', async () => {
      const { remoteId } = await suite.session.createMailbox('Child', await mailbox())
      const listed = await suite.session.listMailboxes()
      const child = listed.find((listedMailbox) => listedMailbox.remoteId === remoteId)
      expect(child).toMatchObject({ name: 'Child', role: null })
      expect(listed.map((listedMailbox) => listedMailbox.remoteId)).toContain(child?.parentRemoteId)
    })

    it('changes the fingerprint with new mail, a mark and a removal, and with nothing else', async () => {
      const id = await mailbox()
      const message = sample()
      const look = async () =>
        (await suite.session.listMailboxes()).find((listedMailbox) => listedMailbox.remoteId === id)
          ?.fingerprint
      await suite.other.deliver(id, sample())
      await readWhole(id)
      const seen = [await look(), await look()]
      expect(seen[1]).toBe(seen[0])
      await suite.other.deliver(id, message)
      seen.push(await look())
      await suite.other.setKeyword(id, message.messageId, '$flagged', true)
      seen.push(await look())
      await suite.other.remove(id, message.messageId)
      seen.push(await look())
      expect(seen.includes(null)).toBe(suite.provided.lacks?.fingerprint === true)
      expect(new Set(seen).size).toBe(suite.provided.lacks?.fingerprint ? 1 : 4)
    })
  })

  describe('pulling', () => {
    it('reads a mailbox from the start, oldest first, then reports nothing new', async () => {
      const id = await mailbox()
      for (let count = 0; count < 3; count++) await suite.other.deliver(id, sample())
      const first = await readWhole(id)
      expect(first).toMatchObject({ reset: false, complete: true, total: 3, vanished: [], keywords: [] })
      expect(first.appeared).toHaveLength(3)
      expect(first.appeared.map((appeared) => appeared.uid)).toEqual(
        first.appeared.map((appeared) => appeared.uid).toSorted((a, b) => a - b),
      )
      const known = {
        all: () =>
          Promise.resolve(new Map(first.appeared.map((appeared) => [appeared.id, appeared.keywords]))),
      }
      const again = await suite.session.pull(id, first.position, known)
      expect(again).toMatchObject({ reset: false, complete: true, total: 3 })
      expect([...again.appeared, ...again.keywords, ...again.vanished]).toEqual([])
    })

    it('reads an empty mailbox', async () => {
      const pull = await readWhole(await mailbox())
      expect(pull).toMatchObject({ appeared: [], total: 0, complete: true })
    })

    it('keeps a position that goes through JSON', async () => {
      const id = await mailbox()
      await suite.other.deliver(id, sample())
      const { position, appeared } = await readWhole(id)
      const stored = JSON.parse(JSON.stringify(position)) as Position
      const keywordsById = new Map(appeared.map((message) => [message.id, message.keywords]))
      const again = await suite.session.pull(id, stored, { all: () => Promise.resolve(keywordsById) })
      expect(again.appeared).toEqual([])
    })

    it('reports new mail, marks and removals made by another client', async () => {
      const id = await mailbox()
      const [kept, marked, removed, late] = [sample(), sample(), sample(), sample()]
      for (const message of [kept, marked, removed]) await suite.other.deliver(id, message)
      const mirror = mirrored(id)
      await mirror.pull()
      await suite.other.setKeyword(id, marked.messageId, '$flagged', true)
      await suite.other.remove(id, removed.messageId)
      await suite.other.deliver(id, late, { keywords: ['$seen'] })
      const pull = await mirror.pull()
      expect(pull.keywords.filter((keyword) => keyword.keywords.includes('$flagged'))).toHaveLength(1)
      expect(pull.vanished).toHaveLength(1)
      expect(pull.appeared.map((appeared) => appeared.keywords)).toEqual([['$seen']])
      expect(pull.total).toBe(3)
    })

    it('reports that the last message is gone', async () => {
      const id = await mailbox()
      const only = sample()
      await suite.other.deliver(id, only)
      const mirror = mirrored(id)
      await mirror.pull()
      await suite.other.remove(id, only.messageId)
      expect(await mirror.pull()).toMatchObject({
        vanished: [expect.any(String)],
        total: 0,
        complete: true,
      })
    })

    it('says nothing of a message that came and went between two pulls', async () => {
      const id = await mailbox()
      await suite.other.deliver(id, sample())
      const mirror = mirrored(id)
      await mirror.pull()
      const brief = sample()
      await suite.other.deliver(id, brief)
      await suite.other.remove(id, brief.messageId)
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
            const present = [...(await suite.other.contents(id)).keys()]
            const target = present[which % Math.max(1, present.length)]
            if (what === 'deliver') await suite.other.deliver(id, sample())
            else if (what === 'pull') await mirror.pull()
            else if (target === undefined) continue
            else if (what === 'remove') await suite.other.remove(id, target)
            else if (what === 'move') await suite.other.move(id, target, away)
            else await suite.other.setKeyword(id, target, keyword, what === 'mark')
          }
          const last = await mirror.pull()
          const truth = await suite.other.contents(id)
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
      await suite.other.deliver(id, message, { keywords: ['$flagged'], date })
      const appeared = nth((await readWhole(id)).appeared, 0)
      const [fetched] = await collect(suite.session.fetch(id, [appeared.id]))
      expect(fetched).toEqual({
        id: appeared.id,
        kind: 'message',
        raw: message.raw,
        keywords: ['$flagged'],
        receivedAt: date,
      })
      expect((await suite.other.contents(id)).get(message.messageId)).toEqual(['$flagged'])
    })

    it('answers every id once and names those that are gone', async () => {
      const id = await mailbox()
      const samples = [sample(), sample(), sample()]
      for (const message of samples) await suite.other.deliver(id, message)
      const ids = (await readWhole(id)).appeared.map((appeared) => appeared.id)
      await suite.other.remove(id, nth(samples, 1).messageId)
      const fetched = await collect(suite.session.fetch(id, ids.toReversed()))
      expect(new Map(fetched.map((raw) => [raw.id, raw.kind]))).toEqual(
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
      for (let count = 0; count < 3; count++) await suite.other.deliver(id, sample())
      const ids = (await readWhole(id)).appeared.map((appeared) => appeared.id)
      for await (const raw of suite.session.fetch(id, ids))
        await suite.session.setKeyword(id, [raw.id], '$seen', true)
      expect([...(await suite.other.contents(id)).values()]).toEqual([['$seen'], ['$seen'], ['$seen']])
    })

    it('fetches nothing for no ids', async () => {
      expect(await collect(suite.session.fetch(await mailbox(), []))).toEqual([])
    })
  })
}
