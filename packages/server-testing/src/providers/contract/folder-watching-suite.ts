import { describe, expect, it } from 'vitest'
import { sample, type Suite } from './provided-folders.ts'
import { counter } from './folder-mirror.ts'

/** What every FolderSession must call back for. */
export function watchingClaims(suite: Suite): void {
  const { mailbox, nothingKnown } = suite
  describe('watching', () => {
    it('calls back for new mail, a mark and a removal, and not after it was stopped', async () => {
      const id = await mailbox()
      const message = sample()
      const calls = counter()
      const stop = await suite.session.watch(id, { changed: calls.count, ended: calls.fail })
      await suite.other.deliver(id, message)
      await calls.more()
      await suite.other.setKeyword(id, message.messageId, '$seen', true)
      await calls.more()
      await suite.other.remove(id, message.messageId)
      await calls.more()
      await stop()
      const before = calls.total()
      await suite.other.deliver(id, sample())
      await suite.session.pull(id, undefined, nothingKnown)
      expect(calls.total()).toBe(before)
    })

    it('calls back for new mail that makes up for a removal', async () => {
      const id = await mailbox()
      const message = sample()
      await suite.other.deliver(id, message)
      const calls = counter()
      const stop = await suite.session.watch(id, { changed: calls.count, ended: calls.fail })
      await suite.other.remove(id, message.messageId)
      await calls.more()
      await suite.other.deliver(id, sample())
      await calls.more()
      expect(calls.total()).toBeGreaterThanOrEqual(2)
      await stop()
    })
  })
}
