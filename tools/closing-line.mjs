// The last lines of a test run, in one form whatever ran.
export default class ClosingLine {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const shaky = []
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1
        if (test.diagnostic()?.flaky) shaky.push(test)
      }
      // A file that cannot be loaded has no tests to fail.
      if (module.errors().length > 0) counts.failed += 1
    }
    sayShaky(shaky)
    const failed = counts.failed + unhandledErrors.length
    const skipped = counts.skipped + counts.pending
    console.log(`${counts.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}

/** A test that fails once and then passes hides a race, in itself or in the product: it is named, with why it failed. */
function sayShaky(tests) {
  for (const test of tests) {
    console.log(`Passed only at the second try: ${test.module.relativeModuleId} > ${test.fullName}`)
    for (const { message } of test.result().errors ?? []) console.log(`  ${message.split('\n')[0]}`)
  }
}
