import type { SessionInfo } from '@plmail/wire'
import type { MailDisk } from '../disk/index.ts'
import type { Http } from '../net/index.ts'
import { passed } from './browser.ts'
import { wipe } from './device.ts'

export interface Leaving {
  signOut(how?: 'anyway'): Promise<boolean>
  signOutEverywhere(): Promise<boolean>
}

export interface LeavingParts {
  session: SessionInfo
  http: Http
  /** Sends what waits; whether all of it is with the server. */
  flush: () => Promise<boolean>
  disk: MailDisk
  /** Has the other tabs leave too. */
  tellOthers: (userId: string) => void
}

/** The time after which unsent changes are asked about. */
const sendingMs = 10_000

/**
 * The ways out, each of which takes the user's mail off this device first. The session ends also where that fails or takes
 * too long.
 */
export function createLeaving({ session, http, flush, disk, tellOthers }: LeavingParts): Leaving {
  const { id } = session.user

  async function clear(): Promise<void> {
    disk.close()
    tellOthers(id)
    await wipe(id)
  }

  return {
    async signOut(how) {
      const isSent = how === 'anyway' || (await Promise.race([flush(), passed(sendingMs)]))
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

/** Signing out is a page of the server, reached as a form would. */
function postForm(path: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  document.body.append(form)
  form.submit()
}
