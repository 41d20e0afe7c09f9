// The services of withdrawals that players ask for; their job is made of process.ts.
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createDifference } from './difference.ts'
import { createReplacement } from './replacement.ts'
import { createWithdrawal } from './withdrawal.ts'

/** Makes the services of withdrawals. */
export function createWithdrawalServices(parts: ServiceParts) {
  return {
    withdrawal: createWithdrawal(parts),
    replacement: createReplacement(parts),
    difference: createDifference(parts),
  }
}
