/** The screens of mail, of messages and of contacts. */
/** Rows that are on their way neither open nor hear a key. */
export const list = (page) => page.locator('[role=grid] [role=row]:has(a)').first().waitFor()
export const dialog = (page) => page.locator('dialog[open]').last().waitFor()

const inbox = '/mail/inbox'
/** Keys pressed in the list, and what is to be seen then. */
const keys = (pressed, visible = dialog, more = {}) => ({
  path: inbox,
  prepare: async (page) => {
    await list(page)
    for (const key of pressed) await page.keyboard.press(key)
    await visible(page)
  },
  ...more,
})
const thread = async (page) => {
  await list(page)
  await page.locator('[role=grid] [role=row]').nth(1).click()
  await page.locator('[data-region=thread] h2').waitFor()
  await page.locator('[data-region=thread] iframe:not(.unready)').first().waitFor({ state: 'attached' })
}
/** The first conversation that a search finds, and what is done in it. */
const opensFirstResult = (query, then = () => {}) => ({
  path: `/mail/search/${encodeURIComponent(query)}`,
  prepare: async (page, size) => {
    await list(page)
    await page.locator('[role=grid] [role=row]:has(a)').first().click()
    await page.locator('[data-region=thread] iframe:not(.unready)').first().waitFor({ state: 'attached' })
    await then(page, size)
  },
})
const region = '[data-region=thread]'
const menu = (opener) => async (page) => {
  await page.locator(opener).last().click()
  await page.locator('[popover]:popover-open').waitFor()
}
const toolbarMenu = '.stage:not(.hidden) .toolbar .opener'
const messageMenu = menu(`${region} [data-message] .opener`)
/** The nth entry of what is rarely done to a conversation, -1 the last: on a phone there are more in front. */
const more = (nth) => async (page) => {
  await menu(toolbarMenu)(page)
  await page.locator('[popover]:popover-open [role=menuitem]').nth(nth).click()
  await dialog(page)
}
const attached = (name, visible) =>
  opensFirstResult(`filename:${name}`, async (page) => {
    await page.locator(`${region} section ul button`, { hasText: name }).first().click()
    await dialog(page)
    await page.locator('dialog[open]').locator(visible).first().waitFor()
  })
/** What the server would answer, altered: trouble of which a demo has none. */
const altered = (path, change, visible = list) => ({
  path: inbox,
  prepare: async (page, size) => {
    await page.route(path, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      change(json)
      await route.fulfill({ response, json })
    })
    await page.reload()
    await visible(page, size)
  },
})
/** Every writing of mail is answered with this error. */
const refused = (type, description) => async (page) => {
  await page.route('**/jmap/api', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const [name, answer] of json.methodResponses ?? []) {
      if (name !== 'Email/set') continue
      const error = (ids) =>
        Object.fromEntries(Object.keys(ids ?? {}).map((id) => [id, { type, description }]))
      Object.assign(answer, { notUpdated: error(answer.updated), notCreated: error(answer.created) })
      Object.assign(answer, { updated: null, created: null })
    }
    await route.fulfill({ response, json })
  })
}
const accounts = (change, visible) => altered('**/api/accounts', change, visible)
const newFolder = (page) => page.locator('section .head button:visible').first()
/** On a phone they are a sheet of their own. */
const folders = async (page, size) => {
  await list(page)
  if (size === 'phone') await page.locator('.app > nav button').first().click()
  await newFolder(page).waitFor()
}
const composer = (page) => page.locator('.ProseMirror').first().waitFor()
const tabs = (category) => ({
  path: `${inbox}${category}`,
  preferences: { hasCategoryTabs: true },
  prepare: (page) => page.locator('[data-region=tabs] [aria-current]').waitFor(),
})

