import { expect, test, vi } from 'vitest'
import { sourceOnDevice } from './source-on-device.ts'

test('a message whose body is not on the device has no source, and one without its details neither', async () => {
  const body = vi.fn(async () => undefined)
  const email = { id: 'M1', attachments: [] }
  const records = (stored: object | undefined) =>
    ({ store: { email: () => stored }, reading: { body } }) as unknown as Parameters<typeof sourceOnDevice>[0]
  expect(await sourceOnDevice(records(undefined), 'A1', 'M1')).toBeUndefined()
  expect(body).not.toHaveBeenCalled()
  expect(await sourceOnDevice(records(email), 'A1', 'M1')).toBeUndefined()
  expect(body).toHaveBeenCalledOnce()
})
