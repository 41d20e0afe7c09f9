// Flights of coins: the displayed balance waits for each, and for none longer than a second.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $coinFlights, FLIGHT_LIMIT_MS, startFlight } from '../../../src/stores/kernel/coin-flights.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('counts the flights that have not landed, each once', () => {
  const [one, other] = [startFlight(), startFlight()]
  expect($coinFlights.get()).toBe(2)
  one()
  one()
  expect($coinFlights.get()).toBe(1)
  other()
  expect($coinFlights.get()).toBe(0)
})

it('lands a flight after a second, however long its coins take', () => {
  const land = startFlight()
  expect(FLIGHT_LIMIT_MS).toBe(1_000)
  vi.advanceTimersByTime(FLIGHT_LIMIT_MS)
  expect($coinFlights.get()).toBe(0)
  land()
  expect($coinFlights.get()).toBe(0)
})
