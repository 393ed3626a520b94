/** The ground a body stands on. Messages may override all of it except the box that is measured. */
const base = `
html{margin:0;padding:0;-webkit-text-size-adjust:100%}
body{margin:0;padding:16px;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
plmail-body{display:flow-root!important;overflow-x:auto!important;position:static!important;height:auto!important;max-height:none!important;min-height:0!important}
img{max-width:100%}
a{color:var(--plmail-link)}
pre{white-space:pre-wrap}
blockquote{margin:4px 0 4px 2px;padding-left:12px;border-left:2px solid var(--plmail-line)}
.plmail-quote{margin:8px 0}
.plmail-quote>summary{display:inline-block;list-style:none;cursor:pointer;padding:0 10px;border-radius:8px;font:700 12px/18px system-ui,sans-serif;letter-spacing:1px;background:var(--plmail-line);color:var(--plmail-quiet)}
.plmail-quote>summary::-webkit-details-marker{display:none}
.plmail-quote>summary:focus-visible{outline:2px solid var(--plmail-link);outline-offset:2px}
.plmail-text,.plmail-signature{white-space:pre-wrap;overflow-wrap:anywhere;max-width:72ch}
.plmail-signature,.plmail-clipped{color:var(--plmail-quiet)}
`

const light = `:root{color-scheme:light;--plmail-link:#0b57d0;--plmail-line:#e3e5e8;--plmail-quiet:#5f6670}`
const dark = `:root{color-scheme:dark;--plmail-link:#8ab4f8;--plmail-line:#3a3f47;--plmail-quiet:#a3abb6}`

/** `theme`: plain text, on the page's own ground. `card`: HTML, whose authors assume white, or bring dark colours. */
export function frameStyle(ground: 'theme' | 'card', theme: 'light' | 'dark'): string {
  const colours = theme === 'dark' ? 'color:#e6e8eb' : 'color:#1f2328'
  const card = theme === 'dark' ? 'background:#1b1d21' : 'background:#fff'
  const body =
    ground === 'card' ? `body{${card};${colours}}` : `body{background:transparent;padding:0;${colours}}`
  return `${theme === 'dark' ? dark : light}${base}${body}`
}
