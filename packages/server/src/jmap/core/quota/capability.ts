import { capability, quotaWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { quotaGet } from './get.ts'
import { quotaQuery, quotaQueryChanges } from './query.ts'

/** RFC 9425. */
export function createQuotaCapability({ mail, changes }: { mail: Mail; changes: Changes }): Capability {
  return {
    uri: capability.quota,
    ofAccount: inAccountsThat('holdsMail'),
    family: 'mail',
    methods: {
      'Quota/get': quotaGet({ mail, changes }),
      'Quota/changes': changesMethod(changes, 'Quota', quotaWireId),
      'Quota/query': quotaQuery({ mail, changes }),
      'Quota/queryChanges': quotaQueryChanges,
    },
  }
}
