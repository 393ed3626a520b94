/** The screens of mail, of letters and of contacts. */
export const list = (page) => page.locator('[role=grid] [role=row]').first().waitFor()
export const dialog = (page) => page.locator('dialog[open]').last().waitFor()

const inbox = '/mail/inbox'
/** Keys pressed in the list, and what is to be seen then. */
const keys = (pressed, seen = dialog, more = {}) => ({
  path: inbox,
  prepare: async (page) => {
    await list(page)
    for (const key of pressed) await page.keyboard.press(key)
    await seen(page)
  },
  ...more,
})
const thread = async (page) => {
  await list(page)
  await page.locator('[role=grid] [role=row]').nth(1).click()
  await page.locator('[data-region=thread] h2').waitFor()
  await page.locator('[data-region=thread] iframe:not(.unready)').first().waitFor({ state: 'attached' })
}
const newFolder = (page) => page.locator('section .head button:visible').first()
/** On a phone they are a sheet of their own. */
const folders = async (page, size) => {
  await list(page)
  if (size === 'phone') await page.locator('.app > nav button').first().click()
  await newFolder(page).waitFor()
}
const letter = (page) => page.locator('.ProseMirror').first().waitFor()
const tabs = (category) => ({
  ...{ path: `${inbox}${category}`, preferences: { hasCategoryTabs: true } },
  prepare: (page) => page.locator('[data-region=tabs] [aria-current]').waitFor(),
})

export const mailScreens = {
  inbox: { path: inbox, prepare: list },
  'inbox-compact': { path: inbox, prepare: list, preferences: { density: 'compact' } },
  'inbox-airy': { path: inbox, prepare: list, preferences: { density: 'airy' } },
  'inbox-below': { path: inbox, prepare: thread, preferences: { reading: 'below' } },
  'inbox-dock': { path: inbox, prepare: list, preferences: { hasDockedCalendar: true } },
  'tabs-primary': tabs(''),
  'tabs-promotions': tabs('/promotions'),
  'tabs-forums': tabs('/forums'),
  selected: keys(['j', 'x', 'j', 'x'], () => {}),
  thread: { path: inbox, prepare: thread },
  palette: keys(['Control+k']),
  shortcuts: keys(['?']),
  snooze: keys(['j', 'b']),
  label: keys(['j', 'l']),
  folders: { path: inbox, prepare: folders },
  'folder-new': {
    path: inbox,
    prepare: async (page, size) => {
      await folders(page, size)
      await newFolder(page).click()
      await dialog(page)
    },
  },
  found: { path: '/mail/search/the', prepare: list },
  'found-saved': { path: '/mail/search/from%3Aelin%20has%3Aattachment' },
  'found-nothing': { path: '/mail/search/xyzzyplugh' },
  searching: {
    path: inbox,
    prepare: async (page) => {
      await list(page)
      await page.keyboard.press('/')
      await page.keyboard.type('from:el')
      await page.locator('[role=listbox] [role=option]').first().waitFor()
    },
  },
  'empty-folder': { path: '/mail/snoozed' },
  'gone-folder': { path: '/mail/A999999/L999999' },
  offline: {
    path: inbox,
    prepare: async (page) => {
      await list(page)
      await page.context().setOffline(true)
      await page.evaluate(() => dispatchEvent(new Event('offline')))
    },
  },
  compose: keys(['c'], letter),
  'compose-template': keys(['c'], async (page) => {
    await letter(page)
    await page.keyboard.press('Control+Shift+e')
    await dialog(page)
  }),
  'compose-ways': keys(['c'], async (page) => {
    await letter(page)
    await page.locator('footer .button.primary + button').click()
    await dialog(page)
  }),
  reply: {
    path: inbox,
    prepare: async (page) => {
      await thread(page)
      await page.keyboard.press('r')
      await letter(page)
    },
  },
  contacts: { path: '/contacts', prepare: (page) => page.locator('nav li').first().waitFor() },
  'contacts-found-none': {
    path: '/contacts',
    prepare: (page) => page.locator('aside input[type=search]').fill('xyzzyplugh'),
  },
  'contact-card': {
    path: ({ contact }) => `/contacts/${contact}`,
    prepare: (page) => page.locator('main article').waitFor(),
  },
  'contact-editor': {
    path: ({ contact }) => `/contacts/${contact}`,
    prepare: async (page) => {
      await page.locator('main article .acts button').first().click()
      await page.locator('main form').waitFor()
    },
  },
  'contact-new': {
    path: '/contacts',
    prepare: async (page) => {
      await page.locator('aside .button.primary').click()
      await page.locator('main form').waitFor()
    },
  },
}
