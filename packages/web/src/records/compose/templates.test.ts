import type { Template } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { methodServer, type Method } from '../../net/method-server.fixture.ts'
import { templatesOf } from './templates.ts'

/** A server with one template, which refuses a change when it is told to. */
function setting() {
  const stored: Template[] = [
    { id: 'MT1', name: 'Thanks', subject: '', htmlBody: '<p>Thank you</p>', sortOrder: 0 },
  ]
  const refusal = { type: undefined as string | undefined }
  const refused = (id: string) => ({ [id]: { type: refusal.type } })
  const set: Method = ({ create, update, destroy }) => {
    const [id] = Object.keys((create ?? update ?? {}) as object).concat((destroy ?? []) as string[])
    if (refusal.type && create) return { notCreated: refused('t') }
    if (refusal.type) return update ? { notUpdated: refused(id ?? '') } : { notDestroyed: refused(id ?? '') }
    if (create)
      stored.push({ id: 'MT2', sortOrder: 1, ...(create as { t: Omit<Template, 'id' | 'sortOrder'> }).t })
    if (update) Object.assign(stored.find((template) => template.id === id) ?? {}, Object.values(update)[0])
    if (destroy)
      stored.splice(
        stored.findIndex((template) => template.id === id),
        1,
      )
    return { created: create ? { t: { id: 'MT2' } } : null }
  }
  const client = methodServer({ 'Template/get': () => ({ list: stored }), 'Template/set': set })
  return { ...client, templates: templatesOf(client), refusal }
}
const texts = { name: 'Invoice', subject: 'Your invoice', htmlBody: '<p>Attached.</p>' }
const names = ({ templates }: ReturnType<typeof setting>) => templates.all()?.map(({ name }) => name)

describe('templates', () => {
  test('are unknown before the first answer, and belong to the personal account', async () => {
    const at = setting()
    expect(at.templates.all()).toBeUndefined()
    expect(await at.templates.load()).toBe(true)
    expect(names(at)).toEqual(['Thanks'])
    expect(at.argumentsOf('Template/get')).toEqual([{ accountId: 'A0', ids: null }])
  })

  test('are made without an id, changed with one, and listed as the server has them then', async () => {
    const at = setting()
    expect(await at.templates.save(texts)).toEqual({ ok: true, id: 'MT2' })
    expect(names(at)).toEqual(['Thanks', 'Invoice'])
    expect(await at.templates.save({ ...texts, name: 'Bill' }, 'MT2')).toEqual({ ok: true, id: 'MT2' })
    expect(names(at)).toEqual(['Thanks', 'Bill'])
    expect(await at.templates.remove('MT1')).toEqual({ ok: true, id: 'MT1' })
    expect(names(at)).toEqual(['Bill'])
  })

  test('are sent with their texts alone, whatever else the caller’s object holds', async () => {
    const at = setting()
    await at.templates.save({ ...texts, sortOrder: 7 } as typeof texts, 'MT1')
    expect(at.argumentsOf('Template/set')).toEqual([{ accountId: 'A0', update: { MT1: texts } }])
  })

  test('that are refused answer the type of the error, each kind of change', async () => {
    const at = setting()
    at.refusal.type = 'alreadyExists'
    const refused = { ok: false, why: 'alreadyExists' }
    expect(await at.templates.save(texts)).toEqual(refused)
    expect(await at.templates.save(texts, 'MT1')).toEqual(refused)
    expect(await at.templates.remove('MT1')).toEqual(refused)
  })

  test('cannot be loaded or saved without a server, which is no refusal', async () => {
    const at = setting()
    at.server.isDown = true
    expect(await at.templates.load()).toBe(false)
    expect(await at.templates.save(texts)).toEqual({ ok: false, why: undefined })
  })
})
