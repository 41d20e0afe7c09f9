// The services of deposits.

import { hashCard } from '../account/related-players.ts'
import type { AccountServices } from '../account/services.ts'
import type { BattleServices } from '../battles/battles.ts'
import type { CreditFollower } from '../money/credit-followers.ts'
import { prizeView } from '../rolls/prize-view.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createBonuses } from './bonuses.ts'
import { createCancelling } from './cancelling.ts'
import { createOrders, depositStatus } from './orders.ts'
import { createPromoCodes } from './promo.ts'
import { caseOfPromo, createPromoCases } from './promo-case.ts'
import { createSettlement } from './settlement.ts'

interface PaymentServiceParts extends ServiceParts, Pick<AccountServices, 'giftAccess' | 'protection'> {
  /** What follows the credit of a deposit. */
  readonly followers: readonly CreditFollower[]
  readonly battles: Pick<BattleServices, 'announceRefunds'>
}

/** Makes the services of deposits. */
export function createPaymentServices(parts: PaymentServiceParts) {
  const { catalogue, checks, secret } = parts
  const { providers } = parts.payments
  const rules = () => (checks ? catalogue().payments : undefined)
  const settlement = createSettlement({
    ...parts,
    providers,
    rules,
    priced: catalogue,
    announceRefunds: parts.battles.announceRefunds,
    hashCard: (provider, fingerprint) => hashCard(secret, provider, fingerprint),
  })
  return {
    settlement,
    orders: createOrders({ ...parts, ...parts.payments, rules }),
    cancelling: createCancelling({ ...parts, providers, settlement }),
    bonuses: createBonuses(parts),
    promoCases: createPromoCases(parts),
    promo: createPromoCodes({
      ...parts,
      opens: async (promo, playerId) => {
        const box = caseOfPromo(catalogue(), promo, parts.now())
        const refusal = await parts.giftAccess.refusalOf(playerId)
        if (refusal !== null) throw refusal
        return prizeView({ kind: 'case', box })
      },
      otherPercent: async (queries, playerId) => (await depositStatus(queries, playerId)).percent,
    }),
  }
}
