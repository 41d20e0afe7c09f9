// Ten million simulated openings of every case and spins of the wheel, and 200,000 of each through the real HMAC path, against their
// published odds.
import { entryOfRoll } from '../../../src/game/cases/case.ts'
import type { Case } from '../../../src/game/catalogue/catalogue.ts'
import type { Wheel } from '../../../src/game/rewards/rewards.ts'
import { sectorOfRoll, worthOf } from '../../../src/game/rewards/wheel.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { drawAll, type Table } from './draws.ts'

/** Prints a line for every case; true when all of them passed. */
export async function run(): Promise<boolean> {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  const { catalogue, rewards } = reading
  return drawAll([...[...catalogue.cases.values()].map(tableOf), tableOfWheel(rewards.wheel)])
}

function tableOf(one: Case): Table {
  const places = new Map(one.entries.map((entry, at) => [entry, at]))
  return {
    game: 'case',
    name: one.url,
    stakeCents: one.priceCents,
    outcomes: one.entries.map(({ item: { priceCents }, tickets }) => ({ priceCents, tickets })),
    placeOf: (roll) => places.get(entryOfRoll(one.entries, roll)) ?? 0,
  }
}

function tableOfWheel({ priceCents, sectors }: Wheel): Table {
  return {
    game: 'wheel',
    name: 'wheel',
    stakeCents: priceCents,
    outcomes: sectors.map(({ prize, tickets }) => ({ priceCents: worthOf(prize), tickets })),
    placeOf: (roll) => sectorOfRoll(sectors, roll),
  }
}

if (import.meta.main) process.exitCode = (await run()) ? 0 : 1