/** What the client says where this is what its server answers. */
const searchedWhile = (answer) => ({
  path: inbox,
  prepare: async (page) => {
    await list(page)
    await page.route('**/jmap/api', answer)
    await page.keyboard.press('/')
    await page.keyboard.type('quarterly plans')
    await page.keyboard.press('Enter')
    await page.locator('.pane .said, .pane .empty').first().waitFor()
  },
})
const failure = { type: 'about:blank', status: 500, title: 'Something went wrong', reference: 'a1b2c3' }
/** A row that a finger holds aside by so many pixels; at a desk there is none. */
const swiped = (by) => ({
  path: inbox,
  prepare: async (page, size) => {
    await list(page)
    if (size !== 'phone') return
    const { x, y, width, height } = await page.locator('[role=grid] [role=row]:has(a)').nth(2).boundingBox()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    const touch = (type, points) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((at) => ({ x: at, y: middleY })),
      })
    await touch('touchStart', [middleX])
    for (let step = 1; step <= 5; step++) await touch('touchMove', [middleX + (by * step) / 5])
    await page.locator('[data-swiped]').waitFor()
  },
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
  'selected-all': keys(['*', 'a'], async (page) => {
    await page.locator('.line .link').first().click()
  }),
  /** What hangs at the pointer is the browser's, and in no picture of the page. */
  dragged: {
    path: inbox,
    prepare: async (page, size) => {
      await list(page)
      if (size === 'phone') return
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await page.locator('[role=grid] [role=row]:has(a) a').first().hover()
      await page.mouse.down()
      const folder = page.locator('aside li a[href*="/mail/A"]').nth(7)
      // The first move begins the drag, the second is one over the folder.
      for (let move = 0; move < 2; move++) await folder.hover()
      await page.locator('aside li.target').waitFor()
    },
    finish: (page) => page.keyboard.press('Escape'),
  },
  'swiped-right': swiped(200),
  'swiped-left': swiped(-200),
  'swiped-little': swiped(60),
  told: keys(['j', 'Shift+i', 'Shift+u'], (page) => page.locator('[data-region=toast] .toast').waitFor()),
  thread: { path: inbox, prepare: thread },
  'thread-long': opensFirstResult('subject:harbour subject:window'),
  'thread-images': opensFirstResult('from:hearth'),
  'thread-warned': opensFirstResult('subject:parcel'),
  'thread-invitation': opensFirstResult('filename:invite.ics'),
  'thread-menu': opensFirstResult('filename:contrat', messageMenu),
  'thread-more': opensFirstResult('from:hearth', menu(toolbarMenu)),
  'thread-details': opensFirstResult('filename:contrat', async (page) => {
    await messageMenu(page)
    await page.locator('[popover]:popover-open button[role=menuitem]').last().click()
    await dialog(page)
    await page.locator('dialog[open] summary').click()
  }),
  person: opensFirstResult('filename:contrat', async (page) => {
    await page.locator(`${region} header .person button`).last().click()
    await dialog(page)
  }),
  block: opensFirstResult('from:hearth', more(-2)),
  printed: opensFirstResult('from:hearth', async (page) => {
    await messageMenu(page)
    const href = await page.locator('[popover]:popover-open a[href*=print]').getAttribute('href')
    await page.goto(href)
  }),
  'write-refused': {
    path: inbox,
    prepare: async (page) => {
      await list(page)
      await refused('forbidden', 'The mailbox is read-only')(page)
      for (const key of ['j', 'e']) await page.keyboard.press(key)
      await page.locator('[data-region=toast] .toast').waitFor()
      await page.waitForTimeout(6_000)
    },
  },
  'quota-full': {
    path: inbox,
    prepare: async (page) => {
      await list(page)
      await refused('overQuota', 'The mailbox is full')(page)
      await page.keyboard.press('c')
      await composer(page)
      await page.locator('.ProseMirror').first().pressSequentially('The plans are attached.')
      await page.waitForTimeout(6_000)
    },
    finish: async (page) => {
      await page.unroute('**/jmap/api')
      await page.locator('[data-region=compose] footer > button').last().click()
      await page.waitForTimeout(1_000)
    },
  },
  unsubscribe: opensFirstResult('from:hearth', more(-1)),
  'file-picture': attached('roof.png', 'img'),
  'file-pdf': attached('contrat-v3.pdf', 'canvas, img, pre'),
  'file-event': attached('invite.ics', 'article'),
  'file-message': attached('boathouse.eml', 'iframe, h3, dl'),
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
  'search-unreachable': searchedWhile((route) => route.abort()),
  'search-failed': searchedWhile((route) => route.fulfill({ status: 500, json: failure })),
  'first-run': accounts(
    (answer) => Object.assign(answer, { accounts: [], health: [] }),
    (page) => page.locator('main h1').waitFor(),
  ),
  importing: accounts(({ accounts: answer }) => {
    answer[0].import = { done: 12_480, total: 20_000 }
  }),
  'account-trouble': accounts((answer) => {
    const { id, address, provider } = answer.accounts[0]
    answer.health = [
      {
        id: 'grant',
        kind: 'grant',
        severity: 'critical',
        facts: [],
        said: null,
        title: 'The sign-in has expired',
        text: 'New mail waits at the provider until you sign in.',
        accounts: [{ id, address }],
        repair: { kind: 'reconnect', provider, label: 'Sign in again' },
      },
    ]
  }),
  'session-over': {
    path: inbox,
    prepare: async (page) => {
      await list(page)
      for (const path of ['**/jmap/**', '**/api/**'])
        await page.route(path, (route) => route.fulfill({ status: 401, json: {} }))
      await page.keyboard.press('j')
      await dialog(page)
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
      await page.locator('.app > [role=status] p').waitFor()
    },
  },
  compose: keys(['c'], composer),
  'compose-template': keys(['c'], async (page) => {
    await composer(page)
    await page.keyboard.press('Control+Shift+e')
    await dialog(page)
  }),
  'compose-ways': keys(['c'], async (page) => {
    await composer(page)
    await page.locator('footer .button.primary + button').click()
    await dialog(page)
  }),
  'compose-full': {
    ...keys(['c'], async (page) => {
      await composer(page)
      const all = Array.from(
        { length: 24 },
        (_, at) => `Reader ${at + 1} <reader${at + 1}@larkfield.example>`,
      )
      await page.keyboard.type(`${all.join(', ')}, not an address,`)
      await page
        .locator('form .line input, .line input')
        .first()
        .fill('تذكير: the general meeting of all friends of the harbour library, its garden and its boats')
      await page.locator('.ProseMirror').first().click()
      await page.keyboard.type('Dear all, the programme is attached.')
    }),
    finish: async (page) => {
      await page.locator('[data-region=compose] footer > button').last().click()
      await page.locator('[data-region=compose]').waitFor({ state: 'detached' })
      await page.waitForTimeout(1_000)
    },
  },
  outbox: keys(['g', 'o']),
  reply: {
    path: inbox,
    prepare: async (page) => {
      await thread(page)
      await page.keyboard.press('r')
      await composer(page)
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
