import { countStoredMail } from './stored-mail.ts'
import { composeMessage, type ParsedMessage } from '@plmail/mail-format'
import type { Changes } from '../changes/index.ts'
import type { Events } from '../events/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Blobs, Database } from '../store/index.ts'
import { patchProvided, removeProvided, setProvided, withDigest } from './actions/apply-provided.ts'
import { sameMessage, sentCopySeen, sentSince, submitted } from './actions/find-same-message.ts'
import { undo } from './actions/undo.ts'
import { create as createMessages } from './actions/create-messages.ts'
import { destroyMailbox } from './actions/destroy-mailbox.ts'
import { destroy, update } from './actions/update.ts'
import type { Mail, OutboxDoor } from './types.ts'
import { createDamage } from './damage/create-damage.ts'
import { countCategories } from './categories/category-counts.ts'
import { threadCategories } from './categories/thread-categories.ts'
import { categorizeOldMessages } from './ingest/categorize-old-messages.ts'
import { mayConcernMeeting } from './ingest/detect-meeting-mail.ts'
import { arrive, type OwnAddresses } from './ingest/ingest-arrivals.ts'
import { prepare } from './ingest/prepare-message.ts'
import {
  confirmCreated,
  confirmDestroyed,
  confirmRenamed,
  refuseCreated,
  refuseDestroyed,
} from './labels/confirm-mailbox.ts'
import { create } from './labels/create.ts'
import { selectMailboxes, listMailboxes, mailboxesAt } from './labels/mailbox-row.ts'
import { reconcile } from './labels/reconcile-mailboxes.ts'
import { bytesUnlessLost } from './lost-bytes.ts'
import { restorePlace, update as updateMailbox } from './labels/update.ts'
import { search } from './lists/query.ts'
import { queryChanges } from './lists/query-changes.ts'
import { unifiedList } from './lists/unified-list.ts'
import { purge, referenced } from './purge.ts'
import {
  emails,
  emailsWithState,
  newestMessageIds,
  threadIds,
  threads,
  wholeThreads,
} from './reading/emails.ts'
import { sentAfter } from './reading/sent-mail.ts'
import { readAttachments } from './search/attached/read-attachments.ts'
import { type AttachmentReader, readingHere } from './search/attached/attachment-reader.ts'
import { catchUp } from './search/catch-up.ts'
import { coverage, missing } from './search/coverage.ts'
import type { Rules } from './rules/types.ts'
import { snippets } from './reading/snippets.ts'
import { noteAnswers } from './snooze/answered.ts'
import { selectShownMarks } from './marks/marks.ts'
import { wake } from './snooze/wake.ts'
import { noteReports } from './submission/reports.ts'
import { checkTyped } from './search/typed/check.ts'
import { parseTypedFilter } from './search/typed/parse.ts'
import { createQuotas } from './quotas/quotas.ts'
import { eachHeld, openHeld, raw, uses } from './uploads/open-upload.ts'
import { createUploads, type UploadParts } from './uploads/uploads.ts'
import { withBytes } from './uploads/read-batches.ts'

export interface MailOptions {
  database: Database
  blobs: Blobs
  changes: Changes
  outbox: OutboxDoor
  clock: Clock
  /** Boundaries and Message-IDs of new messages come from it. */
  random: Random
  /** Never throws for anything in the bytes. */
  parse: (raw: Buffer) => ParsedMessage
  /** The addresses an account sends from; without it everything outside Sent and Drafts counts as received. */
  ownAddresses?: OwnAddresses
  /** Strangers' attachments belong in a thread of their own; without one they are read in this. */
  attachments?: AttachmentReader
  uploadRoom?: UploadParts['uploadRoom']
  /** Judges what has arrived, in the write that brings it; nothing is, when left out. */
  rules?: Pick<Rules, 'arrived'>
  /** Told of new messages that may be about a meeting, in the write that brings them; nobody is, when left out. */
  events?: Pick<Events, 'publish'>
}

