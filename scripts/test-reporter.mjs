// A reporter for Vitest that writes what a run came to into the file that TEST_REPORT names. Vitest's own JSON report has neither the errors of
// hooks in a describe nor those that no test awaited.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const root = process.cwd()

/** Returns the first line of the first error. */
const firstLine = (errors) => String(errors[0]?.message ?? errors[0] ?? '').split('\n')[0]

/** Returns how a module, suite or test is named: its file, then its titles. */
function nameOf(entity) {
  const file = relative(root, entity.type === 'module' ? entity.moduleId : entity.module.moduleId)
  return entity.type === 'module' ? file : `${file} > ${entity.fullName}`
}

/** Returns what a first try went wrong by: the error, what was waited for, and where. */
function retryCause(errors) {
  const lines = String(errors[0]?.stack ?? errors[0]?.message ?? '')
    .split('\n')
    .map((line) => line.trim())
  return lines.filter((line, at) => at === 0 || line.startsWith('- waiting') || line.includes('/tests/')).join('\n  ')
}

/** Returns why a suite or a module failed by itself; undefined where it did not. A test that fails is counted by itself. */
function suiteFault(suite) {
  const errors = suite.errors()
  if (errors.length > 0) return firstLine(errors)
  // Its process ended, or the run was cut off.
  return suite.type === 'module' && ['pending', 'queued'].includes(suite.state()) ? 'did not end' : undefined
}

// biome-ignore lint/style/noDefaultExport: Vitest loads it there
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, skipped: 0, failures: [], retried: [] }
    for (const module of modules) {
      for (const suite of [module, ...module.children.allSuites()]) {
        const fault = suiteFault(suite)
        if (fault !== undefined) counts.failures.push(`${nameOf(suite)}: ${fault}`)
      }
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        if (state === 'failed') counts.failures.push(`${nameOf(test)}: ${firstLine(errors)}`)
        else if (state === 'passed') counts.passed += 1
        else counts.skipped += 1
        // Only a test that was tried again can pass and have failed.
        if (state === 'passed' && errors.length > 0) counts.retried.push(`${nameOf(test)}: ${retryCause(errors)}`)
      }
    }
    for (const error of unhandledErrors) counts.failures.push(`outside of any test: ${firstLine([error])}`)
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(counts))
  }
}
