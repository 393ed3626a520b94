import type { Identity } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { changesOf, fieldsOf, isAddress } from './identity-form.ts'

const identity: Identity = {
  id: 'I1',
  name: 'Ada',
  email: 'ada@a.test',
  bcc: null,
  textSignature: '',
  htmlSignature: '',
  replyTo: [
    { name: 'Team', email: 'team@a.test' },
    { name: null, email: 'two@a.test' },
  ],
  mayDelete: false,
}

describe('the form of an identity', () => {
  test('shows addresses between commas and sends them as a list', () => {
    expect(fieldsOf(identity)).toEqual({ name: 'Ada', replyTo: 'team@a.test, two@a.test', bcc: '' })
    expect(changesOf({ name: ' Ada L ', replyTo: ' one@a.test ,', bcc: '' })).toEqual({
      changes: { name: 'Ada L', replyTo: [{ name: null, email: 'one@a.test' }], bcc: null },
    })
  })

  test('names the fields that hold no address', () => {
    expect(changesOf({ name: '', replyTo: 'nobody', bcc: 'a@b.test, x' })).toEqual({
      wrong: ['replyTo', 'bcc'],
    })
    expect(['a@b', 'a b@c.test', '', 'a@b.test,c@d.test'].filter(isAddress)).toEqual([])
  })
})
