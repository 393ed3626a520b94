import { expect, test } from 'vitest'
import { putAside, readDeviceDraft, type DeviceDraft } from './device-drafts.ts'

const fields = { to: [], files: [], sender: { accountId: 'A1' } } as unknown as DeviceDraft['fields']
const saved = { accountId: 'A1', emailId: 'M1' }
const draft: DeviceDraft = {
  fields,
  body: { html: null, text: 'x'.repeat(600) },
  draft: saved,
  about: undefined,
}

test('a message is put aside where there is room for one copy only', () => {
  const entries = new Map([['plmail-letter/U1/1', JSON.stringify(draft)]])
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if ([...entries.values(), value].join('').length > 1000) throw new Error('full')
      entries.set(key, value)
    },
    removeItem: (key: string) => void entries.delete(key),
  }
  putAside(storage, 'plmail-letter/U1/1', draft)
  expect([...entries.keys()]).toEqual(['plmail-discarded/U1/1'])
  // Its draft lies in the trash by then.
  expect(readDeviceDraft(storage, 'plmail-discarded/U1/1')).toMatchObject({ body: draft.body })
  expect(readDeviceDraft(storage, 'plmail-discarded/U1/1')?.draft).toBeUndefined()
})
