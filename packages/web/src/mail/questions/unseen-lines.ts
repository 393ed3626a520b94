import type { AnswerCoverage } from '@plmail/wire'
import type { assistantWords } from '../../words/assistant.ts'

/** Says what was not looked at for an answer, a sentence each. */
export function unseenLines(coverage: AnswerCoverage, words: (typeof assistantWords)['answer']): string[] {
  const { total, read, shortened, withAttachments, notSearched, closedAccounts } = coverage
  const counted = (count: number, say: (parameters: { count: number }) => string) =>
    count > 0 ? [say({ count })] : []
  return [
    ...(closedAccounts.length > 0
      ? [words.accounts({ count: closedAccounts.length, names: closedAccounts.join(', ') })]
      : []),
    ...counted(total - read, words.beyond),
    ...counted(shortened, words.shortened),
    ...counted(withAttachments, words.attachments),
    ...counted(notSearched, words.waiting),
    ...(coverage.isWithoutSpamAndTrash ? [words.hidden] : []),
    words.quoted,
  ]
}
