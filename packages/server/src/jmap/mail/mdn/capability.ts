import { capability } from '@plmail/wire'
import type { Identities, Mail, Submissions } from '../../../mail/index.ts'
import { messageBytes } from '../../engine/blob-bytes.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { mdnParse } from './parse.ts'
import { mdnSend } from './send.ts'

/** RFC 9007: receipts. */
export function createMdnCapability({
  mail,
  identities,
  submissions,
}: {
  mail: Mail
  identities: Pick<Identities, 'list'>
  submissions: Pick<Submissions, 'sendReceipt' | 'messageNamed'>
}): Capability {
  return {
    uri: capability.mdn,
    ofAccount: inAccountsThat('holdsMail'),
    family: 'mail',
    methods: {
      'MDN/send': mdnSend({ identities, submissions }),
      'MDN/parse': mdnParse({ readBytes: messageBytes(mail), submissions }),
    },
  }
}
