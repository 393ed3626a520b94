import fc from 'fast-check'
import { type DraftPart, plainPart } from '../index.ts'

/** Text as people write it, and text as those write it who mean harm. */
export const words = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'plain words',
    'Grüße aus Köln, 東京 und 🎉',
    'a\r\nBcc: victim@example.test',
    'a\n\nbody',
    '=?UTF-8?Q?x?=',
    '"quoted" \\ and, commas; (comments)',
    'x'.repeat(1500),
    'ß'.repeat(700),
    'two  blanks   and\ttabs ',
    '<a@b>, c@d',
  ),
)

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
const names = fc.option(
  words.map((text) => text.slice(0, 200)),
  { nil: null },
)

/** Texts with any line breaks; long lines too. */
export const texts = fc
  .array(fc.oneof(words, fc.constantFrom('\n', '\r\n', '\r', '--', 'From here', '.', '=', ' \n')), {
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''))

const leaf: fc.Arbitrary<DraftPart> = fc
  .record({
    type: fc.constantFrom(
      'text/plain',
      'text/html',
      'text/csv',
      'image/png',
      'application/pdf',
      'application/json',
    ),
    content: fc.oneof(
      texts.map((text) => ({ kind: 'text' as const, text })),
      bytes.map((content) => ({ kind: 'bytes' as const, bytes: content })),
    ),
    disposition: fc.constantFrom(null, 'inline', 'attachment'),
    name: names,
    cid: fc.option(fc.stringMatching(/^[A-Za-z0-9.]{1,30}@[a-z]{1,10}$/), { nil: null }),
    language: fc.option(fc.constantFrom(['de'], ['en', 'fr-CA']), { nil: null }),
  })
  .map(({ type, content, ...said }) => ({ ...plainPart(type, content), ...said }))

export const tree: fc.Arbitrary<DraftPart> = fc.letrec<{ part: DraftPart }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(
        fc.constantFrom('mixed', 'alternative', 'related'),
        fc.array(tie('part'), { minLength: 1, maxLength: 3 }),
      )
      .map(([subtype, parts]) => plainPart(`multipart/${subtype}`, { kind: 'parts', parts })),
  ),
})).part
