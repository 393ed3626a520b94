// The last line of a test run, in one form whatever ran.
export default class ClosingLine {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1
      // A file that cannot be loaded has no tests to fail.
      if (module.errors().length > 0) counts.failed += 1
    }
    const failed = counts.failed + unhandledErrors.length
    const skipped = counts.skipped + counts.pending
    console.log(`${counts.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
