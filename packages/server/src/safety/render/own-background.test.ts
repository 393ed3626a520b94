import { expect, test } from 'vitest'
import { render } from '../../../../server-testing/src/safety/render/test-renderer.ts'

const simple = { theme: 'dark', darken: 'simple' } as const

test.each([
  '<p>Took it.</p><p>Elin</p>',
  '<div dir="ltr" style="background-color:#ffffff;color:#000">Took it.</div>',
  '<table bgcolor="white"><tr><td style="background: rgb(255, 255, 255) none">a</td></tr></table>',
  '<style>p{margin:0;background:transparent}</style><p>a</p>',
  '<p style="color:#c00">a<img src="https://x.example/logo.png"></p>',
])('HTML without a ground of its own is drawn dark in a dark theme: %s', async (html) => {
  expect(await render(html, simple)).toMatchObject({ isDark: true, mayDarken: true })
  expect(await render(html, { theme: 'light', darken: 'simple' })).toMatchObject({ isDark: false })
})

test.each([
  '<body style="background:#f2f3f5"><p>a</p></body>',
  '<table bgcolor="#102030"><tr><td>a</td></tr></table>',
  '<div style="background-image:url(https://x.example/a.png)">a</div>',
  '<table background="https://x.example/a.png"><tr><td>a</td></tr></table>',
  '<style>.card{background-color:#eee}</style><div class="card">a</div>',
])('HTML that was designed keeps the colours its sender gave it: %s', async (html) => {
  expect(await render(html, simple)).toMatchObject({ isDark: false, mayDarken: true })
  expect(await render(html, { theme: 'dark', darken: true })).toMatchObject({ isDark: true })
})
