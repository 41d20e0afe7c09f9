// The counters of the site are right though they are counted while players play, and though what is told of it comes late.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Statistic } from '../../src/contract/live.ts'
import type { Database } from '../../src/server/db/database.ts'
import { seenBy } from '../../src/server/db/snapshot.ts'
import { createEvents, type EventWords } from '../../src/server/events.ts'
import { createLive } from '../../src/server/services/live.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { upgradeTwice, win } from '../support/games.ts'
import { type Browser, openTestSite, type TestSite } from '../support/site.ts'

describe('a snapshot', () => {
  it.each([
    ['10:10:', ['9'], ['10', '11']],
    ['10:20:10,14,15', ['9', '11', '16', '19'], ['10', '14', '15', '20', '21']],
    ['18446744073709551615:18446744073709551616:', ['18446744073709551614'], ['18446744073709551616']],
  ])('%s has seen what had ended by then, and nothing else', (text, seen, unseen) => {
    expect(seen.map(seenBy(text))).toEqual(seen.map(() => true))
    expect(unseen.map(seenBy(text))).toEqual(unseen.map(() => false))
  })
})

describe.each(DATABASE_KINDS)('the counters on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
  })

  afterAll(() => site.close())

  /** What is there to be counted. */
  async function truth(): Promise<Statistic> {
    const { rows } = (await site.db.queries.execute(`
      select (select count(*)::int from players where not house) as users, count(*) filter (where game = 'case')::int as cases,
        count(*) filter (where game = 'upgrade')::int as upgrades, count(*) filter (where game = 'contract')::int as contracts
      from rolls`)) as unknown as { rows: Statistic[] }
    const [counted] = rows
    if (counted === undefined) throw new Error('Nothing was counted')
    return counted
  }

  /** The site's database on a line that keeps answers back once it is told to. */
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

  /** What is told of a game while `play` plays it. */
  async function toldOf(play: () => Promise<unknown>): Promise<EventWords['played']> {
    const told: EventWords['played'][] = []
    const hear = (...words: EventWords['played']): void => void told.push(words)
    site.events.on('played', hear)
    await play()
    site.events.off('played', hear)
    const [words] = told
    if (words === undefined) throw new Error('Nothing was told')
    return words
  }

  it('begin with what is there, and count what is played and who joins', async () => {
    const live = await createLive({ db: site.db, events: site.events })
    const before = live.statistic()
    expect(before).toEqual(await truth())
    const friend = await site.newPlayer()
    const won = await win(friend, 3)
    await upgradeTwice(friend, won, 10)
    expect(live.statistic()).toEqual({
      ...before,
      users: before.users + 1,
      cases: before.cases + 3,
      upgrades: before.upgrades + 1,
    })
    expect(live.statistic()).toEqual(await truth())
  })

  it('keep what is played while they are counted anew', async () => {
    const { db, hold } = slowLine()
    const live = await createLive({ db, events: site.events })
    const line = hold()
    const counting = live.recount()
    await line.asked
    await win(player, 2)
    await site.newPlayer()
    expect(live.statistic()).toEqual(await truth())
    line.release()
    await counting
    expect(live.statistic()).toEqual(await truth())
  })

  it('find what nobody told them of, and do not count it twice when it is told late', async () => {
    const events = createEvents()
    const { db, hold } = slowLine()
    const live = await createLive({ db, events })
    const unheard = await toldOf(() => win(player, 2))
    const line = hold()
    const counting = live.recount()
    await line.asked
    events.elsewhere.emit('played', ...unheard)
    line.release()
    await counting
    expect(live.statistic()).toEqual(await truth())
    events.elsewhere.emit('played', ...unheard)
    expect(live.statistic()).toEqual(await truth())
    events.elsewhere.emit('played', ...(await toldOf(() => win(player, 1))))
    expect(live.statistic()).toEqual(await truth())
  })

  it('are all counted once when they are counted many times while many play', async () => {
    const live = await createLive({ db: site.db, events: site.events })
    const crowd = await Promise.all(Array.from({ length: 5 }, () => site.newPlayer()))
    for (let round = 0; round < 10; round++) {
      const plays = crowd.map((one) => win(one, 1 + (round % 3)))
      await Promise.all([live.recount(), ...plays, live.recount()])
    }
    expect(live.statistic()).toEqual(await truth())
  })
})
