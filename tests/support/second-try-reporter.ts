// Names the tests that passed only when they were asked again, with what went wrong first: each is a fault to be found.
import type { Reporter, TestCase } from 'vitest/node'

export default class SecondTryReporter implements Reporter {
  private readonly found: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.found.push(test)
  }

  onTestRunEnd(): void {
    for (const test of this.found) {
      const [first] = test.result().errors ?? []
      console.log(`Passed at a second try: ${test.module.relativeModuleId} > ${test.fullName}: ${first?.message ?? ''}`)
    }
  }
}
