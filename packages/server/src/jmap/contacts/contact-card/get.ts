import { contactCardWireId } from '@plmail/wire'
import type { ContactNeeds } from '../address-book/get.ts'
import { onlyKnown, readPersonalAccount } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { cardJson } from './json.ts'

/** ContactCard/get (RFC 9610 §3.1). A card has whatever properties its makers gave it, so any may be asked for. */
export function contactCardGet({ contacts, changes }: ContactNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, contactCardWireId, () => true, readPersonalAccount)
      return answerGet(changes, request, contactCardWireId, async () => {
        const max = limits.maxObjectsInGet
        const cards = await contacts.cards.get(request.account.id, request.ids, max + 1)
        if (cards.length > max)
          throw new MethodFailure('requestTooLarge', `There are more than ${String(max)} cards; name them`)
        return cards.map((card) => ({ id: card.id, json: pick(cardJson(card), request.properties) }))
      })
    },
  }
}
