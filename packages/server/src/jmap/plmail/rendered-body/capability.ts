import { capability } from '@plmail/wire'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { attachmentPreviewGet, type AttachmentPreviewNeeds, maxPreviews } from '../attachment-preview/get.ts'
import { maxBodies, type RenderedBodyNeeds, renderedBodyGet } from './get.ts'

/** Content that strangers sent, made safe to look at. */
export function createReadingCapability({
  mail,
  renderer,
  trustedSenders,
  mayFetchPictures,
  documents,
}: RenderedBodyNeeds & AttachmentPreviewNeeds): Capability {
  return {
    uri: capability.reading,
    ofAccount: inAccountsThat('holdsMail'),
    limits: { maxBodiesInGet: maxBodies, maxPreviewsInGet: maxPreviews },
    methods: {
      'RenderedBody/get': renderedBodyGet({ mail, renderer, trustedSenders, mayFetchPictures }),
      'AttachmentPreview/get': attachmentPreviewGet({ mail, documents }),
    },
  }
}
