import type { Call, JmapClient } from './jmap-client.ts'
import type { Operation } from './measure.ts'

/** What people look for, as a page of a list with its total; words are those of test/fixtures/mailbox-words.ts. */
export function searches(inbox: string, page: (query: Record<string, unknown>) => Call[]): Operation[] {
  const search = (what: string, filter: unknown, budgetMs: number): Operation => ({
    what,
    budgetMs,
    run: (client: JmapClient) => client.calls(...page({ filter, collapseThreads: true })),
  })
  const attached = { hasAttachment: true, after: '2026-01-01T00:00:00Z' }
  return [
    search('search: common word', { text: 'people' }, 20),
    search('search: words of a subject', { subject: 'tenancy agreement' }, 6),
    search('search: phrase in a subject', { subject: '"maintenance this weekend"' }, 6),
    search('search: word that is nowhere', { text: 'quasar' }, 6),
    search('search: two words in the Inbox', { inMailbox: inbox, text: 'budget people' }, 20),
    search('search: beginning of a word', { text: 'tenan*' }, 6),
    search('search: part of a word in subjects', { subject: 'enanc' }, 6),
    search('search: sender’s host', { from: 'example.org' }, 20),
    search('search: list', { header: ['List-Id', 'hackers'] }, 20),
    search('attachments since a date', attached, 6),
  ]
}
