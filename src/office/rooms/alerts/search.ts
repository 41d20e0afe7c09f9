// The state of the room Alerts, in its address.
import { ALERT_STATES, type AlertState } from '../../../game/office/alerts.ts'
import { definedOnly, oneOf, uuidOf } from '../../session/search.ts'

export interface AlertsSearch {
  /** Where the page begins; the newest rows without it. */
  readonly cursor?: string | undefined
  readonly state?: AlertState | undefined
}

export function parseAlertsSearch(search: Readonly<Record<string, unknown>>): AlertsSearch {
  return definedOnly<AlertsSearch>({ cursor: uuidOf(search.cursor), state: oneOf(ALERT_STATES, search.state) })
}
