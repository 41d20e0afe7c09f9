// The services of raffles.
import type { AccountServices } from '../account/services.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createJoining } from './joining.ts'
import { createRaffleLifecycle } from './lifecycle.ts'
import { createRaffleViews } from './views.ts'

/** Makes the services of raffles. */
export function createRaffleServices(parts: ServiceParts & Pick<AccountServices, 'protection'>) {
  return {
    raffles: createRaffleViews(parts),
    joining: createJoining(parts),
    raffleLifecycle: createRaffleLifecycle(parts),
  }
}
