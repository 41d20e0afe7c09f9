// The disk of a PGlite site fills up while players play. Calls fail then; once there is room again and the server has been started anew,
// nothing is lost and nothing was done twice. The disk is a small one in memory, which only some machines let a test mount.
// (PostgreSQL's disk is the database server's own: tests do not fill up what they share.)
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAll, sitDown } from '../support/all-games.ts'
import { audit } from '../support/audit.ts'
import type { Hand } from '../support/hand.ts'
import { type MortalSite, openMortalSite } from '../support/mortal-site.ts'

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

describe.runIf(canMount())('a server on pglite whose disk fills up', () => {
  let site: MortalSite

  beforeAll(async () => {
    site = await openMortalSite('pglite')
    mount(site.folder)
  })

  afterAll(async () => {
    await site.server.kill()
    unmount(site.folder)
    await site.close()
  })

  it('loses, makes and doubles nothing once there is room again', async () => {
    const { server, folder } = site
    const hands: Hand[] = []
    for (const code of await server.start(PLAYERS)) hands.push(await sitDown(server, code))
    const count = (): number => hands.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    const full = Promise.withResolvers<void>()
    const roomAgain = Promise.withResolvers<void>()
    for (const { player } of hands) {
      player.outlast = () => {
        full.resolve()
        return roomAgain.promise
      }
    }
    let isOver = false
    const playing = Promise.all(hands.map((hand) => playAll(hand, 0, () => isOver)))
    playing.catch(full.reject)
    try {
      const { bavail, bsize } = await statfs(folder)
      const ballast = join(folder, 'ballast')
      // The players write meanwhile: where their share is gone too, the disk is as full as it can be.
      await writeFile(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
      })
      await full.promise
      await rm(ballast)
      await server.killAndRestart()
      roomAgain.resolve()
      const before = count()
      await Promise.race([expect.poll(count).toBeGreaterThan(before + 10 * PLAYERS), playing])
    } finally {
      isOver = true
      roomAgain.resolve()
    }
    await playing
    await server.kill()
    const lines = hands.flatMap((hand) => [...hand.takeLines(), `balance ${hand.balance} of ${hand.playerId}`])
    const { breaches } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect(breaches).toEqual([])
  })
})
