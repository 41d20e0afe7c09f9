// npm test: installs what is missing, then types, lint, import rules, dead code, texts, catalogue, build and all tests.
// Its last line is `N passed, N failed`; what was left out is said above it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildIfStale, environment, installIfMissing, must, root, run, runQuietly } from './steps.mjs'

await installIfMissing()

const CHECKS = [
  ['types of pages', 'astro', ['check', '--noSync', '--minimumFailingSeverity', 'warning']],
  ['types', 'tsc', ['--noEmit']],
  ['lint and format', 'biome', ['check', '--error-on-warnings']],
  ['import rules', 'depcruise', ['src', 'scripts', '--config', '.dependency-cruiser.mjs']],
  ['dead code', 'knip', []],
  ['texts and conventions', 'node', ['scripts/conventions.ts']],
  ['catalogue', 'node', ['scripts/ops.ts', 'catalogue', 'check']],
  ['static pages', 'node', ['scripts/content.ts', 'check']],
]

let passed = 0
let failed = 0

const waiting = [...CHECKS]

async function checkOneByOne() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const [name, command, args] = check
    const started = Date.now()
    const code = await runQuietly(command, args)
    if (code === 0) passed += 1
    else failed += 1
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
}

// The types that Astro makes, which both compilers read.
await must(runQuietly('astro', ['sync']))
// Two at once: each works on one processor alone.
await Promise.all([checkOneByOne(), checkOneByOne()])

await buildIfStale()

const browser = await findBrowser()
const folder = mkdtempSync(join(tmpdir(), 'spacedrop-test-'))
const report = join(folder, 'report.json')
const named = ['default', './tests/support/second-try-reporter.ts', 'json']
const reporters = [...named.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`]
await run('vitest', ['run', ...reporters], { env: { ...environment, BROWSER_PATH: browser } })

let skipped = 0
if (existsSync(report)) {
  const results = JSON.parse(readFileSync(report, 'utf8'))
  passed += results.numPassedTests
  failed += results.numFailedTests
  // A file that cannot even be loaded has no tests to count.
  failed += results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  skipped = results.numPendingTests + results.numTodoTests
} else {
  failed += 1
  console.error('The tests ended without a report.')
}
rmSync(folder, { recursive: true, force: true })

console.log(`\nTested in ${root}`)
if (!process.env.TEST_DATABASE_URL)
  console.log('Left out: the suites on PostgreSQL. Set TEST_DATABASE_URL to run them.')
if (!process.env.TEST_DATABASE_URL || !process.env.TEST_REDIS_URL)
  console.log('Left out: the suites on several instances. Set TEST_DATABASE_URL and TEST_REDIS_URL to run them.')
if (spawnSync('nginx', ['-v']).error) console.log('Left out: nginx before two instances. Install nginx to run it.')
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
