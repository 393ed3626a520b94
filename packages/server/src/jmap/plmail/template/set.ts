import { templateWireId } from '@plmail/wire'
import type { TemplateFields, TemplateRefusal, TemplateView } from '../../../mail/index.ts'
import { type JsonObject, readPersonalAccount } from '../../engine/arguments.ts'
import type { Method } from '../../engine/method.ts'
import { invalidProperties, type SetError, setRequest } from '../../engine/set.ts'
import { setObjects } from '../../engine/set-objects.ts'
import type { TemplateNeeds } from './get.ts'

/** Template/set. */
export function templateSet({ templates }: Pick<TemplateNeeds, 'templates'>): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], readPersonalAccount)
      const { account, ifInState } = request
      const { answer } = await setObjects(templateType, request, context, (objects) =>
        templates.set(context.caller.userId, account.id, objects, ifInState),
      )
      return answer
    },
  }
}

const templateType = {
  wireId: templateWireId,
  readCreation(json: JsonObject): TemplateFields | SetError {
    const fields = readPatch(json)
    if ('type' in fields) return fields
    if (fields.name === undefined) return invalidProperties(['name'])
    return { subject: '', htmlBody: '', sortOrder: 0, ...fields, name: fields.name }
  },
  readPatch,
  toJson: ({ name, subject, htmlBody, sortOrder }: TemplateView) => ({ name, subject, htmlBody, sortOrder }),
  getId: ({ id }: TemplateView) => id,
  toError: (why: TemplateRefusal): SetError =>
    why === 'too-many'
      ? { type: 'overQuota', description: { problem: 'templates/too-many' } }
      : { type: 'notFound' },
}

/** A name fits a menu; a subject a header (RFC 5322 §2.1.1); a text beyond 256 KiB is no message but a file. */
const maxLength = { name: 200, subject: 998, htmlBody: 256 * 1024 }

function readPatch(json: JsonObject): Partial<TemplateFields> | SetError {
  const fields: { -readonly [Name in keyof TemplateFields]?: TemplateFields[Name] } = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    if (property === 'name' && isLine(value, maxLength.name) && value.trim() !== '')
      fields.name = value.trim()
    else if (property === 'subject' && isLine(value, maxLength.subject)) fields.subject = value.trim()
    else if (property === 'htmlBody' && isText(value)) fields.htmlBody = value
    else if (property === 'sortOrder' && isOrder(value)) fields.sortOrder = value
    else bad.push(property)
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

const isLine = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value)

const isText = (value: unknown): value is string =>
  // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
  typeof value === 'string' && value.length <= maxLength.htmlBody && !/[\u0000\p{Cs}]/u.test(value)

const isOrder = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
