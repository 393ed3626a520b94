import {
  type AccountId,
  capability,
  type Category,
  isCategory,
  type ListAction,
  type ListRun,
  ruleRunWireId,
} from '@plmail/wire'
import type { ListRunView, ListRunWish, Rules } from '../../../mail/index.ts'
import { invalid, isObject, type JsonObject, onlyKnown } from '../../engine/arguments.ts'
import { categoryNames } from '../../mail/email/category.ts'
import { type Arguments, type Caller, type Method, MethodFailure } from '../../engine/method.ts'
import { runJson } from '../rule/rule-json.ts'
import { listArguments, readList } from './query.ts'

export interface ListRunNeeds {
  rules: Rules
}

/** List/run: one action on every conversation of a list or search, worked off by a job. */
export function listRun({ rules }: ListRunNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller, using }) => {
      onlyKnown(args, [...listArguments(using), 'query', 'action'])
      const run = await rules.runOnList(caller.userId, personalIn(caller), readWish(args, caller, using))
      if (run === 'unknown-mailbox') throw invalid('action', 'about a mailbox that one of the accounts has')
      if (run === 'unknown-list') throw invalid('mailboxId', 'the id of a mailbox of the account')
      return { run: listRunJson(run) }
    },
  }
}

/** List/runs: those of the last day, the latest first. */
export function listRuns({ rules }: ListRunNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, [])
      return { list: (await rules.listRuns(personalIn(caller))).map(listRunJson) }
    },
  }
}

/** List/undoRun: takes back what a run did, for 24 hours, and ends one that is under way. */
export function listUndoRun({ rules }: ListRunNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      onlyKnown(args, ['id'])
      const personal = personalIn(caller)
      const id = ruleRunWireId.decode(args['id'])
      const current = (await rules.listRuns(personal)).find((candidate) => candidate.id === id)
      const run = current ? await rules.undoRun(caller.userId, personal, current.id) : 'not-found'
      if (!current || run === 'not-found') throw invalid('id', 'the id of a run on a list, of the last day')
      if (run === 'expired') throw new MethodFailure('forbidden', { problem: 'rules/undo-expired' })
      return { run: listRunJson({ ...run, action: current.action }) }
    },
  }
}

/** Runs are kept in the personal account; what they are about are mail accounts, which these credentials must open. */
function personalIn({ personal, accounts }: Caller): AccountId {
  if (personal === null || accounts.size === 0) throw new MethodFailure('accountNotSupportedByMethod')
  return personal
}

function readWish(args: Arguments, caller: Caller, using: ReadonlySet<string>): ListRunWish {
  const { query } = args
  const action = readAction(args['action'], using.has(capability.categories))
  if (query === undefined || query === null) {
    const { wanted, within } = readList(args, caller)
    const { isUnread, category, ...list } = wanted
    return { list, isUnread, ...(category ? { category } : {}), accountIds: within, action }
  }
  if (typeof query !== 'string' || query.trim() === '' || query.length > maxQueryLength)
    throw invalid('query', 'what was typed into a search box')
  if (args['category'] !== undefined || args['mailboxId'] !== undefined || (args['role'] ?? 'all') !== 'all')
    throw invalid('query', 'of all mail, without another list')
  const { wanted, within } = readList({ ...args, role: 'all' }, caller)
  return { list: { query }, isUnread: wanted.isUnread, accountIds: within, action }
}

const maxQueryLength = 2_000
const maxPathLength = 1_000
const plain = ['archive', 'trash', 'junk', 'inbox', 'markRead', 'markUnread', 'star', 'unstar'] as const
const withMailbox = ['moveTo', 'addTo', 'removeFrom'] as const

/** Putting things into categories is there for requests that use the categories extension. */
function readAction(value: unknown, hasCategories: boolean): ListAction {
  const { type, ...facts } = isObject(value) ? value : {}
  if (hasCategories && type === 'categorise') return { type, category: categoryIn(facts) }
  const { mailbox, ...more } = facts
  const isAlone = Object.keys(more).length === 0
  const simple = plain.find((candidate) => candidate === type)
  if (simple && mailbox === undefined && isAlone) return { type: simple }
  const placed = withMailbox.find((candidate) => candidate === type)
  const isPath = typeof mailbox === 'string' && mailbox.trim() !== '' && mailbox.length <= maxPathLength
  // oxlint-disable-next-line no-control-regex -- no folder has control characters in its name
  if (placed && isPath && isAlone && !/[\u0000-\u001f\u007f]/.test(mailbox)) return { type: placed, mailbox }
  throw invalid(
    'action',
    `one of ${[...plain, ...withMailbox].join(', ')}, the last three with a mailbox, or categorise`,
  )
}

function categoryIn({ category, ...more }: JsonObject): Category {
  if (!isCategory(category) || Object.keys(more).length > 0) throw invalid('action/category', categoryNames)
  return category
}

const listRunJson = ({ action, ...run }: ListRunView): ListRun => ({ ...runJson(run), action })
