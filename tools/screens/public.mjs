/** The pages before somebody has signed in, and those for who has no account. They have no script. */
const outside = (path, prepare) => ({ path, prepare, isOutside: true })
const sharedAs = (view) => outside(({ share }) => `${share}/${view}/${new Date().toISOString().slice(0, 10)}`)

export const publicScreens = {
  'sign-in': outside('/login'),
  'sign-in-refused': outside('/login', async (page) => {
    await page.locator('#email').fill('nobody@plmail.example')
    await page.locator('#password').fill('not the password')
    await page.keyboard.press('Enter')
    await page.locator('[role=alert]').waitFor()
  }),
  'shared-month': sharedAs('month'),
  'shared-week': sharedAs('week'),
  'shared-day': sharedAs('day'),
  'shared-agenda': sharedAs('agenda'),
  book: outside(({ book }) => book),
  'book-late': outside(({ book }) => `${book}?tz=Pacific%2FHonolulu`),
  'book-taken': outside(({ book }) => `${book}?taken=1`),
  'book-wrong': outside(
    ({ book }) => book,
    async (page) => {
      await page.locator('form[method=post]').evaluate((form) => (form.noValidate = true))
      await page.locator('[name=email]').fill('nobody')
      await page.locator('form[method=post] .main').click()
      // Whoever tries too often is told that, which is a picture as well.
      await page.locator('.problem, .alert').first().waitFor()
    },
  ),
  'book-moved': outside(({ manage }) => `${manage}?moved=1`),
  'book-booked': outside(({ book }) => `${book}/booked`),
  'book-manage': outside(({ manage }) => manage),
  'book-cancelled': outside(({ cancelled }) => cancelled),
  'book-too-late': outside(({ tooLate }) => tooLate),
  'nothing-there': outside('/share/nothing'),
  refused: outside('/oauth/nowhere/connect'),
}

/** Of a server that nobody has set up; what is wrong there leaves it so. */
export const installScreens = (address) => ({
  install: outside(`${address}/install`),
  'install-wrong': outside(`${address}/install`, async (page) => {
    await page.locator('form[method=post]').evaluate((form) => (form.noValidate = true))
    await page.locator('[name=name]').fill('Ada')
    await page.locator('[name=email]').fill('ada')
    await page.locator('[name=password]').fill('short')
    await page.locator('[name=publicUrl]').fill('mail.example.org')
    await page.locator('button[type=submit]').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }),
})
