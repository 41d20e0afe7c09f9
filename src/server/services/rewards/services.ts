// The services of rewards that return every day.
import type { AccountServices } from '../account/services.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createCalendar } from './calendar.ts'
import { createRewards } from './rewards.ts'

/** Makes the services of rewards. */
export function createRewardServices(parts: ServiceParts & Pick<AccountServices, 'protection' | 'giftAccess'>) {
  return { calendar: createCalendar(parts), rewards: createRewards(parts) }
}
