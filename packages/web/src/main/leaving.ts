import type { SessionInfo, Standing } from '@plmail/wire'
import type { Outbox } from '../commands/index.ts'
import type { MailDisk } from '../disk/index.ts'
import type { Http } from '../net/index.ts'
import { passed } from './browser.ts'
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

/** What has not been sent by then is asked about. */
const sendingMs = 10_000

/** This tab is on its way out by itself, and hears its own word to the others too. */
let isLeaving = false

const channelOf = (userId: string): BroadcastChannel => new BroadcastChannel(`plmail-session-${userId}`)

/**
 * The ways out, each of which takes the user's mail off this device first. The session ends also where that fails or takes
 * too long.
 */
export function createLeaving({ session, http, outbox, disk }: LeavingParts): Leaving {
  const { id } = session.user

  async function clear(): Promise<void> {
    isLeaving = true
    disk.close()
    const channel = channelOf(id)
    channel.postMessage('over')
    channel.close()
    await wipe(id)
  }

  return {
    async signOut(how) {
      const isSent = how === 'anyway' || (await Promise.race([outbox.flush(), passed(sendingMs)]))
      if (!isSent) return false
      try {
        await clear()
      } finally {
        postForm('/logout')
      }
      return true
    },
    async signOutEverywhere() {
      const answer = await http.call('POST', '/api/session/sign-out-everywhere')
      if (!answer.ok) return false
      try {
        await clear()
      } finally {
        location.assign('/login')
      }
      return true
    },
  }
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

/** Signing out is a page of the server, reached as a form would. */
function postForm(path: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  document.body.append(form)
  form.submit()
}
