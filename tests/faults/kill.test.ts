// A hundred players play all games while the server is killed every five seconds: for 20 seconds on PGlite, in the long form of
// the tests for a minute on each database. `npm run bench -- faults` plays for ten.
import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS, type DatabaseKind } from '../support/databases/databases.ts'
import { byRun } from '../support/runner/long-run.ts'
import { faultRun } from '../support/sites/fault-run.ts'

/**
 * Refusals that a correct player may still get: a target that is too expensive for a small stake, an expired hour or day, and a
 * withdrawal before deposits are turned over and gifts unlocked.
 */
const REFUSALS = ['chance-low', 'raffle-closed', 'mission-over', 'calendar-day-changed', 'turnover', 'gift-locked']

const TIMEOUT_MS = 600_000

// Both in parallel: each waits for starts most of the time.
describe.concurrent.each(byRun<readonly DatabaseKind[]>(['pglite'], DATABASE_KINDS))(
  'a server on %s that is killed under load',
  (kind) => {
    it(
      'loses, creates and doubles nothing, and repeats its first response for every key',
      async () => {
        const report = await faultRun({
          kind,
          players: 100,
          seconds: byRun(20, 60),
          killEveryMs: 5_000,
          thoughtMs: 1_000,
        })
        expect(report.breaches).toEqual([])
        expect(report.deadlocks).toBe(0)
        expect([...report.refusals.keys()].filter((code) => !REFUSALS.includes(code))).toEqual([])
        expect(report.kills).toBeGreaterThan(0)
        expect(report.interrupted).toBeGreaterThan(report.kills)
        const { kills, acknowledged, interrupted, results, repeated } = report
        console.info(
          `${kind}: ${kills} kills, ${acknowledged} calls acknowledged (${interrupted} after a crash), ${results} results ` +
            `looked up, ${repeated} keys repeated`,
        )
      },
      TIMEOUT_MS,
    )
  },
)
