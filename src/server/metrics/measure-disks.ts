// Gauges of the disks that a site writes to, read when scraped.
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'

/**
 * Adds the free and the whole space of folders' disks, by a name for each folder. A folder that cannot be read is missing.
 *
 * @param folders paths by their names, such as `data`
 */
export function measureDisks({ registry }: Metrics, folders: Readonly<Record<string, string>>): void {
  const space = (kind: string, help: string, read: (disk: StatsFs) => number): Gauge =>
    new Gauge({
      name: `spacedrop_disk_${kind}_bytes`,
      help,
      labelNames: ['folder'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const [folder, path] of Object.entries(folders)) {
          const disk = await statfs(path).catch(() => undefined)
          if (disk !== undefined) this.set({ folder }, read(disk))
        }
      },
    })
  space('free', 'Free space of the disk of a folder that the site writes to', ({ bavail, bsize }) => bavail * bsize)
  space('size', 'Size of the disk of a folder that the site writes to', ({ blocks, bsize }) => blocks * bsize)
}
