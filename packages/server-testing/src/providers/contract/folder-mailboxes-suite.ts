import { describe, expect, it } from 'vitest'
import { sample, type Suite } from './provided-folders.ts'

/** What every FolderSession must do to mailboxes. */
export function mailboxClaims(suite: Suite): void {
  const { mailbox, readWhole, filled } = suite
  describe('writing mailboxes', () => {
    it('makes a mailbox with any name, and making it again is harmless', async () => {
      const parent = await mailbox()
      const name = 'Übung & 日本 "x" ~'
      const { remoteId } = await suite.session.createMailbox(name, parent)
      const listed = (await suite.session.listMailboxes()).find(
        (listedMailbox) => listedMailbox.remoteId === remoteId,
      )
      expect(listed).toMatchObject({ name, parentRemoteId: parent, isSelectable: true, isSubscribed: true })
      expect(await suite.session.createMailbox(name, parent)).toEqual({ remoteId })
      await suite.other.deliver(remoteId, sample())
      expect((await readWhole(remoteId)).total).toBe(1)
    })

    it('renames a mailbox with what lies in and below it, and doing it again changes nothing', async () => {
      const { id, messages } = await filled(2)
      const child = await suite.session.createMailbox('Below', id)
      const name = `Renamed ${id} é`.replace(/[^\p{L}\d ]/gu, ' ')
      const { remoteId, below } = await suite.session.renameMailbox(id, name, null)
      const listed = new Map(
        (await suite.session.listMailboxes()).map((listedMailbox) => [listedMailbox.remoteId, listedMailbox]),
      )
      expect(listed.get(remoteId)).toMatchObject({ name, parentRemoteId: null, isSubscribed: true })
      expect(listed.has(id)).toBe(id === remoteId)
      const childId = below ? below.to + child.remoteId.slice(below.from.length) : child.remoteId
      expect(listed.get(childId)).toMatchObject({ name: 'Below', parentRemoteId: remoteId })
      expect([...(await suite.other.contents(remoteId)).keys()]).toEqual(
        messages.map((message) => message.messageId),
      )
      expect(await suite.session.renameMailbox(remoteId, name, null)).toMatchObject({ remoteId })
    })

    it('moves a mailbox into another, even one that is open, and expunges nothing', async () => {
      const { id, messages, ids } = await filled(2)
      const parent = await mailbox()
      await suite.session.probe(id, ids)
      const { remoteId } = await suite.session.renameMailbox(id, 'Inside', parent)
      const listed = (await suite.session.listMailboxes()).find(
        (listedMailbox) => listedMailbox.remoteId === remoteId,
      )
      expect(listed).toMatchObject({ name: 'Inside', parentRemoteId: parent })
      expect((await suite.other.contents(remoteId)).size).toBe(messages.length)
    })

    it('does not rename to a name that is taken, nor what is not there', async () => {
      const { id } = await filled(1)
      const taken = (await suite.session.listMailboxes()).find(
        (listedMailbox) => listedMailbox.role === 'sent',
      )
      await expect(
        suite.session.renameMailbox(id, taken?.name ?? '', taken?.parentRemoteId ?? null),
      ).rejects.toMatchObject({ kind: 'refused' })
      expect((await suite.other.contents(id)).size).toBe(1)
      await expect(suite.session.renameMailbox('No such mailbox', 'Any', null)).rejects.toMatchObject({
        kind: 'gone',
      })
    })

    it('subscribes and unsubscribes', async () => {
      const id = await mailbox()
      const isSubscribed = async () =>
        (await suite.session.listMailboxes()).find((listedMailbox) => listedMailbox.remoteId === id)
          ?.isSubscribed
      await suite.session.subscribeMailbox(id, true)
      expect(await isSubscribed()).toBe(true)
      await suite.session.subscribeMailbox(id, false)
      expect(await isSubscribed()).toBe(false)
    })

    it('deletes an empty mailbox, and none that holds mail or another mailbox', async () => {
      const { id } = await filled(1)
      await expect(suite.session.deleteMailbox(id)).rejects.toMatchObject({ kind: 'refused' })
      expect((await suite.other.contents(id)).size).toBe(1)
      const empty = await mailbox()
      const child = await suite.session.createMailbox('Child of it', empty)
      await expect(suite.session.deleteMailbox(empty)).rejects.toMatchObject({ kind: 'refused' })
      await suite.session.deleteMailbox(child.remoteId)
      await suite.session.deleteMailbox(empty)
      expect(
        (await suite.session.listMailboxes()).some((listedMailbox) => listedMailbox.remoteId === empty),
      ).toBe(false)
      await expect(suite.session.deleteMailbox(empty)).rejects.toMatchObject({ kind: 'gone' })
    })
  })
}
