import type { EmailBodyPart } from '@plmail/wire'
import { isPdf } from './pdf/draw-pdf.ts'

/** Image types that a browser draws without running any code. SVG is a document and is excluded. */
export const pictures = /^image\/(?:png|jpeg|gif|webp|bmp|avif)$/

/** Fetched unasked to be shown small; larger ones wait until they are opened. */
const maxBytes = 4_000_000

export const smallEnough = (part: EmailBodyPart): boolean =>
  part.size <= maxBytes && (pictures.test(part.type) || isPdf(part))
