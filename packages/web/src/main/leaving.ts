import type { SessionInfo, Standing } from '@plmail/wire'
import type { Outbox } from '../commands/index.ts'
import type { MailDisk } from '../disk/index.ts'
import type { Http } from '../net/index.ts'
import { wipe } from './device.ts'

export interface Leaving {
  signOut(how?: 'anyway'): Promise<boolean>
  signOutEverywhere(): Promise<boolean>
}

interface LeavingParts {
  session: SessionInfo
  http: Http
  outbox: Outbox
  disk: MailDisk
}

const channelOf = (userId: string): BroadcastChannel => new BroadcastChannel(`plmail-session-${userId}`)

/** The ways out, each of which takes the user's mail off this device first. */
export function createLeaving({ session, http, outbox, disk }: LeavingParts): Leaving {
  const { id } = session.user

  async function clear(): Promise<void> {
    disk.close()
    const channel = channelOf(id)
    channel.postMessage('over')
    channel.close()
    await wipe(id)
  }

  return {
    async signOut(how) {
      if (!(await outbox.flush()) && how !== 'anyway') return false
      await clear()
      postForm('/logout')
      return true
    },
    async signOutEverywhere() {
      const answer = await http.call('POST', '/api/session/sign-out-everywhere')
      if (!answer.ok) return false
      await clear()
      location.assign('/login')
      return true
    },
  }
}

/** Leaves this tab too when another one has signed out. */
export function leaveWithOthers(userId: string, disk: MailDisk): void {
  channelOf(userId).onmessage = () => {
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

/** Signing out is a page of the server, reached as a form would. */
function postForm(path: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  document.body.append(form)
  form.submit()
}
