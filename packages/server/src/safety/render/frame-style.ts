/**
 * The ground a body stands on. Messages may override all of it except the box that is measured. A letter that begins
 * with a paragraph begins at the top, unless it says otherwise.
 */
const base = `
plmail-body{display:flow-root!important;overflow-x:auto!important;position:static!important;height:auto!important;max-height:none!important;min-height:0!important}
:where(plmail-body>:is(p,h1,h2,h3):first-child){margin-top:0}
img{max-width:100%}
img[data-plmail-failed]{outline:1px dashed var(--plmail-quiet)!important;outline-offset:-1px}
a{color:var(--plmail-link)}
pre{white-space:pre-wrap}
blockquote{margin:4px 0 4px 2px;padding-left:12px;border-left:2px solid var(--plmail-line)}
.plmail-quote{margin:8px 0}
.plmail-quote>summary{display:inline-block;list-style:none;cursor:pointer;padding:0 10px;border-radius:8px;font:700 12px/18px system-ui,sans-serif;letter-spacing:1px;background:var(--plmail-line);color:var(--plmail-quiet)}
.plmail-quote>summary::-webkit-details-marker{display:none}
.plmail-quote>summary:focus-visible{outline:2px solid var(--plmail-link);outline-offset:2px}
.plmail-text,.plmail-signature{white-space:pre-wrap;overflow-wrap:anywhere;max-width:72ch}
.plmail-fixed .plmail-text,.plmail-fixed .plmail-signature{font:13px/1.5 ui-monospace,"Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace;max-width:none}
.plmail-signature,.plmail-clipped{color:var(--plmail-quiet)}
::highlight(plmail-found){background-color:#ffe28a;color:#1f2328}
`
const letters =
  'font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word'

const inks = {
  light: '--plmail-link:#0b57d0;--plmail-line:#e3e5e8;--plmail-quiet:#5f6670',
  dark: '--plmail-link:#8ab4f8;--plmail-line:#3a3f47;--plmail-quiet:#a3abb6',
}
const grounds = {
  light: 'background:#fff;color:#1f2328',
  dark: 'background:#1b1d21;color:#e6e8eb',
}
/** As a browser computes the colours of `grounds`. */
const texts = { light: 'rgb(31, 35, 40)', dark: 'rgb(230, 232, 235)' }

/** `theme`: plain text, on the page's own ground. `card`: HTML, whose authors assume white, or bring dark colours. */
export function frameStyle(ground: 'theme' | 'card', theme: 'light' | 'dark'): string {
  const root = `:root{color-scheme:${theme};${inks[theme]};--plmail-text:${texts[theme]}}`
  const page = `html{margin:0;padding:0;-webkit-text-size-adjust:100%}body{margin:0;padding:16px;${letters}}`
  const colours =
    ground === 'card'
      ? `body{${grounds[theme]}}`
      : `body{background:transparent;padding:0;${grounds[theme].replace(/^[^;]*;/, '')}}`
  return `${root}${page}${base}${colours}`
}

/** The same for paper: inside a shadow root, whose host is not the message's to style. */
export const printStyle = `:host{${inks.light};${grounds.light};${letters}}${base}.plmail-quote>summary{display:none}`
