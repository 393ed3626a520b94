import { describe, expect, test } from 'vitest'
import type { AccountsAnswer, AccountView, JobEvent } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'
import { createAccounts } from './accounts.ts'

/** Answers each question about accounts only when the test says so. */
function slowServer() {
  const questions: ((answer: Answer<AccountsAnswer>) => void)[] = []
  const http = {
    call: () => new Promise<Answer<AccountsAnswer>>((resolve) => questions.push(resolve)),
  } as unknown as Http // only its call is used
  const accounts = createAccounts(
    http,
    () => undefined,
    () => undefined,
  )
  return { accounts, questions }
}

function listing(name: string, progress: AccountView['import']): Answer<AccountsAnswer> {
  const account = { id: 'A1', name, import: progress } as AccountView // what the list needs of it
  return {
    ok: true,
    value: { accounts: [account], health: [], signIns: [] },
  } as unknown as Answer<AccountsAnswer>
}

const importEvent = (done: number, total: number): JobEvent => ({
  job: 'import',
  accountId: 'A1',
  done,
  total,
  text: '',
})
const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('the accounts', () => {
  test('are no longer importing once the end was announced, though an older answer arrives later', async () => {
    const { accounts, questions } = slowServer()
    const loading = accounts.load()
    accounts.progress(importEvent(1, 1))
    questions[0]!(listing('Ada', { done: 0, total: 1 }))
    await loading
    expect(accounts.get('A1')?.import).toBeNull()
  })

  test('are importing again when a later answer says so', async () => {
    const { accounts, questions } = slowServer()
    const loading = accounts.load()
    accounts.progress(importEvent(1, 1))
    questions[0]!(listing('Ada', null))
    await loading
    const again = accounts.load()
    questions[1]!(listing('Ada', { done: 3, total: 9 }))
    await again
    expect(accounts.get('A1')?.import).toEqual({ done: 3, total: 9 })
  })

  test('are asked for one question at a time, so that no older answer comes last', async () => {
    const { accounts, questions } = slowServer()
    const loads = [accounts.load(), accounts.load(), accounts.load()]
    await settle()
    expect(questions).toHaveLength(1)
    questions[0]!(listing('Ada', null))
    await settle()
    questions[1]!(listing('Ada Lovelace', null))
    await Promise.all(loads)
    expect(questions).toHaveLength(2)
    expect(accounts.get('A1')?.name).toBe('Ada Lovelace')
  })
})
