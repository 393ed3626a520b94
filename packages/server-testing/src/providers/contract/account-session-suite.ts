import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EmulatedMailbox, Truth } from '../../../../emulators/src/mailbox.ts'
import type { Faults } from '../../../../emulators/src/faults/faults.ts'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import type { AccountSession, ItemState } from '../../../../server/src/providers/contract/account-session.ts'
import { collectItems, createItemMirror, getNames } from './item-mirror.ts'

export interface ProvidedAccount extends AsyncDisposable {
  session: AccountSession
  mailbox: EmulatedMailbox
  faults: Faults
  /** What the schema gate found on the wire. */
  problems(): readonly string[]
  /** The operations of the emulator behind: listing, reading one message, changing one. */
  operations: { pull: string; fetch: string; token: string }
  /** Where a message of the truth is seen, by role or path. */
  getPlaces(message: Truth['messages'][number]): string[]
  /** `$seen $flagged $draft`, and what else the provider keeps. */
  getKeywords(message: Truth['messages'][number]): string[]
  expireAccess(): void
}

let serial = 0

function newMessage(text = 'Hello', more: Record<string, string> = {}): { messageId: string; raw: Buffer } {
  const messageId = `m${++serial}@contract.example`
  const headers = {
    From: 'Bea <bea@elsewhere.test>',
    To: 'ada@example.test',
    Subject: text,
    'Message-ID': `<${messageId}>`,
    Date: 'Sat, 21 Nov 2026 08:00:00 +0000',
    ...more,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return { messageId, raw: Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}\r\n`) }
}

/** What every provider's AccountSession must do; run it from the provider's own test with its emulator behind it. */
export function accountSessionSuite(name: string, provide: () => Promise<ProvidedAccount>): void {
  describe(`${name} as an account session`, () => {
    let provided: ProvidedAccount
    let session: AccountSession
    let mailbox: EmulatedMailbox
    beforeAll(async () => {
      provided = await provide()
      ;({ session, mailbox } = provided)
    })
    beforeEach(() => provided.faults.clear())
    afterAll(async () => {
      expect(provided.problems()).toEqual([])
      await provided[Symbol.asyncDispose]()
    })
    const deliver = (text?: string, to?: string) => {
      const { raw, messageId } = newMessage(text)
      const id = mailbox.deliver(toRawMessage(raw), to === undefined ? {} : { to })
      return { id, messageId, raw }
    }
    const fetchRemote = async (place: string): Promise<string> => {
      const names = getNames(await session.listMailboxes())
      const found = [...names].find(([, one]) => one === place)?.[0]
      if (found === undefined) throw new Error(`There is no mailbox ${place}`)
      return found
    }
    const fetchState = async (id: string): Promise<{ places: string[]; keywords: string[] } | undefined> => {
      const state = (await session.states([id])).get(id)
      return state && seen(state, getNames(await session.listMailboxes()))
    }
    const seen = (state: ItemState, names: ReadonlyMap<string, string>) => ({
      places: state.mailboxes.map((listedMailbox) => names.get(listedMailbox) ?? listedMailbox).toSorted(),
      keywords: state.keywords.toSorted(),
    })
    /** Without what the provider sorts mail into by itself. */
    const own = (keywords: readonly string[] = []) => keywords.filter((keyword) => keyword.startsWith('$'))
    const expected = () =>
      new Map(
        mailbox.truth().messages.map((message) => [
          message.id,
          {
            places: provided.getPlaces(message).toSorted(),
            keywords: provided.getKeywords(message).toSorted(),
          },
        ]),
      )
    const mirrored = async (mirror: ReturnType<typeof createItemMirror>) => {
      const names = getNames(await session.listMailboxes())
      return new Map([...mirror.states].map(([id, state]) => [id, seen(state, names)]))
    }

    describe('listing mailboxes', () => {
      it('gives each role once', async () => {
        const roles = (await session.listMailboxes()).flatMap((listedMailbox) => listedMailbox.role ?? [])
        expect(new Set(roles).size).toBe(roles.length)
        expect(roles).toEqual(expect.arrayContaining(['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive']))
      })

      it('makes, nests, renames and deletes them', async () => {
        const { remoteId: parent } = await session.createMailbox('Travel & more', null)
        const { remoteId: child } = await session.createMailbox('Trains', parent)
        expect(await session.createMailbox('trains', parent)).toEqual({ remoteId: child })
        const { remoteId } = await session.renameMailbox(parent, 'Reisen', null)
        const listed = await session.listMailboxes()
        expect(listed.find((listedMailbox) => listedMailbox.remoteId === child)).toMatchObject({
          name: 'Trains',
          parentRemoteId: remoteId,
        })
        await session.renameMailbox(child, 'Alone', null)
        expect(
          (await session.listMailboxes()).find((listedMailbox) => listedMailbox.remoteId === child),
        ).toMatchObject({
          name: 'Alone',
          parentRemoteId: null,
        })
        await session.deleteMailbox(child)
        await session.deleteMailbox(remoteId)
        const remainingIds = (await session.listMailboxes()).map((listedMailbox) => listedMailbox.remoteId)
        expect(remainingIds).not.toContain(child)
        expect(remainingIds).not.toContain(remoteId)
        await expect(session.deleteMailbox(child)).rejects.toMatchObject({ kind: 'gone' })
      })

      it('takes no name that is taken, and deletes none with mail in it', async () => {
        const { remoteId } = await session.createMailbox('Full', null)
        const otherMailbox = await session.createMailbox('Other', null)
        await expect(session.renameMailbox(otherMailbox.remoteId, 'Full', null)).rejects.toMatchObject({
          kind: 'refused',
        })
        const { id } = deliver('Filed')
        await session.place([id], { add: [remoteId], remove: [await fetchRemote('inbox')] })
        await expect(session.deleteMailbox(remoteId)).rejects.toMatchObject({ kind: 'refused' })
      })
    })

    describe('pulling', () => {
      it('reads everything from the start, then reports nothing new', async () => {
        deliver('One')
        deliver('Two', 'junk')
        deliver('Three', 'trash')
        const mirror = createItemMirror(session)
        await mirror.look()
        expect(await mirrored(mirror)).toEqual(expected())
        const again = await mirror.look()
        expect(again.flatMap((page) => [...page.items, ...page.deleted, ...page.left])).toEqual([])
      })

      it('ranks newer mail higher', async () => {
        const before = deliver('Before').id
        const ranks = new Map<string, number>()
        for (const cursor of session.cursors(await session.listMailboxes()))
          for await (const page of session.pull(cursor, undefined, false))
            for (const item of page.items) ranks.set(item.id, item.rank)
        const oldest = mailbox
          .truth()
          .messages.toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt))[0]
        expect(ranks.get(before)).toBeGreaterThanOrEqual(ranks.get(oldest?.id ?? '') ?? Infinity)
      })

      it('reports what another client did', async () => {
        const [marked, moved, trashed, deleted] = [deliver(), deliver(), deliver(), deliver()]
        const mirror = createItemMirror(session)
        await mirror.look()
        mailbox.act({ kind: 'mark', ids: [marked.id], keyword: '$seen' })
        mailbox.act({ kind: 'mark', ids: [marked.id], keyword: '$flagged' })
        mailbox.act({ kind: 'archive', ids: [moved.id] })
        mailbox.act({ kind: 'trash', ids: [trashed.id] })
        mailbox.act({ kind: 'delete', ids: [deleted.id] })
        deliver('News')
        await mirror.look()
        expect(await mirrored(mirror)).toEqual(expected())
        expect(mirror.states.has(deleted.id)).toBe(false)
      })

      it('starts over when its position is too old, and misses nothing', async () => {
        const lost = deliver()
        const mirror = createItemMirror(session)
        await mirror.look()
        mailbox.act({ kind: 'delete', ids: [lost.id] })
        mailbox.act({ kind: 'archive', ids: [deliver().id] })
        provided.faults.arm({ operation: provided.operations.pull, times: 1, fault: { kind: 'cursor-gone' } })
        const pages = await mirror.look()
        expect(pages.some((page) => page.reset)).toBe(true)
        expect(await mirrored(mirror)).toEqual(expected())
      })

      it('follows any sequence of changes: pages folded together equal what is there', async () => {
        const step = fc.record({
          what: fc.constantFrom(
            ...([
              'deliver',
              'mark',
              'unmark',
              'archive',
              'trash',
              'delete',
              'label',
              'unlabel',
              'inbox',
            ] as const),
            'look' as const,
          ),
          which: fc.nat(30),
          keyword: fc.constantFrom('$seen', '$flagged'),
        })
        const mirror = createItemMirror(session)
        await mirror.look()
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
            for (const { what, which, keyword } of steps) {
              const present = mailbox
                .truth()
                .messages.filter((message) => !message.keywords.includes('$draft'))
              const id = present[which % Math.max(1, present.length)]?.id
              if (what === 'deliver') deliver()
              else if (what === 'look') await mirror.look()
              else if (id === undefined) continue
              else if (what === 'mark' || what === 'unmark') mailbox.act({ kind: what, ids: [id], keyword })
              else if (what === 'label' || what === 'unlabel')
                mailbox.act({ kind: what, ids: [id], label: 'Projects' })
              else if (what === 'inbox') mailbox.act({ kind: 'move', ids: [id], to: 'inbox' })
              else mailbox.act({ kind: what, ids: [id] })
            }
            await mirror.look()
            expect(await mirrored(mirror)).toEqual(expected())
          }),
          { numRuns: 8 },
        )
      })
    })

    describe('fetching', () => {
      it('gives content, place and marks, answers every id once and names those that are gone', async () => {
        const [kept, gone] = [deliver('Größe'), deliver()]
        mailbox.act({ kind: 'mark', ids: [kept.id], keyword: '$flagged' })
        mailbox.act({ kind: 'delete', ids: [gone.id] })
        const fetched = await collectItems(session.fetch([gone.id, kept.id]))
        expect(fetched).toHaveLength(2)
        expect(fetched.find((item) => item.id === gone.id)).toMatchObject({ kind: 'gone' })
        const message = fetched.find((item) => item.id === kept.id)
        expect(message).toMatchObject({ kind: 'message', mailboxes: [await fetchRemote('inbox')] })
        if (message?.kind !== 'message') return
        expect(own(message.keywords)).toEqual(['$flagged'])
        expect(message.raw.toString()).toContain(`<${kept.messageId}>`)
      })

      it('fetches many more than fit into one request', async () => {
        const ids = Array.from({ length: 45 }, () => deliver().id)
        const fetched = await collectItems(session.fetch(ids))
        expect(new Set(fetched.map((item) => item.id))).toEqual(new Set(ids))
        expect(fetched.every((item) => item.kind === 'message')).toBe(true)
      })

      it('fetches nothing for no ids', async () => {
        expect(await collectItems(session.fetch([]))).toEqual([])
        expect(await session.states([])).toEqual(new Map())
      })
    })

    describe('writing', () => {
      it('sets and clears the keywords it keeps, on few and on many, and names those that are gone', async () => {
        const ids = Array.from({ length: 12 }, () => deliver().id)
        const lost = deliver().id
        mailbox.act({ kind: 'delete', ids: [lost] })
        expect(session.keeps('$seen') && session.keeps('$flagged')).toBe(true)
        expect(session.keeps('$forwarded')).toBe(false)
        await session.setKeyword(ids, '$seen', true)
        const [first = ''] = ids
        expect(await session.setKeyword([first, lost], '$flagged', true)).toEqual({ gone: [lost] })
        await session.setKeyword([first], '$seen', false)
        expect(own((await fetchState(first))?.keywords)).toEqual(['$flagged'])
        expect(own((await fetchState(ids[11] ?? ''))?.keywords)).toEqual(['$seen'])
      })

      it('archives, trashes, files and brings back', async () => {
        const { id } = deliver()
        const { remoteId: project } = await session.createMailbox('Project', null)
        const [inbox, archive, trash] = await Promise.all(['inbox', 'archive', 'trash'].map(fetchRemote))
        const move = async (from = '', to = '') => {
          const { gone, renamed } = await session.place([id], { add: [to], remove: [from] })
          expect({ gone, renamed: renamed.size }).toEqual({ gone: [], renamed: 0 })
          return (await fetchState(id))?.places
        }
        expect(await move(inbox, archive)).toEqual(['archive'])
        expect(await move(archive, project)).toEqual(['Project'])
        expect(await move(project, trash)).toEqual(['trash'])
        expect(await move(trash, inbox)).toEqual(['inbox'])
      })

      it('deletes for good, and again without complaint', async () => {
        const ids = [deliver().id, deliver().id]
        await session.destroy(ids)
        await session.destroy(ids)
        expect(await session.states(ids)).toEqual(new Map())
      })

      it('stores a draft as one, and finds it by its Message-ID', async () => {
        const { raw, messageId } = newMessage('Unfinished')
        const { id } = await session.append(
          [await fetchRemote('drafts')],
          raw,
          ['$draft', '$seen'],
          new Date(),
        )
        expect(await fetchState(id)).toMatchObject({ places: ['drafts'] })
        expect((await fetchState(id))?.keywords).toContain('$draft')
        expect(await session.findByMessageId(messageId)).toEqual([id])
        expect(await session.findByMessageId('nobody@nowhere.test')).toEqual([])
      })

      it('stores a message that is no draft, received when it says and marked', async () => {
        const dates = { Date: 'Mon, 06 May 2019 07:08:09 +0000', References: '<root@contract.example>' }
        const { raw, messageId } = newMessage('From long ago', dates)
        const receivedAt = new Date('2019-05-06T07:08:09Z')
        const { id } = await session.append(
          [await fetchRemote('inbox')],
          raw,
          ['$seen', '$flagged'],
          receivedAt,
        )
        const state = await fetchState(id)
        expect([state?.places, own(state?.keywords)]).toEqual([['inbox'], ['$flagged', '$seen']])
        const [fetched] = await collectItems(session.fetch([id]))
        expect(fetched).toMatchObject({ kind: 'message', receivedAt })
        const fetchedText = fetched?.kind === 'message' ? fetched.raw.toString() : ''
        expect(fetchedText).toMatch(/^References: <root@contract\.example>/im)
        expect(await session.findByMessageId(messageId)).toEqual([id])
      })

      it('sends nothing when the hand-over says no', async () => {
        const { raw } = newMessage('Stopped', { From: mailbox.email, To: 'someone@elsewhere.test' })
        const before = mailbox.truth().sent.length
        expect(await session.send(raw, async () => false)).toEqual({ outcome: 'stopped' })
        expect(mailbox.truth().sent).toHaveLength(before)
      })

      it('sends, and the provider keeps the copy', async () => {
        const { raw, messageId } = newMessage('Off it goes', {
          From: `Ada <${mailbox.email}>`,
          To: 'someone@elsewhere.test',
        })
        const { outcome } = await session.send(raw)
        expect(['accepted', 'taken']).toContain(outcome)
        expect(mailbox.truth().sent.map((mail) => mail.messageId.replace(/[<>]/g, ''))).toContain(messageId)
        await expect.poll(() => session.findByMessageId(messageId)).toHaveLength(1)
      })
    })

    describe('in trouble', () => {
      it('asks once for another token when one is refused', async () => {
        const { id } = deliver()
        provided.expireAccess()
        expect((await session.listMailboxes()).length).toBeGreaterThan(4)
        provided.expireAccess()
        expect([...(await session.states([id])).keys()]).toEqual([id])
      })

      it('says how long to wait when it is throttled', async () => {
        const mirror = createItemMirror(session)
        await mirror.look()
        const { operation, status } = { operation: provided.operations.pull, status: 429 }
        provided.faults.arm({
          operation,
          times: 1,
          fault: { kind: 'status', status, headers: { 'retry-after': '7' } },
        })
        await expect(mirror.look()).rejects.toMatchObject({ kind: 'throttled', until: expect.any(Date) })
      })

      it('calls trouble at the provider and torn answers passing, never a dead sign-in', async () => {
        const faults = [
          { kind: 'status', status: 503 },
          { kind: 'html' },
          { kind: 'truncate' },
          { kind: 'reset', when: 'before' },
          { kind: 'reset', when: 'after' },
        ] as const
        const mirror = createItemMirror(session)
        await mirror.look()
        for (const fault of faults) {
          provided.faults.arm({ operation: provided.operations.pull, times: 1, fault })
          const failure = mirror.look()
          await expect(failure, fault.kind).rejects.toMatchObject({
            kind: expect.stringMatching(/^(busy|unreachable)$/),
          })
        }
      })

      it('does not know what became of a message whose answer was lost', async () => {
        const { raw, messageId } = newMessage('Lost reply', { From: mailbox.email, To: 'x@elsewhere.test' })
        const operation = name === 'Google' ? 'gmail.users.messages.send' : 'graph.sendMail'
        provided.faults.arm({ operation, times: 1, fault: { kind: 'reset', when: 'after' } })
        expect(await session.send(raw)).toMatchObject({ outcome: 'unknown' })
        await expect.poll(() => session.findByMessageId(messageId)).toHaveLength(1)
      })
    })
  })
}
