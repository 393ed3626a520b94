import { type AttachmentPreviewNeeds, attachmentPreviewGet } from './attachment-preview/get.ts'
import type { Method } from '../engine/method.ts'
import { type RenderedBodyDeps, renderedBodyGet } from './rendered-body/get.ts'
import { type TrustedSenderNeeds, trustedSenderMethods } from './trusted-sender/methods.ts'

export type ReadingNeeds = RenderedBodyDeps & AttachmentPreviewNeeds & TrustedSenderNeeds

/** Lists the methods for reading content that strangers sent. */
export function readingMethods(needs: ReadingNeeds): Array<[string, Method]> {
  return [
    ['RenderedBody/get', renderedBodyGet(needs)],
    ['AttachmentPreview/get', attachmentPreviewGet(needs)],
    ...trustedSenderMethods(needs),
  ]
}
