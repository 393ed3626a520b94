import { type JobEvent, type NoticeEvent, type StateChange, accountWireId } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type { AccountState, LiveEvent, LiveNotice, ObjectType } from '../../changes/index.ts'
import type { Language } from '../words/index.ts'

/** An event as it goes on the stream (HTML §9.2): its name, and its data as one line. */
export interface Message {
  name: LiveEvent['kind']
  data: string
}

/** Every type an account's one state stands for; whoever hears of one asks for all that it shows. */
export const objectTypes: readonly ObjectType[] = ['Email', 'Thread', 'Mailbox']

export function toMessage(event: LiveEvent, language: Language): Message {
  if (event.kind === 'state') return stateMessage([event], event.types)
  const { kind, ...fields } = event
  const data =
    'accountId' in fields
      ? ({ ...fields, accountId: accountWireId.encode(fields.accountId) } satisfies JobEvent)
      : ({ ...fields, text: getText(fields, language) } satisfies NoticeEvent)
  return { name: kind, data: JSON.stringify(data) }
}

/** The words of a notice for clients that do not know its code; what happened to events every client says by itself. */
const getText = ({ problem }: LiveNotice, language: Language): string =>
  'problem' in problem ? sayProblem(language, problem) : ''

/** RFC 8620 §7.1 StateChange of these accounts. */
export function stateMessage(
  accounts: readonly AccountState[],
  types: readonly ObjectType[] = objectTypes,
): Message {
  const changed = Object.fromEntries(
    accounts.map(({ accountId, state }) => [
      accountWireId.encode(accountId),
      Object.fromEntries(types.map((type) => [type, String(state)])),
    ]),
  )
  return changeMessage({ '@type': 'StateChange', changed })
}

export function changeMessage(change: StateChange): Message {
  return { name: 'state', data: JSON.stringify(change) }
}
