import type { Random } from '../../kit/random.ts'
import { readObject, readString } from '../contract/read-json.ts'
import type { Gmail, Query } from './gmail.ts'
import { queryText } from './gmail.ts'

/**
 * Uploads a message with what is said about it: `multipart/related`, metadata first (Gmail API, "Upload attachments").
 * Returns the answer's JSON.
 */
export async function upload(
  gmail: Gmail,
  path: string,
  query: Query,
  metadata: unknown,
  raw: Buffer,
  cost: number,
  doing: string,
): Promise<unknown> {
  const boundary = drawBoundary(gmail.random, raw)
  const body = Buffer.concat([
    Buffer.from(
      [
        `--${boundary}`,
        'Content-Type: application/json; charset=UTF-8',
        '',
        JSON.stringify(metadata),
        `--${boundary}`,
        'Content-Type: message/rfc822',
        '',
        '',
      ].join('\r\n'),
    ),
    raw,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await gmail.api.send({
    method: 'POST',
    url: `${gmail.endpoints.gmailUpload}/users/me/${path}${queryText({ uploadType: 'multipart', ...query })}`,
    headers: { 'content-type': `multipart/related; boundary=${boundary}` },
    body,
    cost,
    doing,
  })
  return answer.json()
}

/**
 * The delimiter must not occur in what it delimits (RFC 2046 §5.1.1): Gmail would cut the message there without a word.
 * Strangers write what is in it, so the boundary is random and looked for besides.
 */
function drawBoundary(random: Random, raw: Buffer): string {
  for (;;) {
    const boundary = random(24).toString('hex')
    if (!raw.includes(boundary)) return boundary
  }
}

/** Stores a message made here; a draft becomes Gmail's own kind of draft, which it can be sent from. */
export async function append(
  gmail: Gmail,
  labelIds: readonly string[],
  raw: Buffer,
  isDraft: boolean,
): Promise<{ id: string }> {
  if (isDraft) {
    const draft = readObject(await upload(gmail, 'drafts', {}, { message: {} }, raw, 10, 'storing a draft'))
    return { id: readString(readObject(draft['message'])['id']) }
  }
  const query = { internalDateSource: 'dateHeader' }
  const stored = readObject(
    await upload(gmail, 'messages', query, { labelIds }, raw, 25, 'storing a message'),
  )
  return { id: readString(stored['id']) }
}
