import { discardedLetters, keptKeyOf, type App } from '../../commands/index.ts'
import { createTopic } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'
import { dropLetter, keepLetter, readLetter, takenBack, type KeptLetter } from '../draft/device-drafts.ts'

export interface DiscardedLetter {
  readonly key: string
  readonly subject: string
  /** Off this device, and can be put back while the list is open. */
  readonly isDestroyed: boolean
}

/** The discarded messages with text that never reached the server, until it has confirmed. Watched. */
export interface DiscardedLetters {
  readonly all: readonly DiscardedLetter[]
  /** Opens it as it was. */
  takeBack(key: string): void
  /** Takes the only copy off this device. */
  destroy(key: string): void
  restore(key: string): void
  /** Looks what other windows left. */
  look(): void
  /** Looks again whenever the server has answered. Answers how to end it. */
  follow(): () => void
}

type Parts = Pick<App, 'records' | 'outbox' | 'session' | 'toasts' | 'dialogs' | 'compose'>

export function createDiscardedLetters(app: Parts, shelf: Storage): DiscardedLetters {
  const topic = createTopic()
  const destroyed = new Map<string, KeptLetter>()

  function read(): DiscardedLetter[] {
    const letters = discardedLetters(shelf, app.session.user.id).flatMap((key) => {
      const letter = readLetter(shelf, key)
      return letter ? [{ key, subject: letter.fields.subject, isDestroyed: false }] : []
    })
    const gone = [...destroyed].map(([key, { fields }]) => ({
      key,
      subject: fields.subject,
      isDestroyed: true,
    }))
    // A key ends with the time of its letter, so each keeps its place.
    return [...letters, ...gone].toSorted((a, b) => a.key.localeCompare(b.key))
  }

  let all = read()
  function look(): void {
    all = read()
    topic.touch()
  }

  return {
    get all() {
      topic.watch()
      return all
    },
    takeBack(key) {
      const letter = readLetter(shelf, key)
      // The server has heard of it in the meantime, or another window was faster.
      if (!letter) {
        look()
        return app.toasts.show({ text: composeWords.gone, tone: 'problem' })
      }
      const shelfKey = keptKeyOf(key)
      takenBack.add(shelfKey)
      dropLetter(shelf, key)
      keepLetter(shelf, shelfKey, letter)
      app.dialogs.close()
      app.compose.begin({ kind: 'kept', shelfKey, isWantedBack: true })
    },
    destroy(key) {
      const letter = readLetter(shelf, key)
      if (letter) destroyed.set(key, letter)
      dropLetter(shelf, key)
      look()
    },
    restore(key) {
      const letter = destroyed.get(key)
      if (letter && keepLetter(shelf, key, letter)) destroyed.delete(key)
      look()
    },
    look,
    follow: () =>
      // main/forget-discarded.ts lets go of them once the outbox is empty, and heard of the answer before.
      app.records.submissions.listen(() => void app.outbox.flush().then(look)),
  }
}
