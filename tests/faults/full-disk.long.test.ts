// The disk of a PGlite site fills up while players play. Calls fail then; once there is space again and the server was
// restarted, nothing is lost and nothing happened twice. The disk is a small one in memory, which only some machines
// let a test mount. (PostgreSQL's disk belongs to the database server: tests do not fill a shared disk.)
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../support/databases/audit.ts'
import { playAll, signInPlayer } from '../support/players/game-player.ts'
import type { ExpectedHoldings } from '../support/sites/expected-holdings.ts'
import { type KillableServer, openKillableServer } from '../support/sites/killable-server.ts'
import type { ServerProcess } from '../support/sites/server-process.ts'

const DISK_MB = 256
const LEFT_BYTES = 200_000
const PLAYERS = 8

function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'spacedrop', folder], { stdio: 'ignore' })
}

function unmount(folder: string): void {
  execFileSync('umount', [folder], { stdio: 'ignore' })
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-mount-'))
  try {
    mount(folder)
    unmount(folder)
    return true
  } catch (error) {
    console.info(`Left out: a full disk. This machine lets nobody mount a small one (${String(error)}).`)
    return false
  } finally {
    rmdirSync(folder)
  }
}

async function readiness(server: ServerProcess): Promise<[status: number, body: unknown]> {
  const answer = await fetch(`${await server.address()}/ready`)
  return [answer.status, await answer.json()]
}

describe.runIf(canMount())('a server on pglite whose disk fills up', () => {
  let site: KillableServer

  beforeAll(async () => {
    site = await openKillableServer('pglite')
    mount(site.folder)
  })

  afterAll(async () => {
    await site.server.kill()
    unmount(site.folder)
    await site.close()
  })

  it('loses, creates and doubles nothing once there is space again', async () => {
    const { server, folder } = site
    const allHoldings: ExpectedHoldings[] = []
    for (const code of await server.start(PLAYERS)) allHoldings.push(await signInPlayer(server, code))
    const count = (): number => allHoldings.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    const full = Promise.withResolvers<void>()
    const roomAgain = Promise.withResolvers<void>()
    for (const { player } of allHoldings) {
      player.waitForRecovery = () => {
        full.resolve()
        return roomAgain.promise
      }
    }
    let isOver = false
    const playing = Promise.all(allHoldings.map((holdings) => playAll(holdings, 0, () => isOver)))
    playing.catch(full.reject)
    try {
      const { bavail, bsize } = await statfs(folder)
      const ballast = join(folder, 'ballast')
      // The players write meanwhile: once their part is used too, the disk is completely full.
      await writeFile(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
      })
      await full.promise
      expect(await readiness(server)).toEqual([503, { status: 'disk full', disk: 'DATA_DIR' }])
      await rm(ballast)
      await server.killAndRestart()
      expect(await readiness(server)).toMatchObject([200, { status: 'ready' }])
      roomAgain.resolve()
      const before = count()
      await Promise.race([expect.poll(count).toBeGreaterThan(before + 10 * PLAYERS), playing])
    } finally {
      isOver = true
      roomAgain.resolve()
    }
    await playing
    await server.kill()
    const lines = allHoldings.flatMap((holdings) => [
      ...holdings.takeLines(),
      `balance ${holdings.balance} of ${holdings.playerId}`,
    ])
    const { breaches } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect(breaches).toEqual([])
  })
})
