// How soon each tap is answered on a phone and a desktop, with Chromium slowed to a quarter, while reels run and the drops of bots arrive: from
// the input to its handler, in the handlers, and to the next frame. Then what blocks the lobby of battles while it loads, and the frames of ten
// cases opened at once.
import type { Browser } from 'playwright'
import { createByCall } from '../../e2e/battles/battle-calls.ts'
import { openByCall, signIn } from '../../e2e/parts/player.ts'
import { launchBrowser, type RunningSite, type ScreenName, startSite, visit } from '../../support/browsers/browser.ts'
import { measurePage, printHeads, signedIn } from './blocking.ts'
import { recordInteractions } from './event-timing.ts'
import { type Answer, Journey } from './interactions.ts'
import { launchPlain } from './plain-browser.ts'
import type { StageFrames } from './stage-frames.ts'

const SLOWED = 4
/** Of input delay and processing together, in ms. */
const GOALS = { p75: 100, worst: 200 } as const
/** Frames a second of ten at once. */
const FRAMES_GOAL = 15
const SCREENS = ['phone', 'desktop'] as const
const LOBBY = '/battles'

interface Measured {
  readonly answers: readonly Answer[]
  readonly frames: StageFrames
  /** How many messages with drops the page received. */
  readonly arrivals: number
}

function answerLine({ name, timing: { delayMs, processingMs, presentationMs } }: Answer): string {
  const cells = [delayMs, processingMs, presentationMs].map((ms) => ms.toFixed(0).padStart(13))
  return name.padEnd(44) + cells.join('')
}

/** Plays the journey on a screen, as a player of its own. */
async function play(browser: Browser, site: RunningSite, screen: ScreenName): Promise<Measured> {
  const place = SCREENS.indexOf(screen)
  const other = await visit(browser, site)
  await signIn(other.page, site, 2 + place)
  await openByCall(other.page, site, 1)
  const { page, context } = await visit(browser, site, 'en', screen)
  await signIn(page, site, place)
  let arrivals = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('["live"')) arrivals++
    }),
  )
  await recordInteractions(page)
  const makeBattle = async (): Promise<string> => (await createByCall(other.page, site)).id
  const devtools = await context.newCDPSession(page)
  const answers: Answer[] = []
  const onAnswer = (answer: Answer): void => {
    answers.push(answer)
    console.log(answerLine(answer))
  }
  console.log(
    `\n${screen.padEnd(44)}${['delay', 'processing', 'presentation'].map((head) => head.padStart(13)).join('')}`,
  )
  const journey = new Journey({ page, site, screen, slowed: SLOWED, makeBattle, onAnswer }, devtools)
  const frames = await journey.run()
  await context.close()
  await other.context.close()
  return { answers, frames, arrivals }
}

/** Returns the number below which a share of all is, the nearest one of them. */
function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((one, other) => one - other)[Math.ceil(share * numbers.length) - 1] ?? Number.NaN
}

const verdict = (isHeld: boolean): string => (isHeld ? 'holds' : 'MISSED')

/** Words for the frames in which a stage was empty, and when. */
function emptyWords({ emptyMs }: StageFrames): string {
  const [first, last] = [emptyMs.at(0), emptyMs.at(-1)]
  if (first === undefined || last === undefined) return '0 frames'
  return `${emptyMs.length} frames, ${first.toFixed(0)} to ${last.toFixed(0)} ms after the press`
}

/** Prints what the interactions and frames of a screen are against their goals; true when all are reached. */
function print({ answers, frames, arrivals }: Measured): boolean {
  const handledMs = answers.map(({ timing: { delayMs, processingMs } }) => delayMs + processingMs)
  const presentationMs = answers.map(({ timing }) => timing.presentationMs)
  let all = true
  for (const [name, share] of [
    ['p75', 0.75],
    ['worst', 1],
  ] as const) {
    const [handled, presented] = [quantile(handledMs, share), quantile(presentationMs, share)]
    const isHeld = handled <= GOALS[name]
    all &&= isHeld
    console.log(
      `${name}: delay and processing ${handled.toFixed(0)} ms (goal ${GOALS[name]}) ${verdict(isHeld)}; presentation ${presented.toFixed(0)} ms`,
    )
  }
  const perSecond = (frames.frames * 1000) / frames.lastedMs
  const areShown = perSecond >= FRAMES_GOAL && frames.emptyMs.length === 0
  console.log(
    [
      `ten at once: ${perSecond.toFixed(1)} frames a second (goal ${FRAMES_GOAL}) in ${(frames.lastedMs / 1000).toFixed(1)} s,`,
      `longest gap ${frames.longestGapMs.toFixed(0)} ms, stage empty in ${emptyWords(frames)} (goal 0) ${verdict(areShown)}`,
    ].join(' '),
  )
  const haveArrived = arrivals > 0
  console.log(`messages with drops meanwhile: ${arrivals} (at least 1) ${verdict(haveArrived)}`)
  return all && areShown && haveArrived
}

/** Prints what blocks the lobby while it loads; true when the goal is reached. */
async function measureLobby(site: RunningSite): Promise<boolean> {
  console.log()
  printHeads()
  const player = await signedIn(site)
  const browser = await launchPlain()
  try {
    return await measurePage(browser, site, LOBBY, player)
  } finally {
    await browser.close()
  }
}

/** Measures both screens and the lobby; true when all goals are reached. */
export async function run(): Promise<boolean> {
  console.log(`Chromium slowed ${SLOWED} times, without a graphics card, with bots; in ms`)
  const site = await startSite({ HOUSE_PLAYERS: 'on' })
  try {
    const browser = await launchBrowser()
    let all = true
    try {
      for (const screen of SCREENS) all = print(await play(browser, site, screen)) && all
    } finally {
      await browser.close()
    }
    return (await measureLobby(site)) && all
  } finally {
    await site.stop()
  }
}
