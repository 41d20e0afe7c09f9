// The site's counters are correct while players play during the count, and with late events.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Statistic } from '../../../../src/protocol/live.ts'
import { createEvents, type SiteEventMap } from '../../../../src/server/base/events.ts'
import { type Database, queryRows } from '../../../../src/server/db/database.ts'
import { readSnapshot } from '../../../../src/server/db/snapshot.ts'
import { createLive } from '../../../../src/server/services/live/live.ts'
import { SUITE_KINDS } from '../../../support/databases/databases.ts'
import { upgradeTwice, win } from '../../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../../support/sites/site.ts'

describe('a snapshot', () => {
  it.each([
    ['10:10:', ['9'], ['10', '11']],
    ['10:20:10,14,15', ['9', '11', '16', '19'], ['10', '14', '15', '20', '21']],
    ['18446744073709551615:18446744073709551616:', ['18446744073709551614'], ['18446744073709551616']],
  ])('%s has seen exactly the transactions that had ended by then', (text, seen, unseen) => {
    expect(seen.map(readSnapshot(text))).toEqual(seen.map(() => true))
    expect(unseen.map(readSnapshot(text))).toEqual(unseen.map(() => false))
  })
})

describe.each(SUITE_KINDS)('the counters on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
  })

  afterAll(() => site.close())

  /** The counted values. */
  async function expectedCounts(): Promise<Statistic> {
    const rows = await queryRows<Statistic>(
      site.db.queries,
      `
      select (select count(*)::int from players) as users, count(*) filter (where game = 'case')::int as cases,
        count(*) filter (where game = 'upgrade')::int as upgrades, count(*) filter (where game = 'contract')::int as contracts
      from rolls`,
    )
    const [counted] = rows
    if (counted === undefined) throw new Error('Nothing was counted')
    return counted
  }

  /** The site's database on a connection that can hold back responses. */
  function slowLine(): { db: Database; hold(): { asked: Promise<void>; release(): void } } {
    let gate: Promise<void> = Promise.resolve()
    let arrived = (): void => undefined
    const run: Database['run'] = async <Row>(...words: Parameters<Database['run']>) => {
      const rows = await site.db.run<Row>(...words)
      arrived()
      await gate
      return rows
    }
    const hold = () => {
      const held = Promise.withResolvers<void>()
      const asked = Promise.withResolvers<void>()
      gate = held.promise
      arrived = asked.resolve
      return { asked: asked.promise, release: held.resolve }
    }
    return { db: { ...site.db, run }, hold }
  }

  /** Returns the events of a game that `play` plays. */
  async function toldOf(play: () => Promise<unknown>): Promise<SiteEventMap['played']> {
    const told: SiteEventMap['played'][] = []
    const hear = (...words: SiteEventMap['played']): void => void told.push(words)
    site.events.on('played', hear)
    await play()
    site.events.off('played', hear)
    const [words] = told
    if (words === undefined) throw new Error('Nothing was told')
    return words
  }

  it('start with what is stored, and count what is played and who joins', async () => {
    const live = await createLive({ db: site.db, events: site.events })
    const before = live.statistic()
    expect(before).toEqual(await expectedCounts())
    const friend = await site.newPlayer()
    const won = await win(friend, 3)
    await upgradeTwice(friend, won, 10)
    expect(live.statistic()).toEqual({
      ...before,
      users: before.users + 1,
      cases: before.cases + 3,
      upgrades: before.upgrades + 1,
    })
    expect(live.statistic()).toEqual(await expectedCounts())
  })

  it('keep what is played while they are recounted', async () => {
    const { db, hold } = slowLine()
    const live = await createLive({ db, events: site.events })
    const line = hold()
    const counting = live.recount()
    await line.asked
    await win(player, 2)
    await site.newPlayer()
    expect(live.statistic()).toEqual(await expectedCounts())
    line.release()
    await counting
    expect(live.statistic()).toEqual(await expectedCounts())
  })

  it('find unannounced changes, and do not count them twice when they are announced late', async () => {
    const events = createEvents()
    const { db, hold } = slowLine()
    const live = await createLive({ db, events })
    const unheard = await toldOf(() => win(player, 2))
    const line = hold()
    const counting = live.recount()
    await line.asked
    events.remote.emit('played', ...unheard)
    line.release()
    await counting
    expect(live.statistic()).toEqual(await expectedCounts())
    events.remote.emit('played', ...unheard)
    expect(live.statistic()).toEqual(await expectedCounts())
    events.remote.emit('played', ...(await toldOf(() => win(player, 1))))
    expect(live.statistic()).toEqual(await expectedCounts())
  })

  it('count everything once with repeated recounts and parallel games', async () => {
    const live = await createLive({ db: site.db, events: site.events })
    const crowd = await Promise.all(Array.from({ length: 5 }, () => site.newPlayer()))
    for (let round = 0; round < 10; round++) {
      const plays = crowd.map((one) => win(one, 1 + (round % 3)))
      await Promise.all([live.recount(), ...plays, live.recount()])
    }
    expect(live.statistic()).toEqual(await expectedCounts())
  })
})
