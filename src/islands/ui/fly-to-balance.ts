// Coins that fly from what was sold or claimed to the balance in the header.
import { isCalm } from '../../stores/kernel/preferences.ts'
import styles from './fly-to-balance.module.css'

/** The balance in the header, where coins land. */
const BALANCE = '[data-balance]'

const COINS = 7
const FLIGHT_MS = 620
const GAP_MS = 45
/** How far coins spread before they fly, in CSS pixels. */
const SPREAD_PX = 36

/**
 * Lets coins fly from an element to the balance. Does nothing with reduced motion, or where no balance is visible.
 *
 * @returns a promise that resolves when the first coin has landed, or at once when none flies
 */
export function flyToBalance(from: Element | null): Promise<void> {
  const balance = [...document.querySelectorAll(BALANCE)].find((place) => place.checkVisibility())
  if (from === null || balance === undefined || isCalm()) return Promise.resolve()
  const start = from.getBoundingClientRect()
  const end = balance.getBoundingClientRect()
  const layer = document.createElement('div')
  layer.className = styles.layer ?? ''
  layer.setAttribute('aria-hidden', 'true')
  const [x, y] = [start.left + start.width / 2, start.top + start.height / 2]
  const flights = Array.from({ length: COINS }, (_, index) => {
    const coin = document.createElement('span')
    coin.className = styles.coin ?? ''
    layer.append(coin)
    const angle = (index / COINS) * 2 * Math.PI
    const [spreadX, spreadY] = [x + Math.cos(angle) * SPREAD_PX, y + Math.sin(angle) * SPREAD_PX]
    const at = (left: number, top: number, scale: number): string => `translate(${left}px, ${top}px) scale(${scale})`
    return () =>
      coin.animate(
        [
          { transform: at(x, y, 0.4), opacity: 0 },
          { transform: at(spreadX, spreadY, 1), opacity: 1, offset: 0.3, easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)' },
          { transform: at(end.left + end.width / 2, end.top + end.height / 2, 0.5), opacity: 0.9 },
        ],
        { duration: FLIGHT_MS, delay: index * GAP_MS, fill: 'both', easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
      ).finished
  })
  document.body.append(layer)
  const landed = flights.map((fly) => fly())
  void Promise.allSettled(landed).then(() => layer.remove())
  return Promise.race(landed).then(() => undefined)
}
