// A hundred players at all games while the server is killed every five seconds, for a minute; `npm run bench -- faults` makes it ten.
import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS } from '../support/databases.ts'
import { faultRun } from '../support/fault-run.ts'

/** What a player who does nothing wrong may still be refused: a target too dear for a small stake, and what an hour or a day has ended. */
const REFUSALS = ['chance-low', 'raffle-closed', 'mission-over', 'calendar-day-changed']

const TIMEOUT_MS = 600_000

// Side by side: each spends most of its minute waiting for starts.
describe.concurrent.each(DATABASE_KINDS)('a server on %s that is killed under load', (kind) => {
  it(
    'loses, makes and doubles nothing, and answers every key as it did the first time',
    async () => {
      const report = await faultRun({ kind, players: 100, seconds: 60, killEveryMs: 5_000, thoughtMs: 1_000 })
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
})
