// The stage of an opening: the crate, the reel, the result, and the controls below.
import { useStore } from '@nanostores/react'
import {
  type CSSProperties,
  memo,
  type ReactElement,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { ContentView } from '../../../protocol/case.ts'
import { playedOf } from '../../../stores/games/game-run.ts'
import { $opening, type Opened, type OpeningRun, skip } from '../../../stores/games/opening.ts'
import { afterPaint } from '../../../stores/kernel/after-paint.ts'
import { isCalm, skipsAnimation } from '../../../stores/kernel/preferences.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { endBy } from '../../ui/motion/animation-end.ts'
import { Prerendered } from '../../ui/motion/Prerendered.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import { FADE_MS, growFromReel } from '../reel/grow-from-reel.ts'
import { Reel } from '../reel/Reel.tsx'
import { useReadyPictures } from '../reel/ready-pictures.ts'
import { HOLD_MS } from '../reel/reel.ts'
import { Results } from './Results.tsx'
import styles from './stage.module.css'

const rest = endBy(skip)

/** For the style sheets of crate and reel. */
const HOLD = { '--hold': `${HOLD_MS}ms` } as CSSProperties

const ONE_ROW = 5
/** The share of the window that is free between header and bottom bar. */
const FITTING_PART = 0.8

interface StageProps {
  opening: OpeningRun
  /** The number of cases opened at once. */
  count: number
  /** The price of one opening, in cents. */
  price: number
  contents: readonly ContentView[]
  /** Shown until the result; it leaves when the reel starts. */
  idle: ReactElement
  /** The badge in the corner of the stage, whose dialog checks rolls in place. */
  badge?: Elements
  /** The controls. */
  children: Elements
}

export function Stage({ opening, count, price, contents, idle, badge, children }: StageProps): ReactElement {
  const { t } = useTranslation('case')
  const screen = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLElement>(null)
  const started = useStarted(opening)
  const size = stageSize(started, count)
  useReadyPictures(contents)
  // Scrolls the stage and its controls into view; where both do not fit, as on phones, the stage to the top.
  useLayoutEffect(() => {
    if (size === 'still') return
    const isTall = (screen.current?.offsetHeight ?? 0) > innerHeight * FITTING_PART
    if (isTall) stage.current?.scrollIntoView({ block: 'start' })
    else screen.current?.scrollIntoView({ block: 'nearest' })
  }, [size])
  // The stage is as high for the next opening as for the one before, after which the reader has scrolled to what is below the sum.
  const isOver = opening.phase === 'result'
  useLayoutEffect(() => {
    if (isOver) stage.current?.querySelector('[data-sum]')?.scrollIntoView({ block: 'nearest' })
  }, [isOver])
  const isAsking = opening.phase === 'asking'
  useEffect(() => {
    if (isAsking && !skipsAnimation()) play('lid')
  }, [isAsking])
  return (
    <div className={styles.screen} ref={screen}>
      <section className={styles.stage} ref={stage} aria-label={t('stage')} data-size={size}>
        <Scene
          opening={started}
          count={count}
          price={price}
          contents={contents}
          idle={idle}
          checks={badge !== undefined}
        />
        {badge}
      </section>
      {children}
      <Announcement />
    </div>
  )
}

/**
 * Returns the opening as the stage shows it. A start is shown in pieces of a few milliseconds, beside the frames of the page: to make the
 * lanes of ten cases in the handler of the tap answered it half a second late on a slow phone. A result is shown at once.
 */
function useStarted(opening: OpeningRun): OpeningRun {
  const deferred = useDeferredValue(opening)
  return opening.phase === 'asking' || opening.phase === 'playing' ? deferred : opening
}

/** Returns the size of the stage. It grows once, when the opening starts, so that nothing moves when the result appears. */
function stageSize(opening: OpeningRun, count: number): 'still' | 'single' | 'row' | 'rows' {
  const opened = playedOf(opening)
  if (opened === null && opening.phase !== 'asking') return 'still'
  const lanes = opened?.drops.length ?? count
  if (lanes === 1) return 'single'
  return lanes > ONE_ROW ? 'rows' : 'row'
}

interface SceneProps extends Pick<StageProps, 'opening' | 'count' | 'price' | 'contents' | 'idle'> {
  /** Whether the page checks rolls in place. */
  checks: boolean
}

/** Shows the idle stage, and over it reel and result. The reel starts at the tap, before the answer is there. */
function Scene({ opening, count, price, contents, idle, checks }: SceneProps): ReactElement {
  const opened = playedOf(opening)
  const { run, isFirst } = useRun(opening)
  const isSpinning = opening.phase === 'playing' || (opening.phase === 'asking' && opening.isSent && !skipsAnimation())
  return (
    <>
      {opening.phase !== 'result' && (
        <div className={styles.idle} style={HOLD} data-leaving={isSpinning || undefined}>
          {idle}
        </div>
      )}
      {(isSpinning || opened !== null) && (
        <ReelAndResult
          key={run}
          opened={opened}
          lanes={opened?.drops.length ?? count}
          isHeld={isFirst}
          isOver={opening.phase === 'result'}
          price={price}
          contents={contents}
          checks={checks}
        />
      )}
    </>
  )
}

interface Run {
  /** The same from the start of an opening to its result, and another one for the next. */
  readonly run: number
  /** Whether the crate was on the stage before it, not the result of another opening. */
  readonly isFirst: boolean
}

/** Returns which opening is on the stage. */
function useRun({ phase }: OpeningRun): Run {
  const [shown, setShown] = useState({ phase, run: 0, isFirst: true })
  if (shown.phase === phase) return shown
  const hasStarted = phase === 'asking' || (phase === 'playing' && shown.phase !== 'asking')
  const isFirst = hasStarted ? shown.phase !== 'result' : shown.isFirst
  const next = { phase, run: shown.run + Number(hasStarted), isFirst }
  setShown(next)
  return next
}

interface ReelAndResultProps extends Pick<SceneProps, 'price' | 'contents' | 'checks'> {
  /** Null while the answer is awaited. */
  opened: Opened | null
  lanes: number
  /** Whether the crate opens before it. */
  isHeld: boolean
  isOver: boolean
}

/** Renders the reel, and behind it the prerendered result. The reel stays for a moment after its end, while its cards become the result. */
const ReelAndResult = memo(function ReelAndResult(props: ReelAndResultProps): ReactElement {
  const { opened, lanes, isHeld, isOver, price, contents, checks } = props
  const reel = useRef<HTMLDivElement>(null)
  const [isReelGone, setReelGone] = useState(isOver)
  // The reel moves first: the result is rendered after a frame of its motion.
  const [isPrepared, setPrepared] = useState(isOver)
  const isAnswered = opened !== null
  useEffect(() => (isAnswered ? afterPaint(() => setPrepared(true)) : undefined), [isAnswered])
  useLayoutEffect(() => {
    if (!isOver || reel.current === null) return
    const result = reel.current.nextElementSibling
    if (result !== null && !isCalm()) growFromReel(reel.current, result)
    const timer = setTimeout(() => setReelGone(true), FADE_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  const casePrice = opened?.demo ? 0 : price
  return (
    <>
      {!isReelGone && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-game-keys.ts), and so does the button below
        // biome-ignore lint/a11y/noStaticElementInteractions: a tap anywhere on the stage is a shortcut of that button
        <div className={styles.spinning} style={HOLD} ref={reel} data-over={isOver || undefined} onClick={skip}>
          <Reel
            drops={opened?.drops ?? null}
            lanes={lanes}
            contents={contents}
            casePrice={casePrice}
            isHeld={isHeld}
            isOver={isOver}
            onRest={rest}
          />
        </div>
      )}
      {opened !== null && (isPrepared || isOver) && (
        <Prerendered isShown={isOver} className={styles.result}>
          <Results drops={opened.drops} demo={opened.demo} casePrice={price} checks={checks} />
        </Prerendered>
      )}
    </>
  )
})

/** Announces the result to screen readers when it appears. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('case')
  const opening = useStore($opening, { ssr: 'initial' })
  const language = i18n.language as Language
  let words = ''
  if (opening.phase === 'result') {
    const { drops, demo } = opening.played
    const names = drops.map(({ item }) => itemName(item, language))
    const price = formatMoney(drops.reduce((sum, drop) => sum + drop.price, 0))
    const many = { count: drops.length, price, items: names.join(', ') }
    const one = { item: names[0] ?? '', price }
    if (drops.length === 1) words = demo ? t('result.demo', one) : t('result.won', one)
    else words = demo ? t('result.demoMany', many) : t('result.wonMany', many)
  }
  return (
    <p className="unseen" aria-live="polite">
      {words}
    </p>
  )
}
