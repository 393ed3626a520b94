// Who may import whom (docs/architecture.md). A rule names what a room must not reach; everything else is allowed.
const server = '^packages/server/src'
const domain = '(mail|calendar|people|accounts|contacts|integrations|assistant|health)'
const room = (name) => `${server}/${name}/`
/** Packages of pure functions that read and write the formats of others; whoever needs them imports them. */
const formats = 'mail-format|calendar-format'
/** Tests, and what holds them up: `server-testing`, and the few files beside the tests of the other packages. */
const notTests = '\\.test\\.ts$|-for-tests\\.ts$|^packages/server-testing/'

/** `from` may import only itself and the rooms in `allowed` (by any file) or `doors` (by index.ts only). */
function only(from, allowed, doors = []) {
  const open = allowed.map((name) => `${server}/${name}/`)
  const byDoor = doors.map((name) => `${server}/${name}/index\\.ts$`)
  const itself = from.includes('(') ? `${server}/$1/` : room(from)
  return {
    name: `${from.replace(/[()|^$]/g, '-')}-imports`,
    severity: 'error',
    from: { path: `${server}/${from.includes('(') ? from : `(${from})`}/`, pathNot: notTests },
    to: { path: `${server}/`, pathNot: [itself, ...open, ...byDoor].join('|') },
  }
}

// Mail that plMail writes and the name of a first calendar are texts that a room stores or sends, not answers to a reader.
const writesTexts = `${server}/(calendar/(booking/write-booking-mail|invitations/mail-text|calendars/own-calendar)|mail/receipts/receipt-text|people/(notices/notice-mail|pairing/unnamed-device))\\.ts$`

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { pathNot: notTests }, to: { circular: true } },
    {
      name: 'wire-imports-nothing',
      severity: 'error',
      from: { path: '^packages/wire/', pathNot: notTests },
      to: { pathNot: '^packages/wire/' },
    },
    {
      name: 'pure-packages-import-the-wire-only',
      severity: 'error',
      from: { path: `^packages/(words|${formats})/`, pathNot: notTests },
      to: { path: '^packages/', pathNot: '^packages/($1|wire)/' },
    },
    {
      // Shares nothing with the clients it is there to prove, so that a misreading of a provider's page shows.
      name: 'emulators-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/emulators/' },
      to: { path: '^packages/', pathNot: '^packages/emulators/' },
    },
    {
      // What starts databases, breaks disks and kills processes must not be in reach of the product.
      name: 'tests-alone-import-what-holds-them-up',
      severity: 'error',
      from: { path: '^packages/', pathNot: '\\.test\\.ts$|^packages/server-testing/' },
      to: { path: '^packages/server-testing/' },
    },
    {
      name: 'nothing-shipped-but-the-demo-imports-emulators',
      severity: 'error',
      from: { path: '^packages/', pathNot: `^packages/emulators/|${notTests}` },
      to: { path: '^packages/emulators/' },
    },
    only('kit', []),
    only('config', ['kit']),
    only('store', ['kit', 'config']),
    only('changes', ['kit'], ['store']),
    only('jobs', ['kit'], ['store']),
    only('events', ['kit'], ['changes']),
    only('egress', ['kit'], ['store']),
    only('safety', ['kit'], ['egress/network']),
    only('providers', ['kit'], ['egress/network']),
    {
      name: 'providers-do-not-know-each-other',
      severity: 'error',
      from: { path: `${server}/providers/([^/]+)/`, pathNot: notTests },
      to: { path: `${server}/providers/`, pathNot: `${server}/providers/($1|contract)/` },
    },
    {
      // Whoever opens connections reaches no table: whether one is allowed and where it is written down is handed in.
      name: 'the-network-knows-no-ledger',
      severity: 'error',
      from: { path: `${server}/egress/network/`, pathNot: notTests },
      to: { path: `${server}/`, pathNot: `${server}/(egress/network|kit)/` },
    },
    // Accounts speak of grants and their failures in the providers' own types; the providers themselves are handed in.
    only(
      'accounts',
      ['kit'],
      ['egress/network', 'providers/contract', 'store', 'changes', 'jobs', 'events', 'safety', domain],
    ),
    only(
      domain.replace('accounts|', ''),
      ['kit'],
      ['egress/network', 'store', 'changes', 'jobs', 'events', 'safety', domain],
    ),
    only('sync', ['kit'], ['providers/contract', 'store', 'changes', 'jobs', 'events', domain]),
    // Its routes ask http's guard who calls, and send what changed as the live stream does; http knows nothing of jmap.
    only(
      'jmap',
      ['kit'],
      ['http/guard', 'http/live', 'http/words', 'changes', 'jobs', 'safety', 'sync', domain],
    ),
    only('http', ['kit'], ['egress', 'changes', 'jobs', 'safety', 'sync', 'config', domain]),
    only('console', ['kit'], ['changes', 'jobs', 'sync', 'config', domain]),
    {
      // They return codes; the edges know who reads, and in which language.
      name: 'rooms-do-not-speak',
      severity: 'error',
      from: { path: `${server}/`, pathNot: `${server}/(http|jmap|console|main)/|${writesTexts}|${notTests}` },
      to: { path: '^packages/words/' },
    },
    {
      name: 'nobody-imports-main',
      severity: 'error',
      from: { path: `${server}/`, pathNot: `${room('main')}|${notTests}` },
      to: { path: room('main') },
    },
    {
      name: 'server-and-web-meet-in-pure-packages-only',
      severity: 'error',
      from: { path: '^packages/(server|web)/' },
      to: { path: '^packages/(server|web)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'web-screens-do-not-know-each-other',
      severity: 'error',
      from: {
        path: '^packages/web/src/(mail|compose|calendar|contacts|search|settings|admin)/',
        pathNot: notTests,
      },
      to: {
        path: '^packages/web/src/(main|mail|compose|calendar|contacts|search|settings|admin)/',
        pathNot: '^packages/web/src/$1/',
      },
    },
    {
      name: 'web-foundations-know-no-screens',
      severity: 'error',
      from: {
        path: '^packages/web/src/(net|live|disk|records|commands|proof|worker|ui|style|words)/',
        pathNot: notTests,
      },
      to: { path: '^packages/web/src/(main|mail|compose|calendar|contacts|search|settings|admin)/' },
    },
    {
      name: 'web-disk-knows-the-wire-only',
      severity: 'error',
      from: { path: '^packages/web/src/disk/', pathNot: notTests },
      to: { path: '^packages/web/src/', pathNot: '^packages/web/src/disk/' },
    },
    {
      name: 'web-ui-knows-no-data',
      severity: 'error',
      from: { path: '^packages/web/src/(ui|style|words)/', pathNot: notTests },
      to: { path: '^packages/web/src/(net|live|disk|records|commands|proof|worker)/' },
    },
    {
      name: 'declared-dependencies-only',
      severity: 'error',
      from: { path: '^packages/', pathNot: notTests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|^test/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
