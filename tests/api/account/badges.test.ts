// Badges through the whole app: each is earned once, with one notification, and what protects a player is theirs alone to see.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, winForContract } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('badges on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  const own = async (who: Browser): Promise<string[]> => (await who.get('/api/user/account')).body.profile.badges
  const shown = async (who: Browser): Promise<string[]> =>
    (await site.guest().get(`/api/user/${who.playerId}`)).body.profile.badges
  const notices = async (who: Browser): Promise<string[]> =>
    (await who.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)

  it('are earned by changing seeds, and by checking a proof that is complete', async () => {
    const who = await site.newPlayer()
    const { drops } = (await who.post('/api/case/first-step/open', { count: 1 })).body
    const check = (roll: string) => who.post('/api/fairness/checked', { roll })
    // The seed is still in use: there is nothing to check.
    expect((await check(drops[0].id)).body).toEqual({ success: true, earned: false })
    expect((await check(randomUUID())).body).toEqual({ success: true, earned: false })
    expect(await own(who)).toEqual([])
    await who.post('/api/fairness/rotate', { clientSeed: 'mine' })
    expect((await check(drops[0].id)).body).toEqual({ success: true, earned: true })
    await check(drops[0].id)
    await who.post('/api/fairness/rotate', { clientSeed: 'mine again' })
    expect(await own(who)).toEqual(['seed', 'proof'])
    expect(await shown(who)).toEqual(['seed', 'proof'])
    expect((await notices(who)).filter((title) => title.startsWith('New badge'))).toEqual([
      'New badge: Checked a proof',
      'New badge: Own seed',
    ])
    expect((await site.guest().post('/api/fairness/checked', { roll: drops[0].id })).status).toBe(403)
  })

  it('for protection stay after the limit is gone, and are shown to the player alone', async () => {
    const who = await site.newPlayer()
    await who.post('/api/limits', { day: null })
    expect(await own(who)).toEqual([])
    await who.post('/api/limits', { day: 5000 })
    await who.post('/api/limits', { day: null })
    await who.post('/api/limits/reality', { minutes: 30 })
    await who.post('/api/limits/reality', { minutes: null })
    expect(await own(who)).toEqual(['limit', 'reminder'])
    expect(await shown(who)).toEqual([])
  })

  it('are hidden with their player', async () => {
    const who = await site.newPlayer()
    await who.post('/api/fairness/rotate', { clientSeed: 'mine' })
    await who.post('/api/user/privacy', { hidden: true })
    expect(await shown(who)).toEqual([])
    expect(await own(who)).toEqual(['seed'])
  })

  it('of contracts come with the tenth', async () => {
    const who = await site.newPlayer()
    const sign = async (): Promise<void> => {
      expect((await signContract(who, await winForContract(who, 3))).body).toMatchObject({ success: true })
    }
    await site.db.asOwner(`update accounts set contracts = 8 where id = ${who.playerId}`)
    await sign()
    expect(await own(who)).toEqual([])
    await sign()
    await sign()
    expect(await own(who)).toEqual(['contracts'])
    expect((await notices(who)).filter((title) => title === 'New badge: Ten contracts')).toHaveLength(1)
  })
})
