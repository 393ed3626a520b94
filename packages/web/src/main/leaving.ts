import type { SessionInfo, Standing } from '@plmail/wire'
import type { MailDisk } from '../disk/index.ts'
import type { Http } from '../net/index.ts'
import { wipe } from './device.ts'

/** This tab is on its way out by itself, and hears its own word to the others too. */
let isLeaving = false

const channelOf = (userId: string): BroadcastChannel => new BroadcastChannel(`plmail-session-${userId}`)

/** The user is signing out in this tab: the others leave with it. */
export function tellOthersToLeave(userId: string): void {
  isLeaving = true
  const channel = channelOf(userId)
  channel.postMessage('over')
  channel.close()
}

/** Leaves this tab too when another one has signed out. */
export function leaveWithOthers(userId: string, disk: MailDisk): void {
  channelOf(userId).onmessage = () => {
    if (isLeaving) return
    disk.close()
    location.assign('/login')
  }
}

/**
 * After the session of the mail kept here was refused: only time, or did its user sign out everywhere? Then nothing may
 * stay. `gone` when it was taken away.
 */
export async function judgeKept({ user, deviceMark }: SessionInfo, http: Http): Promise<'gone' | 'kept'> {
  const answer = await http.call<Standing>('POST', '/api/session/standing', { deviceMark })
  if (!answer.ok || answer.value.stands) return 'kept'
  await wipe(user.id)
  return 'gone'
}
