import { addressBookWireId, type ContactCardId, contactCardWireId } from '@plmail/wire'
import {
  type Card,
  type CardOutcome,
  type CardRefusal,
  type CardRequest,
  maxCardBytes,
} from '../../../contacts/index.ts'
import type { ContactNeeds } from '../address-book/get.ts'
import { type JsonObject, readPersonalAccount } from '../../engine/arguments.ts'
import type { OpenBytes } from '../../engine/blob-bytes.ts'
import { withInlineBlobs } from '../../engine/inline-blobs.ts'
import { type CallContext, type Method, MethodFailure } from '../../engine/method.ts'
import { applyPatch } from '../../engine/patch-object.ts'
import {
  invalidProperties,
  resolveCreationId,
  nothingSet,
  type SetOutcome,
  type SetRequest,
  setAnswer,
  setRequest,
} from '../../engine/set.ts'
import { bookIn, cardJson, toError } from './json.ts'

/** RFC 9610 §3 lets clients send pictures and sounds as blobs. */
const media = { property: 'media', uri: 'uri', type: 'mediaType', maxBytes: maxCardBytes }

/** ContactCard/set (RFC 9610 §3.5). */
export function contactCardSet({
  contacts,
  open,
}: Pick<ContactNeeds, 'contacts'> & { open: OpenBytes }): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const sent = setRequest(args, context.caller, [], readPersonalAccount)
      const outcome = nothingSet()
      const { altered, ...inlined } = await withInlineBlobs(sent, media, open, context.createdIds, outcome)
      const request = { ...sent, ...inlined }
      const named = creations(request, context, outcome)
      const update = updates(request, context, outcome)
      const destroy = request.destroy.flatMap((text) => {
        const id = contactCardWireId.decode(resolveCreationId(text, context.createdIds))
        if (id === undefined) outcome.notDestroyed.set(text, { type: 'notFound' })
        else if (update.delete(id)) outcome.notUpdated.set(text, { type: 'willDestroy' })
        return id === undefined ? [] : [id]
      })
      const asked = { create: named.map(({ wanted }) => wanted), update, destroy }
      const { account, ifInState } = request
      const done = await contacts.cards.set(context.caller.userId, account.id, asked, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      report(done, named, destroy, context, outcome)
      addMedia(done, named, altered, outcome)
      return setAnswer(account, done, outcome)
    },
  }
}

interface Named {
  name: string
  wanted: CardRequest['create'][number]
}

function creations({ create }: SetRequest, { createdIds }: CallContext, outcome: SetOutcome): Named[] {
  return create.flatMap(([name, { id, addressBookIds, ...card }]) => {
    const bookId = bookIn(addressBookIds, createdIds)
    const bad = [
      ...(id === undefined ? [] : ['id']),
      ...(addressBookIds !== undefined && bookId === undefined ? ['addressBookIds'] : []),
    ]
    if (bad.length === 0) return [{ name, wanted: { bookId, card } }]
    outcome.notCreated.set(name, invalidProperties(bad))
    return []
  })
}

function updates({ update }: SetRequest, { createdIds }: CallContext, outcome: SetOutcome) {
  const patches = new Map<ContactCardId, (before: Card) => Pick<Card, 'bookId' | 'card'> | CardRefusal>()
  for (const [text, patch] of update) {
    const id = contactCardWireId.decode(resolveCreationId(text, createdIds))
    if (id === undefined) outcome.notUpdated.set(text, { type: 'notFound' })
    else patches.set(id, (before) => patchCard(before, patch, createdIds))
  }
  return patches
}

function patchCard(
  before: Card,
  patch: JsonObject,
  createdIds: ReadonlyMap<string, string>,
): Pick<Card, 'bookId' | 'card'> | CardRefusal {
  const after = applyPatch(cardJson(before), patch)
  if (!after) return { why: 'invalid-patch' }
  const { id, addressBookIds, ...card } = after
  if (id !== contactCardWireId.encode(before.id)) return { why: 'invalid', properties: ['id'] }
  const bookId = bookIn(addressBookIds, createdIds)
  return bookId === undefined ? { why: 'invalid', properties: ['addressBookIds'] } : { bookId, card }
}

function report(
  done: CardOutcome,
  named: readonly Named[],
  destroy: readonly ContactCardId[],
  { createdIds }: CallContext,
  outcome: SetOutcome,
): void {
  for (const [at, { name, wanted }] of named.entries()) {
    const stored = done.created[at] ?? ({ why: 'not-found' } as const)
    if ('why' in stored) outcome.notCreated.set(name, toError(stored))
    else {
      const id = contactCardWireId.encode(stored.id)
      createdIds.set(name, id)
      outcome.created.set(name, { id, ...added(stored, wanted.card), ...getBookIds(stored, wanted.bookId) })
    }
  }
  for (const [id, result] of done.updated) {
    const text = contactCardWireId.encode(id)
    if ('why' in result) outcome.notUpdated.set(text, toError(result))
    else outcome.updated.set(text, null)
  }
  for (const id of new Set(destroy)) {
    const text = contactCardWireId.encode(id)
    if (done.destroyed.has(id)) outcome.destroyed.push(text)
    else outcome.notDestroyed.set(text, { type: 'notFound' })
  }
}

/** Reports media that are stored differently than sent. */
function addMedia(
  done: CardOutcome,
  named: readonly Named[],
  altered: ReadonlySet<string>,
  outcome: SetOutcome,
): void {
  for (const [at, { name }] of named.entries()) {
    const stored = done.created[at]
    const json = outcome.created.get(name)
    if (stored && 'card' in stored && json && altered.has(name))
      outcome.created.set(name, { ...json, media: stored.card['media'] })
  }
}

const added = ({ card }: Card, submitted: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(card).filter(([name]) => !Object.hasOwn(submitted, name)))
const getBookIds = ({ bookId }: Card, submitted: unknown): JsonObject =>
  submitted === undefined ? { addressBookIds: { [addressBookWireId.encode(bookId)]: true } } : {}
