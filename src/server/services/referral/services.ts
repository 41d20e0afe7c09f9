// The services of referrals.
import { randomInt } from 'node:crypto'
import type { AccountServices } from '../account/services.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createReferral } from './referral.ts'
import { createReferralShares } from './shares.ts'

/** Makes the services of referrals. */
export function createReferralServices(parts: ServiceParts & Pick<AccountServices, 'protection'>) {
  const { siteUrl } = parts.payments
  return {
    referral: createReferral({ ...parts, siteUrl, randomBits: () => randomInt(2 ** 32) }),
    referralShares: createReferralShares(parts),
  }
}
