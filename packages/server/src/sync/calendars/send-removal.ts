import { storedProblem } from '@plmail/wire'
import { selectLink } from './links.ts'
import { drop, keepTried, type Waiting } from './outbox-rows.ts'
import type { Pulling } from './pull-calendar.ts'
import { refuseRemoval } from './refuse-write.ts'
import { forgetRemote, toKnownEvent, selectOccurrences, remoteEventById } from './remote-events.ts'
import type { Came, SendNeeds } from './send-context.ts'

/** Removes at its provider what was removed here, as long as nobody has changed it there since. */
export async function sendRemoval(needs: SendNeeds, pulling: Pulling, waiting: Waiting): Promise<Came> {
  const { database } = needs
  const row =
    waiting.remoteEventId === null ? undefined : await remoteEventById(database, waiting.remoteEventId)
  const link = row && (await selectLink(database, row.calendarId))
  if (!row || !link) {
    await drop(database, waiting.id)
    return 'settled'
  }
  const { write } = pulling.session
  if (!write || !link.mayWrite)
    return refuseRemoval(needs, pulling, waiting, storedProblem({ problem: 'calendar/cannot-be-changed' }))
  const occurrences = await selectOccurrences(database, row.calendarId, [row.remoteId])
  await keepTried(database, waiting, undefined)
  const written = await write.destroy(link.remoteId, toKnownEvent(row, occurrences), {
    notify: waiting.notify,
  })
  if (written.outcome === 'conflict') return 'changed'
  if (written.outcome === 'refused')
    return refuseRemoval(needs, pulling, waiting, storedProblem(written.problem))
  await forgetRemote(database, [row.id, ...occurrences.map(({ id }) => id)])
  return 'settled'
}
