import { shareLinkWireId } from '@plmail/wire'
import type { ShareFields, ShareLink, ShareRefusal } from '../../../calendar/index.ts'
import type { JsonObject } from '../../engine/arguments.ts'
import { toJournalProperty } from '../../calendars/calendar/set.ts'
import type { Method } from '../../engine/method.ts'
import { newAddress } from '../../engine/single-object.ts'
import { invalidProperties, type SetError, setRequest } from '../../engine/set.ts'
import { refuseUnless, setObjects } from '../../engine/set-objects.ts'
import { shareLinkFields } from './fields.ts'
import { shareLinkJson, type ShareLinkNeeds } from './get.ts'

/** ShareLink/set. The address of a new link is in the answer, and nowhere else. */
export function shareLinkSet({ shares, choose }: ShareLinkNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const request = setRequest(args, context.caller, [], choose)
      const { account, ifInState } = request
      const type = shareLinkType(`${context.origin()}/share/`)
      const { answer, done } = await setObjects(type, request, context, async (objects) => {
        const written = await shares.set(context.caller.userId, account.id, objects, ifInState)
        return written === 'state-mismatch'
          ? written
          : { ...written, refusedDestroys: refuseUnless(objects.destroy, written.destroyed) }
      })
      return { ...answer, ...toJournalProperty(done, context) }
    },
  }
}

interface NewLink {
  link: ShareLink
  token: string
}

const shareLinkType = (page: string) => ({
  wireId: shareLinkWireId,
  readCreation: (json: JsonObject) => {
    const fields = shareLinkFields(json)
    return 'type' in fields ? fields : { ...usual, ...fields, name: fields.name || usual.name }
  },
  readPatch: shareLinkFields,
  getId: ({ link }: NewLink) => link.id,
  toJson: ({ link, token }: NewLink, id: string) => ({
    ...shareLinkJson(link),
    ...newAddress(id, token, page),
  }),
  toError,
})

/** Nothing is shared that was not asked for. */
const usual: ShareFields = {
  name: 'Shared calendar',
  calendarIds: [],
  details: [],
  window: { kind: 'rolling', days: 14 },
  expiresOn: null,
}

function toError(why: ShareRefusal): SetError {
  if (why === 'not-found') return { type: 'notFound' }
  if (why === 'too-many') return { type: 'overQuota', description: { problem: 'sharing/too-many-links' } }
  return invalidProperties(['calendarIds'], { problem: 'calendar/not-found' })
}
