import { createHash } from 'node:crypto'

/** The stylesheet of every server-rendered page. Tokens are those of the web client. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --canvas: #f4f6f8; --surface: #fff; --line: #e1e3e7; --edge: #858991;
  --text: #191c22; --soft: #4e535a; --faint: #676c74;
  --accent: #2055ca; --accent-hover: #1a47ab; --on-accent: #fff;
  --danger: #b7191c; --danger-surface: #fdf1f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0d0e12; --surface: #14161a; --line: #2b2e34; --edge: #6d727b;
    --text: #e6e8eb; --soft: #aeb1b8; --faint: #9b9ea6;
    --accent: #79a1fc; --accent-hover: #97b6fd; --on-accent: #0b0f18;
    --danger: #f97770; --danger-surface: #241718;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 32px 16px;
  display: flex; flex-direction: column; align-items: center;
  background: var(--canvas); color: var(--text);
  font: 400 16px/24px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
body::before, body::after { content: ""; flex: 1 1 0; }
body::after { flex-grow: 1.4; }
main {
  width: 100%; max-width: 408px; padding: 32px;
  background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
}
main.wide { max-width: 520px; }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 24px; font-weight: 600; letter-spacing: -0.01em; }
.brand img { flex: none; }
h1 { margin: 0; font-size: 28px; line-height: 36px; font-weight: 600; letter-spacing: -0.02em; text-wrap: balance; }
h2 { margin: 32px 0 0; padding-top: 24px; border-top: 1px solid var(--line); font-size: 16px; line-height: 24px; font-weight: 600; }
.lead { margin: 8px 0 0; color: var(--soft); text-wrap: pretty; }
.field { margin-top: 20px; }
label { display: block; font-size: 14px; line-height: 20px; font-weight: 600; }
label, .alert, .hint, .problem { text-wrap: pretty; }
.hint, .problem { margin: 4px 0 0; font-size: 13px; line-height: 20px; }
.hint { color: var(--faint); }
.problem { color: var(--danger); font-weight: 600; }
input:not([type=checkbox]), select {
  display: block; width: 100%; height: 44px; margin-top: 6px; padding: 0 12px;
  font: inherit; color: var(--text); background: var(--surface);
  border: 1px solid var(--edge); border-radius: 8px;
}
select { padding: 0 8px; text-overflow: ellipsis; }
[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.check { display: flex; align-items: flex-start; gap: 10px; margin-top: 20px; font-weight: 400; font-size: 16px; line-height: 24px; }
.check input { width: 18px; height: 18px; margin: 3px 0 0; flex: none; accent-color: var(--accent); }
button, .button {
  display: block; width: 100%; min-height: 44px; margin-top: 24px; padding: 10px 16px;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer;
  transition: background-color 120ms ease-out;
}
.button.other {
  margin-top: 12px; color: var(--accent); background: none; border: 1px solid var(--edge);
}
button:hover, .button:hover { background: var(--accent-hover); }
.button.other:hover { background: none; text-decoration: underline; }
button.quiet { margin-top: 8px; background: none; color: var(--accent); }
button.second { background: none; color: var(--accent); border: 1px solid var(--edge); }
button.second:hover { border-color: var(--accent); }
img.qr { display: block; margin: 20px auto 16px; border-radius: 8px; }
.key { margin: 4px 0 0; font-size: 14px; line-height: 20px; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 8px 16px; margin: 20px 0 0; padding: 0; list-style: none; white-space: nowrap; }
[data-passkey] .hint { margin-top: 16px; }
[data-passkey] a { color: var(--accent); }
[hidden] { display: none !important; }
button.quiet:hover { background: none; text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.alert {
  margin: 20px 0 0; padding: 12px 14px; border-radius: 8px; border-inline-start: 3px solid var(--danger);
  background: var(--danger-surface); font-size: 14px; line-height: 20px;
}
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(180px, 100%), 1fr)); align-items: end; gap: 0 16px; }
.demo {
  order: -1; align-self: stretch; margin: -32px -16px 32px; padding: 4px 16px; text-align: center;
  color: var(--soft); background: var(--surface); border-bottom: 1px solid var(--line); font-size: 12px; line-height: 20px;
}
.reference { margin: 24px 0 0; color: var(--faint); font-size: 13px; line-height: 20px; }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; user-select: all; }
@media (max-width: 479px) {
  body { padding: 24px 16px; background: var(--surface); }
  body::before { flex-grow: 0; }
  main, main.wide { padding: 0; border: 0; border-radius: 0; }
  .demo { margin: -24px -16px 24px; }
}
@media (prefers-contrast: more) { :root { --line: var(--edge); --faint: var(--soft); } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media print { body { background: none; } main { border: 0; } button { display: none; } }
`

/** Changes whenever the style does, so it may be cached for ever. */
export const pageStylePath = `/page-style-${createHash('sha256').update(pageStyle).digest('hex').slice(0, 12)}.css`
