/** The screens of the assistant. In the demo it is on, and its model writes from templates. */
import { dialog, list } from './mail.mjs'

const inbox = '/mail/inbox'
const region = '[data-region=thread]'

const opened = (key, then = async () => {}) => ({
  path: inbox,
  prepare: async (page) => {
    await list(page)
    await page.keyboard.press(key)
    await dialog(page)
    await page.locator('dialog[open] .button.primary').waitFor()
    await then(page)
  },
})

const asked = async (page) => {
  await page.locator('dialog[open] input').first().fill('Who writes about the meeting with people?')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] details').waitFor()
}
const toldWhatIsNew = async (page) => {
  await page.locator('dialog[open] .button.primary').click()
  await page.locator('dialog[open] section').last().waitFor()
}

/** The first conversation of several messages, with its summary. */
const summarised = {
  path: `/mail/search/${encodeURIComponent('subject:re OR subject:aw')}`,
  prepare: async (page) => {
    await list(page)
    await page.locator('[role=grid] [role=row]:has(a)').first().click()
    await page.locator(`${region} .summary .button`).first().click()
    await page.locator(`${region} .summary li`).first().waitFor()
  },
}

export const assistantScreens = {
  'assistant-question': opened('q'),
  'assistant-answer': opened('q', asked),
  'assistant-news': opened('Shift+Q'),
  'assistant-news-told': opened('Shift+Q', toldWhatIsNew),
  'assistant-summary': summarised,
}
