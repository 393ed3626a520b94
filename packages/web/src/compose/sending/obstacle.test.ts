import { describe, expect, test } from 'vitest'
import { toolWords } from '../../words/writing-tools.ts'
import type { DraftFile, Fields } from '../draft/message.ts'
import { obstacle } from './obstacle.ts'

const words = toolWords.obstacles
const file = (state: DraftFile['state'], size = 1_000) => ({ name: 'a.pdf', state, size }) as DraftFile
const against = (
  files: DraftFile[],
  more: { invalid?: string[]; recipients?: number; isOffline?: boolean } = {},
) =>
  obstacle({ files } as unknown as Fields, more.invalid ?? [], more.recipients ?? 1, more.isOffline ?? false)

describe('a message', () => {
  test('goes with its files up', () => {
    expect(against([file('kept')])).toBeUndefined()
  })

  test('goes to nobody without recipients', () => {
    expect(against([], { recipients: 0 })).toBe(words.noRecipients)
  })

  test('names every address that is none, before anything else', () => {
    const text = against([file('failed')], { invalid: ['ann', 'bob@'], recipients: 0 })
    expect(text).toBe(words.invalidRecipients({ names: 'ann, bob@' }))
    expect(text).toContain('ann, bob@')
  })

  test.each(['uploading', 'waiting'] as const)('waits for a file that is %s', (state) => {
    expect(against([file('kept'), file(state)])).toBe(words.uploading)
  })

  test('does not go without a file that could not be sent up', () => {
    expect(against([file('failed')])).toBe(words.notUploaded)
    expect(against([file('too-large')])).toBe(words.notUploaded)
  })

  test('says how heavy its files are together, and how heavy they may be', () => {
    const text = against([file('kept', 30_000_000), file('kept', 30_000_000)])
    expect(text).toMatch(/60 MB.*52 MB/)
  })
})

describe('a message without a network', () => {
  const isOffline = true

  test.each(['uploading', 'waiting', 'failed'] as const)('takes a file that is %s along', (state) => {
    expect(against([file(state)], { isOffline })).toBeUndefined()
  })

  test('takes none along that no server would take', () => {
    expect(against([file('too-large')], { isOffline })).toBe(words.notUploaded)
    expect(against([file('waiting', 60_000_000)], { isOffline })).toMatch(/52 MB/)
  })
})
