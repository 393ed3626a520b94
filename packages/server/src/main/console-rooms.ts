import { accountWireId } from '@plmail/wire'
import type { AccountView } from '../accounts/index.ts'
import type { AccountAdded, CalendarLine, ImapForm, PushLine, ConsoleRooms } from '../console/index.ts'
import { compareMirrors } from './compare-mirrors.ts'
import { listAccounts, diagnoseMicrosoft } from './diagnose-microsoft.ts'
import { type DomainNeeds, type DomainRooms, createDomainRooms } from './domain-rooms.ts'
import { chooseEndpoints } from './provider-sign-in.ts'

/** The few rooms that console commands need. What they queue is run by the server; `stop` ends what they connected. */
export function consoleRooms(needs: DomainNeeds): { rooms: ConsoleRooms; stop(): Promise<void> } {
  const domain = createDomainRooms(needs)
  return { rooms: roomsOver(domain, needs), stop: () => domain.egress.stop() }
}

function roomsOver(domain: DomainRooms, needs: DomainNeeds): ConsoleRooms {
  return {
    people: domain.people,
    mailAccount: async (userId, named) => {
      const own = await domain.accounts.list(userId)
      const isNamed = ({ id, address }: AccountView) =>
        id === accountWireId.decode(named) || address.toLowerCase() === named.toLowerCase()
      return own.find(isNamed)?.id
    },
    addImapAccount: (form) => addImapAccount(domain, form),
    mirror: (request) => compareMirrors(domain, request, needs.clock),
    syncMail: (user) => syncMail(domain, user),
    wakeSnoozed: () => domain.mail.snooze.wake(),
    remind: () => domain.reminders.sweep(),
    renewPush: (which) => renewPush(domain, which),
    syncCalendars: async (which) => (await domain.calendarSync.refreshAll(which)).length,
    calendarSources: async () => (await domain.accounts.calendarSources.active()).length,
    announceCalendars: (which) => announceCalendars(domain, which),
    diagnoseMicrosoft: (request) =>
      diagnoseMicrosoft(
        {
          rooms: domain,
          clock: needs.clock,
          fetch: domain.ways.fetch('provider-api', 'installation'),
          endpoints: chooseEndpoints(needs.config),
        },
        request,
      ),
  }
}

async function syncMail(
  { people, accounts, sync }: Pick<DomainRooms, 'people' | 'accounts' | 'sync'>,
  user: string | undefined,
): Promise<string[] | 'no-such-user'> {
  const views = await listAccounts({ people, accounts }, user)
  if (!views) return 'no-such-user'
  for (const { id } of views) await sync.refresh(id)
  return views.map(({ address }) => address)
}

async function renewPush(
  { watches, accounts }: Pick<DomainRooms, 'watches' | 'accounts'>,
  which: 'due' | 'repair',
): Promise<PushLine[]> {
  const lines: PushLine[] = []
  for (const { accountId, outcome, expiresAt, why } of await watches.renew(which)) {
    const owner = await accounts.getOwner(accountId)
    const view = owner === undefined ? undefined : await accounts.get(owner, accountId)
    if (view) lines.push({ address: view.address, outcome, expiresAt: expiresAt?.toISOString() ?? null, why })
  }
  return lines
}

async function announceCalendars(
  { calendarSync, calendars, accounts }: Pick<DomainRooms, 'calendarSync' | 'calendars' | 'accounts'>,
  which: 'due' | 'force' | 'stop',
): Promise<CalendarLine[]> {
  const { watches } = calendarSync
  const watched = await (which === 'stop' ? watches.close() : watches.open(which))
  const names = new Map<number, string>()
  for (const id of await accounts.calendarSources.active()) {
    const source = await accounts.calendarSources.get(id)
    for (const calendar of source ? await calendars.list(source.accountId) : [])
      names.set(calendar.id, calendar.name)
  }
  return watched.map(({ calendarId, outcome, why }) => {
    return { calendar: names.get(calendarId) ?? String(calendarId), outcome, why }
  })
}

async function addImapAccount(
  { people, accounts }: Pick<DomainRooms, 'people' | 'accounts'>,
  form: ImapForm,
): Promise<AccountAdded> {
  const user = await people.users.byEmail(form.userEmail)
  if (!user)
    return {
      ok: false,
      problems: [{ option: undefined, problem: { problem: 'people/unknown-email', email: form.userEmail } }],
    }
  const { address, username, password, imap, smtp } = form
  const added = await accounts.add(user.id, { address, username, password, imap, smtp }, 'any')
  if (added.ok) return { ok: true, accountId: added.account.id }
  return {
    ok: false,
    problems: added.problems.map(({ pointer, problem }) => ({ option: toOption(pointer), problem })),
  }
}

/** The option that filled the field a JSON pointer names. */
function toOption(pointer: string): string {
  const option = pointer.slice(1).replace('imap/', '').replace('address', 'email').replaceAll('/', '-')
  return `--${option || 'host'}`
}
