import { capability } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import type { Capability } from '../../engine/capability.ts'
import { limits } from '../../engine/limits.ts'
import { digestAlgorithms } from './digests.ts'
import { blobGet } from './get.ts'
import { blobLookup, lookupTypes } from './lookup.ts'
import { maxDataSources } from './sources.ts'
import { blobUpload } from './upload.ts'

/** RFC 9404. */
export function createBlobCapability({ mail }: { mail: Mail }): Capability {
  return {
    uri: capability.blob,
    ofAccount: ({ holdsMail, isOfPerson }) => (holdsMail || isOfPerson ? ofAccount : undefined),
    methods: {
      'Blob/upload': blobUpload({ mail }),
      'Blob/get': blobGet({ mail }),
      'Blob/lookup': blobLookup({ mail }),
    },
  }
}

/** RFC 9404 §3.1. */
const ofAccount = {
  maxSizeBlobSet: limits.maxSizeUpload,
  maxDataSources,
  supportedTypeNames: lookupTypes,
  supportedDigestAlgorithms: digestAlgorithms,
}
