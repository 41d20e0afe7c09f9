// Which disk counts as full: that of DATA_DIR by its free space, that of the database for a minute after it refused to write.
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { createDiskWatch } from '../../../src/server/db/disk-watch.ts'

const refusal = (code: string): Error => new Error('failed', { cause: Object.assign(new Error('no space'), { code }) })

it('a database that refused to write for want of space counts as full for a minute', async () => {
  let nowMs = 0
  const disks = createDiskWatch(tmpdir(), 'postgres', () => nowMs)
  disks.observe(refusal('23505'))
  expect(await disks.fullDisk()).toBe(null)
  disks.observe(refusal('53100'))
  expect(await disks.fullDisk()).toBe('database')
  nowMs = 59_999
  expect(await disks.fullDisk()).toBe('database')
  nowMs = 60_000
  expect(await disks.fullDisk()).toBe(null)
})

it('a folder that is not there yet is not full, and has no space to report', async () => {
  const disks = createDiskWatch('/spacedrop/nowhere', 'pglite', () => 0)
  expect(await disks.fullDisk()).toBe(null)
  expect(await disks.space()).toBe(null)
})
