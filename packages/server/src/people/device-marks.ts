import type { UserId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'
import { isSame, sign } from './keys.ts'

/**
 * The mark that a browser stores beside its offline mail, `<user id>.<signature>`. Once its session has ended, the
 * browser asks with it whether the session only expired or the user signed out everywhere. It grants no access. The
 * signature covers everything that ends every sign-in: the password and the sign-in generation.
 */
export interface DeviceMarks {
  of(userId: UserId): Promise<string>
  /** False once the user has signed out everywhere, changed the password or is gone; and for what is no mark. */
  stands(mark: string): Promise<boolean>
}

const shape = /^([1-9][0-9]{0,15})\.([A-Za-z0-9_-]{43})$/

export function createDeviceMarks({ store, key }: { store: Sql; key: Uint8Array }): DeviceMarks {
  async function loadSignature(userId: number): Promise<Buffer | undefined> {
    const [row] = await store.query<{ hash: string; generation: number }>(
      'select password_hash as hash, sign_in_generation as generation from app_user where id = $1',
      [userId],
    )
    return row && sign(key, ['device', String(userId), row.hash, String(row.generation)])
  }

  return {
    of: async (userId) => {
      const signature = await loadSignature(userId)
      if (!signature) throw new Error('A user that is signed in is gone')
      return `${userId}.${signature.toString('base64url')}`
    },
    stands: async (mark) => {
      const [, id, presented] = shape.exec(mark) ?? []
      if (presented === undefined || !Number.isSafeInteger(Number(id))) return false
      const signature = await loadSignature(Number(id))
      return signature !== undefined && isSame(signature, Buffer.from(presented, 'base64url'))
    },
  }
}
