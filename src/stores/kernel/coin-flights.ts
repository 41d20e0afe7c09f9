// The coins on their way to the balance. The balance on the screen starts to count when they land; its value in the store does not wait.
import { atom } from 'nanostores'

/** How many flights of coins have not landed yet. */
export const $coinFlights = atom(0)

/** The longest time that the displayed balance waits for coins. */
export const FLIGHT_LIMIT_MS = 1_000

/**
 * Starts a flight.
 *
 * @returns the function that lands it; further calls do nothing. It lands by itself after a second.
 */
export function startFlight(): () => void {
  $coinFlights.set($coinFlights.get() + 1)
  let isFlying = true
  const land = (): void => {
    clearTimeout(limit)
    if (isFlying) $coinFlights.set($coinFlights.get() - 1)
    isFlying = false
  }
  const limit = setTimeout(land, FLIGHT_LIMIT_MS)
  return land
}
