/** The small page of the control API: what is going on, and the handful of things one does by hand. */
export const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Emulated providers</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2127;background:#fafafa}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #e2e4e8;vertical-align:top}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}input,select,button{font:inherit;padding:.3rem .5rem}
input[name=text]{flex:1 1 20rem}pre{white-space:pre-wrap;background:#fff;border:1px solid #e2e4e8;padding:.75rem;max-height:20rem;overflow:auto}
#said{min-height:1.5em;color:#5a6270}
</style></head><body>
<h1>Emulated providers</h1><p id="said" role="status"></p>
<table><tbody id="facts"></tbody></table>
<h2>Deliver a mail</h2>
<form data-post="deliver"><label>To <select name="email" data-accounts></select></label>
<input name="from" value="elin.sorensen@postbox.example" aria-label="From"><input name="subject" value="Are you there?" aria-label="Subject">
<input name="text" value="I am at the corner, with soup." aria-label="Text"><button>Deliver</button></form>
<h2>Clock and trickle</h2>
<form data-post="clock"><label>Ahead by (ms) <input name="advanceMs" type="number" value="3600000"></label><button>Advance</button></form>
<form data-post="ticker"><label>A mail every (ms, 0 for none) <input name="everyMs" type="number" value="180000"></label><button>Set</button></form>
<h2>Trouble</h2>
<form data-post="faults"><input name="operation" value="*" aria-label="Operation">
<select name="kind" aria-label="Fault"><option>html</option><option>truncate</option><option>token-expires</option><option>cursor-gone</option><option>part-missing</option><option>page-repeated</option></select>
<label>times <input name="times" type="number" value="1"></label><button>Arm</button><button type="button" data-clear="faults/clear">Clear</button></form>
<h2>Last requests</h2><pre id="requests"></pre>
<h2>What the schema gate found</h2><pre id="problems"></pre>
<script>
const at = (id) => document.getElementById(id)
const say = (text) => { at('said').textContent = text }
async function call(path, body) {
  const reply = await fetch('/__emu/' + path, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const answer = await reply.json()
  if (!reply.ok) throw new Error(answer.error)
  return answer
}
function row(name, value) {
  const tr = document.createElement('tr')
  for (const text of [name, value]) tr.append(Object.assign(document.createElement('td'), { textContent: text }))
  return tr
}
async function show() {
  const state = await call('state')
  at('facts').replaceChildren(
    row('Clock', state.clock.now + ' (' + state.clock.mode + ')'), row('Seed', state.seed),
    ...state.accounts.map((one) => row(one.provider, one.name + ' <' + one.email + '>')),
    row('Google', state.urls.google.gmail), row('Microsoft', state.urls.microsoft.graph),
    row('Armed faults', state.faults.map((one) => one.operation + ' ' + one.fault.kind).join(', ') || 'none'),
    row('Push', JSON.stringify(state.push)), row('A mail every', state.mailEveryMs ? state.mailEveryMs / 1000 + ' s' : 'none'))
  for (const select of document.querySelectorAll('[data-accounts]'))
    if (select.options.length !== state.accounts.length) select.replaceChildren(...state.accounts.map((one) => new Option(one.email)))
  const log = await call('requests')
  at('requests').textContent = log.requests.slice(-30).reverse().map((one) => one.at.slice(11, 19) + ' ' + one.status + ' ' + one.method + ' ' + one.url + '  ' + one.operation).join('\\n') || 'none'
  at('problems').textContent = log.problems.slice(-50).join('\\n') || 'nothing'
}
for (const form of document.forms) form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = {}
  for (const field of form.elements) if (field.name) body[field.name] = field.type === 'number' ? Number(field.value) : field.value
  if (form.dataset.post === 'faults') { body.fault = { kind: body.kind }; delete body.kind }
  try { await call(form.dataset.post, body); say('Done.') } catch (error) { say(error.message) }
  await show()
})
for (const button of document.querySelectorAll('[data-clear]')) button.addEventListener('click', () => call(button.dataset.clear, {}).then(show))
show(); setInterval(show, 3000)
</script></body></html>`
