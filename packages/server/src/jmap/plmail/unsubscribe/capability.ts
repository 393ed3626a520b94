import { capability } from '@plmail/wire'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { emailUnsubscribe, type UnsubscribeNeeds } from '../../mail/email/unsubscribe.ts'

/** Leaving mailing lists; `unsubscribe` of Email says how. */
export function createUnsubscribeCapability({ mail, unsubscribing }: UnsubscribeNeeds): Capability {
  return {
    uri: capability.unsubscribe,
    ofAccount: inAccountsThat('holdsMail'),
    methods: { 'Email/unsubscribe': emailUnsubscribe({ mail, unsubscribing }) },
  }
}
