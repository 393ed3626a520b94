import { allHeadersAs, type MimePart, toTree } from '@plmail/mail-format'
import { accountWireId, type EmailUnsubscribe, emailWireId } from '@plmail/wire'
import {
  type EmailRow,
  type Mail,
  type Unsubscribing,
  type WaysToLeave,
  waysToLeave,
} from '../../../mail/index.ts'
import { readAuthentication, vouchingHosts } from '../../../safety/index.ts'
import { readAccount, invalid, onlyKnown } from '../../engine/arguments.ts'
import type { JmapAccount, Method } from '../../engine/method.ts'

export interface UnsubscribeNeeds {
  mail: Mail
  unsubscribing: Unsubscribing
}

/** The property of the unsubscribe extension (docs/jmap.md). */
export const isUnsubscribeProperty = (name: string): boolean => name === 'unsubscribe'

/** How the reader can leave the list of a message; undefined when there is no way, and for Spam, whose senders learn nothing. */
export function findWaysToLeave(
  row: EmailRow,
  raw: Buffer | undefined,
  account: JmapAccount,
  isJunk: (row: EmailRow) => boolean,
): WaysToLeave | undefined {
  if (!raw || row.structure === null || isJunk(row)) return undefined
  const { root } = toTree(JSON.parse(row.structure))
  const ways = waysToLeave({
    unsubscribe: allHeadersAs(raw, root, 'List-Unsubscribe', 'asURLs').map(
      (urls) => (urls ?? []) as string[],
    ),
    post: texts(raw, root, 'List-Unsubscribe-Post'),
    signatures: texts(raw, root, 'DKIM-Signature'),
    signedBy: signedBy(texts(raw, root, 'Authentication-Results'), account),
  })
  return ways.oneClick || ways.mail || ways.page ? ways : undefined
}

const texts = (raw: Buffer, root: MimePart, name: string): string[] =>
  allHeadersAs(raw, root, name, 'asRaw').map((value) => String(value ?? '').replace(/\s+/g, ' '))

function signedBy(results: readonly string[], account: JmapAccount): string[] {
  const authentication = readAuthentication(results, vouchingHosts(account))
  return authentication?.isBelieved ? authentication.signedBy : []
}

/** Returns the best way to unsubscribe and the recipient of that request, as clients see it. */
export function unsubscribeJson(ways: WaysToLeave | undefined): EmailUnsubscribe | null {
  if (!ways) return null
  const { oneClick, mail, page } = ways
  if (oneClick) return { by: 'oneClick', to: new URL(oneClick).hostname, page }
  if (mail) return { by: 'mail', to: mail.to, page }
  return page === null ? null : { by: 'page', to: new URL(page).hostname, page }
}

/** Whether a message lies in the Spam of the account. */
export async function createJunkTest(mail: Mail, account: JmapAccount): Promise<(row: EmailRow) => boolean> {
  const boxes = await mail.mailboxes.list(account.id)
  const junk = new Set(boxes.flatMap(({ id, role }) => (role === 'junk' ? [id] : [])))
  return (row) => row.mailboxIds.some((id) => junk.has(id))
}

/** Email/unsubscribe: leaves the list that a message came from, by a single click or by mail. */
export function emailUnsubscribe({ mail, unsubscribing }: UnsubscribeNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'id'])
      const account = readAccount(args, caller)
      const id = emailWireId.decode(args['id'])
      const [row] = id === undefined ? [] : await mail.read.emails(account.id, [id], true)
      if (!row) throw invalid('id', 'the id of an email')
      const ways = findWaysToLeave(
        row,
        await mail.read.readBytes(row),
        account,
        await createJunkTest(mail, account),
      )
      const outcome = ways
        ? await unsubscribing.leave(caller.userId, account.id, row.id, ways)
        : ({ ok: false, why: 'no-way' } as const)
      return {
        accountId: accountWireId.encode(account.id),
        id: emailWireId.encode(row.id),
        outcome: outcome.ok ? outcome.by : outcomeNames[outcome.why],
        status: !outcome.ok && outcome.why === 'refused' ? outcome.status : null,
      }
    },
  }
}

const outcomeNames = {
  'no-way': 'noWay',
  unreachable: 'unreachable',
  'switched-off': 'switchedOff',
  'not-sent': 'notSent',
  refused: 'refused',
} as const
