import { capability, emailWireId, mailboxWireId, threadWireId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import { maxMailboxNameBytes } from '../../mail/index.ts'
import { messageBytes } from '../engine/blob-bytes.ts'
import type { Capability } from '../engine/capability.ts'
import { changesMethod } from '../engine/changes.ts'
import { limits } from '../engine/limits.ts'
import { emailCopy } from './email/copy.ts'
import { emailGet } from './email/get.ts'
import { emailImport } from './email/import.ts'
import { emailParse } from './email/parse.ts'
import { emailQueryChanges } from './email/query-changes.ts'
import { emailQuery } from './email/query.ts'
import type { EmailQuestionNeeds } from './email/email-question.ts'
import { emailSet } from './email/set.ts'
import { emailSortOptions } from './email/sort.ts'
import { mailboxGet } from './mailbox/get.ts'
import { mailboxQueryChanges } from './mailbox/query-changes.ts'
import { mailboxQuery } from './mailbox/query.ts'
import { mailboxSet, type RefusedMailboxes } from './mailbox/set.ts'
import { maxSnippets, searchSnippetGet } from './search-snippet/get.ts'
import { threadGet } from './thread/get.ts'

/** RFC 8621 without sending. */
export function createMailCapability({
  mail,
  changes,
  getTimeZone,
  refusedMailboxes,
}: EmailQuestionNeeds & { changes: Changes; refusedMailboxes?: RefusedMailboxes }): Capability {
  const readBytes = messageBytes(mail)
  const question = { mail, getTimeZone }
  return {
    uri: capability.mail,
    ofAccount: ({ holdsMail, account, caller }) =>
      holdsMail
        ? {
            ...ofAccount,
            maxMailboxesPerEmail: account.placeLimits?.mostFolders ?? null,
            mayCreateTopLevelMailbox: caller.mayWrite,
          }
        : undefined,
    family: 'mail',
    limits: { maxSnippets },
    methods: {
      'Mailbox/get': mailboxGet({ mail, changes }),
      'Mailbox/changes': changesMethod(changes, 'Mailbox', mailboxWireId),
      'Mailbox/query': mailboxQuery({ mail }),
      'Mailbox/queryChanges': mailboxQueryChanges({ mail, changes }),
      'Mailbox/set': mailboxSet({ mail, changes, ...(refusedMailboxes ? { refusedMailboxes } : {}) }),
      'Thread/get': threadGet({ mail }),
      'Thread/changes': changesMethod(changes, 'Thread', threadWireId),
      'Email/get': emailGet({ mail }),
      'Email/parse': emailParse({ readBytes }),
      'Email/changes': changesMethod(changes, 'Email', emailWireId),
      'Email/query': emailQuery(question),
      'Email/queryChanges': emailQueryChanges(question),
      'SearchSnippet/get': searchSnippetGet(question),
      'Email/set': emailSet({ mail, readBytes }),
      'Email/import': emailImport({ mail }),
      'Email/copy': emailCopy({ mail, changes }),
    },
  }
}

/** RFC 8621 §1.3.1. */
const ofAccount = {
  maxMailboxDepth: null,
  maxSizeMailboxName: maxMailboxNameBytes,
  maxSizeAttachmentsPerEmail: limits.maxSizeUpload,
  emailQuerySortOptions: emailSortOptions,
}