export function createMail(options: MailOptions): Mail {
  const { database, blobs, changes, outbox, parse, random, clock } = options
  const ownAddresses = options.ownAddresses ?? (async () => [])
  return {
    mailboxes: {
      reconcile,
      create: (change, mailbox) => create(change, outbox, mailbox),
      update: (change, id, patch) => updateMailbox(change, outbox, id, patch),
      destroy: (change, id, removeEmails, moveTo) => destroyMailbox(change, outbox, id, removeEmails, moveTo),
      confirmCreated,
      refuseCreated,
      confirmRenamed,
      restore: restorePlace,
      confirmDestroyed,
      refuseDestroyed,
      list: (accountId) => listMailboxes(database, accountId),
      at: (accountId) => mailboxesAt(database, accountId),
      selectMailboxes: (accountId) => selectMailboxes(database, accountId),
    },
    ingest: {
      prepare: (contents) => prepare(blobs, parse, contents),
      arrive: async (change, arrivals) => {
        const messageIds = await arrive(change, arrivals, ownAddresses)
        await noteReports(change, arrivals, (digest) => blobs.get(digest))
        await noteAnswers(change, outbox, messageIds)
        const isNew = (index: number) => arrivals[index]?.isNew ?? false
        await options.rules?.arrived(
          change,
          messageIds.map((id, index) => ({ id, isNew: isNew(index) })),
        )
        const about = messageIds.filter((_, index) => isNew(index) && mayConcernMeeting(arrivals[index]))
        if (about.length > 0)
          await options.events?.publish('meeting-mail-arrived', { change, messageIds: about })
        return messageIds
      },
    },
    compose: (draft, domain) => composeMessage(draft, { random, now: clock.now(), domain }),
    provided: {
      set: setProvided,
      patchKeywords: patchProvided,
      remove: removeProvided,
      withDigest,
      sameMessage,
      sentCopySeen,
      submitted: (accountId, submissionIds) => submitted(database, accountId, submissionIds),
      sentSince: (accountId, since) => sentSince(database, accountId, since),
    },
    actions: {
      create: (actor, accountId, verb, messages, ifState) =>
        createMessages({ ...options, ownAddresses }, actor, accountId, verb, messages, ifState),
      update: (actor, accountId, verb, patches, ifState, operation) =>
        update(options, actor, accountId, verb, patches, ifState, operation),
      destroy: (actor, accountId, messageIds, ifState, operation) =>
        destroy(options, actor, accountId, messageIds, ifState, operation),
      undo: (userId, journalId) => undo(options, userId, journalId),
    },
    sortOld: () => categorizeOldMessages(options),
    read: {
      categories: async ({ within, ...list }, userId, seenAt) => {
        const states = (await changes.states(userId)).filter(
          ({ accountId }) => within?.includes(accountId) ?? true,
        )
        const open = new Map(states.map(({ accountId, state }) => [accountId, state]))
        return { list: await countCategories(database, [...open.keys()], list, seenAt), states: open }
      },
      threadCategories: (accountId, requestedIds) => threadCategories(database, accountId, requestedIds),
      emails: (accountId, messageIds, withStructure) =>
        emails(database, accountId, messageIds, withStructure),
      emailsWithState: (accountId, messageIds, withStructure) =>
        emailsWithState(database, accountId, messageIds, withStructure),
      ids: (accountId, limit) => newestMessageIds(database, accountId, limit),
      threadIds: (accountId, limit) => threadIds(database, accountId, limit),
      query: (accountId, query) => search(database, accountId, query),
      queryChanges: (accountId, since) => queryChanges(options, accountId, since),
      list: (userId, list, page) => unifiedList(database, changes, userId, list, page),
      threads: (accountId, requestedIds) => threads(database, accountId, requestedIds),
      wholeThreads: (accountId, requestedIds, max) => wholeThreads(database, accountId, requestedIds, max),
      readBytes: (row) => bytesUnlessLost(blobs, row.digest),
      withBytes: (rows) => withBytes(blobs, rows),
      sentAfter: (accountId, cursor, limit) => sentAfter(database, accountId, cursor, limit),
      raw: (accountId, digest) => raw(database, blobs, accountId, digest),
    },
    blobs: {
      open: (accountId, digest) => openHeld(database, blobs, accountId, digest),
      readEach: (accountId, digests) => eachHeld(database, blobs, accountId, digests),
      uses: (accountId, digests) => uses(database, accountId, digests),
    },
    uploads: createUploads(options),
    quotas: createQuotas(database),
    stored: (accountIds) => countStoredMail(database, accountIds),
    snooze: {
      wake: () => wake(options),
      marks: (accountId, messageIds) => selectShownMarks(database, accountId, messageIds),
    },
    search: {
      coverage: (accountId) => coverage(database, accountId),
      missing: (accountId, query) => missing(database, accountId, query),
      parseTyped: (text, where) => parseTypedFilter(text, { ...where, now: options.clock.now() }),
      checkTyped: (text, where) => checkTyped(text, { ...where, now: options.clock.now() }),
      catchUp: () => catchUp(options),
      readAttachments: () => readAttachments({ ...options, reader: options.attachments ?? readingHere }),
      snippets: (accountId, filter, messageIds) => snippets(options, accountId, filter, messageIds),
    },
    damage: createDamage(options),
    purge: () => purge(options),
    isReferenced: (digests) => referenced(database, digests),
  }
}
