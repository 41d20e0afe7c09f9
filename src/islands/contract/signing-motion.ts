// How the light moves while a contract is signed: when it leaves each dock, what it does on its way, and what forms in the middle. The
// browser's own animations run it on the compositor, and the ticks read the same times, so that they cannot drift apart.

/** From the press to the result. */
export const SIGNING_MS = 4000

/** How long the light of one item is on its way into the middle. */
export const LIGHT_MS = 1300

const FIRST_MS = 250
const LAST_MS = 1450

/** The light has gathered, and opens. */
const OPENING = 0.72

/**
 * When the light of an item leaves its dock, in milliseconds from the start: the first at once, the last a good second later, the
 * others evenly between, however many there are.
 *
 * @param order 0 for the first item, `count` − 1 for the last
 */
export function departureMs(order: number, count: number): number {
  return count < 2 ? FIRST_MS : Math.round(FIRST_MS + ((LAST_MS - FIRST_MS) * order) / (count - 1))
}

/** The pitch of the tick with which a light leaves, 1 as recorded: it rises from light to light. */
export function departurePitch(order: number, count: number): number {
  return 0.8 + (count < 2 ? 0 : (0.6 * order) / (count - 1))
}

/** The way from a dock into the middle, in CSS pixels. */
export interface Way {
  readonly x: number
  readonly y: number
}

/**
 * What a part of a dock does, over the whole time of the signing: nothing starts or ends on the way, as that would cost the browser
 * a new arrangement of its layers each time.
 *
 * @param shares keyframes whose offsets are shares of the time that a light is on its way
 */
function fromDeparture(departure: number, shares: readonly (Keyframe & { readonly offset: number })[]): Keyframe[] {
  const frames = shares.map((frame) => ({ ...frame, offset: (departure + frame.offset * LIGHT_MS) / SIGNING_MS }))
  const first = frames[0]
  const last = frames.at(-1)
  return first === undefined || last === undefined ? [] : [{ ...first, offset: 0 }, ...frames, { ...last, offset: 1 }]
}

/** From the dock into the middle, its tail behind it. */
export function lightFrames(departure: number, { x, y }: Way): Keyframe[] {
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

/** What is left of an item whose light has gone. */
function faceFrames(departure: number): Keyframe[] {
  return fromDeparture(departure, [
    { offset: 0, opacity: 1, transform: 'scale(1)' },
    { offset: 0.3, opacity: 1, transform: 'scale(1.06)' },
    { offset: 1, opacity: 0.16, transform: 'scale(0.92)' },
  ])
}

const CURVE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** What happens in the middle, part by part. White until it opens: nobody can tell from it what comes. */
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
  formed: [
    { opacity: 0, transform: 'scale(0.5)' },
    { opacity: 0, transform: 'scale(0.5)', offset: 0.73, easing: CURVE },
    { opacity: 1, transform: 'scale(1)', offset: 0.94 },
    { opacity: 1, transform: 'scale(1)' },
  ],
}

/**
 * Sets the light in motion.
 *
 * @param table the element with the parts marked `data-light`, `data-face` (both dock by dock) and `data-middle`
 * @param onRest called once, when the result stands in the middle
 * @returns what stops it
 */
export function startSigning(table: HTMLElement, onRest: () => void): () => void {
  const lights = [...table.querySelectorAll('[data-light]')]
  const ways = lights.map((light) => wayBetween(light.parentElement ?? light, table))
  const animations: Animation[] = []
  const play = (part: Element, frames: readonly Keyframe[]): void => {
    animations.push(part.animate([...frames], { duration: SIGNING_MS, fill: 'both' }))
  }
  for (const [order, face] of table.querySelectorAll('[data-face]').entries()) {
    play(face, faceFrames(departureMs(order, lights.length)))
  }
  for (const [order, light] of lights.entries()) {
    play(light, lightFrames(departureMs(order, lights.length), ways[order] ?? { x: 0, y: 0 }))
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

function wayBetween(from: Element, to: Element): Way {
  const [one, other] = [from.getBoundingClientRect(), to.getBoundingClientRect()]
  return {
    x: other.left + other.width / 2 - (one.left + one.width / 2),
    y: other.top + other.height / 2 - (one.top + one.height / 2),
  }
}
