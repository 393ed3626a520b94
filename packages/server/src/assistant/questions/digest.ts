import type { AccountId, AnswerSection, DigestForm, DigestSpan, MailDigest } from '@plmail/wire'
import { dayMs, getClock } from '@plmail/calendar-format'
import { admit, refusal } from '../admit.ts'
import { digestPrompt } from '../prompt/answer-prompt.ts'
import { readChoice, storeDigestTime } from '../settings/choices.ts'
import type { SectionHeadings } from '../summaries/parse-summary.ts'
import type { AnswerEvent, Assistant, AssistantUser } from '../types.ts'
import { openAccounts, searchMail, unreadSince, withoutDrafts, withoutHidden } from './search-mail.ts'
import { type AnswerNeeds, writeAnswer } from './write-answer.ts'

const headings: SectionHeadings<AnswerSection> = [
  [/^#+\s*TASKS\b/i, 'task'],
  [/^#+\s*DATES\b/i, 'due'],
  [/^#+\s*KNOW\b/i, 'know'],
]

/** A digest before this is no measure of what is new. */
const longestSpanMs = 7 * 86_400_000

/** See `Assistant.digest`. Made when somebody asks for it, and never by itself. */
export async function digest(
  needs: AnswerNeeds,
  reader: AssistantUser,
  form: DigestForm,
  onEvent: (event: AnswerEvent) => void,
  signal: AbortSignal,
): ReturnType<Assistant['digest']> {
  const admitted = await admit(needs, reader)
  if (!admitted.ok) return admitted
  const accounts = await openAccounts(needs, admitted)
  if (accounts.length === 0) return refusal({ problem: 'assistant/no-account' })
  const startedAt = needs.clock.now()
  const { since, span } = await spanOf(needs, admitted.personalId, reader, form)

  const write = async () => {
    const searched = await searchMail(needs, accounts, ({ mailboxes }) =>
      withoutHidden(withoutDrafts(unreadSince(since)), mailboxes),
    )
    onEvent({ type: 'searched', query: null, total: searched.total })
    return writeAnswer(needs, {
      admitted,
      searched,
      isWithoutSpamAndTrash: true,
      first: 'know',
      headings,
      promptOf: (material) => digestPrompt(needs.random, material),
      onEvent,
      signal,
    })
  }
  return {
    ok: true,
    writing: write().then(async (end) => {
      if (!end.ok) return end
      const { written: _written, ...checked } = end.answer
      await storeDigestTime(needs.database, admitted.personalId, startedAt)
      return { ok: true, answer: { ...checked, since: since.toISOString(), span } satisfies MailDigest }
    }),
  }
}

async function spanOf(
  { database, clock }: AnswerNeeds,
  personalId: AccountId,
  { timeZone }: AssistantUser,
  { since }: DigestForm,
): Promise<{ since: Date; span: DigestSpan }> {
  const { digestAt } = await readChoice(database, personalId)
  const now = clock.now()
  const isRecent = digestAt !== null && now.getTime() - digestAt.getTime() < longestSpanMs
  if (since !== 'yesterday' && isRecent) return { since: digestAt, span: 'last' }
  return { since: beginningOfYesterday(now, timeZone), span: 'yesterday' }
}

/** The midnight before last, by the reader's clock. */
function beginningOfYesterday(now: Date, timeZone: string): Date {
  const clock = getClock(timeZone) ?? getClock('UTC')
  if (!clock) throw new Error('UTC is a zone')
  const today = Math.floor(clock.wallTimeAt(now.getTime()) / dayMs) * dayMs
  return new Date(clock.instantAt(today - dayMs))
}
