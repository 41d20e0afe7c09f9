// Rotating the seeds beside every game that draws a roll: no call fails, and every nonce is used once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, spinWheel, targetFrom, win, winForContract } from '../../support/players/games.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const TIMEOUT_MS = 240_000
const ROTATIONS = 12

describe.each(SUITE_KINDS)('rotating seeds on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  async function rotateMany(player: Browser): Promise<Answer[]> {
    const answers: Answer[] = []
    for (let count = 0; count < ROTATIONS; count++) {
      answers.push(await player.post('/api/fairness/rotate', { clientSeed: `seed-${count}` }))
    }
    return answers
  }

  /** Plays until the rotations are over, one call after another. */
  async function playUntil(over: Promise<unknown>, play: () => Promise<Answer>): Promise<Answer[]> {
    let isOver = false
    const settle = (): void => {
      isOver = true
    }
    over.then(settle, settle)
    const answers: Answer[] = []
    while (!isOver) answers.push(await play())
    return answers
  }

  it(
    'is refused or done beside openings, upgrades, contracts and spins, none of which fails',
    async () => {
      for (let round = 0; round < raceRounds(kind, 5); round++) {
        const player = await site.newPlayer()
        const items = await winForContract(player, 3)
        const target = await targetFrom(player, 20)
        const rotations = Promise.all([rotateMany(player), rotateMany(player)])
        const played = await Promise.all([
          playUntil(rotations, () => player.post('/api/case/first-step/open', { count: 1 })),
          playUntil(rotations, () => player.post('/api/upgrade', { ids: [], balance: 10, side: 'under', ...target })),
          playUntil(rotations, () => spinWheel(player)),
          playUntil(rotations, () => spinWheel(player)),
          signContract(player, items).then((answer) => [answer]),
        ])
        const answers = [...(await rotations).flat(), ...played.flat()]
        expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
      }
      const twice = await queryRows(
        site.db.queries,
        'select seed_id, nonce from rolls group by seed_id, nonce having count(*) > 1',
      )
      expect(twice).toEqual([])
    },
    TIMEOUT_MS,
  )

  describe('one bad row in a batch of openings', () => {
    it('fails that opening alone: the others are played, and its player can play again', async () => {
      const players = await Promise.all(Array.from({ length: 9 }, () => site.newPlayer()))
      const [unlucky] = players
      if (unlucky === undefined) throw new Error('There is no player')
      // A fault of the data, of one player's row only: no more can be added to it.
      const setWon = (won: string) =>
        site.db.queries.execute(`update accounts set won = ${won} where id = ${unlucky.playerId}`)
      await setWon('9223372036854775807')
      const open = (player: Browser): Promise<Answer> => player.post('/api/case/first-step/open', { count: 2 })
      // While the first opening is written, the others wait for one statement.
      const answers = await Promise.all([...players.slice(1), unlucky].map(open))
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 200), 500])
      expect(answers.slice(0, 8).every(({ body }) => body.success === true)).toBe(true)
      await setWon('0')
      expect((await open(unlucky)).body).toMatchObject({ success: true })
      expect(await win(unlucky, 1)).toHaveLength(1)
    })
  })
})
