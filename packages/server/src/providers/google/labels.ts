import type { ProblemDetail } from '@plmail/wire'
import type { ListedMailbox, Renamed } from '../contract/index.ts'
import { ProviderError } from '../contract/index.ts'
import { readObject, readObjects, readString } from '../contract/read-json.ts'
import type { Gmail } from './gmail.ts'
import { archive, systemMailboxes } from './places.ts'

interface Label {
  id: string
  name: string
  isUser: boolean
  isShown: boolean
}

/** The system labels that are mailboxes, the user's labels, and what is in none of them. */
export async function listMailboxes(gmail: Gmail): Promise<ListedMailbox[]> {
  const labels = await listLabels(gmail)
  const users = labels.filter((label) => label.isUser)
  const byName = new Map(users.map((label) => [label.name, label]))
  const system = Object.entries(systemMailboxes).map(([id, role]) =>
    mailbox(id, null, names[role], role, true),
  )
  const own = users.map((label) => {
    const parent = getParent(label.name, byName)
    const name = parent ? label.name.slice(parent.name.length + 1) : label.name
    return mailbox(label.id, parent?.id ?? null, name, null, label.isShown)
  })
  return [...system, mailbox(archive, null, names.archive, 'archive', true), ...own]
}

// Gmail gives no names of its own to system labels; the client says them in the user's language by role.
const names = {
  inbox: 'Inbox',
  sent: 'Sent',
  drafts: 'Drafts',
  junk: 'Spam',
  trash: 'Trash',
  archive: 'Archive',
}

const mailbox = (
  remoteId: string,
  parentRemoteId: string | null,
  name: string,
  role: ListedMailbox['role'],
  isSubscribed: boolean,
): ListedMailbox => ({
  remoteId,
  parentRemoteId,
  name,
  role,
  isSubscribed,
  isSelectable: true,
  fingerprint: null,
  total: null,
})

async function listLabels(gmail: Gmail): Promise<Label[]> {
  const answer = readObject(await gmail.get('labels', {}, 1, 'listing the labels'))
  return readObjects(answer['labels']).map((label) => ({
    id: readString(label['id']),
    name: readString(label['name']),
    isUser: label['type'] === 'user',
    isShown: label['labelListVisibility'] !== 'labelHide',
  }))
}

/** A nested label is one whose name begins with another's and a slash; a gap in between belongs to the name. */
function getParent(name: string, byName: ReadonlyMap<string, Label>): Label | undefined {
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    const parent = byName.get(name.slice(0, at))
    if (parent) return parent
  }
  return undefined
}

/** Making one that is there already is harmless. */
export async function createMailbox(
  gmail: Gmail,
  name: string,
  parent: string | null,
): Promise<{ remoteId: string }> {
  const labels = await listLabels(gmail)
  const full = fullName(labels, name, parent)
  const present = labels.find((label) => label.isUser && label.name.toLowerCase() === full.toLowerCase())
  if (present) return { remoteId: present.id }
  // Both are required, whatever the guides leave out (discovery document, labels.create).
  const body = { name: full, labelListVisibility: 'labelShow', messageListVisibility: 'show' }
  const created = await gmail.send('POST', 'labels', body, 5, 'making a label')
  return { remoteId: readString(readObject(created)['id']) }
}

/** Labels below are renamed one by one: to Gmail each is a name of its own. */
export async function renameMailbox(
  gmail: Gmail,
  id: string,
  name: string,
  parent: string | null,
): Promise<Renamed> {
  const labels = await listLabels(gmail)
  const label = userLabel(labels, id)
  const full = fullName(labels, name, parent)
  if (label.name === full) return { remoteId: id, below: null }
  const taken = labels.some(
    (otherLabel) => otherLabel.id !== id && otherLabel.name.toLowerCase() === full.toLowerCase(),
  )
  if (taken) throw toRefusal({ problem: 'mail-limit/label-exists', name: full })
  const below = labels.filter((nested) => nested.isUser && nested.name.startsWith(`${label.name}/`))
  await gmail.send('PATCH', `labels/${id}`, { name: full }, 5, 'renaming a label')
  for (const child of below) {
    const renamed = full + child.name.slice(label.name.length)
    await gmail.send('PATCH', `labels/${child.id}`, { name: renamed }, 5, 'renaming a label')
  }
  return { remoteId: id, below: null }
}

/** Whether Gmail shows the label in its list. System labels are shown as their owner chose there. */
export async function subscribeMailbox(gmail: Gmail, id: string, isSubscribed: boolean): Promise<void> {
  const labels = await listLabels(gmail)
  if (!labels.some((label) => label.id === id && label.isUser)) return
  const labelListVisibility = isSubscribed ? 'labelShow' : 'labelHide'
  await gmail.send('PATCH', `labels/${id}`, { labelListVisibility }, 5, 'showing or hiding a label')
}

/** Gmail deletes a label whatever carries it, so that is looked at first. */
export async function deleteMailbox(gmail: Gmail, id: string): Promise<void> {
  const label = userLabel(await listLabels(gmail), id)
  const created = readObject(
    await gmail.get(
      'messages',
      { labelIds: id, maxResults: '1', includeSpamTrash: 'false' },
      5,
      'looking into a label',
    ),
  )
  if (readObjects(created['messages']).length > 0)
    throw toRefusal({ problem: 'mail-limit/label-has-mail', name: label.name })
  await gmail.send('DELETE', `labels/${id}`, undefined, 5, 'deleting a label')
}

function userLabel(labels: readonly Label[], id: string): Label {
  const label = labels.find((candidate) => candidate.id === id)
  if (!label) throw new ProviderError('gone', `There is no label ${id}`)
  if (!label.isUser) throw toRefusal({ problem: 'mail-limit/gmail-labels' })
  return label
}

function fullName(labels: readonly Label[], name: string, parent: string | null): string {
  if (parent === null) return name
  const above = labels.find((label) => label.id === parent)
  if (!above) throw new ProviderError('gone', `There is no label ${parent}`)
  if (!above.isUser) throw toRefusal({ problem: 'mail-limit/within-gmail-labels' })
  return `${above.name}/${name}`
}

const toRefusal = (problem: ProblemDetail): ProviderError =>
  new ProviderError('refused', problem.problem, { problem })
