// The services of published days.
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createPublishing } from './publishing.ts'
import { createPublishedReader } from './reading.ts'
import { deriveSigningKey } from './signing-key.ts'

/** Makes the services of published days. */
export function createTransparencyServices({ db, now, timeZone, secret, playMoney, gifts }: ServiceParts) {
  return {
    published: createPublishedReader({ db, now }),
    publishing: createPublishing({
      ...{ db, now, timeZone },
      mode: playMoney ? 'sandbox' : 'live',
      key: deriveSigningKey(secret),
      ownPercent: () => gifts().ownPercent,
    }),
  }
}
