import { expect, test } from 'vitest'
import { holdBack } from '../fixtures/hold-back.ts'
import { newsletter } from '../fixtures/messages-to-judge.ts'
import { getBody, readerThrough, within } from '../fixtures/reader.ts'

/** Read messages that another program marks as unread: read again when they are opened again, and not before. */
const subjects = ['Opened before', 'Opened at once', 'Left open']
const { reader, page, thread } = readerThrough(
  subjects.map((subject) => ({ message: newsletter(subject), isSeen: true })),
)

/** Asked of the server, by another program. */
async function loadEmail(subject: string): Promise<{ id: string; keywords: Record<string, true> }> {
  const { visitor, accountId } = reader()
  const { ids } = await visitor.call<{ ids: string[] }>('Email/query', { accountId, filter: { subject } })
  const { list } = await visitor.call<{ list: { id: string; keywords: Record<string, true> }[] }>(
    'Email/get',
    { accountId, ids },
  )
  return list[0]!
}
const isSeen = async (subject: string) => (await loadEmail(subject)).keywords['$seen'] === true

async function makeUnread(subject: string): Promise<void> {
  const { visitor, accountId } = reader()
  const { id } = await loadEmail(subject)
  await visitor.call('Email/set', { accountId, update: { [id]: { 'keywords/$seen': null } } })
  expect(await isSeen(subject)).toBe(false)
}

const shownUnread = (subject: string) =>
  reader().row(subject).getByText('Unread', { exact: true }).waitFor({ state: 'attached' })
const read = () => getBody(thread()).getByText('The first frost came early').waitFor()

test('one that is opened before this window has heard of it is read all the same', async () => {
  const [, subject] = subjects as [string, string]
  await reader().go('inbox')
  await reader().row(subject).waitFor()
  await using news = await holdBack(page(), 'Email/get')
  await makeUnread(subject)
  // Its body is here before anything says that it is unread.
  await reader().open(subject)
  await read()
  expect(await isSeen(subject)).toBe(false)
  news.letGo()
  await within(async () => expect(await isSeen(subject)).toBe(true))
})

test('one that was open before is read when it is opened again', async () => {
  const [subject, otherSubject] = subjects as [string, string]
  await reader().go('inbox')
  await reader().open(subject)
  await read()
  await reader().open(otherSubject)
  await makeUnread(subject)
  await shownUnread(subject)
  await reader().open(subject)
  await within(async () => expect(await isSeen(subject)).toBe(true))
})

test('one that is open stays unread, until it is opened once more', async () => {
  const [, , subject] = subjects as [string, string, string]
  await reader().go('inbox')
  await makeUnread(subject)
  await shownUnread(subject)
  await reader().open(subject)
  await read()
  // Opening it marks it read, and so does half a second in view: whoever marks it unread before is overtaken by that.
  await within(async () => expect(await isSeen(subject)).toBe(true))
  await page().waitForTimeout(1_000)
  await makeUnread(subject)
  await shownUnread(subject)
  // What is done here goes to the server in the order in which it is done.
  const starred = async () => (await loadEmail(subject)).keywords['$flagged'] === true
  const wasStarred = await starred()
  await page().keyboard.press('s')
  await within(async () => expect(await starred()).toBe(!wasStarred))
  expect(await isSeen(subject)).toBe(false)
  await reader().row(subject).getByRole('link').click()
  await within(async () => expect(await isSeen(subject)).toBe(true))
})
