import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { returnToPlayer } from '../../../src/game/cases/case.ts'
import type { CatalogueFault } from '../../../src/server/catalogue/faults.ts'
import {
  CatalogueRefused,
  type LoadedCatalogue,
  openCatalogue,
} from '../../../src/server/catalogue/reloadable-catalogue.ts'
import { catalogueFolder } from './catalogue-folder.ts'

const BAD_SUM = 'case "orion": the tickets sum to 1000001, not to 1000000'

describe('the catalogue in force', () => {
  it('carries the odds of each case as they are published', async () => {
    await using place = await catalogueFolder()
    const holder = await openCatalogue(place)
    const { catalogue, odds } = holder.current
    const orion = catalogue.cases.get('orion')
    const published = odds.get('orion')
    expect(published?.hash).toBe(
      createHash('sha256')
        .update(published?.text ?? '')
        .digest('hex'),
    )
    expect(JSON.parse(published?.text ?? '')).toMatchObject({ case: 'orion', price: 130, tickets: 1_000_000 })
    expect(published?.returnToPlayer).toBe(orion && returnToPlayer(orion))
    holder.close()
  })

  it('is refused at the start when it is wrong', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', '199800', '199801')
    const refusal = await openCatalogue(place).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CatalogueRefused)
    expect(String(refusal)).toContain(`cases.json:14: ${BAD_SUM}`)
  })

  it('is replaced by a reload, and listeners hear of it', async () => {
    await using place = await catalogueFolder()
    const holder = await openCatalogue(place)
    const before = holder.current
    const heard: LoadedCatalogue[] = []
    const stop = holder.onChange((held) => heard.push(held))
    await place.replace('prices.json', '"karambit": 60000', '"karambit": 61000')
    expect(await holder.reload()).toEqual([])
    expect(heard).toEqual([holder.current])
    expect(holder.current.odds.get('orion')?.hash).not.toBe(before.odds.get('orion')?.hash)
    expect(before.catalogue.items.get('karambit')?.priceCents).toBe(60_000)
    stop()
    await place.replace('prices.json', '"karambit": 61000', '"karambit": 62000')
    await holder.reload()
    expect(heard.length).toBe(1)
    holder.close()
  })

  it('comes into force only after it was prepared, and not at all when that fails', async () => {
    await using place = await catalogueFolder()
    const prepared: string[] = []
    let broken = false
    const holder = await openCatalogue({
      ...place,
      prepare: async (held) => {
        if (broken) throw new Error('no database')
        prepared.push(held.digest)
      },
    })
    expect(prepared).toEqual([holder.current.digest])
    const before = holder.current
    broken = true
    await place.replace('prices.json', '"karambit": 60000', '"karambit": 61000')
    await expect(holder.reload()).rejects.toThrow('no database')
    expect(holder.current).toBe(before)
    broken = false
    expect(await holder.reload()).toEqual([])
    expect(prepared).toEqual([before.digest, holder.current.digest])
    holder.close()
  })

  it('is not announced when nothing changed', async () => {
    await using place = await catalogueFolder()
    const holder = await openCatalogue(place)
    let calls = 0
    holder.onChange(() => calls++)
    await holder.reload()
    expect(calls).toBe(0)
    holder.close()
  })

  it('stays when the new one is wrong, whose faults are told as at the start', async () => {
    await using place = await catalogueFolder()
    const holder = await openCatalogue(place)
    const before = holder.current
    await place.replace('cases.json', '199800', '199801')
    const faults = await holder.reload()
    expect(faults.map(({ line, message }) => [line, message])).toEqual([[14, BAD_SUM]])
    expect(holder.current).toBe(before)
    holder.close()
  })
})

describe('a watched folder', () => {
  it('is read again when a file changes', async () => {
    await using place = await catalogueFolder()
    const holder = await openCatalogue({ ...place, quietMs: 20 })
    const changed = new Promise<LoadedCatalogue>((resolve) => holder.onChange(resolve))
    holder.watch()
    await place.replace('prices.json', '"karambit": 60000', '"karambit": 61000')
    expect((await changed).catalogue.items.get('karambit')?.priceCents).toBe(61_000)
    holder.close()
  })

  it('tells why a change was refused, and takes the next that is sound', async () => {
    await using place = await catalogueFolder()
    const refused = Promise.withResolvers<readonly CatalogueFault[]>()
    const holder = await openCatalogue({ ...place, quietMs: 20, onRefused: refused.resolve })
    holder.watch()
    await place.replace('cases.json', '199800', '199801')
    expect((await refused.promise).map(({ message }) => message)).toEqual([BAD_SUM])
    const changed = new Promise<LoadedCatalogue>((resolve) => holder.onChange(resolve))
    await place.replace('cases.json', '199801', '199800')
    await place.replace('prices.json', '"karambit": 60000', '"karambit": 60500')
    expect((await changed).catalogue.items.get('karambit')?.priceCents).toBe(60_500)
    holder.close()
  })

  it('is looked for once at a time, however long the database is silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await using place = await catalogueFolder()
    const silence = Promise.withResolvers<void>()
    let asked = 0
    const holder = await openCatalogue({
      ...place,
      editions: {
        start: async ({ digest }, files) => ({ id: 1, digest, files }),
        publish: async () => 1,
        adopt: async () => undefined,
        newerThan: async () => {
          asked++
          await silence.promise
          return undefined
        },
      },
    })
    holder.watch()
    vi.advanceTimersByTime(600_000)
    silence.resolve()
    // Behind everything that waits.
    await holder.refresh()
    expect(asked).toBe(2)
    holder.close()
    vi.useRealTimers()
  })
})
