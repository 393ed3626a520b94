import { createWorld, startAssistant, type World } from '../../../emulators/src/index.ts'
import type { AskFrame, ComposeFrame, DigestFrame, SummaryFrame } from '@plmail/wire'
import { createLog } from '../../../server/src/kit/log.ts'
import { type Person, type WholeServer, wholeServer } from './whole-server.ts'

type Model = Awaited<ReturnType<typeof startAssistant>>

/** A server whose assistant asks an emulated model. */
export interface AssistantServer extends AsyncDisposable {
  server: WholeServer
  model: Model
  world: World
  logged: string[]
  /** Somebody with a mail account that the assistant may read. */
  reader(name: string): Promise<Person>
}

export async function assistantServer(): Promise<AssistantServer> {
  const world = createWorld('assistant')
  const model = await startAssistant(world, { key: 'sk-test', model: 'test-model' })
  const logged: string[] = []
  const server = await wholeServer({
    variables: {
      ASSISTANT_BASE_URL: model.urls.openai,
      ASSISTANT_API_KEY: model.key,
      ASSISTANT_MODEL: model.model,
    },
    log: createLog({ level: 'info', write: (line) => logged.push(line) }),
  })
  return {
    server,
    model,
    world,
    logged,
    reader: async (name) => {
      const person = await server.person(name, 2)
      const payload = { isOn: true, accountIds: [person.accounts[0]] }
      const { status, text } = await person.ask({ method: 'POST', url: '/api/assistant', payload })
      if (status !== 200) throw new Error(text)
      return person
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await model.close()
    },
  }
}

/** A message of a conversation; HTML where it begins with a tag. */
export interface MessageToDeliver {
  from: string
  text: string
  isUnread?: boolean
  /** A morning in October when left out. */
  receivedAt?: Date
}

let conversations = 0

interface Folder {
  id: string
  name: string
}

const foldersAtOnce = 60
/** Folders that no conversation lies in yet, by the person's account; the person is of one server. */
const emptyFolders = new WeakMap<Person, Map<string, Folder[]>>()

/**
 * An empty folder. Many are made at once: `Mailbox/set` waits for the provider's answer, and as no provider answers these
 * accounts, each call takes the seconds of its limit.
 */
async function takeFolder(person: Person, accountId: string): Promise<Folder> {
  const ofPerson = emptyFolders.get(person) ?? new Map<string, Folder[]>()
  emptyFolders.set(person, ofPerson)
  const [folder, ...others] = ofPerson.get(accountId) ?? []
  if (folder) {
    ofPerson.set(accountId, others)
    return folder
  }
  const names = Array.from({ length: foldersAtOnce }, (_, index) => `Conversation ${conversations + index}`)
  const create = Object.fromEntries(names.map((name) => [name, { name }]))
  const [, answer] = await person.call('Mailbox/set', { accountId, create })
  const created = Object.entries(answer['created'] as Record<string, { id: string }>)
  ofPerson.set(
    accountId,
    created.map(([name, { id }]) => ({ id, name })),
  )
  return takeFolder(person, accountId)
}

/** Puts a conversation into a folder of its own; its thread and its messages, oldest first. */
export async function conversation(
  person: Person,
  messages: readonly MessageToDeliver[],
  account = 0,
): Promise<{ threadId: string; emailIds: string[]; folder: string }> {
  const accountId = person.accounts[account] ?? ''
  const run = ++conversations
  const { id: mailboxId, name: folder } = await takeFolder(person, accountId)
  const messageId = (index: number) => `${run}-${index}@mail.example`
  const emailIds: string[] = []
  let threadId = ''
  for (const [index, { from, text, isUnread = false, receivedAt }] of messages.entries()) {
    const isHtml = text.startsWith('<')
    const [, answer] = await person.call('Email/set', {
      accountId,
      create: {
        m: {
          mailboxIds: { [mailboxId]: true },
          keywords: isUnread ? {} : { $seen: true },
          subject: `${index === 0 ? '' : 'Re: '}Plans ${run}`,
          from: [{ name: from, email: `${from.toLowerCase()}@example.test` }],
          messageId: [messageId(index)],
          ...(index > 0 && { inReplyTo: [messageId(index - 1)], references: [messageId(index - 1)] }),
          receivedAt: toUtcDate(receivedAt ?? new Date(Date.UTC(2026, 9, 1, 8, index))),
          bodyStructure: { type: isHtml ? 'text/html' : 'text/plain', partId: 't' },
          bodyValues: { t: { value: text } },
        },
      },
    })
    const made = (answer['created'] as Record<string, { id: string; threadId: string }> | null)?.['m']
    if (!made) throw new Error(JSON.stringify(answer))
    emailIds.push(made.id)
    threadId = made.threadId
  }
  return { threadId, emailIds, folder }
}

const toUtcDate = (at: Date): string => at.toISOString().replace(/\.\d+/, '')

export const framesIn = <Frame extends SummaryFrame | ComposeFrame | AskFrame | DigestFrame>(
  text: string,
): Frame[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Frame)
