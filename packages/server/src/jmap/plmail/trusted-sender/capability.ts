import { capability, trustedSenderWireId } from '@plmail/wire'
import { readPersonalAccount } from '../../engine/arguments.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { trustedSenderGet, type TrustedSenderNeeds } from './get.ts'
import { trustedSenderSet } from './set.ts'

/** Senders whose images load without being asked for. */
export function createTrustedSendersCapability({ trustedSenders, changes }: TrustedSenderNeeds): Capability {
  return {
    uri: capability.trustedSenders,
    ofAccount: inAccountsThat('isOfPerson'),
    methods: {
      'TrustedSender/get': trustedSenderGet({ trustedSenders, changes }),
      'TrustedSender/changes': changesMethod(
        changes,
        'TrustedSender',
        trustedSenderWireId,
        readPersonalAccount,
      ),
      'TrustedSender/set': trustedSenderSet({ trustedSenders }),
    },
  }
}
