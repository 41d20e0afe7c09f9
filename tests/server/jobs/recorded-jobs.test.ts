// Every job that decides something leaves rows in the audit, in the transactions of its decisions. A new job has its place here.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isVerb } from '../../../src/game/office/verbs.ts'

const root = new URL('../../..', import.meta.url).pathname

/** The jobs by their files: the verbs of what they decide, or why they decide nothing. */
const JOBS: Readonly<Record<string, readonly string[] | string>> = {
  alerts: ['alerts.own'],
  announcements: 'reads what people published',
  'audit-seal': 'seals the audit itself',
  backups: 'writes files of its own',
  bans: 'carries bans, each of which has its row, to sessions',
  battles: 'draws, pays and ends by what was published before: nobody can decide otherwise',
  'case-counts': 'counts',
  'clock-sync': 'reads a clock',
  drafts: ['drafts.publish'],
  erasures: ['players.erase'],
  figures: 'counts',
  heartbeat: 'writes that its process lives',
  leaderboards: 'counts, and pays what the published rules give',
  'mission-notifications': 'tells',
  nightly: 'removes expired rows by the published periods, checks and publishes',
  notices: ['notices.end'],
  'order-polling': ['orders.keep', 'orders.return', 'players.freeze', 'players.unfreeze'],
  prices: ['editions.publish'],
  pushes: 'tells',
  raffles: 'opens, freezes and draws by what was published before',
  'referral-shares': 'pays what the published rules give',
  returns: 'counts',
  'safer-play': 'notes what a person should look at, and decides nothing',
  stock: 'counts',
  switches: ['switches.on'],
  withdrawals: ['withdrawals.review', 'withdrawals.hold'],
}

describe('jobs in the audit', () => {
  it('are all listed, with verbs of the table', async () => {
    const files = await readdir(join(root, 'src/server/jobs'))
    const names = files.map((name) => name.replace(/\.ts$/, '')).filter((name) => name !== 'jobs')
    expect(names.toSorted()).toEqual(Object.keys(JOBS).toSorted())
    for (const verb of Object.values(JOBS).flatMap((decides) => (typeof decides === 'string' ? [] : decides))) {
      expect(isVerb(verb), verb).toBe(true)
    }
  })
})
