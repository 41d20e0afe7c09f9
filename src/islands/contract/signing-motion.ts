// The timing of the signing animation: when the light leaves each slot, its path, and what appears in the middle. The animations run on
// the compositor, and the ticks use the same times, so that they stay in sync.

/** The time from the click to the result. */
export const SIGNING_MS = 4000

/** How long the light of one item takes to reach the middle. */
export const LIGHT_MS = 1300

const FIRST_MS = 250
const LAST_MS = 1450

/** The share of the time after which the light in the middle opens. */
const OPENING = 0.72

/**
 * Returns when the light of an item leaves its slot, in milliseconds from the start: the first at once, the last a good second later, the
 * others evenly between.
 *
 * @param order 0 for the first item, `count` − 1 for the last
 */
export function departureMs(order: number, count: number): number {
  return count < 2 ? FIRST_MS : Math.round(FIRST_MS + ((LAST_MS - FIRST_MS) * order) / (count - 1))
}

/** Returns the pitch of the tick with which a light leaves, 1 as recorded; it rises from light to light. */
export function departurePitch(order: number, count: number): number {
  return 0.8 + (count < 2 ? 0 : (0.6 * order) / (count - 1))
}

/** The distance from a slot to the middle, in CSS pixels. */
export interface Offset {
  readonly x: number
  readonly y: number
}

/**
 * Returns keyframes for the whole animation: nothing starts or ends during it, because each time the browser would rebuild its layers.
 *
 * @param shares keyframes whose offsets are shares of the time that a light moves
 */
function fromDeparture(departure: number, shares: readonly (Keyframe & { readonly offset: number })[]): Keyframe[] {
  const frames = shares.map((frame) => ({ ...frame, offset: (departure + frame.offset * LIGHT_MS) / SIGNING_MS }))
  const first = frames[0]
  const last = frames.at(-1)
  return first === undefined || last === undefined ? [] : [{ ...first, offset: 0 }, ...frames, { ...last, offset: 1 }]
}

/** Returns the keyframes of a light from its slot to the middle. */
export function lightFrames(departure: number, { x, y }: Offset): Keyframe[] {
  const turned = `rotate(${Math.atan2(y, x).toFixed(4)}rad)`
  const there = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${turned}`
  const here = `translate(0px, 0px) ${turned}`
  return fromDeparture(departure, [
    { offset: 0, opacity: 0, transform: `${here} scale(0.3)` },
    { offset: 0.2, opacity: 1, transform: `${here} scale(1.5)`, easing: 'ease-in-out' },
    { offset: 0.32, opacity: 1, transform: `${here} scale(1.2)`, easing: 'cubic-bezier(0.6, 0, 0.8, 0.6)' },
    { offset: 0.96, opacity: 1, transform: `${there} scale(0.6)` },
    { offset: 1, opacity: 0, transform: `${there} scale(0.5)` },
  ])
}

/** Returns the keyframes of an item whose light leaves: it fades. */
function faceFrames(departure: number): Keyframe[] {
  return fromDeparture(departure, [
    { offset: 0, opacity: 1, transform: 'scale(1)' },
    { offset: 0.3, opacity: 1, transform: 'scale(1.06)' },
    { offset: 1, opacity: 0.16, transform: 'scale(0.92)' },
  ])
}

const CURVE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** The keyframes of the parts in the middle. The light is white until it opens, so that it does not give away the result. */
const MIDDLE: Readonly<Record<string, readonly Keyframe[]>> = {
  core: [
    { opacity: 0, transform: 'scale(0.08)' },
    { opacity: 0, transform: 'scale(0.08)', offset: 0.28, easing: 'cubic-bezier(0.3, 0, 0.6, 1)' },
    { opacity: 1, transform: 'scale(0.62)', offset: 0.66, easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)' },
    { opacity: 1, transform: 'scale(0.5)', offset: OPENING, easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)' },
    { opacity: 0.9, transform: 'scale(1.5)', offset: 0.8, easing: 'ease-out' },
    { opacity: 0, transform: 'scale(1.7)' },
  ],
  ring: [
    { opacity: 0, transform: 'scale(0.2)' },
    { opacity: 0, transform: 'scale(0.2)', offset: OPENING, easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)' },
    { opacity: 0.8, transform: 'scale(0.9)', offset: 0.76, easing: 'ease-out' },
    { opacity: 0, transform: 'scale(3.2)' },
  ],
  glow: [{ opacity: 0 }, { opacity: 0, offset: 0.73, easing: CURVE }, { opacity: 1 }],
  result: [
    { opacity: 0, transform: 'scale(0.5)' },
    { opacity: 0, transform: 'scale(0.5)', offset: 0.73, easing: CURVE },
    { opacity: 1, transform: 'scale(1)', offset: 0.94 },
    { opacity: 1, transform: 'scale(1)' },
  ],
}

/**
 * Starts the animation.
 *
 * @param table the element with the parts marked `data-light`, `data-face` (both slot by slot) and `data-middle`
 * @param onRest called once, when the animation has ended
 * @returns the function that stops it
 */
export function startSigning(table: HTMLElement, onRest: () => void): () => void {
  const lights = [...table.querySelectorAll('[data-light]')]
  const offsets = lights.map((light) => offsetBetween(light.parentElement ?? light, table))
  const animations: Animation[] = []
  const play = (part: Element, frames: readonly Keyframe[]): void => {
    animations.push(part.animate([...frames], { duration: SIGNING_MS, fill: 'both' }))
  }
  for (const [order, face] of table.querySelectorAll('[data-face]').entries()) {
    play(face, faceFrames(departureMs(order, lights.length)))
  }
  for (const [order, light] of lights.entries()) {
    play(light, lightFrames(departureMs(order, lights.length), offsets[order] ?? { x: 0, y: 0 }))
  }
  for (const part of table.querySelectorAll<HTMLElement>('[data-middle]')) {
    play(part, MIDDLE[part.dataset.middle ?? ''] ?? [])
  }
  const last = animations.at(-1)
  if (last !== undefined) last.onfinish = onRest
  return () => {
    for (const animation of animations) animation.cancel()
  }
}

function offsetBetween(from: Element, to: Element): Offset {
  const [one, other] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  return {
    x: other.left + other.width / 2 - (one.left + one.width / 2),
    y: other.top + other.height / 2 - (one.top + one.height / 2),
  }
}
