/**
 * A newsletter as shops send them, of about `bytes` characters: a style sheet with media queries, tables in tables,
 * every cell styled in place, pictures and tracked links.
 */
export function newsletter(bytes: number): string {
  const rows: string[] = []
  for (let length = head.length, number = 0; length < bytes; number++) {
    const item = article(number)
    rows.push(item)
    length += item.length
  }
  return `${head}${rows.join('\n')}</td></tr></table></body></html>`
}

const rule = (name: string, number: number) =>
  `.${name}-${number}{margin:0 auto!important;padding:${number}px 16px;color:#3${number % 10}4a5c;font:400 14px/1.5 Arial,Helvetica,sans-serif;border-bottom:1px solid #e5e5e5}`
const rules = (name: string) => Array.from({ length: 40 }, (_, number) => rule(name, number)).join('\n')

const head = `<!doctype html><html><head><meta charset="utf-8"><title>News</title><style>
body{margin:0;background:#f4f4f4}a{color:#06c;text-decoration:none}a:hover{text-decoration:underline}
${rules('row')}
@media only screen and (max-width:600px){${rules('narrow')}}
@media (prefers-color-scheme:dark){body{background:#111}.row-1{color:#eee}}
</style></head><body><table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f4f4f4"><tr><td align="center">
`

function article(number: number): string {
  const link = `https://click.shop.example/t/${'9f3a2c'.repeat(8)}?id=${number}&amp;utm_source=news&amp;utm_medium=email`
  return `<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:600px;max-width:100%;border-collapse:collapse;background-color:#ffffff">
<tr><td class="row-${number % 40} narrow-${number % 40}" style="padding:16px 24px;border:1px solid #dddddd">
<a href="${link}" target="_blank" style="color:#0a58ca;text-decoration:none"><img src="https://img.shop.example/${number}.jpg" width="280" height="180" alt="Item ${number}" style="display:block;border:0;width:280px;height:auto"></a>
<h2 style="margin:12px 0 4px;font-family:Georgia,'Times New Roman',serif;font-size:20px;line-height:26px;color:#222222">A thing worth having, number ${number}</h2>
<p style="margin:0 0 12px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:21px;color:#555555">It is light, it lasts, and it comes with a bag. Members pay less until Sunday; the rest of the world pays the usual price and still gets it by Tuesday.</p>
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="#d6336c" style="border-radius:4px;padding:10px 18px;background:#d6336c url('https://img.shop.example/button.png') repeat-x"><a href="${link}" style="color:#ffffff;font-weight:bold">Buy now</a></td><td style="padding-left:12px;color:#999999;text-decoration:line-through">€&nbsp;${number + 20}.90</td></tr></table>
</td></tr></table>`
}
