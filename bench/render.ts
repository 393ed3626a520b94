import { createRenderer, inThisThread } from '../packages/server/src/safety/index.ts'
import { systemClock } from '../packages/server/src/kit/clock.ts'
import { systemRandom } from '../packages/server/src/kit/random.ts'

export interface RenderFigures {
  bytes: number
  /** CPU milliseconds of one message_render, median of the runs. */
  medianMs: number
  budgetMs: number
}

/** message_render of a 100 KB newsletter (design.md §9: ≤ 25 ms). In this thread: the crossing costs under a millisecond. */
export async function benchRender(runs = 41): Promise<RenderFigures> {
  const renderer = createRenderer({
    clock: systemClock,
    random: systemRandom,
    imageKey: 'k',
    run: inThisThread,
  })
  const html = newsletter(100_000)
  const figures: number[] = []
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    await renderer.message_render({
      html,
      text: null,
      inlineImages: {},
      images: 'blocked',
      theme: 'light',
      origin: 'https://mail.example',
    })
    const { user, system } = process.cpuUsage(before)
    figures.push((user + system) / 1000)
  }
  figures.sort((a, b) => a - b)
  return { bytes: Buffer.byteLength(html), medianMs: figures[runs >> 1] ?? Number.NaN, budgetMs: 25 }
}

/** Rows of pictures, prices and links in nested tables, every element styled, as mailing tools write them. */
function newsletter(bytes: number): string {
  const head = `<html><head><style>${sheet}</style></head><body style="margin:0;padding:0;background:#f4f4f4">`
  const rows: string[] = []
  for (let size = head.length, at = 0; size < bytes; at++) {
    const row = article(at)
    rows.push(row)
    size += row.length
  }
  return `${head}<table width="100%" cellpadding="0" cellspacing="0" role="presentation">${rows.join('')}</table>`
}

const sheet = `
.wrap{width:600px;margin:0 auto} a{color:#0b57d0;text-decoration:none} h2{font:700 20px/26px Arial,sans-serif}
@media only screen and (max-width:600px){.wrap{width:100%!important}.half{display:block!important;width:100%!important}}
@media (prefers-color-scheme:dark){body{background:#111!important}h2{color:#fff!important}}
`.repeat(6)

function article(at: number): string {
  const cell =
    'padding:12px 24px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:22px;color:#333333'
  return (
    `<tr><td align="center" style="${cell}"><table class="wrap" width="600" border="0"><tr>` +
    `<td class="half" width="280" valign="top" style="padding:0 ${at % 30}px 0 0"><a href="https://shop.example/p/${at}?utm_source=mail&amp;utm_id=${at}">` +
    `<img src="https://cdn.example/i/${at}.jpg" width="280" height="210" alt="Item ${at}" style="display:block;border:0;width:280px"></a></td>` +
    `<td class="half" valign="top" style="${cell}"><h2>Item number ${at}</h2><p style="margin:0 0 12px">A few words about what it is, ` +
    `why it is here and what it <b>costs</b> this week.</p><a href="https://shop.example/buy/${at}" style="background:#0b57d0;` +
    `color:#ffffff;display:inline-block;padding:10px 20px;border-radius:4px">Have a look</a></td></tr></table></td></tr>`
  )
}
