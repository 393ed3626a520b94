import type { EmulatedAnswer } from '../../http/answer.ts'
import {
  bodyObject,
  created,
  isRecord,
  noContent,
  ok,
  readSettings,
  writeSettings,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { getContext, pageOfAll } from '../graph/paging.ts'
import { badRequest, itemNotFound } from '../refused.ts'
import { guid } from '../guid.ts'
import { getFolder } from './lookup.ts'
import { type MessageRule, ruleJson, writableOfRule } from '../mailbox/message-rule.ts'

const rules = 'mailFolders/:folder/messageRules'

/** The rules of the inbox: a setting of the mailbox, so the scopes are those of settings [D]. */
export const messageRuleRoutes: readonly Route[] = [
  { method: 'GET', path: rules, operation: 'graph.messageRules.list', scopes: readSettings, run: list },
  { method: 'POST', path: rules, operation: 'graph.messageRules.create', scopes: writeSettings, run: create },
  {
    method: 'GET',
    path: `${rules}/:rule`,
    operation: 'graph.messageRules.get',
    scopes: readSettings,
    run: (call) => ok(ruleAnswer(call, getRule(call))),
  },
  {
    method: 'PATCH',
    path: `${rules}/:rule`,
    operation: 'graph.messageRules.update',
    scopes: writeSettings,
    run: change,
  },
  {
    method: 'DELETE',
    path: `${rules}/:rule`,
    operation: 'graph.messageRules.delete',
    scopes: writeSettings,
    run: remove,
  },
]

function list(call: GraphCall): EmulatedAnswer {
  const inOrder = getRules(call).toSorted((a, b) => getSequence(a) - getSequence(b))
  return pageOfAll(call, inOrder.map(ruleJson))
}

function create(call: GraphCall): EmulatedAnswer {
  const fields = fieldsIn(call)
  if (typeof fields['displayName'] !== 'string' || fields['displayName'] === '')
    throw badRequest('A rule needs a displayName.')
  if (!isRecord(fields['actions'])) throw badRequest('A rule needs actions.')
  const all = getRules(call)
  const last = Math.max(0, ...all.map(getSequence))
  const rule = { id: ruleId(call), fields: { sequence: last + 1, isEnabled: true, ...fields } }
  all.push(rule)
  return created(ruleAnswer(call, rule))
}

function change(call: GraphCall): EmulatedAnswer {
  const rule = getRule(call)
  rule.fields = { ...rule.fields, ...fieldsIn(call) }
  return ok(ruleAnswer(call, rule))
}

function remove(call: GraphCall): EmulatedAnswer {
  const all = getRules(call)
  all.splice(all.indexOf(getRule(call)), 1)
  return noContent
}

/** [D] No other folder has rules. */
function getRules(call: GraphCall): MessageRule[] {
  if (getFolder(call).wellKnown !== 'inbox') throw badRequest('Rules are those of the inbox.')
  return call.mailbox.rules
}

function getRule(call: GraphCall): MessageRule {
  const rule = getRules(call).find(({ id }) => id === call.params['rule'])
  if (!rule) throw itemNotFound()
  return rule
}

function fieldsIn(call: GraphCall): Record<string, unknown> {
  const body = bodyObject(call)
  return Object.fromEntries(writableOfRule.flatMap((name) => (name in body ? [[name, body[name]]] : [])))
}

const getSequence = ({ fields }: MessageRule): number => Number(fields['sequence'])

/** [F] Eight bytes in base64, padded: in a path it has to be escaped. */
function ruleId({ world }: GraphCall): string {
  const random = Buffer.from(guid(world).replaceAll('-', ''), 'hex').subarray(0, 4)
  return Buffer.concat([Buffer.from([1, 0, 0, 0]), random]).toString('base64')
}

const ruleAnswer = (call: GraphCall, rule: MessageRule): object => ({
  '@odata.context': getContext(call),
  ...ruleJson(rule),
})
