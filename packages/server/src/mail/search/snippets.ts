import type { AccountId, MessageId } from '@plmail/wire'
import type { Blobs, Sql } from '../../store/index.ts'
import type { EmailFilter, EmailRow, Snippet } from '../door.ts'
import { treeOf } from '../mime/structure.ts'
import { emails } from '../reading/emails.ts'
import { bodyTexts } from './indexed.ts'
import { markedPart, markedText, wantedIn } from './snippet.ts'
import type { WordTerm } from './terms.ts'

/** See `Mail.search.snippets`. */
export async function snippets(
  { database, blobs }: { database: Sql; blobs: Blobs },
  accountId: AccountId,
  filter: EmailFilter,
  ids: readonly MessageId[],
): Promise<Snippet[]> {
  const inSubject = wantedIn(filter, 'subject')
  const inBody = wantedIn(filter, 'body')
  const rows = await emails(database, accountId, ids, inBody.length > 0)
  const found: Snippet[] = []
  // One after the other: each holds a whole message in memory.
  for (const row of rows) {
    const subject = markedText(subjectOf(row), inSubject)
    const preview = inBody.length === 0 ? null : await previewOf(blobs, row, inBody)
    found.push({ id: row.id, subject, preview })
  }
  return found
}

async function previewOf(
  blobs: Blobs,
  { digest, structure }: EmailRow,
  terms: readonly WordTerm[],
): Promise<string | null> {
  const raw = await blobs.get(digest)
  if (!raw) return null
  for (const text of bodyTexts(raw, treeOf(JSON.parse(structure ?? 'null')))) {
    const preview = markedPart(text, terms)
    if (preview !== null) return preview
  }
  return null
}

function subjectOf({ summary }: EmailRow): string {
  return (JSON.parse(summary) as { subject?: string | null }).subject ?? ''
}
