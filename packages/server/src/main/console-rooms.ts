import { accountWireId } from '@plmail/wire'
import type { AccountView } from '../accounts/index.ts'
import type { Added, ImapForm, Rooms } from '../console/index.ts'
import { type DomainNeeds, type DomainRooms, createDomainRooms } from './domain-rooms.ts'

/** The few rooms that console commands need. What they queue is run by the server. */
export function consoleRooms(needs: DomainNeeds): Rooms {
  const domain = createDomainRooms(needs)
  return {
    people: domain.people,
    mailAccount: async (userId, named) => {
      const own = await domain.accounts.list(userId)
      const isNamed = ({ id, address }: AccountView) =>
        id === accountWireId.decode(named) || address.toLowerCase() === named.toLowerCase()
      return own.find(isNamed)?.id
    },
    addImapAccount: (form) => addImapAccount(domain, form),
  }
}

async function addImapAccount({ people, accounts }: DomainRooms, form: ImapForm): Promise<Added> {
  const user = await people.users.byEmail(form.userEmail)
  if (!user) return { ok: false, sentences: [`Nobody signs in as ${form.userEmail}.`] }
  const { address, username, password, imap, smtp } = form
  const added = await accounts.add(user.id, { address, username, password, imap, smtp }, 'any')
  if (added.ok) return { ok: true, accountId: added.account.id }
  return {
    ok: false,
    sentences: added.problems.map(({ pointer, detail }) => `${optionOf(pointer)}: ${detail}`),
  }
}

/** The option that filled the field a JSON pointer names. */
function optionOf(pointer: string): string {
  const option = pointer.slice(1).replace('imap/', '').replace('address', 'email').replaceAll('/', '-')
  return `--${option || 'host'}`
}
