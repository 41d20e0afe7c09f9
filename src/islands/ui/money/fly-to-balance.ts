// Coins that fly from what was sold or claimed to the balance in the header.
import { startFlight } from '../../../stores/kernel/coin-flights.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import styles from './fly-to-balance.module.css'

/** The balance in the header, where coins land. */
const BALANCE = '[data-balance]'

const COINS = 7
const FLIGHT_MS = 620
const GAP_MS = 45
/** How far coins spread before they fly, in CSS pixels. */
const SPREAD_PX = 36

interface Point {
  readonly x: number
  readonly y: number
}

function middleOf({ left, top, width, height }: DOMRect): Point {
  return { x: left + width / 2, y: top + height / 2 }
}

/** Returns the place of a visible element; null for one that is not displayed. */
function placeOf(from: Element | DOMRect | null): DOMRect | null {
  const place = from instanceof Element ? from.getBoundingClientRect() : from
  return place === null || place.width === 0 ? null : place
}

function launchCoin(layer: HTMLElement, index: number, from: Point, to: Point): Animation {
  const coin = document.createElement('span')
  coin.className = styles.coin ?? ''
  layer.append(coin)
  const angle = (index / COINS) * 2 * Math.PI
  const spread = { x: from.x + Math.cos(angle) * SPREAD_PX, y: from.y + Math.sin(angle) * SPREAD_PX }
  const at = ({ x, y }: Point, scale: number): string => `translate(${x}px, ${y}px) scale(${scale})`
  return coin.animate(
    [
      { transform: at(from, 0.4), opacity: 0 },
      { transform: at(spread, 1), opacity: 1, offset: 0.3, easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)' },
      { transform: at(to, 0.5), opacity: 0.9 },
    ],
    { duration: FLIGHT_MS, delay: index * GAP_MS, fill: 'both', easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
  )
}

/**
 * Lets coins fly to the balance, which starts to count when the first one lands; a tap lands all of them. Does nothing with reduced
 * motion, on a hidden page, and where no balance is displayed.
 *
 * @param from an element, or its place where it may be gone by now
 */
export function flyToBalance(from: Element | DOMRect | null): void {
  const start = placeOf(from)
  const end = [...document.querySelectorAll(BALANCE)].map(placeOf).find((place) => place !== null)
  if (start === null || end == null || document.hidden || isCalm()) return
  const layer = document.createElement('div')
  layer.className = styles.layer ?? ''
  layer.setAttribute('aria-hidden', 'true')
  document.body.append(layer)
  const land = startFlight()
  const coins = Array.from({ length: COINS }, (_, index) => launchCoin(layer, index, middleOf(start), middleOf(end)))
  const flying = new AbortController()
  const skip = (): void => {
    for (const coin of coins) coin.finish()
  }
  addEventListener('pointerdown', skip, { signal: flying.signal })
  const landings = coins.map(({ finished }) => finished)
  void Promise.race(landings).then(land)
  void Promise.all(landings).then(() => {
    flying.abort()
    layer.remove()
  })
}
