import type { EmulatedAnswer } from '../../http/answer.ts'
import {
  bodyObject,
  created,
  noContent,
  ok,
  parameter,
  readMail,
  readSettings,
  writeSettings,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { getContext, pageOfAll } from '../graph/paging.ts'
import { badRequest, itemNotFound, Refused } from '../refused.ts'
import { readSelection } from '../graph/selection.ts'
import { categoryColors, type OutlookCategory } from '../mailbox/categories.ts'

/** Who somebody is, how their mailbox is set, and its categories. */
export const settingsRoutes: readonly Route[] = [
  { method: 'GET', path: '', operation: 'graph.me', scopes: [], needsMailbox: false, run: me },
  {
    method: 'GET',
    path: 'mailboxSettings',
    operation: 'graph.mailboxSettings.get',
    scopes: readSettings,
    run: (call) => ok({ '@odata.context': getContext(call), ...getSettings(call) }),
  },
  {
    method: 'PATCH',
    path: 'mailboxSettings',
    operation: 'graph.mailboxSettings.update',
    scopes: writeSettings,
    run: changeSettings,
  },
  {
    method: 'GET',
    path: 'outlook/masterCategories',
    operation: 'graph.masterCategories.list',
    scopes: readSettings,
    run: (call) => pageOfAll(call, call.mailbox.categories.list()),
  },
  {
    method: 'POST',
    path: 'outlook/masterCategories',
    operation: 'graph.masterCategories.create',
    scopes: writeSettings,
    run: addCategory,
  },
  {
    method: 'GET',
    path: 'outlook/masterCategories/:category',
    operation: 'graph.masterCategories.get',
    scopes: readSettings,
    run: (call) => ok(shown(call, getCategory(call))),
  },
  {
    method: 'PATCH',
    path: 'outlook/masterCategories/:category',
    operation: 'graph.masterCategories.update',
    scopes: writeSettings,
    run: recolour,
  },
  {
    method: 'DELETE',
    path: 'outlook/masterCategories/:category',
    operation: 'graph.masterCategories.delete',
    scopes: writeSettings,
    run: removeCategory,
  },
  {
    method: 'POST',
    path: 'translateExchangeIds',
    operation: 'graph.translateExchangeIds',
    scopes: readMail,
    run: translate,
  },
]

/** [D] Any delegated token may read who it is for, if it may read profiles. */
function me(call: GraphCall): EmulatedAnswer {
  if (!['user.read', 'user.readwrite', 'profile'].some((scope) => call.token.scopes.has(scope)))
    throw new Refused(
      403,
      'Authorization_RequestDenied',
      'Insufficient privileges to complete the operation.',
    )
  const { account } = call
  const [givenName = account.displayName, ...rest] = account.displayName.split(' ')
  const all: Record<string, unknown> = {
    displayName: account.displayName,
    givenName,
    surname: rest.join(' ') || null,
    mail: call.mailbox.options.hasMailbox ? account.email : null,
    userPrincipalName: account.email,
    preferredLanguage: call.mailbox.options.language === 'de' ? 'de-DE' : 'en-US',
  }
  const { fields } = readSelection('user', call.query)
  const selected = Object.entries(all).filter(([name]) => fields?.has(name) ?? true)
  return ok({
    '@odata.context': `${call.base}/$metadata#users/$entity`,
    id: account.oid,
    ...Object.fromEntries(selected),
  })
}

function getSettings(call: GraphCall): Record<string, unknown> {
  const isGerman = call.mailbox.options.language === 'de'
  return {
    archiveFolder: call.mailbox.store.wellKnown('archive')?.id ?? null,
    // A Windows name [D].
    timeZone: isGerman ? 'W. Europe Standard Time' : 'UTC',
    dateFormat: isGerman ? 'dd.MM.yyyy' : 'M/d/yyyy',
    timeFormat: isGerman ? 'HH:mm' : 'h:mm tt',
    delegateMeetingMessageDeliveryOptions: 'sendToDelegateOnly',
    userPurpose: 'user',
    language: isGerman
      ? { locale: 'de-DE', displayName: 'Deutsch (Deutschland)' }
      : { locale: 'en-US', displayName: 'English (United States)' },
    automaticRepliesSetting: {
      status: 'disabled',
      externalAudience: 'all',
      internalReplyMessage: '',
      externalReplyMessage: '',
      // Dates are there although nothing was ever scheduled [D].
      scheduledStartDateTime: { dateTime: '2026-11-21T09:00:00.0000000', timeZone: 'UTC' },
      scheduledEndDateTime: { dateTime: '2026-11-22T09:00:00.0000000', timeZone: 'UTC' },
    },
    workingHours: {
      daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      startTime: '08:00:00.0000000',
      endTime: '17:00:00.0000000',
      timeZone: { name: isGerman ? 'W. Europe Standard Time' : 'UTC' },
    },
    ...call.mailbox.settings,
  }
}

function changeSettings(call: GraphCall): EmulatedAnswer {
  const settings = getSettings(call)
  const change = bodyObject(call)
  const unknown = Object.keys(change).find((name) => !name.startsWith('@') && !(name in settings))
  if (unknown !== undefined)
    throw badRequest(`The property '${unknown}' does not exist on type 'microsoft.graph.mailboxSettings'.`)
  call.mailbox.settings = { ...call.mailbox.settings, ...change }
  return ok({ '@odata.context': getContext(call), ...getSettings(call) })
}

function shown(call: GraphCall, category: OutlookCategory): object {
  return { '@odata.context': getContext(call), ...category }
}

function getCategory(call: GraphCall): OutlookCategory {
  const category = call.mailbox.categories.find(call.params['category'] ?? '')
  if (category) return category
  throw itemNotFound()
}

function addCategory(call: GraphCall): EmulatedAnswer {
  const { displayName, color } = bodyObject(call)
  if (typeof displayName !== 'string' || displayName.trim() === '' || displayName.length > 255)
    throw badRequest('A category needs a displayName of 1 to 255 characters.')
  if (call.mailbox.categories.named(displayName))
    throw new Refused(409, 'ErrorCategoryExists', `A category named '${displayName}' already exists.`)
  return created(shown(call, call.mailbox.categories.add(displayName, colorFrom(color))))
}

/** [K] The name stays what it was at creation; only the colour can change. */
function recolour(call: GraphCall): EmulatedAnswer {
  const category = getCategory(call)
  const { displayName, color } = bodyObject(call)
  if (displayName !== undefined && displayName !== category.displayName)
    throw new Refused(400, 'ErrorInvalidRequest', 'The displayName of a category cannot be changed.')
  if (color !== undefined) category.color = colorFrom(color)
  return ok(shown(call, category))
}

/** Messages keep the name: it is only a word on them [D]. */
function removeCategory(call: GraphCall): EmulatedAnswer {
  call.mailbox.categories.remove(getCategory(call).id)
  return noContent
}

function colorFrom(value: unknown): string {
  const color = value ?? 'none'
  if (typeof color === 'string' && categoryColors.includes(color)) return color
  throw badRequest(`'${String(value)}' is not a categoryColor.`)
}

/** [D] */
const maxTranslated = 1000

function translate(call: GraphCall): EmulatedAnswer {
  const ids = parameter(call, 'InputIds')
  const target = parameter(call, 'TargetIdType')
  if (!Array.isArray(ids) || ids.length > maxTranslated)
    throw badRequest(`InputIds must be at most ${maxTranslated} ids.`)
  const isImmutable = target === 'restImmutableEntryId'
  if (!isImmutable && target !== 'restId')
    throw badRequest('Only restId and restImmutableEntryId are translated here.')
  const { store } = call.mailbox
  const value = ids.map((id: unknown) => {
    const read = store.ids.read(String(id))
    const item = read?.kind === 'message' ? store.items.get(read.n) : undefined
    if (item === undefined)
      return {
        sourceId: String(id),
        errorDetails: {
          code: 'ErrorItemNotFound',
          message: 'The specified object was not found in the store.',
        },
      }
    return { sourceId: String(id), targetId: store.ids.message(item.serial, item.moves, isImmutable) }
  })
  return ok({ '@odata.context': `${call.base}/$metadata#Collection(microsoft.graph.convertIdResult)`, value })
}
