import type { EmulatedAnswer } from '../../http/answer.ts'
import {
  bodyObject,
  created,
  noContent,
  ok,
  readContacts,
  writeContacts,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { getContext, pageOfAll } from '../graph/paging.ts'
import { badRequest, itemNotFound } from '../refused.ts'
import { readSelection } from '../graph/selection.ts'
import { guid } from '../guid.ts'
import { type Contact, contactJson, toWritten } from '../mailbox/contact.ts'

/** The people of the usual contacts folder. */
export const contactRoutes: readonly Route[] = [
  { method: 'GET', path: 'contacts', operation: 'graph.contacts.list', scopes: readContacts, run: list },
  {
    method: 'POST',
    path: 'contacts',
    operation: 'graph.contacts.create',
    scopes: writeContacts,
    run: create,
  },
  {
    method: 'GET',
    path: 'contacts/:contact',
    operation: 'graph.contacts.get',
    scopes: readContacts,
    run: (call) => ok(contactAnswer(call, getContact(call))),
  },
  {
    method: 'PATCH',
    path: 'contacts/:contact',
    operation: 'graph.contacts.update',
    scopes: writeContacts,
    run: change,
  },
  {
    method: 'DELETE',
    path: 'contacts/:contact',
    operation: 'graph.contacts.delete',
    scopes: writeContacts,
    run: remove,
  },
]

function list(call: GraphCall): EmulatedAnswer {
  const unserved = ['$filter', '$orderby', '$search', '$expand'].find((option) => call.query.has(option))
  if (unserved !== undefined) throw badRequest(`${unserved} of contacts is not served here.`)
  const { fields } = readSelection('contact', call.query)
  return pageOfAll(
    call,
    call.mailbox.contacts.map((contact) => contactJson(contact, fields)),
  )
}

function create(call: GraphCall): EmulatedAnswer {
  const { world, contacts } = call.mailbox
  const at = world.clock.now().toISOString()
  const contact: Contact = {
    // [F] Padded: in a path it has to be escaped.
    id: `AAMkAG${Buffer.from(guid(world)).toString('base64url')}AAA=`,
    createdDateTime: at,
    lastModifiedDateTime: at,
    changeKey: changeKey(call),
    fields: withDisplayName(toWritten(bodyObject(call))),
  }
  contacts.push(contact)
  return created(contactAnswer(call, contact))
}

function change(call: GraphCall): EmulatedAnswer {
  const contact = getContact(call)
  contact.fields = { ...contact.fields, ...toWritten(bodyObject(call)) }
  contact.lastModifiedDateTime = call.world.clock.now().toISOString()
  contact.changeKey = changeKey(call)
  return ok(contactAnswer(call, contact))
}

function remove(call: GraphCall): EmulatedAnswer {
  const { contacts } = call.mailbox
  contacts.splice(contacts.indexOf(getContact(call)), 1)
  return noContent
}

function getContact(call: GraphCall): Contact {
  const contact = call.mailbox.contacts.find(({ id }) => id === call.params['contact'])
  if (!contact) throw itemNotFound()
  return contact
}

/** A contact without displayName gets one from its other names [D]. */
function withDisplayName(fields: Record<string, unknown>): Record<string, unknown> {
  const { displayName, givenName, middleName, surname } = fields
  if (typeof displayName === 'string' && displayName !== '') return fields
  const names = [givenName, middleName, surname].filter((name) => typeof name === 'string' && name !== '')
  return { ...fields, displayName: names.join(' ') }
}

const changeKey = (call: GraphCall): string => Buffer.from(guid(call.world)).toString('base64')

const contactAnswer = (call: GraphCall, contact: Contact): object => ({
  '@odata.context': getContext(call),
  ...contactJson(contact, call.method === 'GET' ? readSelection('contact', call.query).fields : undefined),
})
