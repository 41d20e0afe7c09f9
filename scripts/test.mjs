// npm test [-- --engines] [--image] [--guide] [--all]: installs what is missing, then checks types, lint, import rules, dead code, texts and
// catalogue, builds the pages and runs the tests: with --engines the smoke journey in every engine that is installed, with --image the
// container image, with --guide the commands of docs/operating.md, with --all these three and everything else in its long form. The last line
// is `N passed, N failed`; the lines above name what was left out.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { canDriveFirefox } from './firefox-tools.mjs'
import { canBuildImage, canRunCompose } from './image-tools.mjs'
import { build, environment, installIfMissing, must, root, run, runQuietly } from './steps.mjs'
import { canDriveWebkit } from './webkit-tools.mjs'

await installIfMissing()

const CHECKS = [
  // Pages and TypeScript files alike: tsc would report the same a second time.
  ['types', 'astro', ['check', '--noSync', '--minimumFailingSeverity', 'warning']],
  ['lint and format', 'biome', ['check', '--error-on-warnings']],
  ['import rules', 'depcruise', ['src', 'scripts', '--config', '.dependency-cruiser.mjs']],
  ['dead code', 'knip', []],
  ['texts and conventions', 'node', ['scripts/conventions.ts']],
  ['catalogue', 'node', ['scripts/ops.ts', 'catalogue', 'check']],
  ['static pages', 'node', ['scripts/content.ts', 'check']],
]

let passed = 0
let failed = 0
const failedChecks = []

const waiting = [...CHECKS]

async function checkOneByOne() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const [name, command, args] = check
    const started = Date.now()
    const code = await runQuietly(command, args)
    if (code === 0) passed += 1
    else {
      failed += 1
      failedChecks.push(name)
    }
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
}

// The types that Astro makes, which both compilers read.
await must(runQuietly('astro', ['sync']))
// Two at once, because each works on one processor alone. The types take as long as all the others and the build.
await Promise.all([checkOneByOne(), checkOneByOne().then(build)])

const browser = await findBrowser()
const folder = mkdtempSync(join(tmpdir(), 'spacedrop-test-'))
const report = join(folder, 'report.json')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const isLong = process.argv.includes('--all')
/** Parts that take minutes of their own: `.ci/run` asks for the first two. The image needs root besides. */
const isWanted = (part) => isLong || process.argv.includes(`--${part}`)
const unwanted = ['engines', 'image', 'guide'].filter((part) => !isWanted(part)).map((part) => `--project=!${part}`)
const settings = { BROWSER_PATH: browser, ...(isLong && { TEST_ALL: '1' }) }
await run('vitest', ['run', ...unwanted, ...reporters], { env: { ...environment, ...settings } })

let skipped = 0
if (existsSync(report)) {
  const results = JSON.parse(readFileSync(report, 'utf8'))
  passed += results.numPassedTests
  failed += results.numFailedTests
  // A file that cannot even be loaded has no tests to count.
  failed += results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  skipped = results.numPendingTests + results.numTodoTests
  for (const { name, assertionResults } of results.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      // Only a test that was tried again can pass and have failed.
      if (status !== 'passed' || failureMessages.length === 0) continue
      // What went wrong, what was waited for, and where: the report is gone with the machine.
      const lines = failureMessages[0].split('\n').map((line) => line.trim())
      const told = lines.filter((line, at) => at === 0 || line.startsWith('- waiting') || line.includes('/tests/'))
      console.log(`Passed at a second try: ${relative(root, name)} > ${fullName}: ${told.join('\n  ')}`)
    }
  }
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
if (!isLong) console.log('Left out: tests of details that take long. Run them: npm test -- --all')
if (!isWanted('engines'))
  console.log('Left out: the smoke journey in Chromium, Firefox and WebKit: npm test -- --engines')
else {
  if (!canDriveFirefox()) console.log('Left out: Firefox. Install firefox-esr to run the site in it.')
  if (!canDriveWebkit())
    console.log(
      'Left out: WebKit. Install webkit2gtk-driver, xvfb, python3-gi and gir1.2-webkit2-4.1 to run the site in it.',
    )
}
if (!isWanted('image')) console.log('Left out: the image. Build it and run it: npm test -- --image')
else if (!canBuildImage())
  console.log('Left out: the image. Install buildah and debootstrap, and run as root, to build it and run it.')
else if (!canRunCompose())
  console.log(
    'Left out: the services of compose. Install iproute2, docker-compose, postgresql, redis-server, nginx, gettext-base, curl and openssl, ' +
      'and run where network namespaces are allowed, to run them.',
  )
if (!isWanted('guide')) console.log('Left out: the commands of the operating guide. Run them: npm test -- --guide')
else if (['nginx', 'redis-server', 'promtool'].some((program) => spawnSync(program, ['--help']).error))
  console.log(
    'Left out: the commands of the operating guide. Install postgresql, redis-server, nginx and prometheus (for promtool) to run them.',
  )
// Their output is far above, and may be cut off where only the end of a log is kept.
if (failedChecks.length > 0) console.log(`Failed before the tests: ${failedChecks.join(', ')}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
