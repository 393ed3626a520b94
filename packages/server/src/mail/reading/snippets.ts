import { toTree } from '@plmail/mail-format'
import type { AccountId, MessageId } from '@plmail/wire'
import type { Blobs, Sql } from '../../store/index.ts'
import type { EmailFilter, EmailRow, Snippet } from '../types.ts'
import { emails } from './emails.ts'
import { bodyTexts } from '../search/body-texts.ts'
import { bytesUnlessLost } from '../lost-bytes.ts'
import { markedPart, markedText, type SnippetTerms, listSnippetTerms } from '../search/snippet.ts'

/** See `Mail.search.snippets`. */
export async function snippets(
  { database, blobs }: { database: Sql; blobs: Blobs },
  accountId: AccountId,
  filter: EmailFilter,
  ids: readonly MessageId[],
): Promise<Snippet[]> {
  const inSubject = listSnippetTerms(filter, 'subject')
  const inBody = listSnippetTerms(filter, 'body')
  const rows = await emails(database, accountId, ids, inBody.length > 0)
  const fromRows: Snippet[] = []
  // One after the other: each holds a whole message in memory.
  for (const row of rows) {
    const subject = markedText(getSubject(row), inSubject)
    const preview = inBody.length === 0 ? null : await loadPreview(blobs, row, inBody)
    fromRows.push({ id: row.id, subject, preview })
  }
  if (inBody.length === 0) return fromRows
  return inAttachments(database, fromRows, inBody)
}

/** Adds matches in attachments for messages whose own text shows none. */
async function inAttachments(
  sql: Sql,
  partialSnippets: readonly Snippet[],
  terms: readonly SnippetTerms[],
): Promise<Snippet[]> {
  const rest = partialSnippets.flatMap(({ id, preview }) => (preview === null ? [id] : []))
  if (rest.length === 0) return [...partialSnippets]
  const rows = await sql.query<{ id: MessageId; text: string }>(
    `select message_id as id, text from attachment_text where message_id = any ($1::bigint[]) and text <> ''`,
    [rest],
  )
  const previews = new Map(rows.map(({ id, text }) => [id, markedPart(text, terms)]))
  return partialSnippets.map((snippet) => ({
    ...snippet,
    preview: snippet.preview ?? previews.get(snippet.id) ?? null,
  }))
}

async function loadPreview(
  blobs: Blobs,
  { digest, structure }: EmailRow,
  terms: readonly SnippetTerms[],
): Promise<string | null> {
  const raw = await bytesUnlessLost(blobs, digest)
  if (!raw) return null
  for (const text of bodyTexts(raw, toTree(JSON.parse(structure ?? 'null')))) {
    const preview = markedPart(text, terms)
    if (preview !== null) return preview
  }
  return null
}

function getSubject({ summary }: EmailRow): string {
  return (JSON.parse(summary) as { subject?: string | null }).subject ?? ''
}
