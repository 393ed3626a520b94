import type { Changes } from '../changes/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../store/index.ts'
import { isSame, sign } from './keys.ts'
import { type UserProblem, type UserForm, checkNewUser } from './new-user.ts'
import type { Passwords } from './passwords.ts'
import type { User } from './user.ts'
import { insertUser } from './users.ts'

type Installed =
  | { ok: true; user: User }
  | { ok: false; why: 'invalid'; problems: UserProblem[] }
  | { ok: false; why: 'closed' }

export interface Install {
  /** The install guard: true only while there is no user at all. */
  isOpen(): Promise<boolean>
  /** Lists the fields of a form that would be refused; queries and creates nothing. */
  findProblems(form: UserForm): UserProblem[]
  /** Makes the first administrator. Of several calls at the same time exactly one succeeds; the others are closed. */
  createFirst(form: UserForm): Promise<Installed>
  /**
   * Proves that whoever installs from another machine can read this one's log. Derived from the application
   * secret: the same in every process and after a restart, without being stored.
   */
  setupCode: string
  acceptsSetupCode(presented: string): boolean
}

interface InstallNeeds {
  store: Database
  changes: Pick<Changes, 'open'>
  clock: Clock
  passwords: Passwords
  key: Uint8Array
}

// Any constant will do; all processes of one database must agree on it.
const installLock = 7_281_995

export function createInstall(needs: InstallNeeds): Install {
  const setupCode = codeFrom(sign(needs.key, ['setup-code']))
  return {
    isOpen: async () => {
      const [row] = await needs.store.query<{ any: boolean }>('select exists (select from app_user) as "any"')
      return row?.any === false
    },
    findProblems: (form) => {
      const user = checkNewUser(form)
      return Array.isArray(user) ? user : []
    },
    createFirst: (form) => createFirst(needs, form),
    setupCode,
    acceptsSetupCode: (presented) =>
      isSame(Buffer.from(presented.trim().toLowerCase()), Buffer.from(setupCode)),
  }
}

async function createFirst(
  { store, changes, clock, passwords }: InstallNeeds,
  form: UserForm,
): Promise<Installed> {
  const user = checkNewUser(form)
  if (Array.isArray(user)) return { ok: false, why: 'invalid', problems: user }
  // Hashed before the lock is taken: nobody waits for somebody else's Argon2.
  const passwordHash = await passwords.hash(user.password)
  return store.transaction(async (tx): Promise<Installed> => {
    await tx.query('select pg_advisory_xact_lock($1)', [installLock])
    const [row] = await tx.query<{ any: boolean }>('select exists (select from app_user) as "any"')
    const installed =
      row?.any === false && (await insertUser(tx, changes, user, passwordHash, true, clock.now()))
    return installed ? { ok: true, user: installed } : { ok: false, why: 'closed' }
  })
}

const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 characters of 31 without look-alikes, about 79 bits, in groups of four. */
function codeFrom(bytes: Buffer): string {
  const characters = [...bytes.subarray(0, 16)].map((byte) => codeAlphabet[byte % codeAlphabet.length])
  return [0, 4, 8, 12].map((at) => characters.slice(at, at + 4).join('')).join('-')
}
