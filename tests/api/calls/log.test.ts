// The log tells an operator what happened, without secrets to sign in as another player.
import { describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('the log on %s', (kind) => {
  it('never contains a session token or an unrevealed seed', async () => {
    const log: string[] = []
    const site = await openTestSite(kind, { log })
    const secrets = new Set<string>()
    const keep = (browser: Browser): void => {
      for (const value of browser.cookies.values()) secrets.add(value)
    }
    const keepSeeds = async (): Promise<void> => {
      const rows = await queryRows<{ server_seed: string }>(site.db.queries, 'select server_seed from seeds')
      for (const { server_seed } of rows) secrets.add(server_seed)
    }
    try {
      const player = await site.newPlayer()
      keep(player)
      const { code, browser } = await site.services.sessions.makeCode(player.playerId)
      for (const value of [code, browser]) secrets.add(value)
      player.cookies.set('sign_in', browser)
      await player.post('/api/auth/token', { code: `${code}x` })
      player.cookies.set('token', (await player.post('/api/auth/token', { code })).body.token)
      keep(player)
      await player.get('/api/user/get')
      await player.post('/api/case/first-step/open', { count: 3 })
      await player.post('/api/case/first-step/open', { count: 99 })
      await player.post('/api/case/first-step/open', '{')
      await player.post('/api/fairness/rotate', { clientSeed: 'x' }, { 'x-xsrf-token': 'wrong' })
      await keepSeeds()
      await breakSeeds(site)
      // Each fails inside a statement that has a secret among its values.
      expect((await player.post('/api/fairness/rotate', { clientSeed: 'x' })).status).toBe(500)
      expect((await player.post('/api/case/first-step/open', { count: 1 })).status).toBe(500)
      const lines = log.join('')
      expect(lines).toContain('a request failed')
      expect(lines).not.toMatch(/params|server_seed\W+[0-9a-f]{64}|\b[0-9a-f]{64}\b/)
      for (const secret of secrets) expect(lines).not.toContain(secret)
      expect(secrets.size).toBeGreaterThan(8)
    } finally {
      await site.close()
    }
  })
})

/** Makes every write to seeds fail with the row in the database's error. */
async function breakSeeds(site: TestSite): Promise<void> {
  await site.db.asOwner('alter table seeds add constraint broken check (nonce < 0) not valid')
}
