// npm test [-- --engines] [--image] [--guide] [--all]: installs what is missing, builds the pages and runs the tests, and `npm run check`
// beside them: with --engines the smoke journey in every engine that is installed, with --image the container image, with --guide the commands
// of docs/operating.md, with --all these three and everything else in its long form. The last line is `N passed, N failed`; the lines above
// name what was left out.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { findBrowser } from './browser.mjs'
import { makeTypes, runChecks } from './check.mjs'
import { canDriveFirefox } from './firefox-tools.mjs'
import { canBuildImage, canRunCompose } from './image-tools.mjs'
import { installIfMissing, isOwnNode } from './install.mjs'
import { become, build, root } from './steps.mjs'
import { conclude, runVitest } from './vitest.mjs'
import { canDriveWebkit } from './webkit-tools.mjs'

await installIfMissing()
// What installed may be older than what tests import.
if (!isOwnNode()) await become('node', ['scripts/test.mjs', ...process.argv.slice(2)])

await makeTypes()
const checking = runChecks()
const [, browser] = await Promise.all([build(), findBrowser()])

const isLong = process.argv.includes('--all')
/** Parts that take minutes of their own: `.ci/run` asks for the first two. The image needs root besides. */
const isWanted = (part) => isLong || process.argv.includes(`--${part}`)
const unwanted = ['engines', 'image', 'guide'].filter((part) => !isWanted(part)).map((part) => `--project=!${part}`)
const settings = { BROWSER_PATH: browser, ...(isLong && { TEST_ALL: '1' }) }
const { skipped, failures, retried, ...counts } = await runVitest(unwanted, { settings })
const checks = await checking
const passed = counts.passed + checks.passed
const failed = failures.length + checks.failures.length

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
for (const test of retried) console.log(`Defect, passed at a second try only: ${test}`)
for (const check of checks.failures) console.log(`Failed, see its output above, or run npm run check: ${check}`)
for (const failure of failures) console.log(`Failed: ${failure}`)
conclude({ passed, failed, skipped })
