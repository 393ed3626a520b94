import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { UserId } from '@plmail/wire'

/** On whose behalf a picture is fetched. */
export interface PictureReader {
  userId: UserId
  /** The address that sent the message; undefined where it names nobody. */
  sender: string | undefined
}

/**
 * The reader as a proxy address carries it: the frame around a message sends no cookie that would tell. Sealed, so that
 * whoever reads the logs of a reverse proxy does not learn who writes to whom; the same for the same reader, so that a
 * browser keeps a picture.
 */
export function sealReader({ userId, sender = '' }: PictureReader, key: string): string {
  const plain = JSON.stringify([userId, sender.slice(0, maxSenderLength)])
  const nonce = derive(key, 'nonce', plain).subarray(0, nonceLength)
  const cipher = createCipheriv('aes-256-gcm', derive(key, 'key', ''), nonce)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined for anything that `sealReader` has not made with this key. */
export function openReader(text: string, key: string): PictureReader | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length <= nonceLength + tagLength) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', derive(key, 'key', ''), bytes.subarray(0, nonceLength))
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    const sealed = bytes.subarray(nonceLength + tagLength)
    const plain = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
    const [userId, sender] = JSON.parse(plain) as [UserId, string]
    return { userId, sender: sender === '' ? undefined : sender }
  } catch {
    return undefined // another key, or somebody's own invention
  }
}

const nonceLength = 12
const tagLength = 16
/** As long as an address may be (RFC 5321 §4.5.3.1.3). */
const maxSenderLength = 254

const derive = (key: string, use: string, text: string): Buffer =>
  createHmac('sha256', key).update(`picture reader ${use}\n${text}`).digest()
