import { capability, type JmapSession } from '@plmail/wire'
import type { Jmap } from '../../net/index.ts'

/** The user's personal account, which holds what is theirs and no mail account's. */
export interface Personal {
  /** Its id; undefined while the server cannot be reached. Asked for once. */
  id(): Promise<string | undefined>
}

export function createPersonal(jmap: Pick<Jmap, 'download'>): Personal {
  let personalId: string | undefined
  let asking: Promise<string | undefined> | undefined

  async function ask(): Promise<string | undefined> {
    const answer = await jmap.download('/jmap/session')
    const session = answer && (JSON.parse(await answer.text()) as JmapSession)
    personalId = session?.primaryAccounts[capability.preferences]
    return personalId
  }

  return {
    async id() {
      if (personalId !== undefined) return personalId
      asking ??= ask().finally(() => (asking = undefined))
      return asking
    },
  }
}
