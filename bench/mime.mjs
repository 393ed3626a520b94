// How many messages a second the MIME parser takes on one core. Node 20 does not read TypeScript: esbuild bundles it first.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = new URL('..', import.meta.url).pathname
// Inside the checkout, so that the bundle finds the installed packages.
const folder = mkdtempSync(join(root, 'node_modules', '.mime-bench-'))
const outfile = join(folder, 'mime.mjs')
await build({
  entryPoints: [join(root, 'packages/server/src/mail/mime/index.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile,
  logLevel: 'error',
})
const { allHeaders, parseMessage, parseMime } = await import(pathToFileURL(outfile).href)
rmSync(folder, { recursive: true })

const sentence =
  'The quarterly figures are attached; please look at page three before the meeting on Friday. '
const header = (type) =>
  [
    'Received: from mx.example.test (mx.example.test [192.0.2.1]) by in.example.test with ESMTPS id 4F;\r\n Sat, 21 Nov 2026 10:00:03 +0100',
    'DKIM-Signature: v=1; a=rsa-sha256; d=example.test; s=k1;\r\n h=from:to:subject:date; bh=' +
      'A'.repeat(44) +
      ';\r\n b=' +
      'B'.repeat(340),
    ...Array.from({ length: 14 }, (_, n) => `X-Note-${n}: some words that systems add on the way ${n}`),
    'From: =?utf-8?Q?Ad=C3=A4_Lovelace?= <ada@example.test>',
    'To: "Ben, the Second" <ben@example.test>, team@example.test',
    'Subject: Re: =?utf-8?B?R3LDvMOfZSBhdXMgV2llbg==?=',
    'Date: Sat, 21 Nov 2026 10:00:00 +0100 (CET)',
    'Message-ID: <20261121100000.1234@example.test>',
    'References: <a@example.test> <b@example.test> <c@example.test>',
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
  ].join('\r\n')

const lines = (size) => `${sentence.slice(0, 76)}\r\n`.repeat(Math.ceil(size / 78))
const html = (size) =>
  `<html><head><style>${'p{margin:0;color:#333}'.repeat(40)}</style></head><body>${`<p class="x">${sentence}</p>\r\n`.repeat(Math.ceil(size / 108))}</body></html>`
const base64 = (size) => `${'QUJD'.repeat(19)}\r\n`.repeat(Math.ceil(size / 78))
const parts = (boundary, ...bodies) =>
  `\r\n\r\n--${boundary}\r\n${bodies.join(`\r\n--${boundary}\r\n`)}\r\n--${boundary}--\r\n`
const textPart = (size) =>
  `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${lines(size)}`
const htmlPart = (size) =>
  `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${html(size).replaceAll('=', '=3D')}`
const filePart = (size) =>
  `Content-Type: application/pdf; name="a.pdf"\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(size)}`

const kinds = {
  plain: `${header('text/plain; charset=utf-8')}\r\n\r\n${lines(5_000)}`,
  alternative: `${header('multipart/alternative; boundary=b1')}${parts('b1', textPart(3_000), htmlPart(9_000))}`,
  'with a file': `${header('multipart/mixed; boundary=b1')}${parts('b1', textPart(2_000), filePart(20_000))}`,
  newsletter: `${header('text/html; charset=utf-8')}\r\n\r\n${html(40_000)}`,
  forwarded: `${header('multipart/mixed; boundary=b1')}${parts('b1', textPart(1_000), `Content-Type: message/rfc822\r\n\r\n${header('text/plain')}\r\n\r\n${lines(4_000)}`)}`,
}
// Twenty messages in the proportions of a real mailbox, 12 KiB on average.
const shares = { plain: 8, alternative: 6, 'with a file': 3, newsletter: 2, forwarded: 1 }
const mailbox = Object.entries(shares).flatMap(([kind, count]) => Array(count).fill(Buffer.from(kinds[kind])))
const average = mailbox.reduce((sum, raw) => sum + raw.length, 0) / mailbox.length

const jobs = {
  'structure and headers': (raw) => allHeaders(raw, parseMime(raw).root),
  'everything kept at ingest': parseMessage,
}
const results = Object.entries(jobs).map(([what, job]) => ({ what, perSecond: rate(job) }))
if (process.argv.includes('--json'))
  console.log(JSON.stringify({ bench: 'mime', averageBytes: Math.round(average), results }))
else {
  console.log(`MIME parser, messages of ${(average / 1024).toFixed(1)} KiB on average, CPU time of one core`)
  for (const { what, perSecond } of results)
    console.log(`${what.padEnd(28)} ${perSecond.toLocaleString('en')} messages/s`)
}

function rate(job) {
  for (let warm = 0; warm < 50; warm += 1) mailbox.forEach((raw) => job(raw))
  const rounds = 100
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) mailbox.forEach((raw) => job(raw))
  const { user, system } = process.cpuUsage(before)
  return Math.round((rounds * mailbox.length * 1e6) / (user + system))
}
