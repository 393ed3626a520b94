/*
 * Everything that protects a reader from what strangers wrote and a server from where strangers point: rendering of
 * bodies (the only function that may emit a stranger's HTML), remote images, the sender warning, outgoing requests.
 * Owns no table and reads none: callers pass what it needs.
 */
export type { ImageProxy } from './images/image-proxy.ts'
export { createImageProxy } from './images/image-proxy.ts'
export { imageProxyPath, type ImageQuery } from './images/signed-url.ts'
export type { Outbound } from './outbound/types.ts'
export { createOutboundPost, type OutboundPost } from './outbound/outbound-post.ts'
export { createOutboundRequest, type OutboundRequest } from './outbound/outbound-request.ts'
export { createOutboundStream, type OutboundStream } from './outbound/outbound-stream.ts'
export { createOutbound } from './outbound/outbound.ts'
export { isLoopbackHost } from './outbound/public-address.ts'
export { printPolicy } from './render/frame-document.ts'
export { frameScriptHash } from './render/frame-script-hash.ts'
export { inThisThread } from './render/render-run.ts'
export { createRenderer, type Renderer } from './render/renderer.ts'
export type { RenderInput } from './render/rendering.ts'
export { inWorker } from './render/worker-run.ts'
export { readAuthentication } from './sender/authentication.ts'
export { registrableDomain } from './sender/believed-dkim.ts'
export { senderWarning } from './sender/sender-warning.ts'
export { isSenderDoubtful, senderProof, type SenderProof } from './sender/sender-proof.ts'
export { type VouchedMailbox, vouchingHosts } from './sender/vouching.ts'
