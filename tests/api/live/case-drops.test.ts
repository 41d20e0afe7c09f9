// The last drops of a case, everybody's and a player's own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseDropsReplySchema } from '../../../src/protocol/case.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type ClockedSite, openClockedSite } from '../../support/sites/clock-site.ts'
import type { Browser } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('the drops of a case on %s', (kind) => {
  let site: ClockedSite
  let clock = Date.parse('2027-03-24T12:00:00Z')

  beforeAll(async () => {
    site = await openClockedSite(kind, new Date(clock).toISOString())
  })

  afterAll(() => site.close())

  async function dropsOf(who: Browser, url = 'orion') {
    const reply = caseDropsReplySchema.parse((await who.get(`/api/case/${url}/drops`)).body)
    if (!reply.success) throw new Error(reply.message)
    return reply
  }
  const open = async (who: Browser, url: string, count: number, demo = false): Promise<string[]> => {
    const { body } = await who.post(`/api/case/${url}/open`, { count, demo })
    expect(body.success).toBe(true)
    return body.drops.map(({ id }: { id: string }) => id).reverse()
  }
  /** Five seconds later the list is read again. */
  const later = (): void => {
    clock += 5_000
    site.setClock(new Date(clock).toISOString())
  }

  it('are none before the first opening, and refused for a case that does not exist', async () => {
    expect(await dropsOf(site.guest())).toEqual({ success: true, drops: [], own: null })
    expect(await dropsOf(await site.newPlayer())).toMatchObject({ drops: [], own: [] })
    const { body } = await site.guest().get('/api/case/nowhere/drops')
    expect(caseDropsReplySchema.parse(body)).toMatchObject({ success: false, code: 'case-unknown' })
  })

  it('are the last twelve of everybody, the newest first, without other cases and demos', async () => {
    const [one, other] = [await site.newPlayer(), await site.newPlayer()]
    const first = await open(one, 'orion', 7)
    const second = await open(other, 'orion', 7)
    await open(one, 'first-step', 3)
    await open(one, 'orion', 5, true)
    later()
    const { drops } = await dropsOf(site.guest())
    expect(drops.map(({ id }) => id)).toEqual([...second, ...first].slice(0, 12))
    expect(drops.map(({ user }) => user.id)).toEqual([
      ...second.map(() => other.playerId),
      ...first.slice(0, 5).map(() => one.playerId),
    ])
    expect(drops[0]).toMatchObject({ type: 'case', case: { url: 'orion' }, proof: `/fairness?roll=${second[0]}` })
  })

  it('have ten of the player alone, also those that were sold', async () => {
    const player = await site.newPlayer()
    const oldest = await open(player, 'orion', 3)
    await open(player, 'first-step', 4)
    await open(await site.newPlayer(), 'orion', 10)
    const newest = await open(player, 'orion', 9)
    await player.post('/api/user/items/sell', { ids: newest, isAll: false })
    const { own } = await dropsOf(player)
    expect(own?.map(({ id }) => id)).toEqual([...newest, ...oldest].slice(0, 10))
    expect(own?.every(({ user }) => user.id === player.playerId)).toBe(true)
    expect((await dropsOf(await site.newPlayer())).own).toEqual([])
  })

  it('name no player who hides', async () => {
    const player = await site.newPlayer()
    const ids = await open(player, 'orion', 2)
    await player.post('/api/user/privacy', { hidden: true })
    later()
    const { drops } = await dropsOf(site.guest())
    expect(drops.slice(0, 2)).toMatchObject(ids.map((id) => ({ id, user: { id: null, username: null, avatar: null } })))
  })

  it('are read once in five seconds, however many visitors ask', async () => {
    later()
    const before = await dropsOf(site.guest())
    await open(await site.newPlayer(), 'orion', 1)
    expect((await dropsOf(site.guest())).drops).toEqual(before.drops)
    later()
    expect((await dropsOf(site.guest())).drops).not.toEqual(before.drops)
  })
})
