// The services of games that one player plays, and of the shop's cases.
import type { AccountServices } from '../account/services.ts'
import type { InventoryServices } from '../inventory/services.ts'
import { createShop } from '../rolls/item-view.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createCaseCounts } from './case-counts.ts'
import { createCaseDrops } from './case-drops.ts'
import { createContract } from './contract.ts'
import { createFreeCases } from './free-case.ts'
import { createOpening } from './opening.ts'
import { createOutcomes } from './outcome.ts'
import { createUpgrade } from './upgrade.ts'
import { createWheel } from './wheel.ts'
import { createWheelViews } from './wheel-view.ts'

type GameServiceParts = ServiceParts &
  Pick<AccountServices, 'protection' | 'giftAccess'> &
  Pick<InventoryServices, 'inventory'>

/** Makes the services of games. */
export async function createGameServices(parts: GameServiceParts) {
  const { log } = parts
  const caseCounts = await createCaseCounts(parts)
  parts.onCatalogueChange(() => {
    caseCounts.recount().catch((error: unknown) => log.error({ err: error }, 'openings could not be counted'))
  })
  return {
    shop: createShop(parts.catalogue, caseCounts.of),
    caseCounts,
    caseDrops: createCaseDrops(parts),
    opening: createOpening(parts),
    outcomeOf: createOutcomes(parts),
    upgrade: createUpgrade(parts),
    contract: createContract(parts),
    freeCases: createFreeCases(parts),
    wheel: createWheelViews(parts),
    spinning: createWheel(parts),
  }
}
