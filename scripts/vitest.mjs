// Runs Vitest and counts what it ran, for `npm test`: a suite that fails counts as failed, as a test does.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, root, run } from './steps.mjs'

const reporter = join(root, 'scripts', 'test-reporter.mjs')

/**
 * Runs Vitest to its end.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, settings?: Record<string, string> }} [options] its folder, and what is added to its environment
 * @returns {Promise<{ passed: number, skipped: number, failures: string[], retried: string[] }>} counts of tests; the names and first errors of
 *   tests and suites that failed, of errors outside of tests, and of tests that passed at a second try
 */
export async function runVitest(args, { cwd = root, settings = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-test-'))
  const report = join(folder, 'report.json')
  try {
    const env = { ...environment, ...settings, TEST_REPORT: report }
    const status = await run('vitest', ['run', ...args, '--reporter=default', `--reporter=${reporter}`], { cwd, env })
    if (!existsSync(report)) {
      return { passed: 0, skipped: 0, failures: [`Vitest ended with status ${status}, without a report`], retried: [] }
    }
    const counts = JSON.parse(readFileSync(report, 'utf8'))
    if (status !== 0 && counts.failures.length === 0) counts.failures.push(`Vitest ended with status ${status}`)
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints the last line of a run and ends the process: with 1 where something failed. */
export function conclude({ passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 ? 0 : 1)
}
