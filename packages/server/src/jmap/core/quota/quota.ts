import { quotaWireId } from '@plmail/wire'
import type { QuotaView } from '../../../mail/index.ts'

export const quotaProperties = [
  'id',
  'resourceType',
  'used',
  'hardLimit',
  'warnLimit',
  'softLimit',
  'scope',
  'name',
  'description',
  'types',
]

const names: Record<QuotaView['resource'], string> = { storage: 'Storage', messages: 'Messages' }

/** A Quota object (RFC 9425 §4). The mail server told it, so that what it grants elsewhere counts as well. */
export function quotaJson({ id, resource, used, hardLimit }: QuotaView) {
  return {
    id: quotaWireId.encode(id),
    resourceType: resource === 'storage' ? 'octets' : 'count',
    used,
    hardLimit,
    warnLimit: null,
    softLimit: null,
    scope: 'account',
    name: names[resource],
    description: null,
    types: ['Email'],
  }
}
