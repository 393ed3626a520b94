import { afterAll, beforeAll, describe } from 'vitest'
import { mailboxClaims } from './folder-mailboxes-suite.ts'
import { messageClaims } from './folder-messages-suite.ts'
import { readingClaims } from './folder-reading-suite.ts'
import { watchingClaims } from './folder-watching-suite.ts'
import { type Provided, sample, type Suite } from './provided-folders.ts'
import { createMirror } from './folder-mirror.ts'

/** What every provider's FolderSession must do; run it from the provider's own test with its server behind it. */
export function folderSessionSuite(name: string, provide: () => Promise<Provided>): void {
  describe(`${name} as a mail session`, () => {
    let provided: Provided
    let mailboxes = 0
    beforeAll(async () => {
      provided = await provide()
    })
    afterAll(async () => {
      await provided.session.close()
      await provided[Symbol.asyncDispose]()
    })
    const suite: Suite = {
      get provided() {
        return provided
      },
      get session() {
        return provided.session
      },
      get other() {
        return provided.other
      },
      mailbox: () => provided.other.createMailbox(`Box ${++mailboxes}`),
      readWhole: (id) => provided.session.pull(id, undefined, suite.nothingKnown),
      mirrored: (id) => createMirror(provided.session, id),
      filled: async (count) => {
        const id = await suite.mailbox()
        const messages = Array.from({ length: count }, () => sample())
        for (const message of messages) await provided.other.deliver(id, message)
        const ids = (await suite.readWhole(id)).appeared.map((appeared) => appeared.id)
        return { id, messages, ids }
      },
      nothingKnown: { all: () => Promise.resolve(new Map()) },
    }
    for (const claims of [readingClaims, messageClaims, mailboxClaims, watchingClaims]) claims(suite)
  })
}
