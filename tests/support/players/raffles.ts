// Raffles in tests: prizes of a few cents, and players whose stakes have made enough margin to pay one alone.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Browser, TestSite } from '../sites/site.ts'

/** Lets all raffles that open from now on have the cheapest items as prizes. */
export function offerCheapPrizes(site: TestSite): void {
  const { current } = site.catalogue
  const items = [...current.catalogue.items.values()]
  const cheapest = items.toSorted((one, other) => one.priceCents - other.priceCents).slice(0, 3)
  const raffles = { hourly: cheapest, daily: cheapest, weekly: cheapest }
  const rewards = { ...current.rewards, raffles }
  Object.defineProperty(site.catalogue, 'current', { get: () => ({ ...current, rewards }) })
}

/** Plays enough of what a new player has to pay a cheap prize alone: stakes $20.00 for about 11 cents, and sells what was won. */
export async function playForRaffle(player: Browser): Promise<void> {
  const { body } = await player.post('/api/case/zero-gravity/open', { count: 10 })
  expect(body).toMatchObject({ success: true })
  const ids = body.drops.map(({ id }: { id: string }) => id)
  expect((await player.post('/api/user/items/sell', { ids, isAll: false })).body).toMatchObject({ success: true })
}

/**
 * Copies the data folder, with the cheapest items as prizes of all raffles.
 *
 * @param folder where the copy is made
 * @returns the copy, for SHOP_DIR
 */
export async function copyWithCheapPrizes(folder: string): Promise<string> {
  const copy = join(folder, 'data')
  await cp(join(import.meta.dirname, '../../../data'), copy, { recursive: true })
  const read = async (name: string) => JSON.parse(await readFile(join(copy, name), 'utf8'))
  const prices = Object.entries<number>(await read('prices.json')).toSorted(([, one], [, other]) => one - other)
  const cheapest = prices.slice(0, 3).map(([id]) => id)
  const rewards = { ...(await read('rewards.json')), raffles: { hourly: cheapest, daily: cheapest, weekly: cheapest } }
  await writeFile(join(copy, 'rewards.json'), JSON.stringify(rewards))
  return copy
}
