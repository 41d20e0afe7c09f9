// The timing of the signing animation: when the light leaves each slot, its path, and what appears in the middle. The animations run on
// the compositor, and the ticks use the same times, so that they stay in sync.

/** The time from the click to the result. */
export const SIGNING_MS = 3500

/** How long the light of one item takes to reach the middle. */
export const LIGHT_MS = 1300

const FIRST_MS = 250
const LAST_MS = 1350

/** When the items follow their lights into the middle: the first, and each next one after it. */
const PULL_MS = 2100
const PULL_GAP_MS = 24
const PULL_LIFE_MS = 520

/** When air rushes into the middle. */
export const RUSH_MS = 2080

/** When the light in the middle opens. */
export const OPENING_MS = 2860

/** Returns a moment as a share of the animation. */
const at = (ms: number): number => ms / SIGNING_MS

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
    { offset: 0.2, opacity: 1, transform: `${here} scale(1.15)`, easing: 'ease-in-out' },
    { offset: 0.32, opacity: 1, transform: `${here} scale(1)`, easing: 'cubic-bezier(0.6, 0, 0.8, 0.6)' },
    { offset: 0.96, opacity: 1, transform: `${there} scale(0.6)` },
    { offset: 1, opacity: 0, transform: `${there} scale(0.5)` },
  ])
}

/** Returns the keyframes of an item: it swells as its light leaves, stays legible, and is pulled into the middle with the others. */
export function faceFrames(order: number, departure: number, { x, y }: Offset): Keyframe[] {
  const pull = PULL_MS + order * PULL_GAP_MS
  const near = `translate(${(x * 0.86).toFixed(1)}px, ${(y * 0.86).toFixed(1)}px)`
  const there = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`
  return [
    { offset: 0, opacity: 1, transform: 'scale(1)' },
    { offset: at(departure), opacity: 1, transform: 'scale(1)', easing: CURVE },
    { offset: at(departure + 260), opacity: 1, transform: 'scale(1.16)', easing: 'ease-in-out' },
    { offset: at(departure + 700), opacity: 1, transform: 'scale(1.06)' },
    {
      offset: at(pull),
      opacity: 1,
      transform: 'translate(0px, 0px) scale(1.06)',
      easing: 'cubic-bezier(0.6, 0, 0.8, 0.5)',
    },
    { offset: at(pull + PULL_LIFE_MS * 0.86), opacity: 1, transform: `${near} scale(0.42)` },
    { offset: at(pull + PULL_LIFE_MS), opacity: 0, transform: `${there} scale(0.2)` },
    { offset: 1, opacity: 0, transform: `${there} scale(0.2)` },
  ]
}

const CURVE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'
const BURST = 'cubic-bezier(0.1, 0.7, 0.3, 1)'

/** The keyframes of the parts in the middle. All light is white, so that nothing gives away the result, nor makes a loss look like a win. */
const MIDDLE: Readonly<Record<string, readonly Keyframe[]>> = {
  core: [
    { opacity: 0, transform: 'scale(0.08)' },
    { opacity: 0, transform: 'scale(0.08)', offset: at(1100), easing: 'cubic-bezier(0.3, 0, 0.6, 1)' },
    { opacity: 1, transform: 'scale(0.66)', offset: at(2300), easing: 'ease-in-out' },
    { opacity: 1, transform: 'scale(0.8)', offset: at(2640), easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)' },
    { opacity: 1, transform: 'scale(0.46)', offset: at(OPENING_MS), easing: BURST },
    { opacity: 0.95, transform: 'scale(1.9)', offset: at(3080), easing: 'ease-out' },
    { opacity: 0, transform: 'scale(2.1)' },
  ],
  rays: [
    { opacity: 0, transform: 'scale(0.2) rotate(-30deg)' },
    { opacity: 0, transform: 'scale(0.2) rotate(-30deg)', offset: at(1300), easing: 'ease-in' },
    { opacity: 0.5, transform: 'scale(0.5) rotate(0deg)', offset: at(2640), easing: 'ease-in' },
    { opacity: 0.6, transform: 'scale(0.42) rotate(6deg)', offset: at(OPENING_MS), easing: BURST },
    { opacity: 0.9, transform: 'scale(1.1) rotate(22deg)', offset: at(3060), easing: 'ease-out' },
    { opacity: 0, transform: 'scale(1.3) rotate(34deg)' },
  ],
  flash: [
    { opacity: 0 },
    { opacity: 0, offset: at(OPENING_MS), easing: 'ease-out' },
    { opacity: 0.5, offset: at(OPENING_MS + 70), easing: 'ease-out' },
    { opacity: 0, offset: at(OPENING_MS + 420) },
    { opacity: 0 },
  ],
  ring: [
    { opacity: 0, transform: 'scale(0.2)' },
    { opacity: 0, transform: 'scale(0.2)', offset: at(OPENING_MS), easing: BURST },
    { opacity: 0.9, transform: 'scale(1)', offset: at(2990), easing: 'ease-out' },
    { opacity: 0, transform: 'scale(3.4)' },
  ],
  wave: [
    { opacity: 0, transform: 'scale(0.2)' },
    { opacity: 0, transform: 'scale(0.2)', offset: at(OPENING_MS + 90), easing: BURST },
    { opacity: 0.6, transform: 'scale(1)', offset: at(3120), easing: 'ease-out' },
    { opacity: 0, transform: 'scale(2.6)' },
  ],
  result: [
    { opacity: 0, transform: 'scale(0.4)' },
    { opacity: 0, transform: 'scale(0.4)', offset: at(OPENING_MS), easing: CURVE },
    { opacity: 1, transform: 'scale(1)', offset: at(3380) },
    { opacity: 1, transform: 'scale(1)' },
  ],
}

/** The keyframes of the table: it sinks as the light gathers, and is thrown up when it opens. */
const TABLE: readonly Keyframe[] = [
  { transform: 'none' },
  { transform: 'none', offset: at(900), easing: 'ease-in-out' },
  { transform: 'scale(0.955)', offset: at(2700), easing: 'ease-in' },
  { transform: 'scale(0.94)', offset: at(OPENING_MS), easing: BURST },
  { transform: 'scale(1.06) translateY(-5px)', offset: at(2970), easing: 'ease-in-out' },
  { transform: 'scale(0.99) translateY(2px)', offset: at(3130), easing: 'ease-in-out' },
  { transform: 'none', offset: at(3320) },
  { transform: 'none' },
]

/**
 * Starts the animation.
 *
 * @param table the element with the parts marked `data-light`, `data-face` (both slot by slot), `data-table` and `data-middle`
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
    play(face, faceFrames(order, departureMs(order, lights.length), offsets[order] ?? { x: 0, y: 0 }))
  }
  for (const top of table.querySelectorAll('[data-table]')) play(top, TABLE)
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
