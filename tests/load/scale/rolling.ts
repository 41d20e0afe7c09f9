// Rolling updates and hung instances behind the nginx of deploy/, while players play: calls that failed, and how long all took.
import { CAN_PROXY } from '../../support/sites/proxied-site.ts'
import { hang, openRollingSite, roll, underLoad } from '../../support/sites/rolling.ts'
import { type LoadReport, latencyOf } from './sandbox-load.ts'

export interface RollingOptions {
  /** How many updates of both instances, and how many hung instances. */
  readonly times: number
}

/** With one of two instances hung. */
const P99_MS_MOST = 3_000
const HUNG_MS = 10_000

function print(what: string, report: LoadReport): void {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => `${latencyOf(report, part).toFixed(0)} ms`)
  console.log(
    `${what}: ${report.calls} calls, ${report.failures.length} failed, ${report.repeated.length} repeated; p50 ${p50}, p99 ${p99}, longest ${most}`,
  )
  for (const failure of report.failures.slice(0, 20)) console.log(`  ${failure}`)
}

/** Measures updates first, then hung instances. Returns true when no call failed and the p99 is reached. */
export async function run({ times }: RollingOptions): Promise<boolean> {
  if (!CAN_PROXY) {
    console.error('Needs nginx, TEST_DATABASE_URL, TEST_REDIS_URL and a build (npm run build).')
    return false
  }
  const site = await openRollingSite()
  try {
    const quiet = await underLoad(site, () => new Promise((resolve) => setTimeout(resolve, HUNG_MS)))
    print('nothing happens', quiet)
    const rolled = await underLoad(site, () => roll(site, times))
    print(`${times} rolling updates of both instances`, rolled)
    const hung = await underLoad(site, () => hang(site, times, HUNG_MS))
    print(`${times} times one of two instances hangs for ${HUNG_MS / 1000} s`, hung)
    return (
      [rolled.failures, rolled.repeated, hung.failures].every((calls) => calls.length === 0) &&
      latencyOf(hung, 0.99) <= P99_MS_MOST
    )
  } finally {
    await site.close()
  }
}
