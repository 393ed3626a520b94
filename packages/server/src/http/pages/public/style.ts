import { createHash } from 'node:crypto'

/** The stylesheet of the pages that strangers see. Tokens are those of the web client. */
export const publicStyle = `
:root {
  color-scheme: light dark;
  --canvas: #f4f6f8; --surface: #fff; --line: #e1e3e7; --edge: #858991;
  --text: #191c22; --soft: #4e535a; --faint: #676c74;
  --accent: #2055ca; --accent-hover: #1a47ab; --on-accent: #fff; --tint: #e8eefb;
  --danger: #b7191c; --danger-surface: #fdf1f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0d0e12; --surface: #14161a; --line: #2b2e34; --edge: #6d727b;
    --text: #e6e8eb; --soft: #aeb1b8; --faint: #9b9ea6;
    --accent: #79a1fc; --accent-hover: #97b6fd; --on-accent: #0b0f18; --tint: #1a2438;
    --danger: #f97770; --danger-surface: #241718;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; padding: 40px 24px; background: var(--canvas); color: var(--text);
  font: 400 15px/22px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { width: 100%; max-width: 1080px; margin: 0 auto; }
main.narrow {
  max-width: 480px; padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
}
h1 { margin: 0; font-size: 26px; line-height: 34px; font-weight: 600; letter-spacing: -0.02em; text-wrap: balance; }
h2 { margin: 0; font-size: 15px; line-height: 22px; font-weight: 600; }
p { margin: 0; }
a { color: var(--accent); text-underline-offset: 3px; }
.lead, .about { margin-top: 8px; color: var(--soft); text-wrap: pretty; }
.about { white-space: pre-line; max-width: 65ch; }
.small { color: var(--faint); font-size: 13px; line-height: 20px; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; margin: 16px 0 20px; }
.bar nav { display: flex; flex-wrap: wrap; gap: 4px; }
.bar nav.views { margin-inline-start: auto; }
.bar a, .bar .off, .quiet {
  display: inline-block; min-height: 40px; padding: 8px 14px; border: 1px solid var(--edge); border-radius: 8px;
  color: var(--text); background: var(--surface); text-decoration: none; font: inherit; font-weight: 500; cursor: pointer;
}
.bar .off { color: var(--faint); background: none; border-color: var(--line); cursor: default; }
.bar a:hover, .quiet:hover { background: var(--tint); }
.bar a[aria-current] { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.notice, .alert {
  margin: 20px 0; padding: 12px 14px; border-radius: 8px; background: var(--tint); border-inline-start: 3px solid var(--accent);
}
.notice:last-child { margin-bottom: 0; }
.alert { background: var(--danger-surface); border-inline-start-color: var(--danger); }
.foot { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 20px; }
.month { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.month th { padding: 8px; font-size: 13px; line-height: 18px; font-weight: 500; text-align: start; color: var(--faint); }
.month td { height: 112px; padding: 6px; vertical-align: top; border-top: 1px solid var(--line); border-inline-start: 1px solid var(--line); }
.month td:first-child { border-inline-start: 0; }
.month .day { display: inline-block; min-width: 26px; padding: 2px 6px; border-radius: 13px; color: var(--text); text-align: center; text-decoration: none; font-size: 13px; line-height: 22px; }
.month a.day:hover { background: var(--tint); }
.month .now .day { color: var(--on-accent); background: var(--accent); font-weight: 600; }
.outside { background: var(--canvas); }
.outside .day, .outside h2 { color: var(--faint); }
.month ul, .days ul { list-style: none; margin: 4px 0 0; padding: 0; }
.chip { overflow: hidden; margin-top: 2px; padding: 1px 6px; border-radius: 4px; background: var(--tint); font-size: 12px; line-height: 18px; white-space: nowrap; text-overflow: ellipsis; }
.chip.free, .entry.free { background: none; box-shadow: inset 0 0 0 1px var(--line); }
.more { font-size: 12px; line-height: 20px; padding: 0 6px; }
.days { display: grid; gap: 12px; }
.days.list { gap: 8px; }
.days.week { grid-template-columns: repeat(7, minmax(0, 1fr)); }
.days section { min-height: 96px; padding: 12px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.days section.outside { background: none; }
.days.list section { min-height: 0; display: grid; grid-template-columns: 232px minmax(0, 1fr); gap: 4px 20px; padding: 8px 16px; }
.days.one section { grid-template-columns: minmax(0, 1fr); }
.days.list h2, .days.list .small { padding: 4px 0; line-height: 22px; }
.days.list ul { margin: 0; }
.days .now h2 { color: var(--accent); }
.entry { margin-top: 6px; padding: 6px 10px; border-radius: 6px; background: var(--tint); overflow-wrap: anywhere; }
.days.list .entry { display: grid; grid-template-columns: 100px minmax(0, 1fr); column-gap: 12px; margin-top: 4px; padding: 4px 10px; }
.days.list .entry > * { grid-column: 2; }
.days.list .entry .time { grid-column: 1; line-height: 22px; }
.days.list .entry:first-child { margin-top: 0; }
.entry .time { display: block; color: var(--soft); font-size: 13px; line-height: 18px; font-variant-numeric: tabular-nums; }
.entry strong { font-weight: 600; }
.entry p { color: var(--soft); font-size: 13px; line-height: 19px; white-space: pre-line; }
.panel { margin-top: 20px; padding: 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.apart { margin-top: 32px; padding-top: 24px; border-top: 1px solid var(--line); font-size: 18px; line-height: 26px; }
.pick { display: grid; grid-template-columns: 272px minmax(0, 1fr); gap: 20px; align-items: start; margin-top: 20px; }
.pick .panel { margin-top: 0; }
.overview { padding: 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
.overview .head { display: grid; grid-template-columns: 32px 1fr 32px; align-items: center; text-align: center; }
.overview .head a { display: block; border-radius: 8px; font-size: 20px; line-height: 32px; text-decoration: none; }
.overview .head a:hover, .overview td a:hover { background: var(--tint); }
.overview table { width: 100%; margin-top: 8px; table-layout: fixed; border-collapse: separate; border-spacing: 0 2px; }
.overview th { padding: 4px 0; font-size: 12px; line-height: 16px; font-weight: 500; color: var(--faint); }
.overview td { height: 36px; padding: 0; text-align: center; font-size: 13px; line-height: 20px; color: var(--faint); font-variant-numeric: tabular-nums; }
.overview td a { position: relative; display: block; padding: 5px 0 11px; border-radius: 8px; color: var(--text); font-weight: 600; text-decoration: none; }
.overview td a::after { content: ""; position: absolute; inset-inline-start: 50%; bottom: 4px; width: 5px; height: 5px; margin-inline-start: -2.5px; border-radius: 50%; background: var(--accent); }
.overview .shown td { background: var(--tint); }
.overview .shown td:first-child { border-start-start-radius: 8px; border-end-start-radius: 8px; }
.overview .shown td:last-child { border-start-end-radius: 8px; border-end-end-radius: 8px; }
.zone { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; margin-top: 20px; }
.zone label { flex: 1 1 180px; max-width: 360px; }
.zone button { min-height: 44px; }
label, legend { display: block; font-size: 14px; line-height: 20px; font-weight: 600; }
legend { padding: 0; font-size: 16px; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
input:not([type=radio]), select, textarea {
  display: block; width: 100%; min-height: 44px; margin-top: 6px; padding: 0 12px; font: inherit; font-weight: 400; color: var(--text);
  background: var(--surface); border: 1px solid var(--edge); border-radius: 8px;
}
textarea { min-height: 96px; padding: 10px 12px; resize: vertical; }
select { padding: 0 8px; }
[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.hint, .problem { margin-top: 4px; font-size: 13px; line-height: 20px; }
.hint { color: var(--faint); }
.problem { color: var(--danger); font-weight: 600; }
.slots { display: grid; grid-template-columns: repeat(auto-fill, minmax(112px, 1fr)); gap: 16px; margin-top: 16px; }
.slots h2 { margin: 0 0 8px; font-size: 14px; line-height: 20px; font-weight: 600; }
.slot { position: relative; display: block; margin-top: 4px; font-weight: 500; cursor: pointer; }
.slot input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.slot span {
  display: block; min-height: 34px; padding: 5px 10px; border: 1px solid var(--edge); border-radius: 8px; text-align: center;
  font-size: 15px; line-height: 22px; font-variant-numeric: tabular-nums;
}
.slot:hover span { border-color: var(--accent); }
.slot input:checked + span { color: var(--on-accent); background: var(--accent); border-color: var(--accent); font-weight: 600; }
.slot input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr)); gap: 20px; margin-top: 24px; padding-top: 24px; border-top: 1px solid var(--line); }
.fields .whole { grid-column: 1 / -1; }
.main {
  display: inline-block; min-width: 180px; min-height: 44px; margin-top: 24px; padding: 10px 20px; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer;
}
.main:hover { background: var(--accent-hover); }
.danger { color: var(--danger); border-color: currentColor; }
.deeds { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 20px; }
.deeds .main { margin-top: 0; }
.period { margin-top: 24px; font-size: 18px; line-height: 26px; }
.when { margin-top: 12px; font-size: 18px; line-height: 26px; font-weight: 600; }
.when span { white-space: nowrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.demo { margin: -40px -24px 32px; padding: 4px 16px; text-align: center; color: var(--soft); background: var(--surface); border-bottom: 1px solid var(--line); font-size: 12px; line-height: 20px; }
@media (max-width: 799px) {
  body { padding: 24px 16px; }
  .demo { margin: -24px -16px 24px; }
  main.narrow { padding: 24px 20px; }
  .bar nav.views { margin-inline-start: 0; }
  .days.week { grid-template-columns: minmax(0, 1fr); gap: 8px; }
  .days.week .outside { display: none; }
  .days.week .entry { display: grid; grid-template-columns: 100px minmax(0, 1fr); column-gap: 12px; margin-top: 4px; padding: 4px 10px; }
  .days.week .entry > * { grid-column: 2; }
  .days.week .entry .time { grid-column: 1; line-height: 22px; }
  .days.list section { grid-template-columns: minmax(0, 1fr); }
  .days.list h2, .days.list .small { padding: 0; }
  .days section { min-height: 0; }
  .month td { height: 56px; padding: 4px 2px; text-align: center; }
  .month th { padding: 8px 0; text-align: center; }
  .month .chip { height: 6px; width: 6px; margin: 2px auto 0; padding: 0; border-radius: 3px; background: var(--accent); color: transparent; }
  .month .chip + .chip, .month .more { display: none; }
  .panel { padding: 20px 16px; }
  .slots { grid-template-columns: minmax(0, 1fr); }
  .slots > div { display: grid; grid-template-columns: repeat(auto-fill, minmax(92px, 1fr)); gap: 0 8px; }
  .slots h2 { grid-column: 1 / -1; margin-bottom: 0; }
  .slot { margin-top: 6px; }
  .slot span { min-height: 44px; padding: 10px; }
  .main { width: 100%; }
  .pick { grid-template-columns: minmax(0, 1fr); }
  .overview td { height: 44px; }
  .overview td a { padding: 9px 0 15px; }
  .overview td a::after { bottom: 8px; }
  .overview .head a { line-height: 44px; }
}
@media (prefers-contrast: more) { :root { --line: var(--edge); --faint: var(--soft); } }
@media print { body { background: none; padding: 0; } .bar, .foot, form { display: none; } }
`

/** Changes whenever the style does, so it may be cached for ever. */
export const publicStylePath = `/public-style-${createHash('sha256').update(publicStyle).digest('hex').slice(0, 12)}.css`
