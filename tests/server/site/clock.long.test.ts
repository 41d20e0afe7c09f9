// A sandbox with another time (CLOCK) uses it throughout: games count for the day of that clock.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { missionsReplySchema } from '../../../src/protocol/missions.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { RetryingPlayer } from '../../support/sites/retrying-player.ts'
import { serverProcess } from '../../support/sites/server-process.ts'

it.each(['2027-03-27T12:00:00Z', '2025-03-27T12:00:00Z'])(
  'a sandbox counts games at %s for missions',
  async (CLOCK) => {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-clock-'))
    await copyMigrated(join(folder, 'pglite'))
    const server = serverProcess({
      DATA_DIR: folder,
      DATABASE_URL: '',
      SECRET: 'a-secret-of-at-least-32-characters',
      HOUSE_PLAYERS: 'off',
      CLOCK,
    })
    try {
      const [code] = await server.start(1)
      if (code === undefined) throw new Error('There is no player')
      const player = await RetryingPlayer.signIn(server, code)
      const opened = await player.post('/api/case/first-step/open', JSON.stringify({ count: 10 }))
      expect(opened.status).toBe(200)
      const { missions, periods } = missionsReplySchema.parse(JSON.parse(await player.read('/api/missions')))
      expect(periods.daily.day).toBe(CLOCK.slice(0, 10))
      expect(missions.find(({ id }) => id === 'open-10')?.standing).toMatchObject({ progress: 10, claimable: true })
    } finally {
      await server.kill()
      await rm(folder, { recursive: true })
    }
  },
)
