import { capability } from '@plmail/wire'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import {
  invitationAnswer,
  invitationApply,
  invitationGet,
  type InvitationNeeds,
  invitationPropose,
} from './methods.ts'

/** Messages about meetings. */
export function createInvitationsCapability({ invitations, mail }: InvitationNeeds): Capability {
  return {
    uri: capability.invitations,
    ofAccount: inAccountsThat('holdsMail'),
    methods: {
      'Invitation/get': invitationGet({ invitations, mail }),
      'Invitation/answer': invitationAnswer({ invitations, mail }),
      'Invitation/propose': invitationPropose({ invitations, mail }),
      'Invitation/apply': invitationApply({ invitations, mail }),
    },
  }
}
