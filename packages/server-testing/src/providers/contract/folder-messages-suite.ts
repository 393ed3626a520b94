import { describe, expect, it } from 'vitest'
import { sample, type Suite } from './provided-folders.ts'
import { collect, nth } from './folder-mirror.ts'

/** What every FolderSession must do to messages. */
export function messageClaims(suite: Suite): void {
  const { mailbox, filled, nothingKnown } = suite
  describe('writing messages', () => {
    it('sets and clears keywords on many messages and names those that are gone', async () => {
      const { id, messages, ids } = await filled(4)
      await suite.other.remove(id, nth(messages, 3).messageId)
      expect(await suite.session.setKeyword(id, ids, '$seen', true)).toEqual({ gone: [ids[3]] })
      expect(await suite.session.setKeyword(id, ids.slice(0, 2), '$forwarded', true)).toEqual({ gone: [] })
      await suite.session.setKeyword(id, ids.slice(0, 1), '$seen', false)
      expect([...(await suite.other.contents(id)).values()]).toEqual([
        ['$forwarded'],
        ['$forwarded', '$seen'],
        ['$seen'],
      ])
    })

    it('does nothing, without complaint, when every message is gone', async () => {
      const { id, messages, ids } = await filled(1)
      await suite.other.remove(id, nth(messages, 0).messageId)
      const to = await mailbox()
      expect(await suite.session.setKeyword(id, ids, '$seen', true)).toEqual({ gone: ids })
      expect(await suite.session.move(id, ids, to)).toEqual({ moved: new Map(), gone: ids })
      expect(await suite.session.copy(id, ids, to)).toEqual({ copied: new Map(), gone: ids })
      await suite.session.expunge(id, ids)
    })

    it('moves messages and tells their new ids', async () => {
      const { id, messages, ids } = await filled(3)
      const to = await mailbox()
      await suite.other.setKeyword(id, nth(messages, 0).messageId, '$flagged', true)
      const { moved, gone } = await suite.session.move(id, ids.slice(0, 2), to)
      expect(gone).toEqual([])
      expect([...(await suite.other.contents(id)).keys()]).toEqual([nth(messages, 2).messageId])
      expect(await suite.other.contents(to)).toEqual(
        new Map([
          [nth(messages, 0).messageId, ['$flagged']],
          [nth(messages, 1).messageId, []],
        ]),
      )
      if (suite.provided.lacks?.newIdsOnMove) return
      expect([...moved.keys()].toSorted()).toEqual(ids.slice(0, 2).toSorted())
      const [fetched] = await collect(suite.session.fetch(to, [moved.get(nth(ids, 1)) ?? '']))
      expect(fetched).toMatchObject({ kind: 'message', raw: nth(messages, 1).raw })
    })

    it('copies messages and tells the ids of the copies', async () => {
      const { id, messages, ids } = await filled(2)
      const to = await mailbox()
      const { copied } = await suite.session.copy(id, ids, to)
      expect([...(await suite.other.contents(id)).keys()]).toHaveLength(2)
      expect([...(await suite.other.contents(to)).keys()]).toEqual(
        messages.map((message) => message.messageId),
      )
      if (suite.provided.lacks?.newIdsOnMove) return
      expect(await suite.session.probe(to, [...copied.values()])).toEqual(new Set(copied.values()))
    })

    it('stores a message with its marks and time, and tells where', async () => {
      const id = await mailbox()
      const { raw, messageId } = sample()
      const receivedAt = new Date('2020-02-03T04:05:06Z')
      const stored = await suite.session.append(id, raw, ['$seen', '$draft', 'work'], receivedAt)
      expect([...(await suite.other.contents(id)).keys()]).toEqual([messageId])
      expect(stored.id !== undefined || suite.provided.lacks?.newIdsOnMove).toBe(true)
      const [found] = await suite.session.findByMessageId(id, messageId)
      expect(found).toBe(stored.id ?? found)
      const [fetched] = await collect(suite.session.fetch(id, [found ?? '']))
      const keywords = expect.arrayContaining(['$seen', '$draft'])
      expect(fetched).toMatchObject({ kind: 'message', raw, receivedAt, keywords })
      await expect(suite.session.append('No such mailbox', raw, [], receivedAt)).rejects.toMatchObject({
        kind: 'gone',
      })
    })

    it('deletes for good exactly the messages named', async () => {
      const { id, messages, ids } = await filled(3)
      await suite.session.expunge(id, [nth(ids, 0), nth(ids, 2)])
      expect([...(await suite.other.contents(id)).keys()]).toEqual([nth(messages, 1).messageId])
    })

    it('says which messages still exist', async () => {
      const { id, messages, ids } = await filled(3)
      await suite.other.remove(id, nth(messages, 1).messageId)
      expect(await suite.session.probe(id, ids)).toEqual(new Set([ids[0], ids[2]]))
    })

    it('finds messages by their exact Message-ID', async () => {
      const { id, messages, ids } = await filled(2)
      const { messageId } = nth(messages, 0)
      expect(await suite.session.findByMessageId(id, messageId)).toEqual([ids[0]])
      expect(await suite.session.findByMessageId(id, messageId.slice(0, -1))).toEqual([])
    })

    it('refuses a mailbox that does not exist with a classified error', async () => {
      const { id, ids } = await filled(1)
      await expect(suite.session.pull('No such mailbox', undefined, nothingKnown)).rejects.toMatchObject({
        kind: 'gone',
      })
      await expect(suite.session.move(id, ids, 'No such mailbox')).rejects.toMatchObject({ kind: 'gone' })
      expect((await suite.other.contents(id)).size).toBe(1)
    })
  })
}
