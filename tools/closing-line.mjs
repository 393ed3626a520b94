// The last lines of a test run, in one form whatever ran.
export default class ClosingLine {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const [shaky, broken] = [[], []]
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1
        if (test.diagnostic()?.flaky) shaky.push(test)
        if (test.result().state === 'failed') broken.push(test)
      }
      // A file that cannot be loaded has no tests to fail.
      if (module.errors().length > 0) counts.failed += 1
      for (const { message } of module.errors())
        console.log(`Not loaded: ${module.relativeModuleId}: ${message}`)
    }
    for (const test of shaky) say('Passed only at the second try', test, mostLines)
    // What fails first is why the rest does, and the end of a log is what is sure to be read.
    for (const [index, test] of [...broken.entries()].toReversed())
      say('Failed', test, index < mostWhole ? mostLines : 1)
    const failed = counts.failed + unhandledErrors.length
    const skipped = counts.skipped + counts.pending
    console.log(`${counts.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}

/** The message of an error, with the steps of a random run where it has some. */
const mostLines = 80
/** Failures above this number are printed by name only. */
const mostWhole = 3

/**
 * A test that fails once and then passes hides a race, in itself or in the product: it is named, with why it failed.
 * Those that failed are named once more at the end.
 */
function say(what, test, most) {
  console.log(`${what}: ${test.module.relativeModuleId} > ${test.fullName}`)
  for (const { message, diff = '' } of test.result().errors ?? [])
    for (const line of `${message}\n${diff}`.trim().split('\n').slice(0, most)) console.log(`  ${line}`)
}
