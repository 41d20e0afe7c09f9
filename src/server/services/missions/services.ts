// The services of missions.
import type { AccountServices } from '../account/services.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createMissions } from './missions.ts'
import { createMissionNotifications } from './notifications.ts'

/** Makes the services of missions. */
export function createMissionServices(parts: ServiceParts & Pick<AccountServices, 'protection' | 'giftAccess'>) {
  return { missions: createMissions(parts), missionNotifications: createMissionNotifications(parts) }
}
